import { dividendMarket } from '../../market/option-market-input.js';
import { optionMarket, priceInMarket } from '../../method/option-in-market.js';
import { strictExercisableOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/**
 * European or American option on an asset with dividends on dates, by finite differences (method/dividend-finite-differences.ts). The spot
 * falls by the dividend and is lognormal between ex-dates; the variance may depend on time.
 */
export const equityDividendsFd = pricer({
  id: 'equity_dividends_fd',
  version: 4,
  status: 'production-candidate',
  summary: 'European or American option with discrete dividends and a term structure of volatility, finite differences',
  needs: [],
  evidence: ['dividends', 'local_dividends'],
  instrument: strictExercisableOption,
  market: dividendMarket,
  price: ({ instrument: { exerciseStyle, ...option }, market, valuationDate }) => {
    const terms = { ...option, american: exerciseStyle === 'american' };
    const { price } = priceInMarket(terms, optionMarket(terms, market, valuationDate, '/market'));
    return { price };
  },
});
