import { curveOf } from '../../market/curve-input.js';
import { equityMarket } from '../../market/equity.js';
import { roughBergomiParams } from '../../market/model-parameters.js';
import { europeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';
import { simulatedEuropean } from './simulated-european.js';

/** European option under rough Bergomi, by simulation (simulation/process), because no transform of it is known. */
export const equityRoughBergomiMc = pricer({
  id: 'equity_rough_bergomi_mc',
  version: 4,
  status: 'production-candidate',
  summary: 'European option, rough Bergomi, quasi-Monte Carlo by the hybrid scheme, extrapolated in the steps',
  needs: [],
  instrument: europeanOption,
  market: equityMarket,
  params: roughBergomiParams,
  price: ({ instrument, market, params, settings, valuationDate }, { run }) => {
    const option = {
      instrument,
      market,
      model: { type: 'rough_bergomi', ...params },
      curve: curveOf(market, valuationDate),
      valuationDate,
    } as const;
    return run((limits, backend) => simulatedEuropean(option, settings, limits, backend));
  },
});
