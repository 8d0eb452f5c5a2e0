/** Legs with dates, notionals and rates that change over their life: from request to payments. */
import { z } from 'zod';
import { oneAlternative } from '../../base/alternatives.js';
import { date, increasingBy } from '../../base/terms.js';
import type { DiscountFactor, Years } from '../../base/units.js';
import { type FloatingPayment, interestOf } from '../../formula/swap-legs.js';
import { currency } from '../../market/cross-asset-input.js';
import { firstAtOrAfter } from '../../market/curve.js';
import { exp } from '../../math/elementary/exp.js';
import { pow } from '../../math/elementary/pow.js';
import { adjust } from '../../time/calendar.js';
import { dayNumber } from '../../time/date.js';
import { accrual, DAY_COUNTS } from '../../time/day-count.js';
import { addTenor } from '../../time/tenor.js';
import {
  type Clock,
  checkLife,
  conventionFields,
  ends,
  type Fixing,
  fixingsField,
  frequencyField,
  isTenor,
  lagField,
  lifeFields,
  lifeOf,
  notionalField,
  paymentDay,
  periodsOf,
  rateField,
} from './conventions.js';
import { floatingCoupons } from './floating.js';

const MAX_LEGS = 20;
/** Changes of a notional or a rate: monthly over the longest life. */
const MAX_CHANGES = 1_200;

/** Values from dates on, strictly increasing. */
const changes = <Change extends z.ZodObject<{ date: typeof date }>>(change: Change, description: string) =>
  z.array(change).min(1).max(MAX_CHANGES).superRefine(increasingBy('date')).optional().meta({ description });

const shared = {
  direction: z.enum(['receive', 'pay']).meta({ description: 'Whether the leg is received or paid' }),
  currency,
  notional: notionalField.unwrap().optional().meta({ description: 'Notional: multiplies all amounts; 1 by default' }),
  notionalSchedule: changes(
    z.strictObject({ date, notional: z.number().nonnegative().max(1e15) }),
    'Notionals from dates on, the first from the start, in place of notional',
  ),
  ...lifeFields,
  frequency: frequencyField('Periods per year').default(1),
  dayCount: z.enum(DAY_COUNTS).default('ACT/360').meta({ description: 'Day count of the leg' }),
  ...conventionFields,
  exchange: z.enum(['none', 'final', 'all']).default('none').meta({
    description:
      'Notionals that change hands: final, the last at the end and what it falls or rises by before; all, the first at the start too. A leg that is received is lent',
  }),
};

const fixedLeg = z.strictObject({
  type: z.literal('fixed'),
  ...shared,
  rate: rateField('Fixed rate, decimal; may be negative').optional(),
  rateSchedule: changes(
    z.strictObject({ date, rate: rateField('Rate, decimal') }),
    'Rates from dates on, the first from the start, in place of rate',
  ),
  payment: z.enum(['each_period', 'simple', 'annual', 'continuous']).default('each_period').meta({
    description: 'each_period: simple interest at the end of each period; otherwise once, at the end, with interest compounded so',
  }),
});

const floatingLeg = z.strictObject({
  type: z.literal('floating'),
  ...shared,
  index: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Index that projects it and whose fixings it has; by default the curve of its currency' }),
  floatingType: z
    .enum(['term', 'overnight'])
    .default('term')
    .meta({ description: 'term: fixed for a period before it; overnight: daily rates compounded' }),
  spread: rateField('Added to the floating rate, not compounded').default(0),
  spreadSchedule: changes(
    z.strictObject({ date, spread: rateField('Spread, decimal') }),
    'Spreads from dates on, the first from the start, in place of spread',
  ),
  fixingDays: lagField('Business days from the fixing of a term rate to the start of its period'),
  payment: z.enum(['each_period', 'compounded', 'settled_at_start']).default('each_period').meta({
    description:
      'each_period: at the end of each period; compounded: once, at the end, with the interest of all periods compounded; settled_at_start: at the start of each period, discounted over it at its own rate, as a forward rate agreement is',
  }),
  fixings: fixingsField.unwrap().optional().meta({ description: 'Known fixings, in place of those of the market' }),
});

