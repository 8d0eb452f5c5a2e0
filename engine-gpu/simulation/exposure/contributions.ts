/**
 * What a trade is worth at a date, as contributions that closed forms value given the state: known payments, floating rates already fixed,
 * shares to be delivered, and options.
 *
 * An option counts as an option before its expiry. After it, its flows count on the paths on which it was exercised, as long as they are
 * unpaid: those of a swap until its maturity.
 */
import type { Years } from '../../base/units.js';
import type { FloatingPeriod, Flows, OptionTerms, TradeTerms } from '../../product/trade/terms.js';
import { SAME_TIME } from '../emit/grid.js';

/** Index of the option whose exercise a contribution requires; none where it is unconditional. */
export type Mask = number | undefined;

export type Contribution =
  | { readonly kind: 'payment'; readonly currency: number; readonly time: Years; readonly amount: number; readonly mask: Mask }
  | { readonly kind: 'fixed_rate'; readonly period: FloatingPeriod; readonly mask: Mask }
  | { readonly kind: 'shares'; readonly share: number; readonly time: Years; readonly quantity: number; readonly mask: Mask }
  | { readonly kind: 'option'; readonly terms: OptionTerms };

/**
 * The contributions of a trade at a date.
 *
 * @param mask         of the trade's option, if it has one
 * @param unpaidSince  flows after this time count; those up to `time` at their face amount. Equal to `time`: only flows after the date count
 */
export function contributionsAt({ flows, option }: TradeTerms, mask: Mask, time: Years, unpaidSince: Years): Contribution[] {
  if (option === undefined) return ofFlows(flows, 1, undefined, time, unpaidSince);
  if (option.expiry - time >= SAME_TIME) return [{ kind: 'option', terms: option }];
  const settled = option.cash || option.kind !== 'swap' ? option.expiry - unpaidSince < SAME_TIME : false;
  return settled ? [] : ofFlows(option.exercised, option.quantity, mask, time, unpaidSince);
}

function ofFlows({ payments, periods, deliveries }: Flows, scale: number, mask: Mask, time: Years, unpaidSince: Years): Contribution[] {
  const isUnpaid = (at: Years): boolean => at - unpaidSince >= SAME_TIME;
  const found: Contribution[] = [];
  for (const payment of payments)
    if (isUnpaid(payment.time)) found.push({ kind: 'payment', ...payment, amount: scale * payment.amount, mask });
  for (const { currency, start, end, notional } of periods) {
    if (!isUnpaid(end)) continue;
    const amount = scale * notional;
    // 1/P(start, end) paid at the end is worth 1 at the start, whatever the rate.
    if (start - time >= SAME_TIME) found.push({ kind: 'payment', currency, time: start, amount, mask });
    else found.push({ kind: 'fixed_rate', period: { currency, start, end, notional: amount }, mask });
    found.push({ kind: 'payment', currency, time: end, amount: -amount, mask });
  }
  for (const { share, time: at, quantity } of deliveries)
    if (isUnpaid(at)) found.push({ kind: 'shares', share, time: at, quantity: scale * quantity, mask });
  return found;
}
