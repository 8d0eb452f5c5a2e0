import type { Price, Years } from '../base/units.js';
import { black } from '../formula/black-76.js';
import type { RoughHestonParameters } from '../market/model-parameters.js';
import { roughHeston } from '../model/rough-heston.js';
import { transformStrip } from './fourier.js';

/** Steps of the fractional Riccati equation: the error of a price is about 1e-8 of the forward within a year and 1e-7 beyond. */
const RICCATI_STEPS = 200;
/**
 * Largest change of a price by half as many steps, of the larger of forward and strike. The error of a price is a third of it or less, as measured;
 * beyond, the steps do not resolve how the equation begins, as where little variance meets a large ν: φ then decays slowly, and a price may be anything.
 */
const MAX_CHANGE = 1e-5;
const NARROW_OPENING = 0.15 * Math.PI;

/**
 * Undiscounted prices under rough Heston of many strikes with one expiry. If the variance is deterministic, they are Black's.
 *
 * @param forward  F > 0, price units
 * @param strikes  K > 0, price units, in any order
 * @param time     T ≥ 0, years
 * @param sign     +1 calls, −1 puts
 * @returns price units; absolute error about 1e-8 of the forward within a year and 1e-7 beyond; NaN where the equation is not resolved
 */
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
  const model = roughHeston(parameters, time, RICCATI_STEPS);
  if (nu > 0) {
    const prices = transformStrip(model, forward, strikes, sign);
    const coarse = transformStrip(roughHeston(parameters, time, RICCATI_STEPS / 2), forward, strikes, sign, [NARROW_OPENING]);
    return prices.map((price, i) => (Math.abs(price - coarse[i]!) <= MAX_CHANGE * Math.max(forward, strikes[i]!) ? price : Number.NaN));
  }
  // φ is then Gaussian, and ln φ(−2i) is its variance.
  const log = new Float64Array(2);
  model.exponent(0, -2, log);
  return Float64Array.from(strikes, (strike) => black(forward, strike, Math.sqrt(log[0]!), sign));
}
