import { expect } from 'chai';
import type { Market } from '#engine-gpu/market/market';
import type { Autocall, Contract } from '#engine-gpu/product/contract/contract';
import type { VarianceReduction } from '#engine-gpu/simulation/emit/program';
import type { Plan } from '#engine-gpu/simulation/estimator/estimator';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, mean, priceContract, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import {
  autocall,
  average,
  barrier,
  boundedOn,
  cash,
  choice,
  digital,
  EVERY_STRUCTURE,
  extreme,
  optionOn,
  THREE_ASSETS,
} from '#test/support/every-structure';

const quarters = [0.25, 0.5, 0.75, 1];
const [months, fortnights] = [12, 26].map((dates) => Array.from({ length: dates }, (_, i) => (i + 1) / dates)) as [number[], number[]];
const onOne: Autocall = { ...(autocall as Autocall), assets: [0], initialFixings: [102], memory: false };
const basket = { type: 'basket', assets: [0, 1, 2], weights: [0.5, 1, 0.03] } as const;
const spread = { type: 'basket', assets: [0, 1], weights: [1, -1] } as const;
/** A curve that is not flat, and volatilities so high that few paths determine a mean. */
const HIGH_VOLATILITY: Market = {
  ...flatMarket(
    0,
    [1, 2, 3].map((i) => ({ spot: 100 * i, volatility: 0.5 + 0.2 * i, dividend: 0.01 * i })),
    [
      [1, 0.3, 0.3],
      [0.3, 1, 0.3],
      [0.3, 0.3, 1],
    ],
  ),
  curve: { times: [0.5, 2, 5], zeroRates: [0.01, 0.06, 0.02], interpolation: 'linear_zero' },
};

/** Smallest ratio of the plain estimator's variance to the chosen one's with 2^12 paths; the ratios measured are several times larger. */
const CASES: Readonly<
  Record<string, readonly [contract: Contract, market: Market, reduction: VarianceReduction, least: number, plain?: string]>
> = {
  'a knock-out call': [barrier(vanilla(105, 1), 90, 'down', 'knock_out', quarters), THREE_ASSETS, 'conditional_expectation', 20],
  'a knock-in put': [barrier(vanilla(95, 1, -1), 110, 'up', 'knock_in', quarters), THREE_ASSETS, 'conditional_expectation', 20],
  'a put between barriers': [
    barrier(barrier(vanilla(105, 1, -1), 80, 'down', 'knock_out', quarters), 120, 'up', 'knock_out', [0.5, 1]),
    THREE_ASSETS,
    'conditional_expectation',
    10,
  ],
  'a call that waits for two barriers': [
    barrier(barrier(vanilla(105, 1), 95, 'down', 'knock_in', quarters), 110, 'up', 'knock_in', [0.25, 0.5]),
    THREE_ASSETS,
    'conditional_expectation',
    5,
  ],
  'payments of each kind at several dates under a barrier monitored today and later': [
    barrier(
      sum([1, digital(105, 1, -1)], [2, vanilla(100, 0.75)], [30, { type: 'cash', time: 0.5 }]),
      108,
      'up',
      'knock_out',
      [0, 0.4, 0.9],
    ),
    THREE_ASSETS,
    'conditional_expectation',
    3,
  ],
  'a call knocked out on one of many dates': [
    barrier(vanilla(100, 1), 90, 'down', 'knock_out', months),
    THREE_ASSETS,
    'control_variate',
    5,
  ],
  'a put knocked in on one of many dates, above its strike': [
    sum([2, barrier(vanilla(105, 1, -1), 109, 'up', 'knock_in', months)], [1, vanilla(90, 0.5)], [-1, cash(3, 1)]),
    THREE_ASSETS,
    'control_variate',
    3,
  ],
  'a call that is in the money at its barrier, on many dates': [
    barrier(vanilla(80, 1), 95, 'down', 'knock_out', fortnights),
    THREE_ASSETS,
    'control_variate',
    2,
  ],
  'options and cash under one barrier of many dates, with an unequal last interval and a curve that is not flat': [
    barrier(
      sum([1, vanilla(95, 2)], [-1, vanilla(130, 2)], [20, digital(110, 2)], [10, digital(70, 2, -1)], [5, { type: 'cash', time: 2 }]),
      75,
      'down',
      'knock_out',
      [...fortnights, 2],
    ),
    HIGH_VOLATILITY,
    'control_variate',
    2,
  ],
  'knock-in cash beside unconditional options': [
    sum([1, barrier(cash(50, 2), 60, 'down', 'knock_in', [0.5, 1, 2])], [1, vanilla(100, 1)], [2, digital(120, 2)], [1, cash(3, 1)]),
    HIGH_VOLATILITY,
    'conditional_expectation',
    5,
  ],
  'an autocall': [onOne, THREE_ASSETS, 'conditional_expectation', 10],
  'two autocalls, one in the money and one out of the money': [
    sum([1, { ...onOne, initialFixings: [60] }], [2, { ...onOne, initialFixings: [150], protectionBarrier: 0 }]),
    HIGH_VOLATILITY,
    'conditional_expectation',
    5,
  ],
  'a call on a basket': [optionOn(basket, 130, 1), THREE_ASSETS, 'conditional_expectation', 20],
  'a put on a basket': [optionOn(basket, 130, 1, -1), THREE_ASSETS, 'conditional_expectation', 20],
  'a call on a basket of assets with high volatility': [
    optionOn({ type: 'basket', assets: [0, 1, 2], weights: [1, 1, 1] }, 700, 5),
    HIGH_VOLATILITY,
    'conditional_expectation',
    1000,
  ],
  'a call on a spread': [optionOn(spread, 55, 1), THREE_ASSETS, 'conditional_expectation', 20],
  'a put on a spread': [optionOn(spread, 65, 1, -1), THREE_ASSETS, 'conditional_expectation', 20],
  'a call on a basket with one negative weight': [
    sum([1, optionOn({ type: 'basket', assets: [0, 1, 2], weights: [0.5, 1, -0.03] }, 40, 1)], [2, cash(3, 1)]),
    THREE_ASSETS,
    'conditional_expectation',
    1.2,
  ],
  'an average call': [optionOn(average(quarters), 100, 1.25), THREE_ASSETS, 'control_variate', 300],
  'an average put with today among its dates': [
    sum([-2, optionOn(average([0, 0.1, 0.4, 0.9]), 102, 1, -1)], [1, cash(2, 1)]),
    THREE_ASSETS,
    'control_variate',
    300,
  ],
  'an average call on an asset with high volatility': [optionOn(average([1, 2, 3, 4, 5]), 90, 5), HIGH_VOLATILITY, 'control_variate', 10],
  'an average call far out of the money': [optionOn(average(quarters), 180, 1), THREE_ASSETS, 'control_variate', 10],
};