const leg = z
  .discriminatedUnion('type', [fixedLeg, floatingLeg])
  .superRefine(oneAlternative(...ends))
  .superRefine(checkLife)
  .superRefine((terms, context) => {
    const fault = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    const { notional, notionalSchedule, startDate } = terms;
    if (notional !== undefined && notionalSchedule !== undefined) fault(['notional'], 'must be left out beside notionalSchedule', notional);
    for (const field of ['notionalSchedule', 'rateSchedule', 'spreadSchedule'] as const) {
      const list = field in terms ? (terms as Partial<Record<typeof field, readonly { readonly date: string }[]>>)[field] : undefined;
      const [first] = list ?? [];
      if (first !== undefined && first.date > startDate)
        fault([field, 0, 'date'], `must not be after ${startDate}, the startDate; got ${first.date}`, first.date);
    }
    if (terms.type === 'fixed' && (terms.rate === undefined) === (terms.rateSchedule === undefined))
      fault(['rate'], terms.rate === undefined ? 'is required, or rateSchedule' : 'must be left out beside rateSchedule', terms.rate);
    if (terms.type === 'floating' && terms.floatingType === 'overnight' && terms.fixingDays > 0)
      fault(['fixingDays'], `must be 0 for an overnight rate; got ${terms.fixingDays}`, terms.fixingDays);
    if (terms.type === 'floating' && terms.payment === 'settled_at_start' && terms.floatingType === 'overnight')
      fault(['floatingType'], 'must be term with the payment settled_at_start; got overnight', terms.floatingType);
    const end = terms.maturity === undefined ? 'tenor' : 'maturity';
    if (terms.payment === 'settled_at_start' && terms[end] !== undefined && isTenor(terms.tenor)) {
      const [first, last] = lifeOf(terms);
      if (last > addTenor(first, '1Y'))
        fault([end], `must be within a year of ${startDate} with the payment settled_at_start; got ${terms[end]}`, terms[end]);
    }
    if (terms.payment === 'each_period' || terms.payment === 'settled_at_start') return;
    for (const field of ['notionalSchedule', 'rateSchedule', 'spreadSchedule'] as const)
      if ((terms as Readonly<Record<string, unknown>>)[field] !== undefined)
        fault([field], `must be left out with the payment ${terms.payment}`, undefined);
    if (terms.type === 'floating' && terms.spread !== 0)
      fault(['spread'], `must be 0 with the payment compounded; got ${terms.spread}`, terms.spread);
  })
  .meta({ id: 'DatedLeg', description: 'A leg of fixed or floating interest with its dates and conventions, which may have started' });
type Leg = z.output<typeof leg>;

export const datedLegs = z.strictObject({ legs: z.array(leg).min(1).max(MAX_LEGS) }).meta({
  id: 'DatedLegs',
  description: 'Any number of legs: swaps with notionals that change, basis swaps, swaps of two currencies, floating rate notes, deposits',
  examples: [
    {
      legs: [
        {
          ...{ type: 'fixed', direction: 'pay', currency: 'EUR', rate: 0.02, startDate: '2024-06-17', tenor: '5Y', dayCount: '30E/360' },
          notionalSchedule: [
            { date: '2024-06-17', notional: 1_000_000 },
            { date: '2026-06-17', notional: 600_000 },
          ],
        },
        {
          ...{
            type: 'floating',
            direction: 'receive',
            currency: 'EUR',
            index: 'EURIBOR-3M',
            startDate: '2025-12-15',
            tenor: '3Y',
            frequency: 4,
          },
          notional: 1_000_000,
        },
      ],
    },
  ],
});

type Discounting = (t: Years) => DiscountFactor;

