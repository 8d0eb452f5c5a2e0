/** The error-bar check: the price of a contract for many seeds against its true value, in units of the stated standard errors. */
import type { Backend } from '#engine-gpu/backend/backend';
import type { EquityModel, Market } from '#engine-gpu/market/market';
import { dividendOption } from '#engine-gpu/method/dividend-finite-differences';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { hasClosedForm } from '#engine-gpu/simulation/estimator/index';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import {
  average,
  barrier,
  boundedOn,
  cash,
  choice,
  digital,
  EVERY_STRUCTURE,
  extreme,
  optionOn,
  autocall as phoenix,
  smileOn,
  THREE_ASSETS,
  THREE_MODELS,
  UNDER_MODELS,
  UNDER_ROUGH,
  WITH_ROUGH,
} from '#test/support/every-structure';

export interface Case {
  readonly contract: string;
  readonly market: string;
  readonly terms: Contract;
  readonly on: Market;
  /** The true value, where a formula gives it. */
  readonly truth?: number | undefined;
}

export interface Check {
  readonly seeds: number;
  readonly estimator: string;
  /** Number of seeds whose 95 % interval contains the true value. */
  readonly inside: number;
  /** Root mean square of (price − true value)/standard error. */
  readonly rms: number;
  /** True where every run has a warning. */
  readonly warns: boolean;
}

/** 97.5 % quantile of Student's t with the 15 degrees of freedom of 16 shifts. */
const QUANTILE = 2.131;
/** Relative rounding of sums in double precision, where nothing is simulated. */
const ROUNDING = 1e-12;
/** Seed of the long run, away from those of the check. */
const LONG_RUN_SEED = 1_000_003;

const single = (volatility: number, rate = 0.03): Market => flatMarket(rate, [{ spot: 100, volatility, dividend: 0.01 }]);
const under = (model: EquityModel): Market => flatMarket(0.03, [{ spot: 100, dividend: 0.01, model }]);
const pair = (first: number, second: number, correlation: number): Market =>
  flatMarket(
    0.02,
    [
      { spot: 90, volatility: first, dividend: 0 },
      { spot: 10, volatility: second, dividend: 0 },
    ],
    [
      [1, correlation],
      [correlation, 1],
    ],
  );
const equallySpaced = (count: number, last: number): number[] => Array.from({ length: count }, (_, i) => ((i + 1) * last) / count);
const months = equallySpaced(12, 1);
const basket = (strike: number, sign: 1 | -1 = 1, time = 3): Contract =>
  optionOn({ type: 'basket', assets: [0, 1], weights: [1, 1] }, strike, time, sign);
const { curve } = single(0.2);

const MODELS: Readonly<Record<string, EquityModel>> = {
  'Heston, ρ −0.7': { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.06, sigma: 0.6, rho: -0.7 },
  'Heston, ρ 0.9, volatility of variance 1': { type: 'heston', v0: 0.04, kappa: 0.5, theta: 0.04, sigma: 1, rho: 0.9 },
  'local volatility': smileOn({ spot: 100, dividend: 0.01, curve }),
  'rough Bergomi, ρ −0.7': { type: 'rough_bergomi', hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.05 },
  'rough Heston, ρ −0.7': { type: 'rough_heston', hurst: 0.1, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.7 },
};