/** Paths × seeds of each side. */
const [PATHS, SEEDS] = [2 ** 12, 8];

describe('estimators', () => {
  const run = async (plan: Plan, numPaths = PATHS) => {
    const program = composeProgram(plan);
    let [price, variance] = [0, 0];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { means } = await estimate(program, { numPaths, seed }, backend);
      price += mean(means) / SEEDS;
      variance += standardErrorOf(means) ** 2 / SEEDS;
    }
    return { price, variance, error: Math.sqrt(variance / SEEDS) };
  };

  for (const [label, [contract, market, reduction, least]] of Object.entries(CASES))
    it(`agree with the plain estimator on ${label}, with less variance`, async () => {
      const plan = planFor(contract, market);
      expect(plan.estimator?.varianceReduction).to.equal(reduction);
      const [reduced, plain] = [await run(plan), await run({ ...plan, estimator: undefined }, 4 * PATHS)];
      // Two independent means: beyond 4 of their errors is once in 16 000.
      expect(Math.abs(reduced.price - plain.price)).to.be.below(4 * Math.hypot(reduced.error, plain.error));
      // 4 times the paths take at least a fourth off the plain one's.
      expect((4 * plain.variance) / reduced.variance).to.be.above(least);
    });

  table<
    {
      readonly spots: readonly number[];
      readonly weights: readonly number[];
      readonly volatilities: readonly number[];
      readonly correlation: number;
      readonly rate: number;
      readonly time: number;
      readonly strike: number;
      readonly sign: 1 | -1;
    },
    { readonly price: number }
  >('unlike_baskets', async ({ inputs, expected, tolerance }) => {
    const { spots, weights, volatilities, correlation, rate, time, strike, sign } = inputs;
    const assets = spots.map((spot, i) => ({ spot, volatility: volatilities[i]!, dividend: 0 }));
    const market = flatMarket(rate, assets, [
      [1, correlation],
      [correlation, 1],
    ]);
    const contract = optionOn({ type: 'basket', assets: [0, 1], weights }, strike, time, sign);
    const result = await priceContract(contract, market, {}, backend);
    closeTo(result.price, expected.price, {
      // Single precision leaves 4e-9 of the strike and the spots in a mean.
      abs: (tolerance.abs ?? 0) + 4 * result.standardError + 1e-8 * (Math.abs(strike) + spots[0]! + spots[1]!),
      why: `${tolerance.why}; 4 standard errors, and single precision`,
    });
  });

  it('report their variance reduction, and leave to the plain estimator what they do not serve', async () => {
    const reductionOf = async (contract: Contract) =>
      (await priceContract(contract, THREE_ASSETS, { numPaths: 64 }, backend)).varianceReduction;
    expect(await reductionOf(CASES['an average call']![0])).to.equal('control_variate');
    expect(await reductionOf(CASES['an autocall']![0])).to.equal('conditional_expectation');
    expect(await reductionOf(barrier(vanilla(105, 1), 90, 'down', 'knock_out'))).to.equal('conditional_expectation');
    for (const contract of [
      vanilla(105, 1),
      digital(95, 1),
      optionOn(average([1]), 100, 1),
      barrier(vanilla(105, 1), 90, 'down', 'knock_out', [1]),
    ])
      expect(await reductionOf(contract)).to.equal('conditional_expectation');
    for (const contract of [
      autocall,
      optionOn(extreme('high', quarters), 100, 1),
      boundedOn(basket, 1),
      optionOn(average(quarters, 'geometric'), 100, 1),
      // Compiling so many would take longer than the paths that they save.
      sum(...Array.from({ length: 9 }, (_, i) => [1, barrier(vanilla(105, 1), 90 - i, 'down', 'knock_out', quarters)] as const)),
      barrier(vanilla(105, 1), 45, 'up', 'knock_out', quarters, 1),
      barrier(optionOn(average(quarters), 100, 1), 90, 'down', 'knock_out', quarters),
      choice(barrier(vanilla(105, 1), 90, 'down', 'knock_out', quarters), cash(3, 1), 1),
      EVERY_STRUCTURE['a choice at expiry between an average and cash'],
    ])
      expect(await reductionOf(contract!)).to.equal('none');
  });

  it('use terminal integration for a payment that is largest at its barrier, on any number of dates', () => {
    const reduction = (contract: Contract) => planFor(contract, THREE_ASSETS).estimator?.varianceReduction;
    expect(reduction(barrier(vanilla(90, 1), 112, 'up', 'knock_out', months))).to.equal('conditional_expectation');
    expect(reduction(barrier(vanilla(110, 1, -1), 90, 'down', 'knock_in', fortnights))).to.equal('conditional_expectation');
    expect(reduction(barrier(vanilla(90, 1, -1), 112, 'up', 'knock_out', months))).to.equal('control_variate');
  });

  it('price a barrier that today has reached, and one that no path reaches', async () => {
    const price = (contract: Contract) => priceContract(contract, THREE_ASSETS, { numPaths: 1024 }, backend);
    const knockedOut = await price(barrier(vanilla(105, 1), 101, 'down', 'knock_out', [0, 1]));
    expect(Math.abs(knockedOut.price)).to.be.below(1e-5);
    const worthless = await price(barrier(vanilla(105, 1, -1), 106, 'down', 'knock_out', quarters));
    expect(worthless).to.include({ price: 0, standardError: 0 });
    const never = await price(sum([1, barrier(vanilla(105, 1), 1, 'down', 'knock_out', quarters)], [-1, vanilla(105, 1)]));
    expect(never).to.include({ price: 0, standardError: 0 });
  });

  it('are inside their 95 % interval for about 95 of 100 seeds', async () => {
    // Student's t with the 15 degrees of freedom of 16 shifts.
    const quantile = 2.131;
    for (const label of [
      'a knock-out call',
      'a call knocked out on one of many dates',
      'an autocall',
      'a call on a basket',
      'an average call',
      'an average call on an asset with high volatility',
    ]) {
      const [contract, market] = CASES[label]!;
      const reference = await priceContract(contract, market, { numPaths: 2 ** 18, seed: 1000 }, backend);
      let outside = 0;
      for (let seed = 1; seed <= 100; seed++) {
        const { price, standardError } = await priceContract(contract, market, { numPaths: 1024, seed }, backend);
        if (Math.abs(price - reference.price) > quantile * standardError) outside++;
      }
      // 5 are expected; more than 11, or none, has a probability under 1 %.
      expect(outside, label).to.be.within(1, 11);
    }
  });
});
