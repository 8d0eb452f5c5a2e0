/**
 * Path steps per second of processor time under each model, relative to constant volatility in the same run. The contract is a lookback
 * on 52 weekly dates, which needs every step of the path. Before that, prices of calls on the same kernels are checked against transforms
 * and finite differences. `npm run bench -- models`
 */
import { openBackend } from '#engine-gpu/backend/backend';
import type { AssetTerms, EquityModel } from '#engine-gpu/market/market';
import { hestonStrip } from '#engine-gpu/method/heston-strip';
import { priceVanilla } from '#engine-gpu/method/vanilla-option';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, priceContract, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { flatMarket, vanilla } from '../support/contract-rows.js';
import { extreme, optionOn, smileOn } from '../support/every-structure.js';
import { priceOf } from '../support/price.js';

const ROUNDS = 9;
const numPaths = 2 ** 18;
const numSteps = 52;
/** Allowed time discretisation error of 52 steps, relative to the spot. */
const DISCRETISATION_ERROR = 1e-4;
const ROUGH_DISCRETISATION_ERROR = 3e-3;

const terms = { spot: 100, dividend: 0.01 };
const rate = 0.03;
const curve = { times: [1], zeroRates: [rate], interpolation: 'linear_zero' } as const;
const smile = smileOn({ ...terms, curve });
const usual = { v0: 0.06, kappa: 2, theta: 0.06, sigma: 0.4, rho: -0.7 };
const violated = { v0: 0.04, kappa: 0.5, theta: 0.04, sigma: 1, rho: -0.9 };
const rough = { hurst: 0.12, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.7 };

const byTransform = (parameters: typeof usual): number =>
  Math.exp(-rate) * hestonStrip(parameters, 100 * Math.exp(rate - terms.dividend), [100], 1, 1)[0]!;
const named = (pricerId: string, params: object) =>
  priceOf(pricerId, { instrument: { strike: 100, time: 1 }, market: { ...terms, rate }, params });
const { strikes, expiries, volatilities } = smile;

interface Case {
  readonly label: string;
  readonly asset: AssetTerms;
  /** Price of the call by another method, if there is one. */
  readonly exact?: number;
  readonly allowed: number;
}
const under = (model: EquityModel): AssetTerms => ({ ...terms, model });
const CASES: readonly Case[] = [
  {
    label: 'constant volatility',
    asset: { ...terms, volatility: 0.25 },
    exact: priceVanilla({ ...terms, strike: 100, rate, volatility: 0.25, time: 1, put: false }),
    allowed: 0,
  },
  { label: 'Heston', asset: under({ type: 'heston', ...usual }), exact: byTransform(usual), allowed: DISCRETISATION_ERROR },
  {
    label: "Heston, Feller's condition violated",
    asset: under({ type: 'heston', ...violated }),
    exact: byTransform(violated),
    allowed: DISCRETISATION_ERROR,
  },
  {
    label: 'local volatility',
    asset: under(smile),
    exact: await named('equity_local_vol_dupire', { strikes, expiries, volatilities, timeSteps: 400, spotSteps: 400 }),
    allowed: DISCRETISATION_ERROR,
  },
  {
    label: 'rough Bergomi',
    asset: under({ type: 'rough_bergomi', hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.05 }),
    allowed: ROUGH_DISCRETISATION_ERROR,
  },
  {
    label: 'rough Heston',
    asset: under({ type: 'rough_heston', ...rough }),
    exact: await named('equity_rough_heston_cf', rough),
    allowed: ROUGH_DISCRETISATION_ERROR,
  },
];

const dates = Array.from({ length: numSteps }, (_, i) => (i + 1) / numSteps);
const highest = optionOn(extreme('high', dates), 100, 1);
const backend = await openBackend('webasm', { workers: 2 });
const price = (contract: Contract, { asset }: Case) => priceContract(contract, flatMarket(rate, [asset]), { numPaths, numSteps }, backend);

for (const one of CASES) {
  const { price: actual, standardError, fallbacks } = await price(vanilla(100, 1), one);
  if (fallbacks.length > 0) throw new Error(`${one.label} fell back: ${JSON.stringify(fallbacks)}`);
  const error = Math.abs(actual - (one.exact ?? actual));
  // Without a standard error the price is the closed form, by another sequence of the same operations.
  const rounding = 1e-14 * terms.spot;
  if (!(error <= 4 * standardError + one.allowed * terms.spot + rounding))
    throw new Error(`under ${one.label} a call costs ${actual} ± ${standardError}, exactly ${one.exact}`);
}

// The models take turns, so that other load on the machine affects all of them alike.
const best = CASES.map(() => Number.POSITIVE_INFINITY);
const steps = CASES.map(() => 0);
for (let round = 0; round < ROUNDS; round++)
  for (const [i, one] of CASES.entries()) {
    const start = process.cpuUsage();
    const result = await price(highest, one);
    const { user, system } = process.cpuUsage(start);
    best[i] = Math.min(best[i]!, (user + system) / 1000);
    steps[i] = result.numSteps;
  }
const speeds = best.map((milliseconds, i) => (numPaths * steps[i]!) / milliseconds / 1000);
CASES.forEach(({ label }, i) => {
  process.stdout.write(
    `${label.padEnd(40)} ${`${steps[i]}`.padStart(4)} steps  ${speeds[i]!.toFixed(0).padStart(4)} million path steps per second, ${(speeds[i]! / speeds[0]!).toFixed(2)} times constant volatility\n`,
  );
});
/** Number of seeds over which the variance is averaged, with plain paths and with conditional Monte Carlo given the variance path. */
const SEEDS = 8;
for (const rho of [-0.9, -0.7, -0.5, 0.3]) {
  const plan = planFor(vanilla(100, 1), flatMarket(rate, [under({ type: 'heston', ...usual, rho })]));
  const ratios = [plan, { ...plan, estimator: undefined }].map(async (one) => {
    let variance = 0;
    for (let seed = 0; seed < SEEDS; seed++)
      variance += standardErrorOf((await estimate(composeProgram(one), { numPaths: 2 ** 16, seed }, backend)).means) ** 2;
    return variance;
  });
  const [ratio, plain] = await Promise.all(ratios);
  process.stdout.write(`a call under Heston, correlation ${rho}: variance ÷ ${(plain! / ratio!).toFixed(0)} by conditional Monte Carlo\n`);
}
await backend.close();
process.exit(0);
