import { invalid } from '../../base/failure.js';
import { discount } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { lg2fParams } from '../../market/model-parameters.js';
import { ratesMarket } from '../../market/rates.js';
import { swaptionG2 } from '../../model/g2-swaption.js';
import { scheduleOf, swaption } from '../../product/rates/rates.js';
import { pricer } from '../definition/pricer.js';

/** European swaption on one curve under the two-factor Gaussian short rate G2++ (model/g2-swaption.ts). */
export const ratesSwaptionLg2f = pricer({
  id: 'rates_swaption_lg2f',
  version: 2,
  status: 'ga-validated',
  summary: 'European swaption, two-factor Gaussian short rate (G2++), semi-analytic',
  needs: [],
  instrument: swaption,
  market: ratesMarket,
  params: lg2fParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { optionType, strike, expiry, notional } = instrument;
    const { times, accruals } = scheduleOf(instrument);
    const curve = curveOf(market, valuationDate);
    const toExpiry = discount(curve, expiry);
    const last = times.length - 1;
    if (1 + strike * accruals[last]! <= 0)
      throw invalid('/instrument/strike', `must be above ${-1 / accruals[last]!}, where the last payment is zero; got ${strike}`);
    const forwards = times.map((time, i) => ((strike * accruals[i]! + (i === last ? 1 : 0)) * discount(curve, time)) / toExpiry);
    return { price: notional * toExpiry * swaptionG2(params, expiry, times, forwards, optionType === 'payer' ? 1 : -1) };
  },
});
