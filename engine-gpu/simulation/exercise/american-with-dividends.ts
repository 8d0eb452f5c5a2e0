/**
 * American options on an asset with dividends on dates, or with a variance that depends on time: by finite differences alone, under
 * Black-Scholes, the local volatility of a surface or Heston.
 */
import type { Backend } from '../../backend/backend.js';
import { EngineFailure, type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import type { Price } from '../../base/units.js';
import { dividendsOf } from '../../market/dividend-input.js';
import type { HestonParameters } from '../../market/model-parameters.js';
import { optionMarketOf, varianceOf } from '../../market/option-market.js';
import { dividendOption } from '../../method/dividend-finite-differences.js';
import { hestonDividendDifferences } from '../../method/heston-dividend-differences.js';
import { finiteDifferencesWarnings, MAX_ABS_RHO } from '../../method/heston-finite-differences.js';
import { localVolatilityOption } from '../../method/local-volatility-option.js';
import { repricingOf, repricingWarnings, type SurfaceRepricing } from '../../method/surface-evaluation.js';
import type { ExtrapolatedValues } from '../../method/two-grids.js';
import type { AmericanPriceRequest } from '../../product/option/american.js';
import { signOf } from '../../product/option/vanilla.js';
import { localVolatilityOf } from '../process/local-volatility.js';
import type { RunLimits } from '../run/monte-carlo.js';
import type { AmericanPrice } from './american.js';
import { marketOf, requireQuotesTo } from './american-market.js';

/** An option solved. */
interface Solved extends Pick<ExtrapolatedValues, 'price' | 'delta' | 'error' | 'boundary'> {
  readonly european: Price;
  readonly repricing?: readonly SurfaceRepricing[];
  readonly warnings: readonly string[];
}

/** @throws EngineFailure `invalid` with the faults of the market, `pricing` where a number is not finite */
export async function priceWithDividends(
  request: AmericanPriceRequest,
  today: string,
  { signal }: Pick<RunLimits, 'signal'>,
  backend: Backend,
): Promise<AmericanPrice> {
  const { model, time, pricer } = request;
  const isLocal = request.volatilitySurface !== undefined || model?.type === 'local_vol';
  const solved = isLocal
    ? underLocalVolatility(request, today)
    : model?.type === 'heston' && time > 0
      ? await underHeston(request, model, today, signal)
      : underBlackScholes(request, today);
  const { repricing, warnings } = solved;
  // The European option is solved on a coarser grid, whose error is smaller.
  const price = Math.max(solved.price, solved.european);
  if (!Number.isFinite(price))
    throw new EngineFailure('pricing', `price is not a finite number (${price}): the terms are too extreme for double precision`);
  return {
    price,
    method: 'finite_differences',
    standardError: solved.error,
    europeanPrice: solved.european,
    earlyExercisePremium: price - solved.european,
    delta: solved.delta,
    exerciseBoundary: [...solved.boundary],
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

/** Price of both styles; at expiry the payoff. */
function both(
  { spot, strike, time, optionType }: AmericanPriceRequest,
  solve: (american: boolean) => ExtrapolatedValues,
): Omit<Solved, 'warnings'> {
  if (time > 0) return { ...solve(true), european: solve(false).price };
  const sign = signOf(optionType);
  const gain = sign * (spot - strike);
  return { price: Math.max(gain, 0), european: Math.max(gain, 0), delta: gain > 0 ? sign : 0, error: 0, boundary: [] };
}

function underBlackScholes(request: AmericanPriceRequest, today: string): Solved {
  const { strike, time, optionType } = request;
  const faults: Fault[] = [];
  const market = optionMarketOf(request, request, today, (pointer, reason) => void faults.push({ pointer, reason }), '');
  if (faults.length > 0) throw refusal(faults);
  const { curve, terms } = market;
  const option = { strike, time, sign: signOf(optionType), curve, terms, variance: varianceOf(market) };
  return { ...both(request, (american) => dividendOption({ ...option, american })), warnings: [] };
}

function underLocalVolatility(request: AmericanPriceRequest, today: string): Solved {
  const { strike, time, optionType } = request;
  const market = marketOf(request, today);
  requireQuotesTo(market, request);
  const { model } = market.assets[0];
  if (model?.type !== 'local_vol') throw new Error('a market without a surface was taken for one with a local volatility');
  const fit = localVolatilityOf(model);
  const option = { strike, time, sign: signOf(optionType), quoted: model.quoted, fit };
  return {
    ...both(request, (american) => localVolatilityOption({ ...option, american })),
    repricing: [repricingOf(fit)],
    warnings: repricingWarnings(fit),
  };
}

async function underHeston(
  { spot, strike, rate, dividend, dividends = [], time, optionType }: AmericanPriceRequest,
  parameters: HestonParameters,
  today: string,
  signal: AbortSignal | undefined,
): Promise<Solved> {
  if (Math.abs(parameters.rho) > MAX_ABS_RHO)
    throw invalid('/model/rho', `must lie in [-${MAX_ABS_RHO}, ${MAX_ABS_RHO}] with dividends on dates; got ${parameters.rho}`);
  // They state years alone, so that no date can be at fault.
  const paid = dividendsOf(dividends, today, () => {}, '/dividends');
  const option = { parameters, spot, strike, rate, dividend, dividends: paid, time, sign: signOf(optionType) };
  const solved = await hestonDividendDifferences(option, { signal });
  return { ...solved, european: solved.europeanPrice, warnings: finiteDifferencesWarnings(solved) };
}
