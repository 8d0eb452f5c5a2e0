/** The price of an American option on exercise dates, without the exercise policy that the American operation reports besides. */
import { parse } from '../../base/faults.js';
import { americanPriceRequest } from '../../product/option/american.js';
import { priceOnDates } from '../../simulation/exercise/american.js';
import type { PricerTools, PricingResult } from '../definition/pricer.js';

/**
 * @param request  as the American operation takes it, with settings that are left out at their defaults
 * @throws EngineFailure as `priceOnDates` does
 */
export async function americanOnDates(
  method: Parameters<typeof priceOnDates>[0],
  request: unknown,
  valuationDate: string,
  { run }: PricerTools,
): Promise<PricingResult> {
  const parsed = parse(americanPriceRequest, request);
  const {
    delta: _delta,
    exerciseBoundary: _boundary,
    europeanPrice: _european,
    earlyExercisePremium: _premium,
    method: _method,
    exercise: _exercise,
    lowerBound: _lower,
    upperBound: _upper,
    dualityGap: _gap,
    ...result
  } = await run((limits, backend) => priceOnDates(method, parsed, valuationDate, limits, backend));
  return result;
}
