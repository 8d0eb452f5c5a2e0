import { creditDefaultSwapLegs } from '../../formula/credit-default-swap.js';
import type { HazardCurve } from '../../formula/hazard-curve.js';
import { type CreditMarket, creditMarket } from '../../market/credit.js';
import { accumulatedRate } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { couponsOf, creditDefaultSwap as creditDefaultSwapInput } from '../../product/credit/credit-default-swap.js';
import { pricer } from '../definition/pricer.js';

/**
 * Credit default swap under a deterministic default intensity. The price is dirty: it includes the accrued part of the running coupon. With
 * `accrued`, the first coupon is paid in full as in the standard contract, and the clean price to the buyer is accrued · spread · notional
 * higher.
 */
export const creditDefaultSwap = pricer({
  id: 'credit_default_swap',
  version: 2,
  status: 'experimental',
  summary: 'Credit default swap, deterministic intensity, integrated',
  needs: [],
  instrument: creditDefaultSwapInput,
  market: creditMarket,
  price: ({ instrument, market, valuationDate }) => {
    const curve = curveOf(market, valuationDate);
    const { recoveryRate } = market;
    const hazard = hazardOf(market);
    const { protection, annuity } = creditDefaultSwapLegs({ ...couponsOf(instrument), recoveryRate }, hazard, {
      accumulatedRate: (t) => accumulatedRate(curve, t),
      times: curve.times,
    });
    const bought = instrument.notional * (protection - instrument.spread * annuity);
    return { price: instrument.side === 'buyer' ? bought : -bought, parSpread: protection / (annuity - instrument.accrued) };
  },
});

/** The default intensity as a function of time. */
function hazardOf({ hazardCurve, hazardRate }: CreditMarket): HazardCurve {
  if (hazardCurve !== undefined) return { times: hazardCurve.times, rates: hazardCurve.hazardRates };
  if (hazardRate === undefined) throw new Error('a credit market has either a hazard rate or a hazard curve');
  return { times: [], rates: [hazardRate] };
}
