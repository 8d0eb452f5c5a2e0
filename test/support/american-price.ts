/** The result of the American operation, computed in process. */
import type { Backend } from '#engine-gpu/backend/backend';
import { americanPrice } from '#engine-gpu/pricers/equity/american-measures';
import type { AmericanPriceRequest } from '#engine-gpu/product/option/american';
import type { AmericanPrice } from '#engine-gpu/simulation/exercise/american';
import type { RunLimits } from '#engine-gpu/simulation/run/monte-carlo';

export const priceAmerican = async (
  request: AmericanPriceRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<AmericanPrice> => (await americanPrice(request, today, { run: (compute) => compute(limits, backend) })).result;
