import { invalid } from '../../base/failure.js';
import { carriesVolatility } from '../../market/equity-model-input.js';
import { marketInput } from '../../market/market-input.js';
import { strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';
import { americanOnDates } from './american-on-dates.js';

/** American option on an asset with a model or a surface of its own, on exercise dates, by least-squares Monte Carlo on hedged paths. */
export const equityAmericanModelLsm = pricer({
  id: 'equity_american_model_lsm',
  version: 8,
  status: 'experimental',
  summary: 'American option, an asset under its own model, hedged least-squares Monte Carlo on the compute backend',
  needs: [],
  prices: ['american'],
  instrument: strictEuropeanOption,
  market: marketInput,
  price: ({ instrument, market, settings, valuationDate }, tools) => {
    const { spot, dividend, dividends, rate, model, volatilitySurface, assets, curve } = market;
    if (curve !== undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer');
    if (assets !== undefined) throw invalid('/market/assets', 'must be left out: an American option is on one asset, with spot and model');
    if (dividends?.length)
      throw invalid(
        '/market/dividends',
        'must be left out for this pricer: equity_american_heston_fd and equity_american_local_vol_fd take them',
      );
    if (!carriesVolatility(model) && volatilitySurface === undefined)
      throw invalid(
        '/market/model',
        'must be a model that carries the volatility for this pricer; equity_american_lsm prices a constant one',
      );
    const request = { ...instrument, spot, dividend, rate, model, volatilitySurface, pricer: settings };
    return americanOnDates('least_squares_monte_carlo', request, valuationDate, tools);
  },
});
