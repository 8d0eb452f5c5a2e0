/** Resolves the contract forms with one payment to numbers. */
import type { Years } from '../../base/units.js';
import type { Contract, Observable, Option } from './contract.js';
import { DATES_PER_YEAR, equallySpaced, type Lookup } from './lookup.js';
import type { Spec } from './spec.js';
import { sum } from './sum.js';

type Sign = Option['sign'];

const scaledBy = (weight: number, contract: Contract): Contract => sum([{ weight, contract }]);

const expiryOf = ({ expiry }: { readonly expiry: string }, at: string, { timeAt }: Lookup): Years => timeAt(`${at}/expiry`, expiry);
const assetOf = ({ underlying }: { readonly underlying: string }, at: string, { assetAt }: Lookup): number =>
  assetAt(`${at}/underlying`, underlying);
const assetsOf = ({ underlyings }: { readonly underlyings: readonly string[] }, at: string, { assetAt }: Lookup): number[] =>
  underlyings.map((name, i) => assetAt(`${at}/underlyings/${i}`, name));
const observationTimesOf = (dates: readonly string[], at: string, { timeAfter }: Lookup): Years[] =>
  dates.map((date, i) => timeAfter(`${at}/observationDates/${i}`, date));

const option = (of: Observable, strike: number, sign: Sign, time: Years): Contract => ({
  type: 'payoff',
  of,
  pays: { type: 'option', strike, sign },
  time,
});

const digital =
  (sign: Sign) =>
  (spec: Spec<'digital_call' | 'digital_put'>, _: unknown, at: string, lookup: Lookup): Contract =>
    scaledBy(spec.payout ?? 1, {
      type: 'digital',
      asset: assetOf(spec, at, lookup),
      strike: spec.strike,
      time: expiryOf(spec, at, lookup),
      sign,
    });

const asian =
  (sign: Sign) =>
  (spec: Spec<'asian_call' | 'asian_put'>, _: unknown, at: string, lookup: Lookup): Contract => {
    const time = expiryOf(spec, at, lookup);
    const { averaging = 'arithmetic', observationDates = [], monitoring } = spec;
    const on = monitoring === undefined ? observationTimesOf(observationDates, at, lookup) : equallySpaced(time, monitoring);
    return option({ type: 'average', mean: averaging, asset: assetOf(spec, at, lookup), times: on }, spec.strike, sign, time);
  };

const lookback =
  (sign: Sign) =>
  (spec: Spec<'lookback_call' | 'lookback_put'>, _: unknown, at: string, lookup: Lookup): Contract => {
    const time = expiryOf(spec, at, lookup);
    const { strike, observationDates, monitoring = 'continuous' } = spec;
    const on =
      observationDates !== undefined
        ? observationTimesOf(observationDates, at, lookup)
        : monitoring === 'continuous'
          ? monitoring
          : equallySpaced(time, monitoring);
    const floating = strike === undefined;
    // A call with a fixed strike looks back at the highest spot, one with a floating strike at the lowest.
    const side = (sign === 1) === floating ? 'low' : 'high';
    const of = { type: 'extreme', side, floating, asset: assetOf(spec, at, lookup), monitoring: on } as const;
    return floating ? { type: 'payoff', of, pays: { type: 'clamped' }, time } : option(of, strike, sign, time);
  };

const basket =
  (sign: Sign) =>
  (spec: Spec<'basket_call' | 'basket_put'>, _: unknown, at: string, lookup: Lookup): Contract => {
    const assets = assetsOf(spec, at, lookup);
    const weights = spec.weights ?? assets.map(() => 1 / assets.length);
    return option({ type: 'basket', assets, weights }, spec.strike, sign, expiryOf(spec, at, lookup));
  };

const ranked =
  (rank: 'best' | 'worst', sign: Sign) =>
  (spec: Spec<'best_of_call' | 'best_of_put' | 'worst_of_call' | 'worst_of_put'>, _: unknown, at: string, lookup: Lookup): Contract =>
    option({ type: 'ranked', rank, assets: assetsOf(spec, at, lookup) }, spec.strike, sign, expiryOf(spec, at, lookup));

const spread =
  (sign: Sign) =>
  (spec: Spec<'spread_call' | 'spread_put'>, _: unknown, at: string, lookup: Lookup): Contract =>
    option({ type: 'basket', assets: assetsOf(spec, at, lookup), weights: [1, -1] }, spec.strike, sign, expiryOf(spec, at, lookup));

export const resolveForms = {
  cash: ({ amount, date }: Spec<'cash'>, _: unknown, at: string, { timeAt }: Lookup): Contract =>
    scaledBy(amount, { type: 'cash', time: timeAt(`${at}/date`, date) }),
  digital_call: digital(1),
  digital_put: digital(-1),
  asian_call: asian(1),
  asian_put: asian(-1),
  lookback_call: lookback(1),
  lookback_put: lookback(-1),
  basket_call: basket(1),
  basket_put: basket(-1),
  best_of_call: ranked('best', 1),
  best_of_put: ranked('best', -1),
  worst_of_call: ranked('worst', 1),
  worst_of_put: ranked('worst', -1),
  spread_call: spread(1),
  spread_put: spread(-1),
  cliquet: (spec: Spec<'cliquet'>, _: unknown, at: string, lookup: Lookup): Contract => {
    const times = observationTimesOf(spec.observationDates, at, lookup);
    return {
      type: 'payoff',
      of: { type: 'returns', asset: assetOf(spec, at, lookup), times, floor: spec.localFloor, cap: spec.localCap },
      pays: { type: 'clamped', floor: spec.globalFloor, cap: spec.globalCap },
      time: times[times.length - 1],
    };
  },
  variance_swap: (spec: Spec<'variance_swap'>, _: unknown, at: string, lookup: Lookup): Contract => {
    const time = expiryOf(spec, at, lookup);
    const { monitoring = 'daily', strikeVolatility } = spec;
    const of: Observable = {
      type: 'variance',
      asset: assetOf(spec, at, lookup),
      times: equallySpaced(time, monitoring),
      perYear: DATES_PER_YEAR[monitoring],
    };
    return {
      type: 'sum',
      terms: [
        { weight: 1, contract: { type: 'payoff', of, pays: { type: 'clamped' }, time } },
        { weight: -(strikeVolatility ** 2), contract: { type: 'cash', time } },
      ],
    };
  },
};
