import { invalid } from '../../base/failure.js';
import { blackScholesMarket } from '../../market/equity.js';
import { strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';
import { americanOnDates } from './american-on-dates.js';

/** American option under Black and Scholes on exercise dates, by least-squares Monte Carlo (simulation/exercise). */
export const equityAmericanLsm = pricer({
  id: 'equity_american_lsm',
  version: 3,
  status: 'production-candidate',
  summary: 'American option, Black-Scholes-Merton, least-squares Monte Carlo on the compute backend',
  needs: [],
  prices: ['american'],
  instrument: strictEuropeanOption,
  market: blackScholesMarket,
  price: ({ instrument, market: { valuationDate: _, curve, ...market }, settings, valuationDate }, tools) => {
    if (curve !== undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer; binomial_tree takes a curve');
    return americanOnDates('least_squares_monte_carlo', { ...instrument, ...market, pricer: settings }, valuationDate, tools);
  },
});