/** Cases where error bars are hard: far strikes, short dates, high volatility, few and many dates, unlike assets. */
const HARD: readonly (readonly [contract: string, terms: Contract, market: string, on: Market])[] = [
  ['a digital far out of the money', sum([1e6, digital(210, 1)]), 'volatility 0.2', single(0.2)],
  ['a one-week digital', sum([1e6, digital(101, 1 / 52)]), 'volatility 0.2', single(0.2)],
  ['a call knocked out at expiry', barrier(vanilla(100, 1), 120, 'up', 'knock_out', [1]), 'volatility 0.2', single(0.2)],
  ['a call knocked out on 12 dates', barrier(vanilla(100, 1), 95, 'down', 'knock_out', months), 'volatility 0.3', single(0.3)],
  [
    'a call knocked out on 52 dates',
    barrier(vanilla(100, 1), 95, 'down', 'knock_out', equallySpaced(52, 1)),
    'volatility 0.3',
    single(0.3),
  ],
  ['cash at a far barrier', barrier(cash(100, 1), 60, 'down', 'knock_in', [0.25, 0.5, 0.75, 1]), 'volatility 0.2', single(0.2)],
  ['an average far out of the money', optionOn(average(months), 160, 1), 'volatility 0.2', single(0.2)],
  ['an average at high volatility', optionOn(average(equallySpaced(4, 4)), 100, 4), 'volatility 1', single(1)],
  ['a high at very high volatility', optionOn(extreme('high', [1, 2]), 100, 2), 'volatility 2.5', single(2.5)],
  ['a straddle by choice at expiry', choice(vanilla(100, 1), vanilla(100, 1, -1), 1), 'volatility 0.2', single(0.2)],
  ['a choice between digitals', choice(sum([10, digital(110, 1)]), sum([10, digital(90, 1, -1)]), 1), 'volatility 0.2', single(0.2)],
  [
    'a cliquet of 12 periods',
    boundedOn({ type: 'returns', asset: 0, times: months, floor: -0.02, cap: 0.02 }, 1, 0, 0.2),
    'volatility 0.2',
    single(0.2),
  ],
  ['a basket call far out of the money', basket(300), 'volatilities 0.02 and 0.8', pair(0.02, 0.8, 0)],
  ['a basket call', basket(105), 'volatilities 0.02 and 0.8', pair(0.02, 0.8, 0.3)],
  ['a basket put', basket(95, -1), 'volatilities 0.05 and 1.2', pair(0.05, 1.2, -0.5)],
  [
    'the better of unlike assets',
    optionOn({ type: 'ranked', rank: 'best', assets: [0, 1] }, 95, 1),
    'volatilities 0.05 and 1.2',
    pair(0.05, 1.2, -0.5),
  ],
  ...Object.entries(MODELS).flatMap(([market, model]) =>
    (
      [
        ['a call out of the money', vanilla(140, 2)],
        ['a put', vanilla(100, 2, -1)],
        ['a digital', sum([100, digital(110, 1)])],
        ['an average call', optionOn(average([0.5, 1]), 100, 1)],
        ['a knock-out on 4 dates', barrier(vanilla(100, 1), 90, 'down', 'knock_out', [0.25, 0.5, 0.75, 1])],
      ] as const
    ).map(([contract, terms]) => [contract, terms, market, under(model)] as const),
  ),
];

const CASH = [
  { time: 0.25, cash: 3, proportion: 0 },
  { time: 0.75, cash: 3, proportion: 0 },
];
const paying: Market = flatMarket(0.03, [{ spot: 100, volatility: 0.25, dividend: 0.01, dividends: CASH }]);
const payingHeston: Market = flatMarket(0.03, [{ spot: 100, dividend: 0.01, dividends: CASH, model: MODELS['Heston, ρ −0.7']! }]);
const payingLocal: Market = flatMarket(0.03, [
  { spot: 100, dividend: 0.01, dividends: CASH, model: smileOn({ spot: 100, dividend: 0.01, dividends: CASH, curve: paying.curve }) },
]);
const byTime: Market = flatMarket(0.03, [
  { spot: 100, dividend: 0.01, model: { type: 'term_volatility', times: [0.5, 1], volatilities: [0.15, 0.25] } },
]);
const quanto: Market = flatMarket(0.03, [
  { spot: 100, volatility: 0.25, dividend: 0.01, quanto: { curve: byTime.curve, correlation: -0.4, volatility: 0.1 } },
]);
const quantoHeston: Market = flatMarket(0.03, [
  {
    ...{ spot: 100, dividend: 0.01, model: MODELS['Heston, ρ −0.7']! },
    quanto: { curve: byTime.curve, correlation: -0.4, volatility: 0.1 },
  },
]);
const compositeHeston: Market = flatMarket(0.03, [
  { spot: 100, dividend: 0.01, model: MODELS['Heston, ρ −0.7']!, composite: { correlation: -0.4, volatility: 0.1 } },
]);
const solved = (strike: number, sign: 1 | -1): number =>
  dividendOption({
    ...{ strike, sign, time: 1, american: false, curve: paying.curve, terms: paying.assets[0]! },
    variance: (t) => 0.0625 * t,
  }).price;

/** Dividends on dates, a volatility by time and quanto assets: vanillas against finite differences, and what has no formula. */
const OF_DESKS: readonly Case[] = [
  ...([1, -1] as const).map((sign) => ({
    contract: sign > 0 ? 'a call' : 'a put',
    market: 'dividends in cash',
    terms: vanilla(100, 1, sign),
    on: paying,
    truth: solved(100, sign),
  })),
  ...(
    [
      ['dividends in cash', paying],
      ['dividends in cash under Heston', payingHeston],
      ['dividends in cash under local volatility', payingLocal],
      ['volatility by time', byTime],
      ['quanto', quanto],
      ['quanto under Heston', quantoHeston],
      ['composite under Heston', compositeHeston],
    ] as const
  ).flatMap(([market, on]) => [
    { contract: 'a knock-out, watched continuously', market, terms: barrier(vanilla(100, 1), 85, 'down', 'knock_out'), on },
    { contract: 'a knock-out on 12 dates', market, terms: barrier(vanilla(100, 1), 90, 'down', 'knock_out', months), on },
    { contract: 'an average call', market, terms: optionOn(average(months), 100, 1), on },
    { contract: 'an option to choose', market, terms: choice(vanilla(100, 1), vanilla(95, 1, -1), 0.5), on },
  ]),
];

