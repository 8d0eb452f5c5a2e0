import { invalid } from '../../base/failure.js';
import { marketInput } from '../../market/market-input.js';
import { strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';
import { simulatedAmerican } from './simulated-american.js';

/**
 * American option on an asset with a model of its own: under Heston by finite differences that a simulation checks, under the others by
 * least-squares Monte Carlo on hedged paths (simulation/exercise).
 */
export const equityAmericanModelLsm = pricer({
  id: 'equity_american_model_lsm',
  version: 6,
  status: 'experimental',
  summary: 'American option, an asset under its own model: finite differences under Heston, otherwise hedged least-squares Monte Carlo',
  needs: [],
  evidence: ['american_heston'],
  instrument: strictEuropeanOption,
  market: marketInput,
  price: (
    { instrument, market: { spot, volatility, dividend, dividends, rate, model, assets, curve }, settings, valuationDate },
    tools,
  ) => {
    if (curve !== undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer');
    if (assets !== undefined) throw invalid('/market/assets', 'must be left out: an American option is on one asset, with spot and model');
    if (dividends?.length)
      throw invalid('/market/dividends', 'must be left out for this pricer: equity_american_heston_fd and equity_dividends_fd take them');
    return simulatedAmerican({ ...instrument, spot, volatility, dividend, rate, model, pricer: settings }, valuationDate, tools);
  },
});
