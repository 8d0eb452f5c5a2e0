/**
 * A portfolio as the cash flows that it nets to: exposure is to their sum, so that a thousand swaps of the same dates cost what one does.
 *
 * A floating leg pays what a deposit over each of its periods earns, on the same curve; with its notional it is worth that notional at
 * each fixing. So what is left of it at a date is the deposit under way, which ends with the notional and its interest, less the notional
 * at the last date; before the first fixing, the notional there less that at the end.
 */
import { invalid } from '../../base/failure.js';
import type { Price, Rate, Years } from '../../base/units.js';
import { SAME_TIME } from '../emit/grid.js';

export interface Payment {
  readonly time: Years;
  /** Above 0 where it is received. */
  readonly amount: Price;
}

/** 1 deposited at `start` comes back at `end` with its interest, fixed at the start. */
export interface Deposit {
  readonly start: Years;
  readonly end: Years;
  readonly notional: Price;
}

export interface CashFlows {
  readonly payments: readonly Payment[];
  /** Each counts while it is under way: before its start and after its end it is worth nothing here. */
  readonly deposits: readonly Deposit[];
}

export interface Swap {
  readonly notional: Price;
  /** Of the fixed rate. */
  readonly side: 'payer' | 'receiver';
  readonly fixedRate: Rate;
  /** When the fixed leg pays, and for which part of a year. */
  readonly fixed: { readonly times: readonly Years[]; readonly accruals: readonly number[] };
  /** The first fixing, at 0 or later, then each payment of the floating leg, at which the next period begins. */
  readonly floating: readonly Years[];
}

/** What a swap pays. */
export function swapFlows({ notional, side, fixedRate, fixed, floating }: Swap): CashFlows {
  const received = (side === 'payer' ? 1 : -1) * notional;
  const leg = floatingFlows(received, floating);
  return {
    payments: [...fixed.times.map((time, i) => ({ time, amount: -received * fixedRate * fixed.accruals[i] })), ...leg.payments],
    deposits: leg.deposits,
  };
}

/** What a floating leg pays, its notional not exchanged. */
function floatingFlows(notional: Price, dates: readonly Years[]): CashFlows {
  dates.forEach((date, i) => {
    if (i > 0 && date <= dates[i - 1]) throw invalid(`/floating/${i}`, `must be above ${dates[i - 1]}, the date before it; got ${date}`);
  });
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || dates.length < 2)
    throw invalid('/floating', `must have at least 2 dates; got ${dates.length}`);
  if (first < 0) throw invalid('/floating/0', `must be at least 0; got ${first}: a rate fixed before is a known payment`);
  return {
    payments: [
      { time: first, amount: notional },
      { time: last, amount: -notional },
    ],
    deposits: dates.slice(1).map((end, i) => ({ start: dates[i], end, notional })),
  };
}

/** All of them, those of the same times as one. */
export function netted(all: readonly CashFlows[]): CashFlows {
  const payments = new Map<number, Payment>();
  const deposits = new Map<string, Deposit>();
  const moment = (time: Years) => Math.round(time / SAME_TIME);
  for (const flows of all) {
    for (const { time, amount } of flows.payments) {
      const key = moment(time);
      payments.set(key, { time, amount: amount + (payments.get(key)?.amount ?? 0) });
    }
    for (const { start, end, notional } of flows.deposits) {
      const key = `${moment(start)} ${moment(end)}`;
      deposits.set(key, { start, end, notional: notional + (deposits.get(key)?.notional ?? 0) });
    }
  }
  return { payments: [...payments.values()], deposits: [...deposits.values()] };
}

/** What is left of cash flows after a date's own payments. */
export const leftAt = ({ payments, deposits }: CashFlows, date: Years): CashFlows => ({
  payments: payments.filter(({ time }) => time - date >= SAME_TIME),
  deposits: deposits.filter(({ start, end }) => start - date < SAME_TIME && end - date >= SAME_TIME),
});
