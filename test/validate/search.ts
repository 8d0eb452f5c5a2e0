/**
 * The adversarial search:
 *
 *   npm run validate:search -- [seconds] [seed] [name]   judges random requests of every operation and pricer that computes a number, half of the
 *                                                        time, and error bars of random contracts, the other half; `name` limits it to the subjects
 *                                                        or families whose names contain it; without one the counts are written to
 *                                                        test/validate/search.json
 *   npm run validate:search -- --power [faults] [seed] [name]   puts that many faults of one per cent into a copy of the engine, one at a time, and counts
 *                                                        those that the search finds; records it in gateway/validation/search-power.json
 */
import { writeFileSync } from 'node:fs';
import { SEARCH_RECORD, type SearchRecord } from '#test/support/testing-page';
import { unsearched } from './search/coverage.js';
import { searchErrorBars } from './search/error-bar-search.js';
import { measurePower } from './search/measure-power.js';
import { search } from './search/search.js';
import { openInProcessService } from './search/service.js';
import { subjects } from './search/subjects/index.js';

const write = (line: string): void => void process.stdout.write(`${line}\n`);

async function searchFor(seconds: number, seed: number, namedPart: string | undefined): Promise<boolean> {
  const missing = unsearched(subjects);
  if (missing.length > 0) throw new Error(`these operations compute numbers and have no subject: ${missing.join(', ')}`);
  const chosen = subjects.filter(({ name }) => namedPart === undefined || name.includes(namedPart));
  let [judged, claimed, numFindings] = [0, 0, 0];
  const start = Date.now();
  if (chosen.length > 0) {
    const service = await openInProcessService();
    const until = start + 500 * seconds;
    const all = await search(chosen, service, {
      seed,
      isDone: () => Date.now() >= until,
      report: ({ subject }, { label, detail, case: number }, isRepeated) =>
        write(`${isRepeated ? 'FAILS' : 'not repeated on other paths:'} ${subject}, case ${number}: ${label}: ${detail}`),
    });
    await service.close();
    for (const { subject, cases, claims, refused, findings, unrepeated } of all) {
      write(`${subject}: ${cases} cases, ${claims} claims, ${refused} refused, ${findings.length} findings, ${unrepeated} not repeated`);
      judged += cases;
      claimed += claims;
      numFindings += findings.length;
    }
  }
  const errorBars = await searchErrorBars(seconds / 2, seed, namedPart);
  const elapsed = (Date.now() - start) / 1000;
  const total = judged + errorBars.cases;
  write(
    `${total} cases with ${claimed} claims and ${3 * errorBars.cases} error bars in ${elapsed.toFixed(0)} s, ${(total / elapsed).toFixed(1)} per second: ${numFindings + errorBars.failed} findings`,
  );
  const findings = numFindings + errorBars.failed;
  if (namedPart === undefined) {
    const date = new Date().toISOString().slice(0, 10);
    const record: SearchRecord = { date, seed, seconds, cases: total, claims: claimed, errorBars: 3 * errorBars.cases, findings };
    writeFileSync(SEARCH_RECORD, `${JSON.stringify(record, undefined, 2)}\n`);
  }
  return findings === 0;
}

const [first, ...further] = process.argv.slice(2);
if (first === '--power') await measurePower(Number(further[0] ?? 100), Number(further[1] ?? 1), further[2], write);
else if (!(await searchFor(Number(first ?? 60), Number(further[0] ?? 1), further[1]))) process.exitCode = 1;
