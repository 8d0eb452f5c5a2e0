/**
 * A portfolio as its netted cash flows. Exposure depends only on their sum, so a thousand swaps with the same dates cost as much as one.
 *
 * A floating leg pays the interest of a deposit over each of its periods, on the discount curve; including its notional it is worth that
 * notional at each fixing. Its remaining value at a date is therefore the current deposit, which ends with the notional and its interest,
 * less the notional at the last date. Before the first fixing it is the notional at that fixing less the notional at the end.
 */
import { invalid } from '../../base/failure.js';
import type { Price, Rate, Years } from '../../base/units.js';
import { SAME_TIME } from '../emit/grid.js';

/** A fixed payment. */
export interface Payment {
  readonly time: Years;
  /** Positive if received, negative if paid. */
  readonly amount: Price;
}

/** A deposit of `notional` at `start` that returns at `end` with interest at the rate fixed at the start. */
export interface Deposit {
  readonly start: Years;
  readonly end: Years;
  readonly notional: Price;
}

export interface CashFlows {
  readonly payments: readonly Payment[];
  /** Each has a value only from its start to its end. */
  readonly deposits: readonly Deposit[];
}

export interface Swap {
  readonly notional: Price;
  /** Whether the fixed rate is paid or received. */
  readonly side: 'payer' | 'receiver';
  readonly fixedRate: Rate;
  /** Payment times of the fixed leg in years, and the accrual of each as a year fraction. */
  readonly fixed: { readonly times: readonly Years[]; readonly accruals: readonly number[] };
  /** Time of the first fixing, at 0 or later, then of each payment of the floating leg, at which the next period begins; increasing. */
  readonly floating: readonly Years[];
}

/**
 * The cash flows of a swap.
 *
 * @throws EngineFailure `invalid` where the floating dates are fewer than two, not increasing, or start before today
 */
export function swapFlows({ notional, side, fixedRate, fixed, floating }: Swap): CashFlows {
  const received = (side === 'payer' ? 1 : -1) * notional;
  const leg = floatingFlows(received, floating);
  return {
    payments: [...fixed.times.map((time, i) => ({ time, amount: -received * fixedRate * fixed.accruals[i] })), ...leg.payments],
    deposits: leg.deposits,
  };
}

/** The cash flows of a floating leg without exchange of notional. */
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

/** Nets cash flows: those of the same times become one. */
export function netted(all: readonly CashFlows[]): CashFlows {
  const payments = new Map<number, Payment>();
  const deposits = new Map<string, Deposit>();
  const roundedTime = (time: Years) => Math.round(time / SAME_TIME);
  for (const flows of all) {
    for (const { time, amount } of flows.payments) {
      const key = roundedTime(time);
      payments.set(key, { time, amount: amount + (payments.get(key)?.amount ?? 0) });
    }
    for (const { start, end, notional } of flows.deposits) {
      const key = `${roundedTime(start)} ${roundedTime(end)}`;
      deposits.set(key, { start, end, notional: notional + (deposits.get(key)?.notional ?? 0) });
    }
  }
  return { payments: [...payments.values()], deposits: [...deposits.values()] };
}

/** The cash flows that remain after the payments of a date. */
export const leftAt = ({ payments, deposits }: CashFlows, date: Years): CashFlows => ({
  payments: payments.filter(({ time }) => time - date >= SAME_TIME),
  deposits: deposits.filter(({ start, end }) => start - date < SAME_TIME && end - date >= SAME_TIME),
});
