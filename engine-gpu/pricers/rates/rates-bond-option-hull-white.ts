import { bondOptionHullWhite } from '../../formula/hull-white.js';
import { discount } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { hullWhiteParams } from '../../market/model-parameters.js';
import { ratesMarket } from '../../market/rates.js';
import { signOf } from '../../product/option/vanilla.js';
import { bondOption } from '../../product/rates/rates.js';
import { pricer } from '../definition/pricer.js';

/** Option on a zero-coupon or coupon bond under Hull and White (1990), in closed form (formula/hull-white.ts). */
export const ratesBondOptionHullWhite = pricer({
  id: 'rates_bond_option_hull_white',
  version: 2,
  status: 'ga-validated',
  summary: 'Bond option, Hull-White one factor, closed form with Jamshidian’s decomposition',
  needs: [],
  instrument: bondOption,
  market: ratesMarket,
  params: hullWhiteParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { strike, optionExpiry, bondMaturity, cashflows, optionType, notional } = instrument;
    const curve = curveOf(market, valuationDate);
    const toExpiry = discount(curve, optionExpiry);
    const payments = (cashflows ?? zeroBond(bondMaturity)).map(({ time, amount }) => ({
      time,
      forward: (amount * discount(curve, time)) / toExpiry,
    }));
    return { price: notional * toExpiry * bondOptionHullWhite(params, optionExpiry, payments, strike, signOf(optionType)) };
  },
});

/** The single payment of a zero-coupon bond. */
function zeroBond(maturity: number | undefined) {
  if (maturity === undefined) throw new Error('a bond option has either a bond maturity or cash flows');
  return [{ time: maturity, amount: 1 }];
}
