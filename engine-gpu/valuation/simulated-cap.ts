/**
 * Caps and floors by their dates as the simulation of a netting set takes them: the payments that are known, and for each rate that is not
 * fixed yet an option on a swap of one period.
 *
 *   N max(L − K, 0) τ at the end of a period is the right to receive N L τ and pay N K τ there, which is used where L is above K
 *
 * So the options of a cap are exercised at their fixings like swaptions. Each is a trade of its own in the netting set.
 */
import type { z } from 'zod';
import { invalid } from '../base/failure.js';
import { parse } from '../base/faults.js';
import { forwardRateOf } from '../formula/swap-legs.js';
import { capMarket, curvesOf } from '../market/multi-curve.js';
import { type capFloor, capletsOf } from '../product/rates/cap-floor.js';
import type { FloatingCoupon } from '../product/rates/floating.js';
import type { PartOfTrade } from '../product/trade/dated-flows.js';
import { dateOfDay } from '../time/date.js';

interface CapPlan {
  readonly market: object;
  readonly currency?: string | undefined;
}

/** @param index  that of its rates, if it names one */
export function partsOfCap(
  cap: z.output<typeof capFloor>,
  { market, currency = '' }: CapPlan,
  index: unknown,
  quantity: number,
  valuationDate: string,
): readonly PartOfTrade[] {
  const { type, strike, notional } = cap;
  const { caplets, clock } = capletsOf(cap, valuationDate);
  if (caplets.length === 0) throw invalid('/instrument', `must have a payment after ${valuationDate}, the valuation date`);
  for (const { accrual, start, end } of caplets)
    if (!(accrual > 0))
      throw invalid('/instrument/dayCount', `must count a day in each period; of ${dateOfDay(start)} to ${dateOfDay(end)} it counts none`);
  const sign = type === 'cap' ? 1 : -1;
  const named = typeof index === 'string' ? { index } : {};
  const isOpen = ({ fixing, from, to }: FloatingCoupon) => from !== to && fixing > clock.today;
  const { projection } = curvesOf(parse(capMarket, market, '/market'), valuationDate)();
  // The forward rate stands for one that is fixed today and not published yet.
  const payments = caplets
    .filter((caplet) => !isOpen(caplet))
    .map((caplet) => {
      const gain = Math.max(sign * (forwardRateOf(caplet, projection) - strike), 0);
      return { currency, time: caplet.time, amount: quantity * notional * caplet.accrual * gain };
    });
  const settled = payments.length === 0 ? [] : [{ payments, periods: [], maturity: Math.max(...payments.map(({ time }) => time)) }];
  const options = caplets.filter(isOpen).map((caplet): PartOfTrade => {
    const { from: start, to: end, time: paid, accrual } = caplet;
    const expiry = clock.years(caplet.fixing);
    return {
      payments: [{ currency, time: paid, amount: -sign * notional * strike * accrual }],
      periods: [{ currency, ...named, start, end, paid, notional: sign * notional }],
      option: { expiry, quantity, isCaplet: true },
      maturity: paid,
      ...(quantity !== 0 && {
        regulatory: {
          ...{ assetClass: 'interestRate', hedgingSet: currency, currency, start, direction: quantity > 0 ? 1 : -1 },
          notional: Math.abs(quantity) * notional,
          // The forward rate that the regulation compares is simple over the years of the period.
          option: {
            ...{ call: sign > 0, strike: (strike * accrual) / (paid - start), expiry, fixedFrequency: 1 },
            perStatedRate: accrual / (paid - start),
          },
        },
      }),
    };
  });
  return [...settled, ...options];
}
