import { continuousAveraging, discreteAveraging, geometricAsian } from '../../formula/geometric-asian.js';
import { flatBlackScholesMarket } from '../../market/equity.js';
import { geometricAsianOption } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** Option on a geometric average, which is lognormal (Kemna and Vorst 1990). */
export const equityAsianGeometricBs = pricer({
  id: 'equity_asian_geometric_bs',
  version: 1,
  status: 'production-candidate',
  summary: 'Geometric Asian option, discrete or continuous, Black-Scholes-Merton, closed form',
  needs: [],
  instrument: geometricAsianOption,
  market: flatBlackScholesMarket,
  price: ({ instrument: { strike, time, optionType, observationTimes }, market: { spot, rate, volatility, dividend } }) => {
    const averaging = observationTimes ? discreteAveraging(observationTimes) : continuousAveraging(time);
    return { price: geometricAsian(spot, strike, rate, volatility, time, dividend, signOf(optionType), averaging) };
  },
});
