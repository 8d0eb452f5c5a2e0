/** Bonds with fixed coupons by their dates and conventions: from request to payments. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { invalid } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import { addBusinessDays, adjust } from '../../time/calendar.js';
import { calendar } from '../../time/convention-fields.js';
import { dateOfDay } from '../../time/date.js';
import { accrual, actualActualIcma, COUPON_DAY_COUNTS } from '../../time/day-count.js';
import { stepped } from '../../time/schedule.js';
import { checkLife, clockOf, conventionFields, ends, frequencyField, lagField, lifeFields, lifeOf, periodsOf } from './conventions.js';

/** Payments and prices of a bond are per 100 of face value. */
export const FACE = 100;

export const fixedRateBond = z
  .strictObject({
    couponRate: z.number().nonnegative().max(10).meta({ description: 'Coupon, decimal per year' }),
    couponFrequency: frequencyField('Coupons per year').default(1),
    dayCount: z
      .enum(COUPON_DAY_COUNTS)
      .default('ACT/ACT ICMA')
      .meta({ description: 'Day count of coupons, accrued interest and the time of the yield' }),
    faceValue: z.number().positive().max(1e15).default(FACE).meta({ description: 'Face value held: multiplies price' }),
    redemption: z.number().positive().max(1e4).default(FACE).meta({ description: 'Paid at maturity per 100 of face value' }),
    ...lifeFields,
    calendar: calendar.default('none'),
    businessDayConvention: conventionFields.businessDayConvention
      .unwrap()
      .default('following')
      .meta({ description: 'How a payment on a day that is no business day is moved; coupons accrue to the date itself' }),
    stub: conventionFields.stub,
    endOfMonth: conventionFields.endOfMonth,
    settlementDays: lagField('Business days from the valuation date to the settlement of a purchase'),
  })
  .superRefine(oneAlternative(...ends))
  .superRefine(checkLife)
  .meta({
    id: 'FixedRateBond',
    description: 'Bullet bond with fixed coupons',
    ...oneOfRequired(...ends),
    examples: [
      {
        ...{
          couponRate: 0.03,
          couponFrequency: 2,
          dayCount: 'ACT/ACT ICMA',
          faceValue: 1_000_000,
          startDate: '2023-02-15',
          maturity: '2033-02-15',
        },
        ...{ calendar: 'USGS', settlementDays: 1 },
      },
    ],
  });
type FixedRateBond = z.output<typeof fixedRateBond>;

interface BondPayment {
  /** Day number of the payment. */
  readonly paid: number;
  /** Years from the valuation date, ACT/365F. */
  readonly time: Years;
  /** Years of the yield from settlement, by the bond's day count. */
  readonly yieldTime: Years;
  /** Per 100 of face value. */
  readonly amount: number;
}

interface BondPayments {
  readonly payments: readonly BondPayment[];
  /** Interest accrued at settlement, per 100 of face value. */
  readonly accrued: number;
  /** Years to settlement, ACT/365F. */
  readonly settlement: Years;
}

/**
 * The payments of a bond after its settlement, with the interest accrued. The time of the yield is counted in coupon periods: the rest of the
 * running one, then whole ones, whatever days the payments are moved to.
 *
 * @throws EngineFailure `invalid` where it has matured by settlement or starts after it
 */
export function bondPayments(bond: FixedRateBond, valuationDate: string): BondPayments {
  const { couponRate, couponFrequency, dayCount, calendar, businessDayConvention, redemption, settlementDays } = bond;
  const clock = clockOf(valuationDate);
  const settled = settlementDays === 0 ? clock.today : addBusinessDays(calendar, clock.today, settlementDays);
  const [start, end] = lifeOf(bond);
  const periods = periodsOf({ ...bond, calendar: 'none', businessDayConvention: 'unadjusted' }, couponFrequency);
  if (end <= settled)
    throw invalid('/instrument/maturity', `must be after ${dateOfDay(settled)}, the settlement date; got ${dateOfDay(end)}`);
  const months = 12 / couponFrequency;
  const front = bond.stub.endsWith('front');
  /** The regular period that a period is, or from which a stub is counted. */
  const regularPeriod = (i: number) =>
    front
      ? { start: stepped(end, (i - periods.length) * months, bond.endOfMonth), end: periods[i]!.end, months }
      : { start: periods[i]!.start, end: stepped(start, (i + 1) * months, bond.endOfMonth), months };
  const fraction = (i: number, to: number): Years =>
    dayCount === 'ACT/ACT ICMA'
      ? actualActualIcma(periods[i]!.start, to, regularPeriod(i))
      : accrual(dayCount, periods[i]!.start, to, { calendar, terminationDay: end });
  let yieldTime = 0;
  let accrued = 0;
  const payments: BondPayment[] = [];
  periods.forEach((period, i) => {
    if (period.end <= settled) return;
    const length = fraction(i, period.end);
    const elapsed = period.start < settled ? fraction(i, settled) : 0;
    accrued += FACE * couponRate * elapsed;
    yieldTime += length - elapsed;
    // A bond that is issued after settlement accrues nothing until then.
    if (payments.length === 0 && period.start > settled) yieldTime += accrual('ACT/365F', settled, start);
    const paid = adjust(calendar, period.end, businessDayConvention);
    const amount = FACE * couponRate * length + (period.end === end ? redemption : 0);
    payments.push({ paid, time: clock.years(paid), yieldTime, amount });
  });
  return { payments, accrued, settlement: clock.years(settled) };
}
