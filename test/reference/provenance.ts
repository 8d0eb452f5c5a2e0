/**
 * Records the sources of each pricer in provenance.json, and their hashes for run time in engine-gpu/pricers/source-hashes.ts:
 *
 *   npm run provenance                   after a version was raised, or a pricer added
 *   npm run provenance -- "what shows it"  after a change that moves no bit of any result
 *
 * Without a reason it refuses a pricer whose sources have moved and whose version has not.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { current, MODULE, moduleOf, recorded, TABLE } from '#test/support/provenance';

const reason = process.argv.slice(2).join(' ').trim();
const before = new Map((existsSync(TABLE) ? recorded() : []).map((entry) => [entry.id, entry]));
const moved: string[] = [];
const table = current().map((now) => {
  const known = before.get(now.id);
  if (known === undefined || known.version !== now.version) return now;
  if (known.sources === now.sources) return known;
  moved.push(now.id);
  return { ...now, sameNumbersBecause: reason };
});
if (moved.length > 0 && reason === '') {
  process.stderr.write(
    `The sources of these pricers have moved, and their versions have not:\n  ${moved.join('\n  ')}\n` +
      'Raise the version where a result may differ by a bit; otherwise say what shows that none does: npm run provenance -- "…"\n',
  );
  process.exitCode = 1;
} else {
  writeFileSync(TABLE, `${JSON.stringify(table, undefined, 1)}\n`);
  writeFileSync(MODULE, moduleOf(table));
}
