/** Swaptions by their dates, as what their exercise gives. */
import type { z } from 'zod';
import { invalid } from '../../base/failure.js';
import type { Rate, Years } from '../../base/units.js';
import { dayNumber } from '../../time/date.js';
import { lifeOf } from '../rates/conventions.js';
import { type datedBermudan, type datedSwaption, type SwapPayments, swapPayments, yearsToExpiry } from '../rates/swap.js';
import type { DatedFlows, OptionedSwap, PartOfTrade } from './dated-flows.js';
import { PERIOD_ROUNDING } from './trade.js';

interface Entered {
  readonly currency: string;
  readonly index?: string | undefined;
  readonly isPayer: boolean;
  readonly fixedRate: Rate;
}

type DatedOption = z.output<typeof datedSwaption> | z.output<typeof datedBermudan>;

/** The payments and periods of the swap that is entered. */
function enteredSwap(terms: DatedOption, { currency, index, isPayer, fixedRate }: Entered, valuationDate: string) {
  const { notional, spread, floatingType } = terms;
  const received = (isPayer ? 1 : -1) * notional;
  const { fixed, floating, clock } = swapPayments(terms, valuationDate);
  const payments: DatedFlows['payments'] = [
    ...fixed.map(({ start, time, accrual }) => ({ currency, start: clock.years(start), time, amount: -received * fixedRate * accrual })),
    ...(spread === 0
      ? []
      : floating.map(({ start, time, accrual }) => ({ currency, start: clock.years(start), time, amount: received * spread * accrual }))),
  ];
  const periods = floating.map(({ from, to, time }) => ({
    ...{ currency, ...(index !== undefined && { index }), start: from, end: to, paid: time, notional: received },
    ...(floatingType === 'overnight' && { compounded: 'overnight' as const }),
  }));
  const maturity = Math.max(...payments.map(({ time }) => time), ...periods.map(({ paid }) => paid));
  return { payments, periods, maturity, fixed, floating, clock };
}

/**
 * The swap of an option.
 *
 * @param starts  of the swaps that the exercises give
 */
function optionedSwap(
  { fixed, floating, clock }: Pick<SwapPayments, 'fixed' | 'floating' | 'clock'>,
  { index, fixedRate, spread }: { readonly index?: string | undefined; readonly fixedRate: Rate; readonly spread: Rate },
  exerciseTimes: readonly Years[],
  starts: readonly Years[],
): OptionedSwap {
  const periods = fixed.map(({ start, end }) => [clock.years(start), clock.years(end)] as const);
  const years = periods.reduce((sum, [start, end]) => sum + end - start, 0);
  const perYear = (legs: readonly { readonly accrual: number }[]): number => legs.reduce((sum, { accrual }) => sum + accrual, 0) / years;
  const boundaries = periods.flat().filter((each) => each > 0 && !starts.includes(each));
  return {
    dates: [...new Set([...exerciseTimes, ...boundaries])].sort((one, other) => one - other),
    fixedRate: fixedRate * perYear(fixed) - spread * perYear(floating),
    index,
  };
}

/** A European swaption, without what the regulation sees. */
export function europeanFlows(
  terms: z.output<typeof datedSwaption>,
  { currency, index }: Pick<Entered, 'currency' | 'index'>,
  quantity: number,
  valuationDate: string,
): PartOfTrade {
  const { expiryDate, strike, spread } = terms;
  const entered = { currency, index, isPayer: terms.optionType === 'payer', fixedRate: strike };
  const { payments, periods, maturity, fixed, floating, clock } = enteredSwap(terms, entered, valuationDate);
  const expiry = yearsToExpiry(expiryDate, clock);
  if (!(expiry > 0)) throw invalid('/instrument/expiryDate', `must be after ${valuationDate}, the valuation date; got ${expiryDate}`);
  const starts = fixed.slice(0, 1).map(({ start }) => clock.years(start));
  const swap = optionedSwap({ fixed, floating, clock }, { index, fixedRate: strike, spread }, [expiry], starts);
  return { payments, periods, option: { expiry, quantity, swap }, maturity };
}

/**
 * A Bermudan swaption. Exercise dates that have passed, or are the valuation date, count no more.
 *
 * @throws EngineFailure `invalid` where no exercise date is left, and where the legs do not begin together after one and before the next
 */
export function bermudanFlows(terms: z.output<typeof datedBermudan>, quantity: number, valuationDate: string): PartOfTrade {
  const { side, fixedRate, currency, index, notional, spread, fixedFrequency } = terms;
  const isPayer = side === 'payer';
  const exercises = terms.exerciseDates.flatMap((date, i) =>
    date > valuationDate ? [{ date, place: `/instrument/exerciseDates/${i}` }] : [],
  );
  const [first] = exercises;
  if (first === undefined)
    throw invalid(
      '/instrument/exerciseDates',
      `must have a date after ${valuationDate}, the valuation date; the last is ${terms.exerciseDates.at(-1)}`,
    );
  const { payments, periods, maturity, fixed, floating, clock } = enteredSwap(terms, { ...terms, isPayer, fixedRate }, valuationDate);
  const times = exercises.map(({ date }) => clock.years(dayNumber(date)));
  const starts = [fixed.map(({ start }) => clock.years(start)), periods.map(({ start }) => start)];
  /** Starts of the swaps that the exercises give. */
  const entered = exercises.map(({ date, place }, i) => {
    const next = times[i + 1] ?? Number.POSITIVE_INFINITY;
    const [ofFixed, ofFloating] = starts.map((leg) => leg.find((start) => start > times[i]! - PERIOD_ROUNDING));
    if (
      ofFixed === undefined ||
      ofFloating === undefined ||
      !(Math.abs(ofFixed - ofFloating) < PERIOD_ROUNDING) ||
      !(ofFixed < next - PERIOD_ROUNDING)
    )
      throw invalid(place, `must be followed, before the next exercise date, by a day on which periods of both legs begin; got ${date}`);
    return ofFixed;
  });
  const start = clock.years(lifeOf(terms)[0]);
  return {
    ...{ payments, periods, maturity },
    option: {
      ...{ expiry: times[0]!, quantity },
      swap: optionedSwap({ fixed, floating, clock }, { index, fixedRate, spread }, times, entered),
      exerciseTimes: times,
    },
    ...(quantity !== 0 && {
      regulatory: {
        ...{ assetClass: 'interestRate', hedgingSet: currency, currency, notional: Math.abs(quantity) * notional },
        ...{ direction: quantity > 0 ? 1 : -1, start: Math.max(start, times[0]!) },
        option: { call: isPayer, strike: fixedRate, expiry: times.at(-1)!, fixedFrequency },
      },
    }),
  };
}
