import { discount, forwardPrice } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { equityMarket } from '../../market/equity.js';
import { hestonParams } from '../../market/model-parameters.js';
import { hestonStrip } from '../../method/heston-strip.js';
import { europeanOption, signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** European option under Heston (1993), from its characteristic function: to 1e-12 of the forward (method/fourier.ts). */
export const equityVanillaHestonFft = pricer({
  id: 'equity_vanilla_heston_fft',
  version: 2,
  status: 'ga-validated',
  summary: 'European option, Heston stochastic volatility, characteristic function on a sinh contour',
  needs: [],
  instrument: europeanOption,
  market: equityMarket,
  params: hestonParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { strike, time, optionType } = instrument;
    const curve = curveOf(market, valuationDate);
    const [undiscounted] = hestonStrip(params, forwardPrice(curve, market, time), [strike], time, signOf(optionType));
    return { price: discount(curve, time) * undiscounted! };
  },
});
