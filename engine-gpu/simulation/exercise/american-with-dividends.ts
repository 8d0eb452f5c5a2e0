/** American options on an asset with dividends on dates, or with a variance that depends on time: by finite differences alone. */
import type { Backend } from '../../backend/backend.js';
import { EngineFailure, type Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { optionMarketOf, varianceOf } from '../../market/option-market.js';
import { dividendOption } from '../../method/dividend-finite-differences.js';
import type { AmericanPriceRequest } from '../../product/option/american.js';
import { signOf } from '../../product/option/vanilla.js';
import type { AmericanPrice } from './american.js';

/** @throws EngineFailure `invalid` with the faults of the market, `pricing` where a number is not finite */
export function priceWithDividends(request: AmericanPriceRequest, today: string, backend: Backend): AmericanPrice {
  const { strike, time, optionType, pricer } = request;
  const faults: Fault[] = [];
  const market = optionMarketOf(request, request, today, (pointer, reason) => void faults.push({ pointer, reason }), '');
  if (faults.length > 0) throw refusal(faults);
  const { curve, terms } = market;
  const sign = signOf(optionType);
  const option = { strike, time, sign, curve, terms, variance: varianceOf(market) };
  const gain = sign * (terms.spot - strike);
  const expired = { price: Math.max(gain, 0), delta: gain > 0 ? sign : 0, error: 0, boundary: [] };
  const american = time > 0 ? dividendOption({ ...option, american: true }) : expired;
  const european = time > 0 ? dividendOption({ ...option, american: false }) : expired;
  // The European option is solved on a coarser grid, whose error is smaller.
  const price = Math.max(american.price, european.price);
  if (!Number.isFinite(price))
    throw new EngineFailure('pricing', `price is not a finite number (${price}): the terms are too extreme for double precision`);
  return {
    price,
    method: 'finite_differences',
    standardError: american.error,
    europeanPrice: european.price,
    earlyExercisePremium: price - european.price,
    delta: american.delta,
    exerciseBoundary: [...american.boundary],
    numPaths: 1,
    numSteps: pricer.numSteps ?? 1,
    seed: pricer.seed,
    backend: backend.name,
    fallbacks: [],
    varianceReduction: 'none',
    warnings: [],
  };
}
