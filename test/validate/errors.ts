/** `npm run validate:errors`: the error-bar check of every case over 100 seeds, written to test/bench/RESULTS.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openBackend } from '#engine-gpu/backend/backend';
import { CASES, type Check, checkErrorBars, MAX_RMS, MIN_INSIDE, passes } from './error-bars.js';

const SEEDS = 100;
/** Seeds of a case that fails with the first 100: one sound case in a hundred does, by chance. */
const FURTHER_SEEDS = 400;
const [PATHS, LONG_RUN] = [4096, 2 ** 18];
const HEADING = '## Standard errors over 100 seeds';
const FILE = new URL('../../../test/bench/RESULTS.md', import.meta.url);

const backend = await openBackend('webasm', { workers: 2 });
const rows: { readonly contract: string; readonly market: string; readonly check: Check }[] = [];
for (const one of CASES) {
  const run = (seeds: number) => checkErrorBars(one, { seeds, numPaths: PATHS, longRun: LONG_RUN }, backend);
  const first = await run(SEEDS);
  const check = passes(first) ? first : await run(FURTHER_SEEDS);
  rows.push({ contract: one.contract, market: one.market, check });
  const verdict = passes(check) ? '' : ' FAILS';
  process.stdout.write(
    `${one.contract}, ${one.market}: ${check.estimator}, ${check.inside} of ${check.seeds} inside, ${check.rms.toFixed(2)}${verdict}\n`,
  );
}
await backend.close();

const failed = rows.filter(({ check }) => !passes(check));
const section = `${HEADING}

${new Date().toISOString().slice(0, 10)}, \`npm run validate:errors\`: ${PATHS} paths for each of ${SEEDS} seeds, against a run of
${LONG_RUN} paths on the same time steps (its own error counts).

"Inside" counts the seeds whose 95 % interval (Student's t, 15 degrees of freedom) contains the true value;
95 are expected. "RMS z" is the root mean square of the error over the stated standard error; 1.07 is
expected. A case passes with at least ${100 * MIN_INSIDE} inside and RMS z at most ${MAX_RMS}, or with a warning in every result.

One sound case in a hundred fails by chance, so a case that fails is judged over ${FURTHER_SEEDS} seeds, and says
so. ${rows.length - failed.length} of ${rows.length} pass.

| contract | market | estimator | inside | RMS z | warning |
|---|---|---|---|---|---|
${rows
  .map(
    ({ contract, market, check }) =>
      `| ${contract} | ${market} | ${check.estimator} | ${check.inside}${check.seeds === SEEDS ? '' : ` of ${check.seeds}`} | ${check.rms.toFixed(2)} | ${check.warns ? 'yes' : ''} |`,
  )
  .join('\n')}
`;
const text = readFileSync(FILE, 'utf8');
const start = text.indexOf(HEADING);
const next = start < 0 ? -1 : text.indexOf('\n## ', start + 1);
const preceding = start < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, start);
writeFileSync(FILE, preceding + section + (next < 0 ? '' : text.slice(next)));
if (failed.length > 0) process.exitCode = 1;
