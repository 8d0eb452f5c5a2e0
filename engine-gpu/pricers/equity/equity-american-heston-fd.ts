import { type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { dividendsOf } from '../../market/dividend-input.js';
import { equityMarketWithDividends } from '../../market/equity.js';
import { hestonParams } from '../../market/model-parameters.js';
import { hestonAmerican } from '../../method/american-differences.js';
import { MAX_ABS_RHO } from '../../method/heston-finite-differences.js';
import { signOf, strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/**
 * American option under Heston (1993), exercisable at any time, by finite differences in spot and variance. With dividends on dates the spot
 * falls by each on its ex-date (method/heston-dividend-differences.ts).
 */
export const equityAmericanHestonFd = pricer({
  id: 'equity_american_heston_fd',
  version: 4,
  status: 'production-candidate',
  summary: 'American option, Heston stochastic volatility, finite differences in spot and variance (modified Craig-Sneyd)',
  needs: [],
  prices: ['american'],
  instrument: strictEuropeanOption,
  market: equityMarketWithDividends,
  params: hestonParams,
  price: async ({ instrument, market, params, valuationDate }) => {
    const { strike, time, optionType } = instrument;
    const { spot, rate, dividend } = market;
    if (rate === undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer');
    if (Math.abs(params.rho) > MAX_ABS_RHO)
      throw invalid(
        '/params/rho',
        `must lie in [-${MAX_ABS_RHO}, ${MAX_ABS_RHO}] for this pricer; got ${params.rho}, which equity_bermudan_heston_fd prices`,
      );
    const faults: Fault[] = [];
    const report = (pointer: string, reason: string) => void faults.push({ pointer, reason });
    const dividends = dividendsOf(market.dividends ?? [], valuationDate, report, '/market/dividends');
    if (faults.length > 0) throw refusal(faults);
    const option = { parameters: params, spot, strike, rate, dividend, dividends, time, sign: signOf(optionType) };
    const { price, errorBound, warnings } = await hestonAmerican(option);
    return { price, errorBound, warnings };
  },
});
