/**
 * Variance reduction by the Brownian bridge and by the estimators of engine-gpu/simulation/estimator. Each contract is priced with and
 * without them on the same number of paths, over several seeds. A ratio of variances is the factor by which the number of paths would
 * have to grow without the method. Every price is checked against its reference. `npm run bench -- variance`
 */
import { openBackend } from '#engine-gpu/backend/backend';
import { marketInput } from '#engine-gpu/market/market-input';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { brownianBridge, stepByStep } from '#engine-gpu/simulation/emit/bridge';
import type { Plan } from '#engine-gpu/simulation/estimator/estimator';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, mean, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { defined } from '#services/runtime/defined';
import { rowsOf } from '../reference/table.js';
import { type AutocallRow, autocallPrice, type ContractRow, contractPrices, type PricedRow } from '../support/contract-rows.js';

const SEEDS = 20;
/** Number of groups of seeds. Each gives its own variance ratio, and their range shows the accuracy of the ratio. */
const GROUPS = 4;
const numPaths = 2 ** 16;

const CASES: readonly (readonly [name: string, numSteps?: number])[] = [
  ['contract_barrier_doc_m5, at 5 dates'],
  ['contract_barrier_dop_monthly, at 12 dates'],
  ['contract_barrier_doc_barrier_above_strike, at 26 dates'],
  ['contract_barrier_doc_weekly, at 52 dates'],
  ['contract_barrier_doc_daily, at 252 dates'],
  ['contract_barrier_doc_weekly, continuous', 52],
  ['autocall_single_annual'],
  ['autocall_worst2_annual'],
  ['autocall_worst3_memory_semi'],
  ['autocall_worst3_quarterly'],
  ['exotic_asian_call_monthly'],
  ['exotic_asian_put_weekly'],
  ['exotic_asian_call_vol1_5y_quarterly'],
  ['exotic_lookback_fixed_call_discrete_12'],
  ['exotic_lookback_floating_put_discrete_weekly'],
  ['exotic_cliquet_monthly_local_global_floor'],
  ['exotic_variance_swap_weekly_364d'],
];

/** Rows priced by a variance-reducing estimator. */
const ESTIMATED = [
  'contract_barrier_doc_m5, at 5 dates',
  'contract_barrier_dop_monthly, at 12 dates',
  'contract_barrier_doc_barrier_above_strike, at 26 dates',
  'contract_barrier_doc_weekly, at 52 dates',
  'contract_barrier_doc_daily, at 252 dates',
  'autocall_single_annual',
  'exotic_asian_call_monthly',
  'exotic_asian_put_weekly',
  'exotic_asian_call_vol1_5y_quarterly',
  'exotic_basket_call_4_krekel_05',
  'exotic_basket_put_3_weights',
  'exotic_basket_call_10',
  'exotic_spread_call_hurd_zhou',
];

const exotics = rowsOf<{ readonly contract: unknown; readonly market: unknown }, { readonly price: number }>('exotics').map(
  ({ id, inputs, expected, tolerance }) => {
    const stated = marketInput.parse(inputs.market);
    const { contract, market } = resolveContract(
      contractSpec.parse(inputs.contract),
      stated,
      defined(stated.valuationDate, 'the valuation date'),
    );
    return { name: id, contract, market, price: expected.price, tolerance };
  },
);
const rows = [
  ...exotics,
  ...rowsOf<ContractRow['inputs'], ContractRow['expected']>('contracts').flatMap(contractPrices),
  ...rowsOf<AutocallRow['inputs'], AutocallRow['expected']>('autocall').map(autocallPrice),
];
const backend = await openBackend('webasm', { workers: 2 });
process.stdout.write(`${numPaths} paths, ${SEEDS} seeds, on ${backend.name}\n`);

/** The variance of the price for each seed. Throws if the mean price over seeds differs from the row's price. */
async function variancesOf(plan: Plan, { name, price, tolerance }: PricedRow): Promise<Float64Array> {
  const program = composeProgram(plan);
  const variances = new Float64Array(SEEDS);
  const prices = new Float64Array(SEEDS);
  for (let seed = 0; seed < SEEDS; seed++) {
    const { means } = await estimate(program, { numPaths, seed }, backend);
    variances[seed] = standardErrorOf(means) ** 2;
    prices[seed] = mean(means);
  }
  const error = Math.abs(mean(prices) - price);
  const allowed = (tolerance.abs ?? 0) + (tolerance.rel ?? 0) * price + 4 * Math.sqrt(mean(variances) / SEEDS);
  if (!(error <= allowed)) throw new Error(`${name} gives ${mean(prices)}, ${error} from ${price}; ${allowed} is allowed`);
  return variances;
}

/** Prints the variance ratio, and its range over the groups of seeds. */
function report(name: string, { price }: PricedRow, steps: number, less: Float64Array, more: Float64Array): void {
  const ratios = Array.from({ length: GROUPS }, (_, group) => {
    const part = (values: Float64Array) => mean(values.filter((_, seed) => seed % GROUPS === group));
    return part(more) / part(less);
  });
  const figure = (ratio: number) => (ratio < 100 ? ratio.toFixed(1) : `${Number(ratio.toPrecision(2))}`);
  process.stdout.write(
    `${name.padEnd(56)} ${`${steps}`.padStart(4)} steps   price ${price.toFixed(4).padStart(9)}   ` +
      `error ${Math.sqrt(mean(less)).toExponential(1)} with, ${Math.sqrt(mean(more)).toExponential(1)} without   ` +
      `variance ÷ ${figure(mean(more) / mean(less))} (${figure(Math.min(...ratios))} to ${figure(Math.max(...ratios))})\n`,
  );
}

for (const [name, numSteps] of CASES) {
  const row = defined(
    rows.find((row) => row.name === name),
    name,
  );
  const plan = { ...planFor(row.contract, row.market, numSteps), estimator: undefined };
  const drawn = (construction: typeof brownianBridge) => variancesOf({ ...plan, construction }, row);
  report(name, row, plan.grid.times.length, await drawn(brownianBridge), await drawn(stepByStep));
}

process.stdout.write('\nestimators, compared with the plain payoff, both with a Brownian bridge\n');
for (const name of ESTIMATED) {
  const row = defined(
    rows.find((row) => row.name === name),
    name,
  );
  const plan = planFor(row.contract, row.market);
  if (plan.estimator === undefined) throw new Error(`${name} has no variance-reducing estimator`);
  const plain = await variancesOf({ ...plan, estimator: undefined }, row);
  report(`${name} (${plan.estimator.name})`, row, plan.grid.times.length, await variancesOf(plan, row), plain);
}
await backend.close();
process.exit(0);
