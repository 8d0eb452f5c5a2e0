/** The evaluating face of the engine: plain functions of curves and dates that read stored market data. No pricer, no kernel, no device. */

export { accumulatedHazard, type HazardCurve, hazardAt } from './formula/credit-default-swap.js';
export { accumulatedRate, type Curve, discount, forwardRate, INTERPOLATIONS, type Interpolation, zeroRate } from './market/curve.js';
export { act365f, dateOfDay, dayNumber } from './time/date.js';
export { addTenor, TENOR_PATTERN } from './time/tenor.js';
