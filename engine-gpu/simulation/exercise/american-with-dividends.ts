/**
 * American options on an asset with dividends on dates, or with a variance that depends on time: by finite differences alone, under
 * Black-Scholes or the local volatility of a surface.
 */
import type { Backend } from '../../backend/backend.js';
import { EngineFailure, type Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { optionMarketOf, varianceOf } from '../../market/option-market.js';
import { type DividendValues, dividendOption } from '../../method/dividend-finite-differences.js';
import { localVolatilityOption } from '../../method/local-volatility-option.js';
import { repricingOf, repricingWarnings, type SurfaceRepricing } from '../../method/surface-evaluation.js';
import type { AmericanPriceRequest } from '../../product/option/american.js';
import { signOf } from '../../product/option/vanilla.js';
import { localVolatilityOf } from '../process/local-volatility.js';
import type { AmericanPrice } from './american.js';
import { marketOf, requireQuotesTo } from './american-market.js';

/** How an option is solved, exercised at any time or at expiry alone. */
interface Solver {
  readonly solve: (american: boolean) => DividendValues;
  readonly repricing?: readonly SurfaceRepricing[];
  readonly warnings: readonly string[];
}

/** @throws EngineFailure `invalid` with the faults of the market, `pricing` where a number is not finite */
export function priceWithDividends(request: AmericanPriceRequest, today: string, backend: Backend): AmericanPrice {
  const { spot, strike, time, optionType, pricer } = request;
  const isLocal = request.volatilitySurface !== undefined || request.model?.type === 'local_vol';
  const { solve, repricing, warnings } = isLocal ? underLocalVolatility(request, today) : underBlackScholes(request, today);
  const sign = signOf(optionType);
  const gain = sign * (spot - strike);
  const expired = { price: Math.max(gain, 0), delta: gain > 0 ? sign : 0, error: 0, boundary: [] };
  const american = time > 0 ? solve(true) : expired;
  const european = time > 0 ? solve(false) : expired;
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
    ...(repricing && { repricing: [...repricing] }),
    warnings: [...warnings],
  };
}

function underBlackScholes(request: AmericanPriceRequest, today: string): Solver {
  const { strike, time, optionType } = request;
  const faults: Fault[] = [];
  const market = optionMarketOf(request, request, today, (pointer, reason) => void faults.push({ pointer, reason }), '');
  if (faults.length > 0) throw refusal(faults);
  const { curve, terms } = market;
  const option = { strike, time, sign: signOf(optionType), curve, terms, variance: varianceOf(market) };
  return { solve: (american) => dividendOption({ ...option, american }), warnings: [] };
}

function underLocalVolatility(request: AmericanPriceRequest, today: string): Solver {
  const { strike, time, optionType } = request;
  const market = marketOf(request, today);
  requireQuotesTo(market, request);
  const { model } = market.assets[0];
  if (model?.type !== 'local_vol') throw new Error('a market without a surface was taken for one with a local volatility');
  const fit = localVolatilityOf(model);
  const option = { strike, time, sign: signOf(optionType), quoted: model.quoted, fit };
  return {
    solve: (american) => localVolatilityOption({ ...option, american }),
    repricing: [repricingOf(fit)],
    warnings: repricingWarnings(fit),
  };
}
