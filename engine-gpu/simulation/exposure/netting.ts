/**
 * Flows of several trades as those of one: amounts of one currency and time become one amount, so that what follows does not depend on the
 * number of trades.
 */
import type { Years } from '../../base/units.js';
import type { Delivery, FloatingPeriod, Flows, OptionTerms, Payment, ResetPeriod, TradeTerms } from '../../product/trade/terms.js';
import { SAME_TIME } from '../emit/grid.js';

/** The same trades with times that differ by less than SAME_TIME, by the rounding of their schedules, made equal. */
export function withCommonTimes(trades: readonly TradeTerms[]): TradeTerms[] {
  const known = new Map<number, Years>();
  const common = (time: Years): Years => {
    const key = Math.round(time / SAME_TIME);
    const found = known.get(key) ?? time;
    known.set(key, found);
    return found;
  };
  const flowsOf = ({ payments, periods, deliveries, resets }: Flows): Flows => ({
    ...(resets && { resets: resets.map((each) => ({ ...each, start: common(each.start), end: common(each.end) })) }),
    payments: payments.map((each) => withTime(each, common(each.time))),
    periods: periods.map((each) => {
      const [start, end] = [common(each.start), common(each.end)];
      return start === each.start && end === each.end ? each : { ...each, start, end };
    }),
    deliveries: deliveries.map((each) => withTime(each, common(each.time))),
  });
  const optionOf = (option: OptionTerms): OptionTerms =>
    option.kind === 'bermudan'
      ? { ...option, exercises: option.exercises.map(({ time, flows }) => ({ time: common(time), flows: flowsOf(flows) })) }
      : { ...option, expiry: common(option.expiry), exercised: flowsOf(option.exercised) };
  return trades.map(({ flows, option, contract, maturity }) => ({
    flows: flowsOf(flows),
    ...(contract && { contract }),
    ...(option && { option: optionOf(option) }),
    maturity: common(maturity),
  }));
}

const withTime = <Paid extends { readonly time: Years }>(paid: Paid, time: Years): Paid => (paid.time === time ? paid : { ...paid, time });

const isPlain = ({ option, contract }: TradeTerms): boolean => option === undefined && contract === undefined;

/** Sums of trades without an option; those with one, and contracts, stay as they are. */
export interface NettedTrades<Kept> {
  /** Absent where there are no flows. */
  readonly flows: TradeTerms | undefined;
  readonly options: readonly Kept[];
}

/** @param trades  with common times */
export function netted<Kept extends { readonly terms: TradeTerms }>(trades: readonly Kept[]): NettedTrades<Kept> {
  const numberOf = openNumbers();
  const payments = openSums<Payment>();
  const periods = openSums<FloatingPeriod>();
  const deliveries = openSums<Delivery>();
  const resets = new Map<string, ResetPeriod>();
  const plain = trades.filter(({ terms }) => isPlain(terms));
  for (const { terms } of plain) {
    for (const each of terms.flows.payments) payments.add(keyOf(each.currency, numberOf(each.time)), each, each.amount);
    for (const each of terms.flows.periods)
      periods.add(keyOf(each.currency, numberOf(each.start), numberOf(each.end)), each, each.notional);
    for (const each of terms.flows.resets ?? []) {
      const { currency, constant, start, end, rest, exchanged } = each;
      const key = `${currency} ${constant} ${start} ${end} ${each.basis} ${rest} ${exchanged}`;
      resets.set(key, { ...each, amount: each.amount + (resets.get(key)?.amount ?? 0) });
    }
    for (const each of terms.flows.deliveries) deliveries.add(keyOf(each.share, numberOf(each.time)), each, each.quantity);
  }
  return {
    flows:
      plain.length === 0
        ? undefined
        : {
            flows: {
              payments: payments.map((each, amount) => ({ ...each, amount })),
              periods: periods.map((each, notional) => ({ ...each, notional })),
              deliveries: deliveries.map((each, quantity) => ({ ...each, quantity })),
              ...(resets.size > 0 && { resets: [...resets.values()] }),
            },
            maturity: Math.max(...plain.map(({ terms }) => terms.maturity)),
          },
    options: trades.filter(({ terms }) => !isPlain(terms)),
  };
}

/** Most times of a netting set: more than it may have payments (MAX_PAYMENTS), so that a key of two times and a currency is below 2⁵³. */
const MAX_TIMES = 2 ** 22;

/** A key of a currency or share and of one or two numbers of times. */
const keyOf = (of: number, one: number, other = 0): number => (of * MAX_TIMES + one) * MAX_TIMES + other;

/** Numbers times in the order in which they come. */
function openNumbers(): (time: Years) => number {
  const known = new Map<Years, number>();
  return (time) => {
    const found = known.get(time) ?? known.size;
    if (found === known.size) known.set(time, found);
    return found;
  };
}

/** Sums by key, each with the item that was added last. */
function openSums<Item>() {
  const sums = new Map<number, { item: Item; sum: number }>();
  return {
    add: (key: number, item: Item, amount: number): void => {
      const found = sums.get(key);
      if (found === undefined) sums.set(key, { item, sum: amount + 0 });
      else {
        found.item = item;
        found.sum = amount + found.sum;
      }
    },
    /** In the order in which the keys came. */
    map: <Result>(of: (item: Item, sum: number) => Result): Result[] => [...sums.values()].map(({ item, sum }) => of(item, sum)),
  };
}
