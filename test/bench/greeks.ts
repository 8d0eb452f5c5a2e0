/**
 * Time of all Greeks of a contract, compared with separate bumped prices on the same points, and the standard errors of the Greeks. They
 * are checked against differences of the bumped prices, and for a call against Black-Scholes. `npm run bench -- greeks`
 */
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import type { Asset, Market } from '#engine-gpu/market/market';
import { bumpVolatility } from '#engine-gpu/market/volatility-bump';
import { priceVanilla } from '#engine-gpu/method/vanilla-option';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { afterTime } from '#engine-gpu/product/contract/shift';
import { assetsUsed } from '#engine-gpu/product/contract/timeline';
import { estimatorOfChanges } from '#engine-gpu/simulation/estimator/index';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { withPolicy } from '#engine-gpu/simulation/run/choice-regression';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, mean, policyFor, priceContract, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { flatMarket, vanilla } from '../support/contract-rows.js';
import { autocall, average, barrier, choice, optionOn, THREE_ASSETS } from '../support/every-structure.js';

const WORKERS = 2;
const REPEATS = 7;
const numPaths = 2 ** 18;
const DAY = 1 / 365;
/** Allowed rounding error of a price difference, relative to the price, in addition to 4 standard errors of the Greek. */
const ROUNDING = 1e-6;

const weeks = Array.from({ length: 52 }, (_, i) => (i + 1) / 52);
const ONE_ASSET = flatMarket(0.03, [{ spot: 100, volatility: 0.2, dividend: 0.01 }]);
const HESTON = flatMarket(0.03, [
  { spot: 100, dividend: 0.01, model: { type: 'heston', v0: 0.04, kappa: 2, theta: 0.06, sigma: 0.4, rho: -0.7 } },
]);
const call = vanilla(105, 1);
const paths = optionOn({ type: 'extreme', side: 'high', floating: false, asset: 0, monitoring: weeks }, 100, 1);

const CASES: readonly (readonly [name: string, contract: Contract, market: Market])[] = [
  ['a call', call, ONE_ASSET],
  ['a call knocked out at 52 dates', barrier(call, 90, 'down', 'knock_out', weeks), ONE_ASSET],
  ['an average of 52 dates', optionOn(average(weeks), 100, 1), ONE_ASSET],
  ['the highest of 52 dates', paths, ONE_ASSET],
  ['the highest of 52 dates, Heston', paths, HESTON],
  ['an autocall on three assets', autocall, THREE_ASSETS],
  ['a choice between paths yet to come', choice(barrier(call, 90, 'down', 'knock_out'), vanilla(95, 1, -1), 0.5), ONE_ASSET],
];

const write = (line: string) => process.stdout.write(`${line}\n`);
const backend = await openBackend('webasm', { workers: WORKERS });

/** Processor time of all threads, milliseconds. Wall time would include other load on the machine. */
async function processorMs(run: () => Promise<unknown>): Promise<number> {
  const usageBefore = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(usageBefore);
  return (user + system) / 1000;
}

/** The shortest of several runs. */
async function fastestMs(run: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPEATS; i++) best = Math.min(best, await processorMs(run));
  return best;
}

/** Time of the first contract of a structure, including its compilation, on a backend that has already run another structure. */
async function firstRunMs(run: (fresh: Backend) => Promise<unknown>): Promise<number> {
  const fresh = await openBackend('webasm', { workers: WORKERS });
  await priceContract(vanilla(40, 1, 1, 1), THREE_ASSETS, { numPaths }, fresh);
  const milliseconds = await processorMs(() => run(fresh));
  await fresh.close();
  return milliseconds;
}

const withAsset = (market: Market, index: number, moved: (asset: Asset) => Asset): Market => ({
  ...market,
  assets: market.assets.map((asset, i) => (i === index ? moved(asset) : asset)),
});

