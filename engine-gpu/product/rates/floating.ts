/**
 * Payments of a floating leg. A term rate L is simple over its period, and an overnight rate is compounded daily:
 *
 *   1 + L τ = P(s)/P(e),   1 + R τ = Π (1 + rᵢ τᵢ) · P(d)/P(e)
 *
 * with the product over the fixings known, the last of which accrues to the day d, and P the discount factors of the projection curve. The
 * rest of a compounded period needs no path of daily rates: expected compounding telescopes.
 *
 * @see ISDA 2021 Definitions, section 7.3 (compounded overnight rates); M. Henrard (2014), Interest Rate Modelling in the Multi-Curve Framework
 */
import type { Years } from '../../base/units.js';
import type { FloatingPayment } from '../../formula/swap-legs.js';
import { adjust } from '../../time/calendar.js';
import { dayNumber } from '../../time/date.js';
import { accrual, type DayCount } from '../../time/day-count.js';
import { type Clock, type Fixing, fixingDay, paymentDay, periodsOf, requireFixings, type ScheduleTerms } from './conventions.js';

/** A payment with its dates, as day numbers. */
export interface FloatingCoupon extends FloatingPayment {
  readonly start: number;
  readonly end: number;
  readonly paid: number;
  /** The fixing date, of an overnight period the first. */
  readonly fixing: number;
}

export interface FloatingTerms extends ScheduleTerms {
  readonly floatingFrequency: number;
  readonly floatingType: 'term' | 'overnight';
  readonly floatingDayCount: DayCount;
  readonly fixingDays: number;
  readonly paymentLag: number;
  /** True if all periods are paid at the end of the last. */
  readonly paidAtEnd?: boolean;
  /** True if a period is paid at its start. */
  readonly paidAtStart?: boolean;
}

/** The known fixings by day number. */
type Fixings = ReadonlyMap<number, number>;

/**
 * The floating coupons that are paid after the valuation date.
 *
 * @param pointer  where fixings are given, for those that are missing
 * @throws EngineFailure `invalid` with the fixings that are needed and not known
 */
export function floatingCoupons(terms: FloatingTerms, clock: Clock, pastFixings: readonly Fixing[], pointer?: string): FloatingCoupon[] {
  const fixings: Fixings = new Map(pastFixings.map(({ date, value }) => [dayNumber(date), value]));
  const missing: number[] = [];
  const periods = periodsOf(terms, terms.floatingFrequency);
  const last = periods.at(-1)?.end;
  const coupons = periods.flatMap(({ start, end }) => {
    const paid = paymentDay(terms, terms.paidAtStart ? start : terms.paidAtEnd && last !== undefined ? last : end);
    if (paid <= clock.today) return [];
    const length = accrual(terms.floatingDayCount, start, end, {
      calendar: terms.calendar,
      ...(last !== undefined && { terminationDay: last }),
    });
    const growth = terms.floatingType === 'overnight' ? overnight : term;
    return [{ start, end, paid, time: clock.years(paid), accrual: length, ...growth(start, end, length, terms, clock, fixings, missing) }];
  });
  requireFixings(missing, pointer);
  return coupons;
}

type Growth = Pick<FloatingCoupon, 'known' | 'from' | 'to' | 'fixing'>;

function term(
  start: number,
  end: number,
  length: Years,
  { fixingDays, calendar }: FloatingTerms,
  { today, years }: Clock,
  fixings: Fixings,
  missing: number[],
): Growth {
  const fixing = fixingDay(calendar, start, fixingDays);
  const rate = fixing <= today ? fixings.get(fixing) : undefined;
  if (rate !== undefined) return { known: 1 + rate * length, from: 0, to: 0, fixing };
  if (fixing < today) missing.push(fixing);
  return { known: 1, from: years(start), to: years(end), fixing };
}

function overnight(
  start: number,
  end: number,
  _: Years,
  { calendar, floatingDayCount }: FloatingTerms,
  { today, years }: Clock,
  fixings: Fixings,
  missing: number[],
): Growth {
  const nextBusinessDay = (day: number) => adjust(calendar, day + 1, 'following');
  const first = adjust(calendar, start, 'preceding');
  let growth = 1;
  let from = start;
  for (let fixing = first; from < end && fixing <= today; fixing = nextBusinessDay(fixing)) {
    const rate = fixings.get(fixing);
    // Today's fixing may not be published yet.
    if (rate === undefined && fixing === today) break;
    if (rate === undefined) missing.push(fixing);
    const to = Math.min(nextBusinessDay(fixing), end);
    growth *= 1 + (rate ?? 0) * accrual(floatingDayCount, from, to, { calendar });
    from = to;
  }
  return from < end
    ? { known: growth, from: years(from), to: years(end), fixing: first }
    : { known: growth, from: 0, to: 0, fixing: first };
}
