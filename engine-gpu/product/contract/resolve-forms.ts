/** Resolves the contract forms with one payment to numbers. */
import { formatNumber } from '../../base/format.js';
import type { Contract, Observable, Option } from './contract.js';
import type { Lookup } from './lookup.js';
import { asian, cliquet, lookback, option, varianceSwap } from './resolve-observed.js';
import { NOTHING, paidAtExpiry } from './seasoning.js';
import type { Spec } from './spec-type.js';
import { sum } from './sum.js';

type Sign = Option['sign'];

const scaledBy = (weight: number, contract: Contract): Contract => sum([{ weight, contract }]);
const paysOption = (x: number, strike: number, sign: Sign): number => Math.max(sign * (x - strike), 0);

const digital =
  (sign: Sign) =>
  (spec: Spec<'digital_call' | 'digital_put'>, _: unknown, pointer: string, lookup: Lookup): Contract => {
    const { strike, payout = 1 } = spec;
    return paidAtExpiry(
      spec,
      pointer,
      lookup,
      ([spot]) => (sign * (spot! - strike) > 0 ? payout : 0),
      ([asset], time) => scaledBy(payout, { type: 'digital', asset: asset!, strike, time, sign }),
    );
  };

/** An option on what the spots of several assets give on one date. */
const onSpots = (
  spec: { readonly underlyings: readonly string[]; readonly strike: number; readonly expiry: string },
  pointer: string,
  lookup: Lookup,
  sign: Sign,
  observed: (spots: readonly number[]) => number,
  observableOf: (assets: readonly number[]) => Observable,
): Contract =>
  paidAtExpiry(
    spec,
    pointer,
    lookup,
    (spots) => paysOption(observed(spots), spec.strike, sign),
    (assets, time) => option(observableOf(assets), spec.strike, sign, time),
  );

const weighted = (spots: readonly number[], weights: readonly number[]): number =>
  spots.reduce((total, spot, i) => total + weights[i]! * spot, 0);

const basket =
  (sign: Sign) =>
  (spec: Spec<'basket_call' | 'basket_put'>, _: unknown, pointer: string, lookup: Lookup): Contract => {
    const weights = spec.weights ?? spec.underlyings.map(() => 1 / spec.underlyings.length);
    const basket = (assets: readonly number[]) => ({ type: 'basket', assets, weights }) as const;
    return onSpots(spec, pointer, lookup, sign, (spots) => weighted(spots, weights), basket);
  };

const ranked =
  (rank: 'best' | 'worst', sign: Sign) =>
  (
    spec: Spec<'best_of_call' | 'best_of_put' | 'worst_of_call' | 'worst_of_put'>,
    _: unknown,
    pointer: string,
    lookup: Lookup,
  ): Contract => {
    const extreme = rank === 'best' ? Math.max : Math.min;
    const ranked = (assets: readonly number[]) => ({ type: 'ranked', rank, assets }) as const;
    return onSpots(spec, pointer, lookup, sign, (spots) => extreme(...spots), ranked);
  };

const spread =
  (sign: Sign) =>
  (spec: Spec<'spread_call' | 'spread_put'>, _: unknown, pointer: string, lookup: Lookup): Contract => {
    const spread = (assets: readonly number[]) => ({ type: 'basket', assets, weights: [1, -1] }) as const;
    return onSpots(spec, pointer, lookup, sign, ([received, paid]) => received! - paid!, spread);
  };

/** An amount on a date; one before the valuation date has been paid where the market gives fixings. */
function cash(
  { amount, date }: Spec<'cash'>,
  _: unknown,
  pointer: string,
  { timeAt, seasoned, valuationDate, happened }: Lookup,
): Contract {
  if (!seasoned || date >= valuationDate) return scaledBy(amount, { type: 'cash', time: timeAt(`${pointer}/date`, date) });
  happened({ date, event: 'paid', description: `${formatNumber(amount)} was paid` });
  return NOTHING;
}

export const resolveForms = {
  cash,
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
  cliquet,
  variance_swap: varianceSwap,
};
