import { discount, forwardPrice } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { equityMarket } from '../../market/equity.js';
import { roughHestonParams } from '../../market/model-parameters.js';
import { roughHestonStrip } from '../../method/rough-heston-strip.js';
import { europeanOption, signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';
import { simulatedEuropean } from './simulated-european.js';

/** European option under rough Heston, by simulation (simulation/process), with the price of its transform as a check. */
export const equityRoughHestonMc = pricer({
  id: 'equity_rough_heston_mc',
  version: 3,
  status: 'production-candidate',
  summary: 'European option, rough Heston, quasi-Monte Carlo by hybrid quadratic-exponential steps, extrapolated; its transform as a check',
  needs: [],
  instrument: europeanOption,
  market: equityMarket,
  params: roughHestonParams,
  price: async ({ instrument, market, params, settings, valuationDate }, { run }) => {
    const { strike, time, optionType } = instrument;
    const curve = curveOf(market, valuationDate);
    const option = { instrument, market, model: { type: 'rough_heston', ...params }, curve, valuationDate } as const;
    const simulated = await run((limits, backend) => simulatedEuropean(option, settings, limits, backend));
    const [undiscounted] = roughHestonStrip(params, forwardPrice(curve, market, time), [strike], time, signOf(optionType));
    const transformPrice = discount(curve, time) * undiscounted!;
    // The transform only checks the simulated price, so that its failure is no failure of the price.
    if (Number.isFinite(transformPrice)) return { ...simulated, transformPrice };
    return { ...simulated, warnings: [...simulated.warnings, 'no transformPrice: the terms are too extreme for the transform'] };
  },
});
