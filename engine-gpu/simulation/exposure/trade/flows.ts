/** Flows without a choice: known payments, floating rates, reset notionals and deliveries of shares. */

import type { Years } from '../../../base/units.js';
import { dividendsBetween } from '../../../market/cross-asset.js';
import { accumulatedRate } from '../../../market/curve.js';
import { exp } from '../../../math/elementary/exp.js';
import { type CrossAssetModel, type DatedLogarithms, type LinearForm, resetConvexity } from '../../../model/cross-asset.js';
import type { FloatingPeriod, Flows, ResetPeriod } from '../../../product/trade/terms.js';
import { SAME_TIME } from '../../emit/grid.js';
import { type Mask, plus } from '../paths/dated-terms.js';
import { datesBefore } from '../paths/valued-dates.js';
import type { DatedModel } from '../swaption/swaption-legs.js';
import {
  type Contribution,
  type ExponentialContribution,
  type Fixing,
  type LegReceiver,
  numberOfStarts,
  type PaymentLeg,
  type TradeValuer,
  type ValuationDate,
} from './valuer.js';

export const flowsValuer = (flows: Flows, { market }: CrossAssetModel): TradeValuer => ({
  contributions: (date) => contributionsOfFlows(flows, 1, market, undefined, date),
  sizes: () => ({ flows: [{ flows, from: 0 }], fixed: [flows] }),
});

/**
 * The contributions of flows at a date. Payments of one currency that follow one another are one leg.
 *
 * @param scale  number of times that the flows are received
 */
export function contributionsOfFlows(
  { payments, periods, deliveries, resets = [] }: Flows,
  scale: number,
  market: CrossAssetModel['market'],
  mask: Mask,
  { time, unpaidSince, onlyDue = false }: ValuationDate,
): Contribution[] {
  const contributions: Contribution[] = [];
  let leg: PaymentLeg | undefined;
  const payment = (currency: number, paid: Years, amount: number): void => {
    if (leg?.currency !== currency) {
      leg = { kind: 'payments', currency, mask, times: [], amounts: [] };
      contributions.push(leg);
    }
    leg.times.push(paid);
    leg.amounts.push(amount);
  };
  const other = (contribution: Contribution): void => {
    leg = undefined;
    contributions.push(contribution);
  };
  const until = onlyDue ? time : Number.POSITIVE_INFINITY;
  const counts = (paid: Years): boolean => paid - unpaidSince >= SAME_TIME && paid - until < SAME_TIME;
  for (const { currency, time: paid, amount, settled = paid } of payments) {
    if (!counts(settled)) continue;
    if (settled < paid && settled - time <= -SAME_TIME) other(settledPayment(currency, settled, paid, scale * amount, mask));
    else payment(currency, paid, scale * amount);
  }
  for (const period of periods) {
    const { currency, start, end, paid = end, notional, basis } = period;
    if (!counts(paid)) continue;
    // basis/P(start, end) paid at the end is worth the basis at the start, whatever the rate.
    if (start - time <= -SAME_TIME) other(startedPeriod(period, time, scale * notional * basis, mask));
    else if (paid === end) payment(currency, Math.max(start, time), scale * notional * basis);
    else {
      const { curve } = market.currencies[currency]!;
      const delay = exp(accumulatedRate(curve, end) - accumulatedRate(curve, paid));
      const amount = scale * notional * basis * delay;
      payment(currency, Math.max(start, time), amount);
      leg!.delayed ??= [];
      leg!.delayed.push({ time: Math.max(start, time), amount, from: end, to: paid });
    }
    payment(currency, paid, -scale * notional);
  }
  for (const period of resets) {
    const { constant, start, end, basis, rest, exchanged } = period;
    const isExchanged = exchanged && counts(start);
    const isPaid = counts(end);
    const amount = scale * period.amount;
    if (start - time > -SAME_TIME) {
      // The notional at the start is worth the constant amount of the other currency.
      const atStart = (isPaid ? basis : 0) - (isExchanged ? 1 : 0);
      if (atStart !== 0) payment(constant, Math.max(start, time), amount * atStart);
      if (isPaid && rest !== 0) other(reset(period, amount * rest, mask));
      continue;
    }
    if (isExchanged) other(fixedReset(period, false, time, -amount, mask));
    if (!isPaid) continue;
    if (basis !== 0) other(fixedReset(period, true, Math.max(end, time), amount * basis, mask));
    if (rest !== 0) other(fixedReset(period, false, Math.max(end, time), amount * rest, mask));
  }
  for (const { share, time: paid, quantity } of deliveries) if (counts(paid)) other(shares(market, share, paid, scale * quantity, mask));
  return contributions;
}