/** A payment of a leg. */
interface LegPayment {
  readonly kind: 'fixed' | 'floating' | 'notional';
  /** Day numbers. A notional has no period. */
  readonly period?: { readonly start: number; readonly end: number; readonly accrual: Years };
  readonly paid: number;
  readonly time: Years;
  /** Positive where it is received; 0 where it floats. */
  readonly fixed: number;
  /** Interest notional · (Π known · P(from)/P(to) − 1 + addition), P of the projection curve; settled at the start, it is divided by the product. */
  readonly floating?: {
    readonly notional: number;
    readonly growths: readonly FloatingPayment[];
    readonly addition: number;
    readonly isSettledAtStart: boolean;
  };
}

/** The amount of a payment at the forward rates of a projection curve. */
export function amountOf({ fixed, floating }: LegPayment, projection: Discounting): number {
  if (floating === undefined) return fixed;
  const { notional, growths, addition, isSettledAtStart } = floating;
  const [first] = growths;
  const earned =
    growths.length === 1
      ? interestOf(first!, projection)
      : growths.reduce((product, each) => product * (1 + interestOf(each, projection)), 1) - 1;
  const interest = notional * (earned + addition);
  return isSettledAtStart ? interest / (1 + earned) : interest;
}

/**
 * The payments of a leg after the valuation date.
 *
 * @param fixings  those of its index in the market
 * @param pointer  where missing fixings are to be given
 * @throws EngineFailure `invalid` with the fixings that are missing
 */
export function legPayments(terms: Leg, clock: Clock, fixings: readonly Fixing[], pointer: string): LegPayment[] {
  return [...interest(terms, clock, fixings, pointer), ...notionals(terms, clock)];
}

/** The value of a schedule in force on a day, its dates moved to business days as the periods are. */
function inForce<Change extends { readonly date: string }>(list: readonly Change[], day: number, terms: Leg): Change {
  // Days are whole numbers.
  return list[Math.max(firstAtOrAfter(daysOf(list, terms), day + 1) - 1, 0)]!;
}

const knownDays = new WeakMap<readonly object[], readonly number[]>();

/** Business days of the changes of a leg, remembered as long as the list is used: each period looks for its own. */
function daysOf(list: readonly { readonly date: string }[], { calendar, businessDayConvention }: Leg): readonly number[] {
  const days = knownDays.get(list) ?? list.map(({ date: from }) => adjust(calendar, dayNumber(from), businessDayConvention));
  knownDays.set(list, days);
  return days;
}

const notionalOn = (terms: Leg, day: number): number =>
  (terms.direction === 'receive' ? 1 : -1) *
  (terms.notionalSchedule === undefined ? (terms.notional ?? 1) : inForce(terms.notionalSchedule, day, terms).notional);

