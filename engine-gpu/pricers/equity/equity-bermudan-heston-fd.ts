import { invalid } from '../../base/failure.js';
import { equityMarket } from '../../market/equity.js';
import { hestonParams } from '../../market/model-parameters.js';
import { strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';
import { americanOnDates } from './american-on-dates.js';

/**
 * Option under Heston (1993), exercisable today and on `pricer.numSteps` equally spaced dates (50 a year by default), by finite differences
 * whose exercise policy a simulation values as a check. Where the simulated bounds refute the grid, the price is their middle.
 */
export const equityBermudanHestonFd = pricer({
  id: 'equity_bermudan_heston_fd',
  version: 2,
  status: 'production-candidate',
  summary: 'Bermudan option, Heston stochastic volatility, finite differences on exercise dates, checked by simulated bounds',
  needs: [],
  prices: ['american'],
  instrument: strictEuropeanOption,
  market: equityMarket,
  params: hestonParams,
  price: ({ instrument, market: { valuationDate: _, curve, ...market }, params, settings, valuationDate }, tools) => {
    if (curve !== undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer');
    const request = { ...instrument, ...market, model: { type: 'heston', ...params }, pricer: settings };
    return americanOnDates('finite_differences', request, valuationDate, tools);
  },
});
