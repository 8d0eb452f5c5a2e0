import type { Price } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import { timeValue } from './black.js';

/**
 * Black's formula for a European option on a forward, undiscounted.
 *
 *   V = θ [F Φ(θd₁) − K Φ(θd₂)],   d₁,₂ = ln(F/K)/s ± s/2,   θ = +1 call, −1 put
 *
 * @param forward  F > 0, price units
 * @param strike   K > 0, price units
 * @param stdDev   s = σ√T ≥ 0, total standard deviation; 0 and ∞ give the exact limits
 * @param sign     θ, +1 call, −1 put
 * @returns price units; out of the money the relative error is a few ulp, in the money the absolute error a few ulp of F
 * @see F. Black (1976), The pricing of commodity contracts, eq. (16)
 */
export function black(forward: Price, strike: Price, stdDev: number, sign: 1 | -1): Price {
  const x = log(forward / strike);
  // By parity, calls and puts have the time value of the out-of-the-money one of the two.
  const time = Math.min(forward, strike) * timeValue(-Math.abs(x), stdDev);
  return Math.max(sign * (forward - strike), 0) + time;
}
