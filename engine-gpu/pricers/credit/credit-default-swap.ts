import { creditDefaultSwapLegs } from '../../formula/credit-default-swap.js';
import { creditMarket } from '../../market/credit.js';
import { accumulatedRate } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { couponsOf, creditDefaultSwap as creditDefaultSwapInput } from '../../product/credit/credit-default-swap.js';
import { pricer } from '../pricer.js';

/**
 * Credit default swap on a default intensity by time. The price is to be paid in cash, what has accrued of the running coupon included: with
 * `accrued`, the standard contract's full first coupon, whose clean price to the buyer is accrued · spread · notional above it.
 */
export const creditDefaultSwap = pricer({
  id: 'credit_default_swap',
  version: 1,
  status: 'experimental',
  summary: 'Credit default swap, deterministic intensity, integrated',
  needs: [],
  evidence: ['cds'],
  instrument: creditDefaultSwapInput,
  market: creditMarket,
  price: ({ instrument, market, valuationDate }) => {
    const curve = curveOf(market, valuationDate);
    const { hazardCurve, hazardRate, recoveryRate } = market;
    const hazard = hazardCurve ? { times: hazardCurve.times, rates: hazardCurve.hazardRates } : { times: [], rates: [hazardRate!] };
    const { protection, annuity } = creditDefaultSwapLegs({ ...couponsOf(instrument), recoveryRate }, hazard, {
      accumulatedRate: (t) => accumulatedRate(curve, t),
      times: curve.times,
    });
    const bought = instrument.notional * (protection - instrument.spread * annuity);
    return { price: instrument.side === 'buyer' ? bought : -bought, parSpread: protection / (annuity - instrument.accrued) };
  },
});
