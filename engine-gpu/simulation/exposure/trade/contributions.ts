/**
 * What a trade is worth at a date, as contributions that closed forms value given the state: known payments, floating rates already fixed,
 * shares to be delivered, and options.
 *
 * An option counts as an option before its expiry. After it, its flows count on the paths on which it was exercised, as long as they are
 * unpaid: those of a swap until its maturity.
 */
import type { Years } from '../../../base/units.js';
import type {
  BermudanTerms,
  ContractTerms,
  EuropeanTerms,
  FloatingPeriod,
  Flows,
  OptionTerms,
  ResetPeriod,
  TradeTerms,
} from '../../../product/trade/terms.js';
import { SAME_TIME } from '../../emit/grid.js';
import type { Mask } from '../paths/dated-terms.js';

export type Contribution =
  | { readonly kind: 'payment'; readonly currency: number; readonly time: Years; readonly amount: number; readonly mask: Mask }
  | { readonly kind: 'fixed_rate'; readonly period: FloatingPeriod; readonly mask: Mask }
  /** The notional of a reset period, fixed later, paid at its end. */
  | { readonly kind: 'reset'; readonly period: ResetPeriod; readonly amount: number; readonly mask: Mask }
  /** The notional of a reset period, fixed before, paid at a time: as it is, or with the growth of the period, 1/P(start, end). */
  | {
      readonly kind: 'reset_fixed';
      readonly period: ResetPeriod;
      readonly grown: boolean;
      readonly time: Years;
      readonly amount: number;
      readonly mask: Mask;
    }
  | { readonly kind: 'shares'; readonly share: number; readonly time: Years; readonly quantity: number; readonly mask: Mask }
  | { readonly kind: 'option'; readonly terms: EuropeanTerms }
  /** A Bermudan swaption whose next exercise date is `next`, where it has not been exercised before. */
  | { readonly kind: 'bermudan'; readonly terms: BermudanTerms; readonly next: number; readonly mask: Mask }
  /** A contract, and what it has paid since the time from which payments count as unpaid. */
  | { readonly kind: 'contract'; readonly terms: ContractTerms };

/** Number of masks that an option needs: of a Bermudan one, whether it is exercised by each of its dates, and whether it is held. */
export const numMasksOf = (option: OptionTerms | undefined): number =>
  option === undefined ? 0 : option.kind === 'bermudan' ? option.exercises.length + 1 : 1;

/** The masks of a Bermudan option, of which the first is given. */
export const exercisedMask = (first: Mask, exercise: number): Mask => (first === undefined ? undefined : first + exercise);
export const heldMask = (first: Mask, { exercises }: BermudanTerms): Mask => exercisedMask(first, exercises.length);

/**
 * The contributions of a trade at a date.
 *
 * @param mask         the first of the trade's option, if it has one
 * @param unpaidSince  flows after this time count; those up to `time` at their face amount. Equal to `time`: only flows after the date count
 */
export function contributionsAt(
  { flows, option, contract, maturity }: TradeTerms,
  mask: Mask,
  time: Years,
  unpaidSince: Years,
): Contribution[] {
  if (contract !== undefined) return maturity - unpaidSince >= SAME_TIME ? [{ kind: 'contract', terms: contract }] : [];
  if (option === undefined) return ofFlows(flows, 1, undefined, time, unpaidSince);
  if (option.kind === 'bermudan') return ofBermudan(option, mask, time, unpaidSince);
  if (option.expiry - time >= SAME_TIME) return [{ kind: 'option', terms: option }];
  const settled = option.cash || option.kind !== 'swap' ? option.expiry - unpaidSince < SAME_TIME : false;
  return settled ? [] : ofFlows(option.exercised, option.quantity, mask, time, unpaidSince);
}

/** The option where it is still held, and the flows of each exercise where it took place; settled in cash, while the settlement is unpaid. */
function ofBermudan(option: BermudanTerms, first: Mask, time: Years, unpaidSince: Years): Contribution[] {
  const { exercises, quantity, cash } = option;
  const past = exercises.filter((exercise) => exercise.time - time < SAME_TIME).length;
  const settled = cash ? exercises.filter((exercise) => exercise.time - unpaidSince < SAME_TIME).length : 0;
  const held = past === 0 ? undefined : heldMask(first, option);
  const found: Contribution[] = past < exercises.length ? [{ kind: 'bermudan', terms: option, next: past, mask: held }] : [];
  if (past > settled)
    exercises.slice(settled).forEach(({ flows }, i) => {
      // An exercise gives its own flows and all later ones.
      const last = Math.min(settled + i, past - 1);
      found.push(...ofFlows(flows, quantity, exercisedMask(first, last), time, unpaidSince));
      if (settled > 0) found.push(...ofFlows(flows, -quantity, exercisedMask(first, settled - 1), time, unpaidSince));
    });
  return found;
}

