import { EngineFailure } from '../../base/failure.js';
import { discount, forwardPrice } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { equityMarket } from '../../market/equity.js';
import { roughHestonParams } from '../../market/model-parameters.js';
import { roughHestonStrip } from '../../method/rough-heston-strip.js';
import { signOf, strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** European option under rough Heston, from its characteristic function (model/rough-heston.ts); the check of the simulated price. */
export const equityRoughHestonCf = pricer({
  id: 'equity_rough_heston_cf',
  version: 2,
  status: 'production-candidate',
  summary: 'European option, rough Heston, characteristic function by the fractional Riccati equation',
  needs: [],
  instrument: strictEuropeanOption,
  market: equityMarket,
  params: roughHestonParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { strike, time, optionType } = instrument;
    const curve = curveOf(market, valuationDate);
    const [undiscounted] = roughHestonStrip(params, forwardPrice(curve, market, time), [strike], time, signOf(optionType));
    if (Number.isNaN(undiscounted))
      throw new EngineFailure(
        'pricing',
        'the characteristic function is not resolved: v0 and kappa × theta are too small beside nu; equity_rough_heston_mc simulates the price',
      );
    return { price: discount(curve, time) * undiscounted! };
  },
});
