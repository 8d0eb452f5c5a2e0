/** The evaluating face of the engine: plain functions of curves, dates and contracts that read what is stored. No pricer, no kernel, no device. */

export { accumulatedHazard, type HazardCurve, hazardAt } from './formula/credit-default-swap.js';
export { accumulatedRate, type Curve, discount, forwardRate, INTERPOLATIONS, type Interpolation, zeroRate } from './market/curve.js';
export { paymentDates } from './product/contract/payment-dates.js';
export { contractFaults, type PayoffProfile, type PayoffProfileRequest, payoffProfile } from './product/contract/payoff-profile.js';
export { act365f, dateOfDay, dayNumber, LAST_DATE } from './time/date.js';
export { addTenor, TENOR_PATTERN } from './time/tenor.js';
