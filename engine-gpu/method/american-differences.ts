/** American options that may be exercised at any time, by finite differences, with the European price on the same terms. */
import { EngineFailure } from '../base/failure.js';
import type { Price, Years } from '../base/units.js';
import { movingSurface } from '../market/cash-dividends.js';
import type { LocalVolModel } from '../market/market.js';
import { type OptionMarket, varianceOf } from '../market/option-market.js';
import { dividendOption } from './dividend-finite-differences.js';
import { type HestonDividendOption, hestonDividendDifferences } from './heston-dividend-differences.js';
import { finiteDifferencesWarnings } from './heston-finite-differences.js';
import { fitLocalVolatility } from './local-volatility-fit.js';
import { localVolatilityOption } from './local-volatility-option.js';
import { repricingOf, repricingWarnings, type SurfaceRepricing } from './surface-evaluation.js';
import type { ExtrapolatedValues } from './two-grids.js';

/** The terms of an option as the numerics see them. */
interface AmericanTerms {
  readonly spot: Price;
  readonly strike: Price;
  readonly time: Years;
  /** +1 for a call, −1 for a put. */
  readonly sign: 1 | -1;
}

export interface AmericanDifferences extends Pick<ExtrapolatedValues, 'price' | 'delta' | 'errorBound' | 'boundary'> {
  readonly europeanPrice: Price;
  /** How well a local volatility reprices the quotes of its surface. */
  readonly repricing?: readonly SurfaceRepricing[];
  readonly warnings: readonly string[];
}

/** Under Black and Scholes, with dividends on dates and a variance that may depend on time. */
export function lognormalAmerican({ spot: _, ...terms }: AmericanTerms, market: OptionMarket): AmericanDifferences {
  const option = { ...terms, curve: market.curve, terms: market.terms, variance: varianceOf(market) };
  return { ...bothStyles({ spot: market.terms.spot, ...terms }, (american) => dividendOption({ ...option, american })), warnings: [] };
}

/** Under the local volatility of a surface, whose quotes reach the expiry. */
export function localVolatilityAmerican(terms: AmericanTerms, model: LocalVolModel): AmericanDifferences {
  const fit = fitLocalVolatility(movingSurface(model));
  const option = { strike: terms.strike, time: terms.time, sign: terms.sign, quoted: model.quoted, fit };
  return {
    ...bothStyles(terms, (american) => localVolatilityOption({ ...option, american })),
    repricing: [repricingOf(fit)],
    warnings: repricingWarnings(fit),
  };
}

/** Under Heston, with dividends on dates. */
export async function hestonAmerican(option: HestonDividendOption, signal?: AbortSignal): Promise<AmericanDifferences> {
  if (!(option.time > 0)) return { ...atExpiry(option), warnings: [] };
  const solved = await hestonDividendDifferences(option, { signal });
  return { ...atLeastEuropean(solved), warnings: finiteDifferencesWarnings(solved) };
}

/** The American option and the European one on the same terms; at expiry the payoff. */
function bothStyles(terms: AmericanTerms, solve: (american: boolean) => ExtrapolatedValues): Omit<AmericanDifferences, 'warnings'> {
  if (!(terms.time > 0)) return atExpiry(terms);
  const { price, delta, errorBound, boundary } = solve(true);
  return atLeastEuropean({ price, delta, errorBound, boundary, europeanPrice: solve(false).price });
}

const atExpiry = ({ spot, strike, sign }: AmericanTerms): Omit<AmericanDifferences, 'warnings'> => {
  const payoff = Math.max(sign * (spot - strike), 0);
  return { price: payoff, europeanPrice: payoff, delta: payoff > 0 ? sign : 0, errorBound: 0, boundary: [] };
};

/** @throws EngineFailure `pricing` where the price is not a finite number */
function atLeastEuropean<Values extends Omit<AmericanDifferences, 'warnings'>>(values: Values): Values {
  // The European option is solved on a coarser grid, whose error is smaller.
  const price = Math.max(values.price, values.europeanPrice);
  if (!Number.isFinite(price))
    throw new EngineFailure('pricing', `price is not a finite number (${price}): the terms are too extreme for double precision`);
  return { ...values, price };
}