export const suffixOf = (mask: Mask): string => (mask === undefined ? '' : ` if ${mask}`);

export const sumOfLoads = (one: readonly number[], other: readonly number[] | undefined): readonly number[] =>
  other === undefined ? one : one.map((load, i) => load + other[i]!);

/** Loads of X(t) P(t, paid); after the payment of X(t) alone. */
export const bondLoads = ({ logs, time }: DatedModel, currency: number, paid: Years): readonly number[] =>
  sumOfLoads(logs.exchangeRate(currency).loads, paid > time ? logs.bond(currency, paid).loads : undefined);

/** X(t) P(t, paid) in the state 0. */
const bondUnit = ({ logs, time }: DatedModel, currency: number, paid: Years): number =>
  exp(logs.exchangeRate(currency).constant + (paid > time ? logs.bond(currency, paid).constant : 0));

const negative = (means: readonly number[]): number[] => means.map((mean) => -mean);

/** The floating rate of a period that started before the date: fixed at the start, accruing, or compounded so far. */
function startedPeriod(period: FloatingPeriod, now: Years, size: number, mask: Mask): ExponentialContribution {
  const { currency, start, end, paid = end, compounded } = period;
  const fixed = (fixing: Fixing, key: string): ExponentialContribution => ({
    kind: 'exponential',
    key: `${key} ${currency} ${start} ${paid}${suffixOf(mask)}`,
    mask,
    size,
    time: paid,
    fixing,
    amplitude: (dated) => bondLoads(dated, currency, paid),
    unit: (dated) => bondUnit(dated, currency, paid),
    legs: ({ time }, means, receive) => legsOfGrowth(period, time, means, receive),
  });
  if (compounded === undefined) return fixed({ currency, start, end }, `fixing ${end}`);
  if (compounded === 'overnight') {
    const opened: Fixing = { currency, start, end: start, accrual: 'open' };
    if (now - end >= SAME_TIME) return fixed({ currency, start, end, accrual: { opened } }, `accrued ${end}`);
    // The account until the end is worth the account now, whatever overnight rates will be.
    return untilPayment(fixed(opened, `accruing ${end}`), period, ({ logs }) => logs.accountOf(currency));
  }
  // Growth that is not fixed yet is worth 1 at the start of the next period.
  const next = compounded[datesBefore(compounded, now)];
  const fixing = fixed({ currency, start, end, compounded }, `compounded ${numberOfStarts(compounded)} ${next} ${end}`);
  return next === undefined ? fixing : untilPayment(fixing, period, ({ logs }) => logs.bond(currency, next));
}

/** A growth that is worth the exponential of a form, of the currency at the end of its period, which is paid at the end or later. */
function untilPayment(
  contribution: ExponentialContribution,
  { currency, end, paid = end }: FloatingPeriod,
  growth: (dated: DatedModel) => LinearForm,
): ExponentialContribution {
  const toPayment = (dated: DatedModel): LinearForm => {
    const { logs } = dated;
    const toEnd = plus(logs.exchangeRate(currency), growth(dated), 1);
    return paid === end ? toEnd : plus(toEnd, plus(logs.bond(currency, paid), logs.bond(currency, end), -1), 1);
  };
  return { ...contribution, amplitude: (dated) => toPayment(dated).loads, unit: (dated) => exp(toPayment(dated).constant) };
}

/** A payment that was settled before the date and has not been paid since: its value at the settlement, at its face amount. */
function settledPayment(currency: number, settled: Years, paid: Years, size: number, mask: Mask): ExponentialContribution {
  return {
    kind: 'exponential',
    key: `settled ${currency} ${settled} ${paid}${suffixOf(mask)}`,
    mask,
    size,
    time: settled,
    fixing: { currency, start: settled, end: paid, isDiscount: true },
    amplitude: (dated) => bondLoads(dated, currency, settled),
    unit: (dated) => bondUnit(dated, currency, settled),
    legs: ({ time }, means, receive) => {
      receive.leg(currency, paid, means);
      receive.discountFactor(currency, time, means);
      receive.discountFactor(currency, settled, negative(means));
    },
  };
}

