/** Caps and floors by their dates and conventions: from request to caplets and floorlets. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { DAY_COUNTS } from '../../time/day-count.js';
import {
  type Clock,
  checkLife,
  clockOf,
  conventionFields,
  ends,
  fixingsField,
  frequencyField,
  lagField,
  lifeFields,
  notionalField,
  rateField,
} from './conventions.js';
import { type FloatingCoupon, floatingCoupons } from './floating.js';

export const capFloor = z
  .strictObject({
    type: z.enum(['cap', 'floor']).meta({ description: 'cap: pays max(L − strike, 0) for each period; floor: max(strike − L, 0)' }),
    strike: rateField('Strike of every period, decimal, simple; may be negative'),
    notional: notionalField,
    ...lifeFields,
    frequency: frequencyField('Periods per year').default(2),
    dayCount: z.enum(DAY_COUNTS).default('ACT/360').meta({ description: 'Day count of the rate and the payment' }),
    fixingDays: lagField('Business days from the fixing of a rate to the start of its period'),
    ...conventionFields,
    fixings: fixingsField,
  })
  .superRefine(oneAlternative(...ends))
  .superRefine(checkLife)
  .meta({
    id: 'CapFloor',
    description: 'Options on each rate of a floating leg. One that starts today leaves out its first period by starting one period later',
    ...oneOfRequired(...ends),
    examples: [
      {
        ...{ type: 'cap', strike: 0.03, notional: 1_000_000, startDate: '2026-07-07', maturity: '2031-01-07' },
        ...{ frequency: 2, dayCount: 'ACT/360', fixingDays: 2, calendar: 'TARGET' },
      },
    ],
  });
type CapFloor = z.output<typeof capFloor>;

/**
 * The caplets or floorlets that are paid after the valuation date.
 *
 * @throws EngineFailure `invalid` with the fixings that are missing
 */
export function capletsOf(
  instrument: CapFloor,
  valuationDate: string,
): { readonly caplets: readonly FloatingCoupon[]; readonly clock: Clock } {
  const clock = clockOf(valuationDate);
  const { frequency: floatingFrequency, dayCount: floatingDayCount, fixings } = instrument;
  const terms = { ...instrument, floatingType: 'term', floatingFrequency, floatingDayCount } as const;
  return { caplets: floatingCoupons(terms, clock, fixings), clock };
}
