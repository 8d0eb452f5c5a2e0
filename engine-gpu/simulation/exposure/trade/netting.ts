/**
 * Flows of several trades as those of one: amounts of one currency and time become one amount, so that what follows does not depend on the
 * number of trades.
 */
import type { Years } from '../../../base/units.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import type { Delivery, FloatingPeriod, Flows, OptionTerms, Payment, ResetPeriod, TradeTerms } from '../../../product/trade/terms.js';
import { SAME_TIME } from '../../emit/grid.js';
import { numberOfStarts } from './valuer.js';

/** The same trades with times that differ by less than SAME_TIME, by the rounding of their schedules, made equal. */
export function withCommonTimes(trades: readonly TradeTerms[]): TradeTerms[] {
  const timesByKey = new Map<number, Years>();
  const common = (time: Years): Years => {
    const key = Math.round(time / SAME_TIME);
    const commonTime = timesByKey.get(key) ?? time;
    timesByKey.set(key, commonTime);
    return commonTime;
  };
  const lists = new Map<string, readonly Years[]>();
  /** Equal lists of starts are one, so that they are told apart by what they are. */
  const commonList = (starts: readonly Years[]): readonly Years[] => {
    const times = starts.map(common);
    const key = times.join(' ');
    const list = lists.get(key) ?? times;
    lists.set(key, list);
    return list;
  };
  const flowsOf = ({ payments, periods, deliveries, resets }: Flows): Flows => ({
    ...(resets && { resets: resets.map((each) => ({ ...each, start: common(each.start), end: common(each.end) })) }),
    payments: payments.map((each) => {
      const { settled } = each;
      return { ...withTime(each, common(each.time)), ...(settled !== undefined && { settled: common(settled) }) };
    }),
    periods: periods.map((each) => {
      const [start, end] = [common(each.start), common(each.end)];
      const { paid, compounded } = each;
      if (paid !== undefined || compounded !== undefined)
        return {
          ...{ ...each, start, end },
          ...(paid !== undefined && { paid: common(paid) }),
          ...(compounded !== undefined && compounded !== 'overnight' && { compounded: commonList(compounded) }),
        };
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
interface NettedTrades<Kept> {
  /** Absent where there are no flows. */
  readonly flows: TradeTerms | undefined;
  readonly options: readonly Kept[];
}

/** @param trades  with common times */
export function netted<Kept extends { readonly terms: TradeTerms }>(trades: readonly Kept[]): NettedTrades<Kept> {
  const times = new Map<Years, number>();
  const payments: Sums<Payment> = new Map();
  const periods: Sums<FloatingPeriod> = new Map();
  const deliveries: Sums<Delivery> = new Map();
  const resets = new Map<string, ResetPeriod>();
  const plain = trades.filter(({ terms }) => isPlain(terms));
  for (const { terms } of plain) {
    for (const each of terms.flows.payments) {
      const paid = keyOf(each.currency, numberOf(each.time, times));
      addTo(payments, each.settled === undefined ? paid : `${paid} ${each.settled}`, each, each.amount);
    }
    for (const each of terms.flows.periods) {
      const dates = keyOf(each.currency, numberOf(each.start, times), numberOf(each.end, times));
      const present = periods.get(dates)?.item;
      addTo(periods, present === undefined || haveSameRate(present, each) ? dates : `${dates} ${rateOf(each)}`, each, each.notional);
    }
    for (const each of terms.flows.resets ?? []) {
      const { currency, constant, start, end, rest, exchanged } = each;
      const key = `${currency} ${constant} ${start} ${end} ${each.basis} ${rest} ${exchanged}`;
      resets.set(key, { ...each, amount: each.amount + (resets.get(key)?.amount ?? 0) });
    }
    for (const each of terms.flows.deliveries) addTo(deliveries, keyOf(each.share, numberOf(each.time, times)), each, each.quantity);
  }
  return {
    flows:
      plain.length === 0
        ? undefined
        : {
            flows: {
              payments: Array.from(payments.values(), ({ item, sum }) => ({ ...item, amount: sum })),
              periods: Array.from(periods.values(), ({ item, sum }) => ({ ...item, notional: sum })),
              deliveries: Array.from(deliveries.values(), ({ item, sum }) => ({ ...item, quantity: sum })),
              ...(resets.size > 0 && { resets: [...resets.values()] }),
            },
            maturity: Math.max(...plain.map(({ terms }) => terms.maturity)),
          },
    options: trades.filter(({ terms }) => !isPlain(terms)),
  };
}

/** Most times of a netting set: more than it may have payments (MAX_NETTED_PAYMENTS), so that a key of two times and a currency is below 2⁵³. */
const MAX_NETTING_TIMES = powerOfTwo(22);

/** A key of a currency or share and of one or two numbers of times. */
const keyOf = (subject: number, one: number, other = 0): number => (subject * MAX_NETTING_TIMES + one) * MAX_NETTING_TIMES + other;

/** The number of a time, in the order in which they come. */
function numberOf(time: Years, numbers: Map<Years, number>): number {
  const number = numbers.get(time);
  if (number !== undefined) return number;
  numbers.set(time, numbers.size);
  return numbers.size - 1;
}

/** Trades by their dates have several indices, whose rates of the same dates do not net. */
const haveSameRate = (one: FloatingPeriod, other: FloatingPeriod): boolean =>
  one.basis === other.basis && one.paid === other.paid && one.compounded === other.compounded;

const rateOf = ({ basis, paid, compounded }: FloatingPeriod): string =>
  `${basis} ${paid} ${compounded === undefined || compounded === 'overnight' ? compounded : numberOfStarts(compounded)}`;

/** Sums by key in the order in which the keys came, each with the item that was added last. */
type Sums<Item> = Map<number | string, { item: Item; sum: number }>;

function addTo<Item>(sums: Sums<Item>, key: number | string, item: Item, amount: number): void {
  const entry = sums.get(key);
  if (entry === undefined) sums.set(key, { item, sum: amount + 0 });
  else {
    entry.item = item;
    entry.sum = amount + entry.sum;
  }
}
