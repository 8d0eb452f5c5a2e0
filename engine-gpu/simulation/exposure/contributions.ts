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

function ofFlows(flows: Flows, scale: number, mask: Mask, time: Years, unpaidSince: Years): Contribution[] {
  const found: Contribution[] = [];
  visitFlows(flows, scale, time, unpaidSince, {
    payment: (currency, at, amount) => void found.push({ kind: 'payment', currency, time: at, amount, mask }),
    fixedRate: (period, notional) => void found.push({ kind: 'fixed_rate', period: { ...period, notional }, mask }),
    shares: (share, at, quantity) => void found.push({ kind: 'shares', share, time: at, quantity, mask }),
  });
  return found;
}

export interface FlowVisitor {
  readonly payment: (currency: number, time: Years, amount: number) => void;
  readonly fixedRate: (period: FloatingPeriod, notional: number) => void;
  readonly shares: (share: number, time: Years, quantity: number) => void;
}

/** The contributions of flows at a date, one by one. */
export function visitFlows(
  { payments, periods, deliveries }: Flows,
  scale: number,
  time: Years,
  unpaidSince: Years,
  visitor: FlowVisitor,
): void {
  const isUnpaid = (at: Years): boolean => at - unpaidSince >= SAME_TIME;
  for (const { currency, time: at, amount } of payments) if (isUnpaid(at)) visitor.payment(currency, at, scale * amount);
  for (const period of periods) {
    const { currency, start, end, notional } = period;
    if (!isUnpaid(end)) continue;
    // 1/P(start, end) paid at the end is worth 1 at the start, whatever the rate.
    if (start - time > -SAME_TIME) visitor.payment(currency, Math.max(start, time), scale * notional);
    else visitor.fixedRate(period, scale * notional);
    visitor.payment(currency, end, -scale * notional);
  }
  for (const { share, time: at, quantity } of deliveries) if (isUnpaid(at)) visitor.shares(share, at, scale * quantity);
}
