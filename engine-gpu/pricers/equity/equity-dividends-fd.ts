import { invalid } from '../../base/failure.js';
import { dividendMarket } from '../../market/option-market-input.js';
import { lognormalAmerican } from '../../method/american-differences.js';
import { optionMarket, priceInMarket } from '../../method/option-in-market.js';
import { signOf, strictExercisableOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';
import { equityVanillaBs } from './equity-vanilla-bs.js';

/**
 * European or American option on an asset with dividends on dates, by finite differences (method/dividend-finite-differences.ts). The spot
 * falls by the dividend and is lognormal between ex-dates; the variance may depend on time. A European option without dividends in cash has a
 * closed form, which is that of equity_vanilla_bs.
 */
export const equityDividendsFd = pricer({
  id: 'equity_dividends_fd',
  version: 6,
  status: 'production-candidate',
  summary: 'European or American option with discrete dividends and a term structure of volatility, finite differences',
  needs: [],
  prices: ['vanilla', 'american'],
  instrument: strictExercisableOption,
  market: dividendMarket,
  price: ({ instrument: { exerciseStyle, ...option }, market, valuationDate }) => {
    const american = exerciseStyle === 'american';
    if (american && market.volatilitySurface !== undefined)
      throw invalid(
        '/market/volatilitySurface',
        'must be left out for an American option: equity_american_local_vol_fd prices it under the local volatility of the surface',
      );
    const resolved = optionMarket({ ...option, american }, market, valuationDate, '/market');
    if (!american) {
      const { price, method, errorBound = 0 } = priceInMarket(option, resolved);
      return method === 'closed_form' ? { pricerId: equityVanillaBs.id, result: { price } } : { price, errorBound };
    }
    const terms = { spot: market.spot, strike: option.strike, time: option.time, sign: signOf(option.optionType) };
    const { price, errorBound, warnings } = lognormalAmerican(terms, resolved);
    return { price, errorBound, warnings };
  },
});
