import type { Price, Years } from '../base/units.js';
import { black } from '../formula/black-76.js';
import type { RoughHestonParameters } from '../market/model-parameters.js';
import { roughHeston } from '../model/rough-heston.js';
import { transformStrip } from './fourier.js';

/** Of the fractional Riccati equation: prices to about 1e-8 of the forward within a year, 1e-7 beyond. */
const STEPS = 200;

/** Undiscounted prices under rough Heston of many strikes of one expiry; where the variance is certain, Black's. */
export function roughHestonStrip(
  parameters: RoughHestonParameters,
  forward: Price,
  strikes: ArrayLike<number>,
  time: Years,
  sign: 1 | -1,
): Float64Array {
  const intrinsic = () => Float64Array.from(strikes, (strike) => Math.max(sign * (forward - strike), 0));
  const { v0, kappa, theta, nu } = parameters;
  if (time === 0 || (v0 === 0 && kappa * theta === 0)) return intrinsic();
  const model = roughHeston(parameters, time, STEPS);
  if (nu > 0) return transformStrip(model, forward, strikes, sign);
  // φ is then Gaussian, and ln φ(−2i) its variance.
  const log = new Float64Array(2);
  model.exponent(0, -2, log);
  return Float64Array.from(strikes, (strike) => black(forward, strike, Math.sqrt(log[0]), sign));
}
