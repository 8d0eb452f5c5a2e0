/**
 * Turns each quoted instrument into an equation in discount factors: value − quote · unit = 0, where value and unit are sums of
 * amount · P(0, of)/P(0, per), and value/unit is the quote that a curve implies.
 */
import { EngineFailure, type Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { DiscountFactor, Years } from '../base/units.js';
import type { Curve } from '../market/curve.js';
import { discount } from '../market/curve.js';
import { addBusinessDays, type Calendar, modifiedFollowing } from '../time/calendar.js';
import { civilOf, monthsAfter } from '../time/civil.js';
import { dayNumber, LAST_DATE } from '../time/date.js';
import { accrual, type DayCount } from '../time/day-count.js';
import { addTenor, tenorYears } from '../time/tenor.js';
import type { CurveCalibrationRequest, CurveInstrument } from './curve-request.js';

/** amount · P(0, paidAt)/P(0, unitAt). A payment has `unitAt` = 0; a constant has `paidAt` = `unitAt` = 0. */
export interface Term {
  readonly amount: number;
  readonly paidAt: Years;
  readonly unitAt: Years;
}

export interface Equation {
  /** The instrument's type and end, as residuals and error messages name it. */
  readonly label: string;
  readonly quote: number;
  readonly value: readonly Term[];
  readonly unit: readonly Term[];
  /** The latest time in the equation: the curve has a node there. */
  readonly end: Years;
}

/** Largest number of payments of all instruments together; a full market has a tenth of it. */
const MAX_CURVE_PAYMENTS = 20_000;

/**
 * A point in time. `day` is given where a calendar date stands behind it. Accruals between two dates follow the day count convention;
 * otherwise they are differences of `time`.
 */
interface Moment {
  readonly time: Years;
  readonly day?: number;
}

interface Period {
  readonly start: Moment;
  readonly end: Moment;
  /** The end before it was moved to a business day; unadjusted accruals end there. */
  readonly unadjustedEnd: Moment;
}

/** The conventions that all instruments share. */
interface Conventions {
  /** Day number of the valuation date. */
  readonly today: number;
  readonly dayCount: DayCount;
  readonly calendar: Calendar;
  readonly settlementDays: number;
  /** Cache of days moved to business days: swaps with the same start share their dates. */
  readonly businessDays: Map<number, Moment>;
  /** Discount factors of another curve; absent if the curve that is built also discounts. */
  readonly discountFactor: ((t: Years) => DiscountFactor) | undefined;
}
type InstrumentOf<Type> = Extract<CurveInstrument, { type: Type }>;

/** Discount factors with a cache: swaps pay on the same days, so each factor is computed once. */
export function cachedDiscount(curve: Curve): (t: Years) => DiscountFactor {
  const factors = new Map<Years, DiscountFactor>();
  return (t) => {
    const factor = factors.get(t) ?? discount(curve, t);
    factors.set(t, factor);
    return factor;
  };
}

const constant = (amount: number): Term => ({ amount, paidAt: 0, unitAt: 0 });
const payment = (amount: number, { time }: Moment): Term => ({ amount, paidAt: time, unitAt: 0 });

/**
 * The equations, in the order of the instruments.
 *
 * @throws EngineFailure `invalid` with every instrument that starts before the valuation date, ends before it starts, ends after the last
 *         date of the calendar or ends when another one does; `cost` for too many payments
 */
export function equationsOf(
  { instruments = [], valuationDate, dayCount, calendar, settlementDays }: CurveCalibrationRequest,
  discounting: Curve | undefined,
): Equation[] {
  const conventions: Conventions = {
    today: dayNumber(valuationDate),
    dayCount,
    calendar,
    settlementDays,
    businessDays: new Map(),
    discountFactor: discounting && cachedDiscount(discounting),
  };
  const faults: Fault[] = [];
  const equations = instruments.map((instrument, i) => {
    const period = periodOf(instrument, conventions);
    const instrumentEquation = equation(instrument, period, conventions);
    const field = instrument.tenor === undefined ? 'maturity' : 'tenor';
    const fault = (must: string) => faults.push({ pointer: `/instruments/${i}/${field}`, reason: `${must}; got ${instrument[field]}` });
    if (period.start.time < 0 && 'start' in instrument)
      faults.push({
        pointer: `/instruments/${i}/start`,
        reason: `must not be before ${valuationDate}, the valuation date; got ${instrument.start}`,
      });
    if (period.end.time <= period.start.time) fault('must end after the start');
    if (conventions.today + Math.round(365 * instrumentEquation.end) > dayNumber(LAST_DATE)) fault(`must end by ${LAST_DATE}`);
    return instrumentEquation;
  });
  const ends = new Map<Years, number>();
  equations.forEach(({ end }, i) => {
    const other = ends.get(end);
    if (other !== undefined) faults.push({ pointer: `/instruments/${i}`, reason: `must not end on the same day as instruments[${other}]` });
    else ends.set(end, i);
  });
  if (faults.length > 0) throw refusal(faults);
  const terms = equations.reduce((sum, { value, unit }) => sum + value.length + unit.length, 0);
  if (terms > MAX_CURVE_PAYMENTS)
    throw new EngineFailure('cost', `instruments have ${terms} payments together; at most ${MAX_CURVE_PAYMENTS} are allowed`);
  return equations;
}

function equation(instrument: CurveInstrument, period: Period, conventions: Conventions): Equation {
  const sides = SIDES[instrument.type](instrument as never, period, conventions);
  return {
    label: `${instrument.type} ${instrument.tenor ?? instrument.maturity}`,
    ...sides,
    end: Math.max(latest(sides.value), latest(sides.unit)),
  };
}

const latest = (terms: readonly Term[]): Years => terms.reduce((time, { paidAt, unitAt }) => Math.max(time, paidAt, unitAt), 0);

type Sides = Pick<Equation, 'quote' | 'value' | 'unit'>;

/** Quote, value and unit of each instrument type. */
const SIDES: { [Type in CurveInstrument['type']]: (instrument: InstrumentOf<Type>, period: Period, conventions: Conventions) => Sides } = {
  deposit: ({ rate }, period, conventions) => simpleInterest(rate, period, conventions),
  fra: ({ rate }, period, conventions) => simpleInterest(rate, period, conventions),
  future: ({ price, convexity }, period, conventions) => simpleInterest((100 - price) / 100 - convexity, period, conventions),
  swap: ({ rate, fixedFrequency, fixedDayCount = '30/360', floatingFrequency }, period, conventions) => ({
    quote: rate,
    value: floatingLeg(period, floatingFrequency, conventions),
    unit: annuity(schedule(period, fixedFrequency, conventions, 'unadjusted'), fixedDayCount, conventions),
  }),
  ois: ({ rate, fixedFrequency, fixedDayCount }, period, conventions) => ({
    quote: rate,
    value: floatingLeg(period, fixedFrequency, conventions),
    unit: annuity(schedule(period, fixedFrequency, conventions, 'adjusted'), fixedDayCount ?? conventions.dayCount, conventions),
  }),
  bond: ({ price, couponRate, couponFrequency }, period, conventions) => ({
    quote: price,
    value: [
      ...(couponRate > 0
        ? schedule(period, couponFrequency, conventions, 'unadjusted').map(({ paid }) =>
            payment((100 * couponRate) / couponFrequency, paid),
          )
        : []),
      payment(100, period.end),
    ],
    unit: [constant(1)],
  }),
};

/** P(start)/P(end) − 1 = rate · τ */
const simpleInterest = (quote: number, { start, end }: Period, conventions: Conventions): Sides => ({
  quote,
  value: [{ amount: 1, paidAt: start.time, unitAt: end.time }, constant(-1)],
  unit: [constant(between(conventions.dayCount, start, end, conventions))],
});

interface Payment {
  readonly from: Moment;
  readonly to: Moment;
  readonly paid: Moment;
}

/**
 * A floating leg. If the curve that is built also discounts, the leg is worth P(start) − P(end); otherwise it is the sum of its forward
 * rates, each discounted by the other curve.
 */
function floatingLeg(period: Period, frequency: number, conventions: Conventions): Term[] {
  const { discountFactor } = conventions;
  if (discountFactor === undefined) return [payment(1, period.start), payment(-1, period.end)];
  return schedule(period, frequency, conventions, 'adjusted').flatMap(({ from, to, paid }) => {
    const factor = discountFactor(paid.time);
    return [{ amount: factor, paidAt: from.time, unitAt: to.time }, constant(-factor)];
  });
}

function annuity(payments: readonly Payment[], dayCount: DayCount, conventions: Conventions): Term[] {
  const { discountFactor } = conventions;
  return payments.map(({ from, to, paid }) => {
    const accrued = between(dayCount, from, to, conventions);
    return discountFactor === undefined ? payment(accrued, paid) : constant(accrued * discountFactor(paid.time));
  });
}

const between = (dayCount: DayCount, from: Moment, to: Moment, { calendar }: Conventions): Years =>
  from.day !== undefined && to.day !== undefined ? accrual(dayCount, from.day, to.day, { calendar }) : to.time - from.time;

/** Payment dates, counted back from the end; the first period may be short. */
function schedule(
  { start, unadjustedEnd }: Period,
  frequency: number,
  conventions: Conventions,
  accruals: 'adjusted' | 'unadjusted',
): Payment[] {
  const back = stepsBack(unadjustedEnd, frequency, conventions);
  const ends: Moment[] = [];
  // A date that differs from the start only by rounding is the start.
  for (let end = unadjustedEnd; end.time > start.time + SAME_TIME_TOLERANCE; end = back(ends.length)) ends.push(end);
  let from = start;
  return ends.toReversed().map((end) => {
    const paid = adjusted(end, conventions);
    const payment = { from, to: accruals === 'adjusted' ? paid : end, paid };
    from = payment.to;
    return payment;
  });
}

/** Years: a thousandth of a day, far above the rounding of k/frequency. */
const SAME_TIME_TOLERANCE = 1e-6;

/** The moment that lies a given number of periods before another. */
function stepsBack({ time, day }: Moment, frequency: number, conventions: Conventions): (count: number) => Moment {
  if (day === undefined) return (count) => ({ time: time - count / frequency });
  const date = civilOf(day);
  return (count) => onDay(monthsAfter(date, (-12 / frequency) * count), conventions);
}

function adjusted(moment: Moment, conventions: Conventions): Moment {
  const { day } = moment;
  if (day === undefined) return moment;
  const cached = conventions.businessDays.get(day);
  if (cached !== undefined) return cached;
  const adjusted = onDay(modifiedFollowing(conventions.calendar, day), conventions);
  conventions.businessDays.set(day, adjusted);
  return adjusted;
}

const onDay = (day: number, { today }: Conventions): Moment => ({ time: (day - today) / 365, day });

const momentOf = (input: number | string, conventions: Conventions): Moment =>
  typeof input === 'number' ? { time: input } : onDay(dayNumber(input), conventions);

function periodOf(instrument: CurveInstrument, conventions: Conventions): Period {
  const { maturity, tenor } = instrument;
  const start = 'start' in instrument ? momentOf(instrument.start, conventions) : undefined;
  if (tenor !== undefined) {
    const { calendar, settlementDays, today } = conventions;
    const from = start ?? onDay(addBusinessDays(calendar, today, settlementDays), conventions);
    const end = from.day === undefined ? { time: from.time + tenorYears(tenor) } : onDay(addTenor(from.day, tenor), conventions);
    return { start: from, end: adjusted(end, conventions), unadjustedEnd: end };
  }
  if (maturity === undefined) throw new Error('a curve instrument has either a tenor or a maturity');
  const end = momentOf(maturity, conventions);
  const now = end.day === undefined ? { time: 0 } : onDay(conventions.today, conventions);
  return { start: start ?? now, end: adjusted(end, conventions), unadjustedEnd: end };
}