function interest(terms: Leg, clock: Clock, fixings: readonly Fixing[], pointer: string): LegPayment[] {
  const { calendar, dayCount } = terms;
  const terminationDay = lifeOf(terms)[1];
  if (terms.type === 'fixed') {
    const periods = periodsOf(terms, terms.frequency);
    const [first, last] = [periods[0]!, periods[periods.length - 1]!];
    const spans = terms.payment === 'each_period' ? periods : [{ ...first, end: last.end }];
    return spans.flatMap(({ start, end }): LegPayment[] => {
      const paid = paymentDay(terms, end);
      if (paid <= clock.today) return [];
      const length = accrual(dayCount, start, end, { calendar, terminationDay });
      const rate = terms.rateSchedule === undefined ? terms.rate! : inForce(terms.rateSchedule, start, terms).rate;
      const amount = notionalOn(terms, start) * growth(terms.payment, rate, length);
      return [{ kind: 'fixed', period: { start, end, accrual: length }, paid, time: clock.years(paid), fixed: amount }];
    });
  }
  const { frequency: floatingFrequency, dayCount: floatingDayCount, payment } = terms;
  const atEnd = payment === 'compounded';
  const isSettledAtStart = payment === 'settled_at_start';
  const coupons = floatingCoupons(
    { ...terms, floatingFrequency, floatingDayCount, paidAtEnd: atEnd, paidAtStart: isSettledAtStart },
    clock,
    terms.fixings ?? fixings,
    pointer,
  );
  const [first] = coupons;
  if (first === undefined) return [];
  if (atEnd) {
    const { end, paid, time } = coupons[coupons.length - 1]!;
    const period = { start: first.start, end, accrual: coupons.reduce((sum, coupon) => sum + coupon.accrual, 0) };
    return [
      {
        kind: 'floating',
        period,
        paid,
        time,
        fixed: 0,
        floating: { notional: notionalOn(terms, first.start), growths: coupons, addition: 0, isSettledAtStart },
      },
    ];
  }
  return coupons.map((coupon): LegPayment => {
    const { start, end, accrual: length, paid, time } = coupon;
    const spread = terms.spreadSchedule === undefined ? terms.spread : inForce(terms.spreadSchedule, start, terms).spread;
    return {
      kind: 'floating',
      period: { start, end, accrual: length },
      ...{
        paid,
        time,
        fixed: 0,
        floating: { notional: notionalOn(terms, start), growths: [coupon], addition: spread * length, isSettledAtStart },
      },
    };
  });
}

/** The mean of the notional over what is left of a leg, positive whichever way it goes; 0 where nothing is. */
export function meanNotional(terms: Leg, { today }: Clock): number {
  let [sum, days] = [0, 0];
  for (const { start, end } of periodsOf(terms, terms.frequency)) {
    const remaining = Math.max(end - Math.max(start, today), 0);
    sum += remaining * Math.abs(notionalOn(terms, start));
    days += remaining;
  }
  return days > 0 ? sum / days : 0;
}

/** Interest of a period per unit of notional. */
function growth(payment: Extract<Leg, { type: 'fixed' }>['payment'], rate: number, length: Years): number {
  if (payment === 'annual') return pow(1 + rate, length) - 1;
  return payment === 'continuous' ? exp(rate * length) - 1 : rate * length;
}

const notionals = (terms: Leg, { today, years }: Clock): LegPayment[] =>
  exchanges(terms).flatMap(({ day, paid, amount }) => (day <= today ? [] : [{ kind: 'notional', paid, time: years(paid), fixed: amount }]));

/** The notionals that change hands today, which are no payments of the leg any more, but are part of what it was worth when it was agreed. */
export const exchangesOfToday = (terms: Leg, { today, years }: Clock): readonly { readonly time: Years; readonly amount: number }[] =>
  exchanges(terms).flatMap(({ day, paid, amount }) => (day === today ? [{ time: years(paid), amount }] : []));

/** A notional that changes hands. */
interface Exchange {
  /** The day from which it is no payment of the leg any more: at the start of the leg that of the start. */
  readonly day: number;
  readonly paid: number;
  readonly amount: number;
}

/** The notionals that change hands: lent at the start by who receives the leg, and returned. */
function exchanges(terms: Leg): Exchange[] {
  if (terms.exchange === 'none') return [];
  const periods = periodsOf(terms, terms.frequency);
  const flow = (day: number, amount: number, lastDay = paymentDay(terms, day)): Exchange[] =>
    amount === 0 ? [] : [{ day: lastDay, paid: paymentDay(terms, day), amount }];
  const [first, last] = [periods[0]!, periods[periods.length - 1]!];
  const start = terms.exchange === 'all' ? flow(first.start, -notionalOn(terms, first.start), first.start) : [];
  const changed = periods
    .slice(1)
    .flatMap((period, i) => flow(period.start, notionalOn(terms, periods[i]!.start) - notionalOn(terms, period.start)));
  return [...start, ...changed, ...flow(last.end, notionalOn(terms, last.start))];
}
