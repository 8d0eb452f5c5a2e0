import { invalid } from '../../base/failure.js';
import { dividendMarket } from '../../market/option-market-input.js';
import { localVolatilityAmerican } from '../../method/american-differences.js';
import { optionMarket } from '../../method/option-in-market.js';
import { signOf, strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/**
 * American option under the local volatility of a surface, exercisable at any time, by finite differences
 * (method/local-volatility-option.ts). With dividends on dates the spot falls by each on its ex-date.
 */
export const equityAmericanLocalVolFd = pricer({
  id: 'equity_american_local_vol_fd',
  version: 2,
  status: 'production-candidate',
  summary: 'American option, local volatility of a surface, discrete dividends, finite differences',
  needs: [],
  prices: ['american'],
  instrument: strictEuropeanOption,
  market: dividendMarket,
  price: ({ instrument, market, valuationDate }) => {
    const { strike, time, optionType } = instrument;
    const { surface } = optionMarket({ ...instrument, american: true }, market, valuationDate, '/market');
    if (surface === undefined)
      throw invalid(
        '/market/volatilitySurface',
        'is required for this pricer; equity_dividends_fd prices a volatility that depends on time',
      );
    const last = surface.expiries.at(-1)!;
    if (time > last)
      throw invalid('/market/volatilitySurface', `must have quotes up to ${time} years, the option's expiry; they end at ${last}`);
    const option = { spot: market.spot, strike, time, sign: signOf(optionType) };
    const { price, errorBound, repricing, warnings } = localVolatilityAmerican(option, surface);
    return { price, errorBound, ...(repricing && { repricing }), warnings };
  },
});
