/** The price of an American option by simulation, without the exercise policy that the American operation reports besides. */
import { americanPriceRequest } from '../../product/option/american.js';
import { priceAmerican } from '../../simulation/exercise/american.js';
import type { PricerTools, PricingResult } from '../definition/pricer.js';

/**
 * @param request  as the American operation takes it, with settings that are left out at their defaults
 * @throws EngineFailure as `priceAmerican` does
 */
export async function simulatedAmerican(request: unknown, valuationDate: string, { run }: PricerTools): Promise<PricingResult> {
  const parsed = americanPriceRequest.parse(request);
  const {
    delta: _delta,
    exerciseBoundary: _boundary,
    europeanPrice: _european,
    earlyExercisePremium: _premium,
    method: _method,
    lowerBound: _lower,
    upperBound: _upper,
    dualityGap: _gap,
    ...result
  } = await run((limits, backend) => priceAmerican(parsed, valuationDate, limits, backend));
  return result;
}
