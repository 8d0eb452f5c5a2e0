import { discount, forwardPrice } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { equityMarket } from '../../market/equity.js';
import { roughHestonParams } from '../../market/model-parameters.js';
import { roughHestonStrip } from '../../method/rough-heston-strip.js';
import { europeanOption, signOf } from '../../product/option/vanilla.js';
import { priceUnderModel } from '../contract/under-model.js';
import { pricer } from '../pricer.js';

/** European option under rough Heston, by simulation (kernel/model/rough-heston.ts), and beside it the price of its transform. */
export const equityRoughHestonMc = pricer({
  id: 'equity_rough_heston_mc',
  version: 1,
  status: 'production-candidate',
  summary: 'European option, rough Heston, quasi-Monte Carlo by hybrid quadratic-exponential steps, extrapolated; its transform as a check',
  needs: [],
  evidence: ['rough_heston'],
  instrument: europeanOption,
  market: equityMarket,
  params: roughHestonParams,
  price: async ({ instrument, market, params, settings, valuationDate }, { run }) => {
    const { strike, time, optionType } = instrument;
    const curve = curveOf(market, valuationDate);
    const option = { instrument, market, model: { type: 'rough_heston', ...params }, curve, valuationDate } as const;
    const simulated = await run((limits, on) => priceUnderModel(option, settings, limits, on));
    const [undiscounted] = roughHestonStrip(params, forwardPrice(curve, market, time), [strike], time, signOf(optionType));
    const transformPrice = discount(curve, time) * undiscounted!;
    // A check alone: without it the simulated price is what it is.
    if (Number.isFinite(transformPrice)) return { ...simulated, transformPrice };
    return { ...simulated, warnings: [...simulated.warnings, 'the transform gives no price here: its terms are too extreme for it'] };
  },
});
