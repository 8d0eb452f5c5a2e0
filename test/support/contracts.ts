/** Random contracts of every form, for property tests. */
import fc from 'fast-check';
import type { ContractSpec, Spec } from '#engine-gpu/product/contract/spec-type';
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';

/** Valuation date: all dates of generated contracts are later, by at most three years. */
export const VALUATION_DATE = '2026-07-01';
const UNDERLYINGS = ['SPX', 'NDX', 'RTY'] as const;

/** A market for any generated contract. */
export const MARKET = {
  valuationDate: VALUATION_DATE,
  rate: 0.03,
  assets: {
    SPX: { spot: 100, volatility: 0.2, dividend: 0.01 },
    NDX: { spot: 200, volatility: 0.3, dividend: 0 },
    RTY: { spot: 50, volatility: 0.25, dividend: 0.02 },
  },
  correlations: [
    { asset1: 'SPX', asset2: 'NDX', correlation: 0.7 },
    { asset1: 'NDX', asset2: 'RTY', correlation: 0.5 },
    { asset1: 'RTY', asset2: 'SPX', correlation: 0.6 },
  ],
};

const underlying = fc.constantFrom(...UNDERLYINGS);
const strike = fc.integer({ min: 10, max: 400 });
const date = fc.integer({ min: 1, max: 3 * 365 }).map((days) => dateOfDay(dayNumber(VALUATION_DATE) + days));
const dates = (maxLength: number) => fc.uniqueArray(date, { minLength: 1, maxLength }).map((list) => list.toSorted());
const strikes = (count: number) =>
  fc.uniqueArray(strike, { minLength: count, maxLength: count }).map((list) => list.toSorted((a, b) => a - b));

const vanillaTerms = { underlying, strike, expiry: date };
const vanillaCall = fc.record<Spec<'vanilla_call'>>({ type: fc.constant('vanilla_call'), ...vanillaTerms });
const vanillaPut = fc.record<Spec<'vanilla_put'>>({ type: fc.constant('vanilla_put'), ...vanillaTerms });

const strategy: fc.Arbitrary<Spec<'strategy'>> = fc.tuple(underlying, date, strikes(4)).chain(([underlying, expiry, [a, b, c, d]]) => {
  const common = { type: 'strategy', underlying, expiry } as const;
  return fc.constantFrom<Spec<'strategy'>>(
    { ...common, strategy: 'straddle', strike: a! },
    { ...common, strategy: 'strangle', putStrike: a!, callStrike: b! },
    { ...common, strategy: 'bull_call_spread', lowerStrike: a!, upperStrike: b! },
    { ...common, strategy: 'bear_put_spread', lowerStrike: a!, upperStrike: b! },
    { ...common, strategy: 'iron_condor', putBuy: a!, putSell: b!, callSell: c!, callBuy: d! },
    { ...common, strategy: 'butterfly', lowerStrike: a!, middleStrike: b!, upperStrike: c! },
    { ...common, strategy: 'collar', putStrike: a!, callStrike: b! },
  );
});

const autocall: fc.Arbitrary<Spec<'worst_of_autocall'>> = fc
  .uniqueArray(underlying, { minLength: 1, maxLength: UNDERLYINGS.length })
  .chain((underlyings) =>
    fc.record<Spec<'worst_of_autocall'>>({
      type: fc.constant('worst_of_autocall'),
      underlyings: fc.constant(underlyings),
      observationDates: dates(6),
      callBarrier: fc.constantFrom(0.9, 1, 1.1),
      couponBarrier: fc.constantFrom(0, 0.6, 0.8),
      protectionBarrier: fc.constantFrom(0.5, 0.6),
      couponRate: fc.constantFrom(0, 0.02, 0.07),
      productType: fc.constant('phoenix'),
      memoryCoupon: fc.boolean(),
      initialFixings: fc.option(fc.array(strike, { minLength: underlyings.length, maxLength: underlyings.length }), { nil: undefined }),
    }),
  );

const cash = fc.record<Spec<'cash'>>({ type: fc.constant('cash'), amount: fc.integer({ min: -100, max: 100 }), date });
const forward = fc.record<Spec<'forward'>>({ type: fc.constant('forward'), ...vanillaTerms });
const digital = fc.record({
  type: fc.constantFrom('digital_call' as const, 'digital_put' as const),
  ...vanillaTerms,
  payout: fc.constantFrom(undefined, 100, -1),
});

