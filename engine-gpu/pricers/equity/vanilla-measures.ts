/**
 * The measures of one European option, each with the pricer that gives it: the closed form, or finite differences where dividends in cash
 * leave no closed form.
 */
import type { Priced } from '../../base/priced.js';
import { greeksInMarket, type OptionPrice, optionMarket, priceInMarket } from '../../method/option-in-market.js';
import {
  type Greeks,
  type GreeksBatch,
  greeksVanilla,
  greeksVanillaBatch,
  type ImpliedVolatility,
  impliedVolatility,
  type PriceBatch,
  priceVanilla,
  priceVanillaBatch,
  type VanillaColumns,
} from '../../method/vanilla-option.js';
import type { VanillaOptionRequest, VanillaTerms } from '../../product/option/vanilla.js';
import { equityDividendsFd } from './equity-dividends-fd.js';
import { equityVanillaBs } from './equity-vanilla-bs.js';

const byClosedForm = <Result>(result: Result): Priced<Result> => ({ pricerId: equityVanillaBs.id, result });

/** Measures of options that have a volatility and a dividend yield alone. */
export const vanillaMeasures = {
  price: (terms: VanillaTerms): Priced<number> => byClosedForm(priceVanilla(terms)),
  greeks: (terms: VanillaTerms): Priced<Greeks> => byClosedForm(greeksVanilla(terms)),
  impliedVolatility: (terms: VanillaTerms, price: number): Priced<ImpliedVolatility> => byClosedForm(impliedVolatility(terms, price)),
  priceBatch: (columns: VanillaColumns): Priced<PriceBatch> => byClosedForm(priceVanillaBatch(columns)),
  greeksBatch: (columns: VanillaColumns): Priced<GreeksBatch> => byClosedForm(greeksVanillaBatch(columns)),
};

const withMethod = <Result extends OptionPrice>(result: Result): Priced<Result> => ({
  pricerId: result.method === 'closed_form' ? equityVanillaBs.id : equityDividendsFd.id,
  result,
});

/** Measures of options whose market may have dividends on dates and a volatility by time or by strike. `today` is the valuation date. */
export const optionMeasures = {
  price: (request: VanillaOptionRequest, today: string): Priced<OptionPrice> =>
    withMethod(priceInMarket(request, optionMarket(request, request, today, ''))),
  greeks: (request: VanillaOptionRequest, today: string): Priced<OptionPrice & Greeks> => {
    const { greeks, ...priced } = greeksInMarket(request, optionMarket(request, request, today, ''));
    return withMethod({ ...greeks, ...priced });
  },
};
