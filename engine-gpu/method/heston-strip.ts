import type { Price, Years } from '../base/units.js';
import { black } from '../formula/black-76.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { heston, integratedVariance } from '../model/heston.js';
import { transformStrip } from './fourier.js';

/**
 * Undiscounted prices under Heston of many strikes with one expiry, in one pass. If the variance is deterministic, they are Black's.
 *
 * @param forward  F > 0, price units
 * @param strikes  K > 0, price units, in any order
 * @param time     T ≥ 0, years
 * @param sign     +1 calls, −1 puts
 * @returns price units; absolute error below 1e-12 of the larger of F and K
 */
export function hestonStrip(
  parameters: HestonParameters,
  forward: Price,
  strikes: ArrayLike<number>,
  time: Years,
  sign: 1 | -1,
): Float64Array {
  const variance = integratedVariance(parameters, time);
  if (parameters.sigma === 0 || variance === 0)
    return Float64Array.from(strikes, (strike) => black(forward, strike, Math.sqrt(variance), sign));
  return transformStrip(heston(parameters, time), forward, strikes, sign);
}