const note = { ...phoenix, assets: [0], initialFixings: [100] };
const fortnights = equallySpaced(52, 2);

/** The further terms of autocalls, each under every model of the spot, and together on three assets with a model each. */
const NOTES: readonly Case[] = [
  ...(
    ['a step-down autocall with a daily protection, an airbag and a participation', 'an autocall that has lost its protection'] as const
  ).map((contract) => ({ contract, market: 'Heston, local volatility, constant', terms: EVERY_STRUCTURE[contract]!, on: THREE_MODELS })),
  ...Object.entries(MODELS).flatMap(([market, model]) =>
    (
      [
        ['a step-down autocall', { ...note, callBarrier: [1.1, 1.05, 1, 0.95] }],
        ['an autocall with a continuous protection', { ...note, protectionMonitoring: 'continuous' }],
        ['an autocall with a participation', { ...note, participation: 0.5 }],
        ['an autocall with a protection on 52 dates', { ...note, protectionMonitoring: fortnights }],
        ['an autocall that owes two coupons', { ...note, missed: 2 }],
        ['an autocall with an airbag', { ...note, airbag: 0.8 }],
      ] as const
    ).map(([contract, terms]) => ({ contract, market, terms, on: under(model) })),
  ),
];

export const CASES: readonly Case[] = [
  ...Object.entries(EVERY_STRUCTURE).map(([contract, terms]) => ({ contract, market: 'three assets', terms, on: THREE_ASSETS })),
  ...UNDER_MODELS.map((contract) => ({
    contract,
    market: 'Heston, local volatility, constant',
    terms: EVERY_STRUCTURE[contract]!,
    on: THREE_MODELS,
  })),
  ...Object.entries(WITH_ROUGH).flatMap(([market, on]) =>
    UNDER_ROUGH.map((contract) => ({ contract, market, terms: EVERY_STRUCTURE[contract]!, on })),
  ),
  ...HARD.map(([contract, terms, market, on]) => ({ contract, market, terms, on })),
  ...OF_DESKS,
  ...NOTES,
];

interface Runs {
  readonly seeds: number;
  readonly firstSeed?: number;
  readonly numPaths: number;
  /** Paths of the true value, where the case has none. */
  readonly longRun: number;
}

/**
 * Prices a case for the seeds 1 to `seeds`. A true value that is not given is that of a run with `longRun` paths on the same time steps, whose own
 * standard error is added to those of the check.
 */
export async function checkErrorBars(
  { terms, on, truth: reference }: Case,
  { seeds, firstSeed = 1, numPaths, longRun }: Runs,
  backend: Backend,
): Promise<Check> {
  const truth =
    reference === undefined
      ? await priceContract(terms, on, { numPaths: longRun, seed: LONG_RUN_SEED }, backend)
      : { price: reference, standardError: 0 };
  let [inside, squares, warned] = [0, 0, 0];
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const { price, standardError, warnings } = await priceContract(terms, on, { numPaths, seed }, backend);
    const apart = Math.abs(price - truth.price);
    const z = apart <= ROUNDING * Math.abs(truth.price) ? 0 : apart / Math.hypot(standardError, truth.standardError);
    inside += z <= QUANTILE ? 1 : 0;
    squares += z * z;
    warned += warnings.length > 0 ? 1 : 0;
  }
  const plan = planFor(terms, on);
  return {
    seeds,
    estimator: plan.estimator?.name ?? (hasClosedForm(plan) ? 'closed form' : 'plain'),
    inside,
    rms: Math.sqrt(squares / seeds),
    warns: warned === seeds,
  };
}

/** Bounds of a check: at least this share of the seeds inside, and at most this root mean square z; or a warning. */
export const MIN_INSIDE = 0.9;
export const MAX_RMS = 1.3;

export const passes = ({ seeds, inside, rms, warns }: Check): boolean => warns || (inside >= MIN_INSIDE * seeds && rms <= MAX_RMS);
