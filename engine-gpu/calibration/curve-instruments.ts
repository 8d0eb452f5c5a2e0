/**
 * A quoted instrument as an equation in discount factors: value − quote · unit = 0, where value and unit are sums of
 * amount · P(of)/P(per), and value/unit is the quote that a curve gives.
 */
import { EngineFailure, type Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { DiscountFactor, Years } from '../base/units.js';
import { discount } from '../market/curve.js';
import type { Curve } from '../market/market.js';
import { addBusinessDays, type Calendar, modifiedFollowing } from '../time/calendar.js';
import { civilOf, monthsAfter } from '../time/civil.js';
import { dayNumber, LAST_DATE } from '../time/date.js';
import { accrual, type DayCount } from '../time/day-count.js';
import { addTenor, tenorYears } from '../time/tenor.js';
import type { CurveCalibrationRequest, CurveInstrument } from './curve-request.js';

/** amount · P(0, of)/P(0, per); a payment has `per` 0, a constant both. */
export interface Term {
  readonly amount: number;
  readonly of: Years;
  readonly per: Years;
}

export interface Equation {
  /** As a fault and a residual name it: its type and its end. */
  readonly label: string;
  readonly quote: number;
  readonly value: readonly Term[];
  readonly unit: readonly Term[];
  /** The latest time in it: where the curve gets its node. */
  readonly end: Years;
}

/** Payments of all instruments together; a full market has a tenth. */
const MAX_TERMS = 20_000;

/**
 * A moment on the valuation's time axis. `day` where a calendar date stands behind it: accruals between two such are
 * counted by convention, others are plain differences.
 */
interface Moment {
  readonly time: Years;
  readonly day?: number;
}

interface Period {
  readonly start: Moment;
  readonly end: Moment;
  /** Before it was moved to a business day; accruals of fixed legs end there. */
  readonly unadjustedEnd: Moment;
}

/** The conventions that all instruments share. */
interface Setting {
  /** Day number of the valuation date. */
  readonly today: number;
  readonly dayCount: DayCount;
  readonly calendar: Calendar;
  readonly settlementDays: number;
  /** Days already moved by the calendar: swaps of one start share theirs. */
  readonly businessDays: Map<number, Moment>;
  /** Absent: the curve discounts itself. */
  readonly discountFactor: ((t: Years) => DiscountFactor) | undefined;
}
type Of<Type> = Extract<CurveInstrument, { type: Type }>;

/** Swaps pay on the same days: each factor is looked up once. */
function remembered(curve: Curve): (t: Years) => DiscountFactor {
  const factors = new Map<Years, DiscountFactor>();
  return (t) => {
    const factor = factors.get(t) ?? discount(curve, t);
    factors.set(t, factor);
    return factor;
  };
}

const constant = (amount: number): Term => ({ amount, of: 0, per: 0 });
const payment = (amount: number, { time }: Moment): Term => ({ amount, of: time, per: 0 });

/** The equations, in the order of the instruments. */
export function equationsOf(
  { instruments, valuationDate, dayCount, calendar, settlementDays }: CurveCalibrationRequest,
  discounting: Curve | undefined,
): Equation[] {
  const setting: Setting = {
    today: dayNumber(valuationDate),
    dayCount,
    calendar,
    settlementDays,
    businessDays: new Map(),
    discountFactor: discounting && remembered(discounting),
  };
  const faults: Fault[] = [];
  const equations = instruments.map((instrument, i) => {
    const period = periodOf(instrument, setting);
    const made = equation(instrument, period, setting);
    const field = instrument.tenor === undefined ? 'maturity' : 'tenor';
    const fault = (must: string) => faults.push({ pointer: `/instruments/${i}/${field}`, reason: `${must}; got ${instrument[field]}` });
    if (period.end.time <= period.start.time) fault('must end after the start');
    if (setting.today + Math.round(365 * made.end) > dayNumber(LAST_DATE)) fault(`must end by ${LAST_DATE}`);
    return made;
  });
  const ends = new Map<Years, number>();
  equations.forEach(({ end }, i) => {
    const other = ends.get(end);
    if (other !== undefined) faults.push({ pointer: `/instruments/${i}`, reason: `must not end when instruments[${other}] does` });
    else ends.set(end, i);
  });
  if (faults.length > 0) throw refusal(faults);
  const terms = equations.reduce((sum, { value, unit }) => sum + value.length + unit.length, 0);
  if (terms > MAX_TERMS) throw new EngineFailure('cost', `instruments have ${terms} payments together; at most ${MAX_TERMS} are taken`);
  return equations;
}

function equation(instrument: CurveInstrument, period: Period, setting: Setting): Equation {
  const sides = equations[instrument.type](instrument as never, period, setting);
  return {
    label: `${instrument.type} ${instrument.tenor ?? instrument.maturity}`,
    ...sides,
    end: Math.max(latest(sides.value), latest(sides.unit)),
  };
}

const latest = (terms: readonly Term[]): Years => terms.reduce((time, { of, per }) => Math.max(time, of, per), 0);

type Sides = Pick<Equation, 'quote' | 'value' | 'unit'>;

/** What each type says of the curve. */
const equations: { [Type in CurveInstrument['type']]: (instrument: Of<Type>, period: Period, setting: Setting) => Sides } = {
  deposit: ({ rate }, period, { dayCount }) => simpleInterest(rate, period, dayCount),
  fra: ({ rate }, period, { dayCount }) => simpleInterest(rate, period, dayCount),
  future: ({ price, convexity }, period, { dayCount }) => simpleInterest((100 - price) / 100 - convexity, period, dayCount),
  swap: ({ rate, fixedFrequency, floatingFrequency }, period, setting) => ({
    quote: rate,
    value: floatingLeg(period, floatingFrequency, setting),
    unit: annuity(schedule(period, fixedFrequency, setting, 'unadjusted'), '30/360', setting),
  }),
  ois: ({ rate, fixedFrequency }, period, setting) => ({
    quote: rate,
    value: floatingLeg(period, fixedFrequency, setting),
    unit: annuity(schedule(period, fixedFrequency, setting, 'adjusted'), setting.dayCount, setting),
  }),
  bond: ({ price, couponRate, couponFrequency }, period, setting) => ({
    quote: price,
    value: [
      ...(couponRate > 0
        ? schedule(period, couponFrequency, setting, 'unadjusted').map(({ paid }) => payment((100 * couponRate) / couponFrequency, paid))
        : []),
      payment(100, period.end),
    ],
    unit: [constant(1)],
  }),
};

/** P(start)/P(end) − 1 = rate · τ */
const simpleInterest = (quote: number, { start, end }: Period, dayCount: DayCount): Sides => ({
  quote,
  value: [{ amount: 1, of: start.time, per: end.time }, constant(-1)],
  unit: [constant(between(dayCount, start, end))],
});

interface Payment {
  readonly from: Moment;
  readonly to: Moment;
  readonly paid: Moment;
}

/** Discounted by the curve that is built it is worth P(start) − P(end); else its forwards are, each by the other curve. */
function floatingLeg(period: Period, frequency: number, setting: Setting): Term[] {
  const { discountFactor } = setting;
  if (discountFactor === undefined) return [payment(1, period.start), payment(-1, period.end)];
  return schedule(period, frequency, setting, 'adjusted').flatMap(({ from, to, paid }) => {
    const factor = discountFactor(paid.time);
    return [{ amount: factor, of: from.time, per: to.time }, constant(-factor)];
  });
}

function annuity(payments: readonly Payment[], dayCount: DayCount, { discountFactor }: Setting): Term[] {
  return payments.map(({ from, to, paid }) => {
    const accrued = between(dayCount, from, to);
    return discountFactor === undefined ? payment(accrued, paid) : constant(accrued * discountFactor(paid.time));
  });
}

const between = (dayCount: DayCount, from: Moment, to: Moment): Years =>
  from.day !== undefined && to.day !== undefined ? accrual(dayCount, from.day, to.day) : to.time - from.time;

/** Payment dates counted back from the end; a first period may be short. */
function schedule({ start, unadjustedEnd }: Period, frequency: number, setting: Setting, accruals: 'adjusted' | 'unadjusted'): Payment[] {
  const back = stepsBack(unadjustedEnd, frequency, setting);
  const ends: Moment[] = [];
  // A date that misses the start by rounding is the start.
  for (let end = unadjustedEnd; end.time > start.time + SAME_TIME; end = back(ends.length)) ends.push(end);
  let from = start;
  return ends.toReversed().map((end) => {
    const paid = adjusted(end, setting);
    const payment = { from, to: accruals === 'adjusted' ? paid : end, paid };
    from = payment.to;
    return payment;
  });
}

/** Years; a thousandth of a day, and far above the rounding of k/frequency. */
const SAME_TIME = 1e-6;

/** So many periods before a moment. */
function stepsBack({ time, day }: Moment, frequency: number, setting: Setting): (count: number) => Moment {
  if (day === undefined) return (count) => ({ time: time - count / frequency });
  const date = civilOf(day);
  return (count) => onDay(monthsAfter(date, (-12 / frequency) * count), setting);
}

function adjusted(moment: Moment, setting: Setting): Moment {
  const { day } = moment;
  if (day === undefined) return moment;
  const known = setting.businessDays.get(day);
  if (known !== undefined) return known;
  const found = onDay(modifiedFollowing(setting.calendar, day), setting);
  setting.businessDays.set(day, found);
  return found;
}

const onDay = (day: number, { today }: Setting): Moment => ({ time: (day - today) / 365, day });

const momentOf = (given: number | string, setting: Setting): Moment =>
  typeof given === 'number' ? { time: given } : onDay(dayNumber(given), setting);

function periodOf(instrument: CurveInstrument, setting: Setting): Period {
  const { maturity, tenor } = instrument;
  const start = 'start' in instrument ? momentOf(instrument.start, setting) : undefined;
  if (tenor !== undefined) {
    const { calendar, settlementDays, today } = setting;
    const from = start ?? onDay(addBusinessDays(calendar, today, settlementDays), setting);
    const end = from.day === undefined ? { time: from.time + tenorYears(tenor) } : onDay(addTenor(from.day, tenor), setting);
    return { start: from, end: adjusted(end, setting), unadjustedEnd: end };
  }
  const end = momentOf(maturity!, setting);
  const now = end.day === undefined ? { time: 0 } : onDay(setting.today, setting);
  return { start: start ?? now, end: adjusted(end, setting), unadjustedEnd: end };
}
