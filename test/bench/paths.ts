/**
 * Path steps a second of the kernel of a barrier watched at 52 dates, on each backend of this machine, beside plain JavaScript doing the
 * same in the same run. Checks its own answer. `node dist/test/bench/paths.js`
 */
import { type BackendName, openBackend } from '#engine-gpu/backend/backend';
import { composeProgram } from '#engine-gpu/kernel/compose';
import { argumentsFor } from '#engine-gpu/kernel/launch';
import { planFor } from '#engine-gpu/kernel/plan';
import { runTwin } from '#engine-gpu/kernel/twin';
import { priceContract } from '#engine-gpu/method/monte-carlo';
import { allRows, shiftFor } from '#engine-gpu/random/lattice';
import { rowsOf } from '../reference/table.js';
import { webgpuLeftOut } from '../support/backends.js';
import { type ContractRow, contractPrices } from '../support/contract-rows.js';

const WORKERS = 2;
const REPEATS = 5;
const numPaths = 2 ** 20;

const row = rowsOf<ContractRow['inputs'], ContractRow['expected']>('contracts')
  .flatMap(contractPrices)
  .find(({ name }) => name === 'contract_barrier_doc_weekly, at 52 dates')!;

const write = (line: string) => process.stdout.write(`${line}\n`);

/** Path steps a second of the fastest of several runs: others on the machine only slow one down. */
async function speed(pathSteps: number, run: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPEATS; i++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return (pathSteps / best) * 1000;
}

const program = composeProgram(planFor(row.contract, row.market));
const rows = allRows({ shifts: 16, log2Points: 10 });
const shifts = rows.map(({ shift }) => shiftFor(42, 0, shift, program.dimensions.components.length));
const values = argumentsFor(program, rows, shifts, 42);
const baseline = await speed(2 ** 14 * program.steps, () => runTwin(program, values));
write(`baseline, JavaScript in double precision, one thread: ${(baseline / 1e6).toFixed(0)} million path steps a second`);

const names: BackendName[] = ['cpu', 'webasm', ...(webgpuLeftOut() === undefined ? (['webgpu'] as const) : [])];
for (const name of names) {
  const backend = await openBackend(name, { workers: WORKERS });
  const paths = name === 'webasm' ? numPaths : numPaths / 8;
  const result = await priceContract(row.contract, row.market, { numPaths: paths }, backend);
  if (result.backend !== name) throw new Error(`${name} fell back to ${result.backend}: ${JSON.stringify(result.fallbacks)}`);
  const error = Math.abs(result.price - row.price) / result.standardError;
  if (!(error < 4)) throw new Error(`${name} gives ${result.price}, ${error} standard errors from ${row.price}`);
  const perSecond = await speed(paths * result.numSteps, () => priceContract(row.contract, row.market, { numPaths: paths }, backend));
  write(
    `${name} (${backend.reason}): ${(perSecond / 1e6).toFixed(0)} million path steps a second, ${(perSecond / baseline).toFixed(2)} × the baseline; ` +
      `price ${result.price.toFixed(4)} ± ${result.standardError.toFixed(4)}, exact ${row.price.toFixed(4)}`,
  );
  await backend.close();
}
process.exit(0);
