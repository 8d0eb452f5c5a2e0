/** The evaluating face of the engine: plain functions of curves, dates and contracts that read what is stored. No pricer, no kernel, no device. */

export { accumulatedHazard, type HazardCurve, hazardAt } from './formula/credit-default-swap.js';
export {
  accumulatedRate,
  type Curve,
  discount,
  forwardPrice,
  forwardRate,
  INTERPOLATIONS,
  type Interpolation,
  zeroRate,
} from './market/curve.js';
export { impliedVolatilityAt, quotedSlice, type Slice, type Surface, type SviParameters, totalVarianceAt } from './market/surface.js';
export { type ArbitrageReport, arbitrageReport } from './market/surface-arbitrage.js';
export { ssviSlice } from './market/svi.js';
export { inverseNormalCdf } from './math/normal.js';
export { localVolatilityAt } from './model/local-volatility.js';
export { paymentDates } from './product/contract/payment-dates.js';
export { contractFaults, type PayoffProfile, type PayoffProfileRequest, payoffProfile } from './product/contract/payoff-profile.js';
export { contractFault } from './product/trade/contract-trade.js';
export { act365f, dateOfDay, dayNumber, LAST_DATE } from './time/date.js';
export { addTenor, TENOR_PATTERN } from './time/tenor.js';
