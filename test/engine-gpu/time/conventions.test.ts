import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Adjustment,
  adjust,
  businessDaysBetween,
  CALENDARS,
  type Calendar,
  type CalendarName,
  isBusinessDay,
  subtractBusinessDays,
} from '#engine-gpu/time/calendar';
import { addMonths } from '#engine-gpu/time/civil';
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';
import { accrual, actualActualIcma, DAY_COUNTS, type DayCount } from '#engine-gpu/time/day-count';
import { type Stub, schedulePeriods } from '#engine-gpu/time/schedule';
import { table } from '#test/reference/table';

/** Days on which QuantLib is wrong, by calendar (time/holidays.ts says why). */
const QUANTLIB_ERRORS: Readonly<Record<string, readonly string[]>> = { JPTO: ['2003-05-06'] };

table<{ readonly calendar: CalendarName }, { readonly holidays: Readonly<Record<string, string>> }>('calendars', ({ inputs, expected }) => {
  const holidays = new Set(Object.entries(expected.holidays).flatMap(([year, days]) => days.split(' ').map((day) => `${year}-${day}`)));
  const differing: string[] = [];
  for (let day = dayNumber('2000-01-01'); day <= dayNumber('2060-12-31'); day++) {
    const open = isBusinessDay('weekends', day) && !holidays.has(dateOfDay(day));
    if (open !== isBusinessDay(inputs.calendar, day)) differing.push(dateOfDay(day));
  }
  expect(differing).to.deep.equal(QUANTLIB_ERRORS[inputs.calendar] ?? []);
});

table<{ readonly dayCount: string; readonly periods: readonly string[] }, { readonly fractions: readonly number[] }>(
  'day_counts',
  ({ inputs: { dayCount, periods }, expected: { fractions }, tolerance: { abs = 0 } }) => {
    periods.forEach((period, i) => {
      const [from, to, third, months] = period.split(' ');
      const [start, end] = [dayNumber(from!), dayNumber(to!)];
      const actual =
        dayCount === 'ACT/ACT ICMA'
          ? icma(start, end, dayNumber(third!), Number(months))
          : accrual(dayCount as DayCount, start, end, { calendar: 'BRSP', ...(third === 'end' && { terminationDay: end }) });
      if (!(Math.abs(actual - fractions[i]!) <= abs)) expect.fail(`${dayCount} of ${period} is ${actual}, expected ${fractions[i]}`);
    });
  },
);

const icma = (from: number, to: number, start: number, months: number) =>
  actualActualIcma(from, to, { start, end: addMonths(start, months), months });

const calendarOf = (names: string): Calendar => (names.includes(',') ? (names.split(',') as CalendarName[]) : (names as CalendarName));

table<{ readonly calendar: string; readonly stub: Stub; readonly terms: readonly string[] }, { readonly dates: readonly string[] }>(
  'schedules',
  ({ inputs: { calendar, stub, terms }, expected: { dates } }) => {
    terms.forEach((each, i) => {
      const [start, end, months, adjustment, rule] = each.split(' ');
      const periods = schedulePeriods({
        ...{ start: dayNumber(start!), end: dayNumber(end!), months: Number(months), calendar: calendarOf(calendar) },
        ...{ adjustment: adjustment as Adjustment, stub, endOfMonth: rule === 'eom' },
      });
      const actual = [periods[0]?.start, ...periods.map(({ end }) => end)].map((day) => (day === undefined ? '' : dateOfDay(day)));
      expect(actual.join(' '), each).to.equal(dates[i]);
    });
  },
);

const days = fc.integer({ min: dayNumber('2000-01-01'), max: dayNumber('2100-01-01') });

describe('conventions', () => {
  it('move a date to a business day of every calendar of a list, within a month', () => {
    const calendar = ['GBLO', 'USNY', 'JPTO'] as const;
    fc.assert(
      fc.property(days, fc.constantFrom('following', 'modified_following', 'preceding', 'modified_preceding'), (day, adjustment) => {
        const moved = adjust(calendar, day, adjustment);
        expect(calendar.every((each) => isBusinessDay(each, moved))).to.equal(true);
        expect(Math.abs(moved - day)).to.be.at.most(12);
      }),
      { seed: 1 },
    );
  });

  it('count business days additively, and back as far as forth', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CALENDARS), days, fc.nat(800), fc.nat(800), (calendar, from, a, b) => {
        const [first, second] = [businessDaysBetween(calendar, from, from + a), businessDaysBetween(calendar, from + a, from + a + b)];
        expect(businessDaysBetween(calendar, from, from + a + b)).to.equal(first + second);
        expect(businessDaysBetween(calendar, from + a, from)).to.equal(0 - first);
        expect(businessDaysBetween(calendar, subtractBusinessDays(calendar, from, 5), from)).to.be.within(5, 6);
      }),
      { seed: 1 },
    );
  });

  it('count a whole period as its part of a year, and none of nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DAY_COUNTS), days, (dayCount, day) => {
        expect(accrual(dayCount, day, day)).to.equal(0);
        expect(accrual(dayCount, day, day + 365)).to.be.closeTo(1, 0.46);
      }),
      { seed: 1 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: dayNumber('2000-01-01'), max: dayNumber('2000-01-28') }),
        fc.constantFrom(1, 3, 6, 12),
        (day, months) => {
          expect(icma(day, addMonths(day, months), day, months)).to.equal(months / 12);
          // Two periods and a stub before them: the parts add up.
          const [from, to] = [addMonths(day, -months) - 10, addMonths(day, 2 * months)];
          expect(icma(from, day, day, months) + icma(day, to, day, months)).to.be.closeTo(icma(from, to, day, months), 1e-14);
          expect(icma(day, to, day, months)).to.be.closeTo((2 * months) / 12, 1e-14);
        },
      ),
      { seed: 1 },
    );
  });
});