for (const [name, contract, market] of CASES) {
  /** The price by the estimator that Greeks use, which may differ from the one that prices use. */
  const priceUnder = async (there: Market, priced = contract) => {
    const plan = planFor(priced, there);
    const program = composeProgram({ ...plan, estimator: estimatorOfChanges(plan) });
    const { means } = await estimate(withPolicy(program, await policyFor(program, { numPaths }, backend)), { numPaths }, backend);
    return { price: mean(means), numSteps: program.steps, standardError: standardErrorOf(means) };
  };
  const dearer = { ...market, curve: { ...market.curve, zeroRates: market.curve.zeroRates.map((rate) => rate + 1e-4) } };
  const alone = async () => {
    const centre = await priceUnder(market);
    let [delta, vega] = [0, 0];
    for (const index of assetsUsed(contract)) {
      const { spot } = market.assets[index]!;
      const up = await priceUnder(withAsset(market, index, (asset) => ({ ...asset, spot: 1.01 * spot })));
      const down = await priceUnder(withAsset(market, index, (asset) => ({ ...asset, spot: 0.99 * spot })));
      delta += (up.price - down.price) / (0.02 * spot);
      vega += ((await priceUnder(withAsset(market, index, (asset) => bumpVolatility(asset, 0.01)))).price - centre.price) / 0.01;
    }
    const aDayOn = await priceUnder(market, afterTime(contract, DAY));
    const rho = ((await priceUnder(dearer)).price - centre.price) / 1e-4;
    const theta = (aDayOn.price - centre.price) / DAY;
    // If the shift by one day changes the number of time steps, the separate price has different simulation noise.
    return { delta, vega, rho, theta, noise: aDayOn.numSteps === centre.numSteps ? 0 : (8 * centre.standardError) / DAY };
  };
  const greeks = () => greeksContract(contract, market, { numPaths }, backend);
  const [actual, expected] = [await greeks(), await alone()];
  const regressed = actual.warnings.length > 0;
  for (const greek of ['delta', 'vega', 'rho', 'theta'] as const) {
    const size = { delta: 0.02, vega: 0.01, rho: 1e-4, theta: DAY }[greek];
    const apart = Math.abs(actual[greek] - expected[greek]);
    const allowed = 4 * actual.standardErrors[greek] + (ROUNDING * actual.price) / size + (greek === 'theta' ? expected.noise : 0);
    // Separate prices fit separate exercise policies, so their differences are no reference for a contract with exercise.
    if (!regressed && !(apart <= allowed))
      throw new Error(`${name}: ${greek} is ${actual[greek]}, separate prices give ${expected[greek]}`);
  }
  if (contract === call) {
    const exact = (spot: number) => priceVanilla({ spot, strike: 105, rate: 0.03, volatility: 0.2, time: 1, dividend: 0.01, put: false });
    const delta = (exact(101) - exact(99)) / 2;
    if (!(Math.abs(actual.delta - delta) <= 4 * actual.standardErrors.delta + 1e-6))
      throw new Error(`delta is ${actual.delta}; ${delta} by formula`);
  }
  const [one, all, apart] = [
    await fastestMs(() => priceContract(contract, market, { numPaths }, backend)),
    await fastestMs(greeks),
    await fastestMs(alone),
  ];
  const [firstPrice, firstGreeks] = [
    await firstRunMs((fresh) => priceContract(contract, market, { numPaths }, fresh)),
    await firstRunMs((fresh) => greeksContract(contract, market, { numPaths }, fresh)),
  ];
  const errors = (['delta', 'gamma', 'vega', 'rho', 'theta'] as const)
    .map((greek) => actual.standardErrors[greek].toExponential(1))
    .join(' ');
  write(
    `${name.padEnd(36)} price ${one.toFixed(0).padStart(4)} ms   all Greeks ${all.toFixed(0).padStart(5)} ms, ${(all / one).toFixed(1)} prices   ` +
      `separate prices ${apart.toFixed(0).padStart(5)} ms, ${(apart / all).toFixed(1)} times as long   first run ${firstPrice.toFixed(0)} and ${firstGreeks.toFixed(0)} ms   errors ${errors}   ${actual.varianceReduction}`,
  );
}
await backend.close();
process.exit(0);
