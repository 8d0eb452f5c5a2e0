/** American options that may be exercised at any time: by their exercise boundary where one integral equation has it, otherwise by finite differences. */
import type { Backend } from '../../backend/backend.js';
import { EngineFailure, type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { type AmericanTerms, americanOption, hasOneBoundary } from '../../formula/american.js';
import { dividendsOf } from '../../market/dividend-input.js';
import { hasDividendBy } from '../../market/growth.js';
import { optionMarketOf } from '../../market/option-market.js';
import { type AmericanDifferences, hestonAmerican, localVolatilityAmerican, lognormalAmerican } from '../../method/american-differences.js';
import { MAX_ABS_RHO } from '../../method/heston-finite-differences.js';
import type { AmericanPriceRequest } from '../../product/option/american.js';
import { signOf } from '../../product/option/vanilla.js';
import type { RunLimits } from '../run/monte-carlo.js';
import type { AmericanPrice } from './american.js';
import { marketOf, requireQuotesTo } from './american-market.js';

/** The models with finite differences at any time, as the requests state them. */
export const continuousModel = ({ model, volatilitySurface }: AmericanPriceRequest): 'local_vol' | 'heston' | 'black_scholes' =>
  volatilitySurface !== undefined || model?.type === 'local_vol' ? 'local_vol' : model?.type === 'heston' ? 'heston' : 'black_scholes';

/**
 * The price with its exercise boundary.
 *
 * @param today  ISO date, the valuation date
 * @throws EngineFailure `invalid` with the faults of the market, `cancelled`, `pricing` where the price is not a finite number
 */
export async function priceAtAnyTime(
  request: AmericanPriceRequest,
  today: string,
  { signal }: RunLimits,
  backend: Backend,
): Promise<AmericanPrice> {
  const { pricer } = request;
  const { method, price, europeanPrice, delta, boundary, errorBound, repricing, warnings } = await solved(request, today, signal);
  return {
    price,
    method,
    exercise: 'continuous',
    standardError: 0,
    errorBound,
    europeanPrice,
    earlyExercisePremium: price - europeanPrice,
    delta,
    exerciseBoundary: [...boundary],
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

interface Solved extends AmericanDifferences {
  readonly method: 'integral_equation' | 'finite_differences';
}

async function solved(request: AmericanPriceRequest, today: string, signal: AbortSignal | undefined): Promise<Solved> {
  const terms = boundaryTerms(request);
  const warnings: string[] = [];
  if (terms !== undefined) {
    try {
      return { ...americanOption(terms), method: 'integral_equation', warnings };
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      warnings.push(`priced by finite differences, because ${error.message}`);
    }
  }
  const values = await differences(request, today, signal);
  return { ...values, method: 'finite_differences', warnings: [...warnings, ...values.warnings] };
}

/** The terms of the boundary's equation: the spot is lognormal with one volatility, and pays no dividend on a date; undefined where they do not hold. */
function boundaryTerms(request: AmericanPriceRequest): AmericanTerms | undefined {
  const { spot, strike, rate, dividend, dividends = [], time, optionType, volatility, volatilityTermStructure } = request;
  if (continuousModel(request) !== 'black_scholes' || volatility === undefined || volatilityTermStructure !== undefined) return undefined;
  const terms = { spot, strike, rate, volatility, time, dividend, sign: signOf(optionType) };
  return hasOneBoundary(terms) && !dividends.some((each) => hasDividendBy(each, time)) ? terms : undefined;
}

async function differences(request: AmericanPriceRequest, today: string, signal: AbortSignal | undefined): Promise<AmericanDifferences> {
  const { spot, strike, rate, dividend, dividends = [], time, optionType, model } = request;
  const terms = { spot, strike, time, sign: signOf(optionType) };
  if (continuousModel(request) === 'local_vol') {
    const market = marketOf(request, today);
    requireQuotesTo(market, request);
    const { model: local } = market.assets[0]!;
    if (local?.type !== 'local_vol') throw new Error('a market without a surface was taken for one with a local volatility');
    return localVolatilityAmerican(terms, local);
  }
  if (model?.type === 'heston') {
    if (Math.abs(model.rho) > MAX_ABS_RHO)
      throw invalid('/model/rho', `must lie in [-${MAX_ABS_RHO}, ${MAX_ABS_RHO}] with continuous exercise; got ${model.rho}`);
    // The dividends state years alone, so that no date can be at fault.
    return hestonAmerican({ ...terms, parameters: model, rate, dividend, dividends: dividendsOf(dividends, today, () => {}, '') }, signal);
  }
  const faults: Fault[] = [];
  const market = optionMarketOf(request, request, today, (pointer, reason) => void faults.push({ pointer, reason }), '');
  if (faults.length > 0) throw refusal(faults);
  return lognormalAmerican(terms, market);
}