function ofFlows(flows: Flows, scale: number, mask: Mask, time: Years, unpaidSince: Years): Contribution[] {
  const found: Contribution[] = [];
  visitFlows(
    flows,
    scale,
    time,
    unpaidSince,
    asContributions(mask, (contribution) => void found.push(contribution)),
  );
  return found;
}

const asContributions = (mask: Mask, receive: (contribution: Contribution) => void): FlowVisitor => ({
  payment: (currency, time, amount) => receive({ kind: 'payment', currency, time, amount, mask }),
  fixedRate: (period, notional) => receive({ kind: 'fixed_rate', period: { ...period, notional }, mask }),
  reset: (period, amount) => receive({ kind: 'reset', period, amount, mask }),
  resetFixed: (period, grown, time, amount) => receive({ kind: 'reset_fixed', period, grown, time, amount, mask }),
  shares: (share, time, quantity) => receive({ kind: 'shares', share, time, quantity, mask }),
});

/** The contributions of a trade at a date, one by one in their order: unconditional payments, of which there are many, as plain numbers. */
export function visitContributions(
  trade: TradeTerms,
  mask: Mask,
  time: Years,
  unpaidSince: Years,
  payment: FlowVisitor['payment'],
  other: (contribution: Contribution) => void,
): void {
  if (trade.option === undefined && trade.contract === undefined)
    visitFlows(trade.flows, 1, time, unpaidSince, { ...asContributions(undefined, other), payment });
  else contributionsAt(trade, mask, time, unpaidSince).forEach(other);
}

export interface FlowVisitor {
  readonly payment: (currency: number, time: Years, amount: number) => void;
  readonly fixedRate: (period: FloatingPeriod, notional: number) => void;
  readonly shares: (share: number, time: Years, quantity: number) => void;
  readonly reset: (period: ResetPeriod, amount: number) => void;
  readonly resetFixed: (period: ResetPeriod, grown: boolean, time: Years, amount: number) => void;
}

/** The contributions of flows at a date, one by one. */
export function visitFlows(
  { payments, periods, deliveries, resets = [] }: Flows,
  scale: number,
  time: Years,
  unpaidSince: Years,
  visitor: FlowVisitor,
): void {
  const isUnpaid = (at: Years): boolean => at - unpaidSince >= SAME_TIME;
  for (const { currency, time: at, amount } of payments) if (isUnpaid(at)) visitor.payment(currency, at, scale * amount);
  for (const period of periods) {
    const { currency, start, end, notional, basis } = period;
    if (!isUnpaid(end)) continue;
    // basis/P(start, end) paid at the end is worth the basis at the start, whatever the rate.
    if (start - time > -SAME_TIME) visitor.payment(currency, Math.max(start, time), scale * notional * basis);
    else visitor.fixedRate(period, scale * notional);
    visitor.payment(currency, end, -scale * notional);
  }
  for (const period of resets) {
    const { constant, start, end, basis, rest, exchanged } = period;
    if (!isUnpaid(end)) continue;
    const amount = scale * period.amount;
    if (start - time > -SAME_TIME) {
      // The notional at the start is worth the constant amount of the other currency.
      const atStart = basis - (exchanged && isUnpaid(start) ? 1 : 0);
      if (atStart !== 0) visitor.payment(constant, Math.max(start, time), amount * atStart);
      if (rest !== 0) visitor.reset(period, amount * rest);
      continue;
    }
    if (exchanged && isUnpaid(start)) visitor.resetFixed(period, false, time, -amount);
    if (basis !== 0) visitor.resetFixed(period, true, Math.max(end, time), amount * basis);
    if (rest !== 0) visitor.resetFixed(period, false, Math.max(end, time), amount * rest);
  }
  for (const { share, time: at, quantity } of deliveries) if (isUnpaid(at)) visitor.shares(share, at, scale * quantity);
}
