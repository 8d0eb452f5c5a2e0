import { black } from '../../formula/black-76.js';
import { yearOnYearRatio } from '../../formula/jarrow-yildirim.js';
import { discount } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { jarrowYildirimParams } from '../../market/model-parameters.js';
import { inflationMarket } from '../../market/rates.js';
import { exp } from '../../math/elementary/exp.js';
import { yearOnYearInflation } from '../../product/rates/rates.js';
import { pricer } from '../definition/pricer.js';

/** Year-on-year inflation swaplet, caplet or floorlet under Jarrow and Yildirim (2003), in closed form (formula/jarrow-yildirim.ts). */
export const inflationYoyJy = pricer({
  id: 'inflation_yoy_jy',
  version: 2,
  status: 'ga-validated',
  summary: 'Year-on-year inflation swaplet, caplet or floorlet, Jarrow-Yildirim, closed form',
  needs: [],
  instrument: yearOnYearInflation,
  market: inflationMarket,
  params: jarrowYildirimParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { type, startTime, endTime, strike, accrual, notional } = instrument;
    const nominal = curveOf({ rate: market.nominalRate, curve: market.nominalCurve }, valuationDate, '/market/nominalCurve');
    const real = curveOf({ rate: market.realRate, curve: market.realCurve }, valuationDate, '/market/realCurve');
    const { convexity, deviation } = yearOnYearRatio(params, startTime, endTime);
    const ratio =
      ((discount(nominal, startTime) * discount(real, endTime)) / (discount(nominal, endTime) * discount(real, startTime))) *
      exp(convexity);
    const paid = type === 'yoy_swaplet' ? ratio - 1 - strike : black(ratio, 1 + strike, deviation, type === 'yoy_caplet' ? 1 : -1);
    return { price: notional * accrual * discount(nominal, endTime) * paid, forwardRate: ratio - 1 };
  },
});
