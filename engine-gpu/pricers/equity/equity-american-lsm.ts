import { invalid } from '../../base/failure.js';
import { blackScholesMarket } from '../../market/equity.js';
import { americanPriceRequest } from '../../product/option/american.js';
import { europeanOption } from '../../product/option/vanilla.js';
import { priceAmerican } from '../../simulation/exercise/american.js';
import { pricer } from '../pricer.js';

/** American option under Black and Scholes, by least-squares Monte Carlo (american.ts). */
export const equityAmericanLsm = pricer({
  id: 'equity_american_lsm',
  version: 1,
  status: 'production-candidate',
  summary: 'American option, Black-Scholes-Merton, least-squares Monte Carlo on the compute backend',
  needs: [],
  evidence: ['american'],
  instrument: europeanOption,
  market: blackScholesMarket,
  price: async ({ instrument, market: { valuationDate: _, curve, ...market }, settings, valuationDate }, { run }) => {
    if (curve !== undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer; binomial_tree takes a curve');
    const request = americanPriceRequest.parse({ ...instrument, ...market, pricer: settings });
    const {
      delta: _delta,
      exerciseBoundary: _boundary,
      europeanPrice: _european,
      earlyExercisePremium: _premium,
      ...result
    } = await run((limits, backend) => priceAmerican(request, valuationDate, limits, backend));
    return result;
  },
});
