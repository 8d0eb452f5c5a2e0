/** The evaluating face of the engine: plain functions of curves, dates and contracts that read what is stored. No pricer, no kernel, no device. */

export { builtSurface } from './calibration/surface-slices.js';
export { accumulatedHazard, hazardAt } from './formula/credit-default-swap.js';
export {
  accumulatedRate,
  type Curve,
  discount,
  forwardRate,
  zeroRate,
} from './market/curve.js';
export { nodesOf } from './market/curve-nodes.js';
export { pointsAt } from './market/evaluation-times.js';
export { forwardOf, gridOf, gridQuotesOf, sliceOf } from './market/stored-surface.js';
export { impliedVolatilityAt, totalVarianceAt } from './market/surface.js';
export { localVolatilityAt } from './model/local-volatility.js';
export { paymentDates } from './product/contract/payment-dates.js';
export { contractFaults, type PayoffProfile, type PayoffProfileRequest, payoffProfile } from './product/contract/payoff-profile.js';
export { contractFault } from './product/trade/contract-terms.js';
export { act365f, dateAfter, dateOfDay, dayNumber, LAST_DATE } from './time/date.js';
export { addTenor, TENOR_PATTERN } from './time/tenor.js';