/** Observation dates, the last at or before the expiry. */
const observed = fc.tuple(dates(6), date).map(([observationDates, day]) => ({
  observationDates,
  expiry: [day, ...observationDates].toSorted()[observationDates.length]!,
}));
const checked = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const);
const asian: fc.Arbitrary<Spec<'asian_call' | 'asian_put'>> = fc
  .record({
    type: fc.constantFrom('asian_call' as const, 'asian_put' as const),
    underlying,
    strike,
    averaging: fc.constantFrom(undefined, 'arithmetic' as const, 'geometric' as const),
    looks: fc.oneof(observed, fc.record({ monitoring: checked, expiry: date })),
  })
  .map(({ looks, ...terms }) => ({ ...terms, ...looks }));
const lookback: fc.Arbitrary<Spec<'lookback_call' | 'lookback_put'>> = fc
  .record({
    type: fc.constantFrom('lookback_call' as const, 'lookback_put' as const),
    underlying,
    strike: fc.option(strike, { nil: undefined }),
    looks: fc.oneof(observed, fc.record({ monitoring: fc.oneof(checked, fc.constant('continuous' as const)), expiry: date })),
  })
  .map(({ looks, ...terms }) => ({ ...terms, ...looks }));

const several = (minLength: number, maxLength: number) => fc.uniqueArray(underlying, { minLength, maxLength });
const basket: fc.Arbitrary<Spec<'basket_call' | 'basket_put'>> = several(1, UNDERLYINGS.length).chain((underlyings) =>
  fc.record({
    type: fc.constantFrom('basket_call' as const, 'basket_put' as const),
    underlyings: fc.constant(underlyings),
    weights: fc.option(fc.array(fc.constantFrom(-0.5, 0.25, 1, 2), { minLength: underlyings.length, maxLength: underlyings.length }), {
      nil: undefined,
    }),
    strike,
    expiry: date,
  }),
);
const ranked = fc.record({
  type: fc.constantFrom('best_of_call' as const, 'best_of_put' as const, 'worst_of_call' as const, 'worst_of_put' as const),
  underlyings: several(1, UNDERLYINGS.length),
  strike,
  expiry: date,
});
const spread = fc.record({
  type: fc.constantFrom('spread_call' as const, 'spread_put' as const),
  underlyings: several(2, 2),
  strike: fc.integer({ min: -100, max: 100 }),
  expiry: date,
});
const cliquet = fc.record<Spec<'cliquet'>>({
  type: fc.constant('cliquet'),
  underlying,
  observationDates: dates(6),
  localFloor: fc.constantFrom(undefined, -0.05, 0),
  localCap: fc.constantFrom(undefined, 0.05),
  globalFloor: fc.constantFrom(undefined, 0),
  globalCap: fc.constantFrom(undefined, 0, 0.2),
});
const varianceSwap = fc.record<Spec<'variance_swap'>>({
  type: fc.constant('variance_swap'),
  underlying,
  expiry: date,
  strikeVolatility: fc.constantFrom(0, 0.2),
  monitoring: fc.option(checked, { nil: undefined }),
});

const condition = fc.record<Spec<'conditional'>['condition']>({
  type: fc.constant('barrier_condition'),
  level: strike,
  direction: fc.constantFrom('down', 'up'),
  style: fc.constantFrom('knock_out', 'knock_in'),
  // Always given, because contracts on several assets require it.
  underlying,
  monitoring: fc.constantFrom(undefined, 'continuous', 'daily', 'weekly', 'monthly'),
});

const nested = fc.letrec<{ contract: ContractSpec }>((tie) => {
  const part = tie('contract');
  return {
    contract: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      vanillaCall,
      vanillaPut,
      strategy,
      autocall,
      fc.oneof(cash, forward, digital),
      fc.oneof(basket, ranked, spread),
      fc.oneof(asian, lookback, cliquet, varianceSwap),
      fc.record<Spec<'combined'>>({ type: fc.constant('combined'), specs: fc.array(part, { minLength: 1, maxLength: 3 }) }),
      fc.record<Spec<'negated'>>({ type: fc.constant('negated'), spec: part }),
      fc.record<Spec<'scaled'>>({ type: fc.constant('scaled'), contract: part, factor: fc.constantFrom(-2, 0, 0.5, 1, 1000) }),
      fc.record<Spec<'conditional'>>({ type: fc.constant('conditional'), contract: part, condition }),
      fc.record<Spec<'choice'>>({ type: fc.constant('choice'), left: part, right: part }),
    ),
  };
}).contract;

/** Any contract, up to five levels deep, as parsed from JSON: without undefined fields. */
export const anyContract: fc.Arbitrary<ContractSpec> = nested.map((spec): ContractSpec => JSON.parse(JSON.stringify(spec)));
