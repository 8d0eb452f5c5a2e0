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
    payments: payments.map((each) => ({ ...each, time: common(each.time) })),
    periods: periods.map((each) => ({ ...each, start: common(each.start), end: common(each.end) })),
    deliveries: deliveries.map((each) => ({ ...each, time: common(each.time) })),
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

const isPlain = ({ option, contract }: TradeTerms): boolean => option === undefined && contract === undefined;

/** Sums of trades without an option; those with one, and contracts, stay as they are. */
export interface NettedTrades<Kept> {
  /** Absent where there are no flows. */
  readonly flows: TradeTerms | undefined;
  readonly options: readonly Kept[];
}

/** @param trades  with common times */
export function netted<Kept extends { readonly terms: TradeTerms }>(trades: readonly Kept[]): NettedTrades<Kept> {
  const payments = new Map<string, Payment>();
  const periods = new Map<string, FloatingPeriod>();
  const deliveries = new Map<string, Delivery>();
  const resets = new Map<string, ResetPeriod>();
  const plain = trades.filter(({ terms }) => isPlain(terms));
  for (const { terms } of plain) {
    for (const each of terms.flows.payments) {
      const key = `${each.currency} ${each.time}`;
      payments.set(key, { ...each, amount: each.amount + (payments.get(key)?.amount ?? 0) });
    }
    for (const each of terms.flows.periods) {
      const key = `${each.currency} ${each.start} ${each.end}`;
      periods.set(key, { ...each, notional: each.notional + (periods.get(key)?.notional ?? 0) });
    }
    for (const each of terms.flows.resets ?? []) {
      const { currency, constant, start, end, rest, exchanged } = each;
      const key = `${currency} ${constant} ${start} ${end} ${each.basis} ${rest} ${exchanged}`;
      resets.set(key, { ...each, amount: each.amount + (resets.get(key)?.amount ?? 0) });
    }
    for (const each of terms.flows.deliveries) {
      const key = `${each.share} ${each.time}`;
      deliveries.set(key, { ...each, quantity: each.quantity + (deliveries.get(key)?.quantity ?? 0) });
    }
  }
  return {
    flows:
      plain.length === 0
        ? undefined
        : {
            flows: {
              payments: [...payments.values()],
              periods: [...periods.values()],
              deliveries: [...deliveries.values()],
              ...(resets.size > 0 && { resets: [...resets.values()] }),
            },
            maturity: Math.max(...plain.map(({ terms }) => terms.maturity)),
          },
    options: trades.filter(({ terms }) => !isPlain(terms)),
  };
}