/** A growth that is paid is proportional to P(0, start) and, where it is paid after its end, to P(0, paid)/P(0, end). */
function legsOfGrowth(
  { currency, start, end, paid = end }: FloatingPeriod,
  now: Years,
  means: readonly number[],
  receive: LegReceiver,
): void {
  receive.leg(currency, start, means);
  if (paid === end && end > now) return;
  // Unpaid since before the date, it is paid at the date.
  receive.discountFactor(currency, Math.max(paid, now), means);
  receive.discountFactor(currency, end, negative(means));
}

/** The notional of a reset period that is fixed later, paid at its end. */
function reset(period: ResetPeriod, size: number, mask: Mask): ExponentialContribution {
  const { currency, constant, start, end } = period;
  return {
    kind: 'exponential',
    key: `reset ${currency} ${constant} ${start} ${end}${suffixOf(mask)}`,
    mask,
    size,
    time: end,
    amplitude: ({ logs }) => resetForm(logs, period).loads,
    unit: ({ model, logs, time }) => exp(resetForm(logs, period).constant + resetConvexity(model, currency, constant, time, start, end)),
    legs: (_, means, receive) => legsOfReset(period, end, start, means, receive),
  };
}

/** The notional of a reset period that was fixed before the date, paid at a time: as it is, or with the growth of the period, 1/P(start, end). */
function fixedReset(period: ResetPeriod, grown: boolean, paid: Years, size: number, mask: Mask): ExponentialContribution {
  const { currency, constant, start, end } = period;
  return {
    kind: 'exponential',
    key: `reset ${currency} ${constant} ${start} ${end} ${grown} ${paid}${suffixOf(mask)}`,
    mask,
    size,
    time: paid,
    fixing: { currency, start, end, constant, grown },
    amplitude: (dated) => bondLoads(dated, currency, paid),
    unit: (dated) => bondUnit(dated, currency, paid),
    legs: (_, means, receive) => legsOfReset(period, paid, grown ? end : start, means, receive),
  };
}

/** X P_f(0, start) P_r(0, paid)/P_r(0, start); with the growth of the period, the divisor is P_r(0, end). */
function legsOfReset(
  { currency, constant, start }: ResetPeriod,
  paid: Years,
  divisor: Years,
  means: readonly number[],
  { leg, discountFactor }: LegReceiver,
): void {
  leg(constant, start, means);
  discountFactor(currency, paid, means);
  discountFactor(currency, divisor, negative(means));
}

/** A share that is delivered at a time, in the currency of its price. */
function shares(market: CrossAssetModel['market'], share: number, paid: Years, size: number, mask: Mask): ExponentialContribution {
  const terms = market.shares[share]!;
  const { currency } = terms;
  return {
    kind: 'exponential',
    key: `shares ${share}${suffixOf(mask)}`,
    mask,
    size,
    time: paid,
    amplitude: ({ logs }) => sumOfLoads(logs.exchangeRate(currency).loads, logs.share(share).loads),
    unit: ({ logs, time }) =>
      exp(logs.share(share).constant + logs.exchangeRate(currency).constant - dividendsBetween(terms, Math.min(time, paid), paid)),
    legs: (_, means, receive) => receive.leg(currency, 0, means, share),
  };
}

/** ln of the value of a reset period's notional per unit of the other currency, paid at its end, without the convexity (resetConvexity). */
function resetForm(logs: DatedLogarithms, { currency, constant, start, end }: ResetPeriod): LinearForm {
  const forward = plus(logs.bond(currency, end), logs.bond(currency, start), -1);
  return plus(plus(logs.exchangeRate(constant), logs.bond(constant, start), 1), forward, 1);
}

const negated = ({ constant, loads }: LinearForm): LinearForm => ({ constant: -constant, loads: negative(loads) });

/**
 * The logarithm of what is fixed at one of the times of a fixing, but for that by which it is multiplied.
 *
 * @param i  index of the time
 */
export function fixingForm(logs: DatedLogarithms, fixing: Fixing, i: number): LinearForm {
  const { currency, end, constant, isDiscount = false, grown = true, accrual, compounded = [] } = fixing;
  if (accrual !== undefined) return accrual === 'open' ? negated(logs.accountOf(currency)) : logs.accountOf(currency);
  const discounting = logs.bond(currency, compounded[i] ?? end);
  if (isDiscount) return discounting;
  const rate = negated(discounting);
  if (constant === undefined) return rate;
  const exchange = plus(logs.exchangeRate(constant), logs.exchangeRate(currency), -1);
  return grown ? plus(exchange, rate, 1) : exchange;
}
