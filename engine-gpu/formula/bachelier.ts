/**
 * Options on a normally distributed forward.
 *
 *   c = θ(F − K) Φ(θd) + s φ(d) = intrinsic value + s φ(d) Y′(−|d|),   d = (F − K)/s,   s = σ√T,   Y = Φ/φ
 *
 * @see L. Bachelier (1900); P. Jäckel (2017), Implied Normal Volatility, Wilmott 2017(90)
 */

import type { Price, Years } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import { INVERSE_SQRT_TWO_PI, normalPdf } from '../math/normal.js';
import { millsDifference } from './black.js';

/** t at which [Y(h + t) − Y(h − t)]/2t, computed without cancellation, equals Y′(h) to the last digit. */
const DERIVATIVE_STEP = 1e-30;

/** Y′(h) = 1 + hY(h) for h ≤ 0, without the cancellation of the sum for very negative h. */
const millsSlope = (h: number): number => millsDifference(h, DERIVATIVE_STEP) / (2 * DERIVATIVE_STEP);

/**
 * Bachelier's formula for a European option, undiscounted.
 *
 * @param forward  F, price units, of any sign
 * @param strike   K, price units, of any sign
 * @param stdDev   s ≥ 0, price units: normal volatility times √T; 0 gives the exact limit
 * @param sign     θ, +1 call, −1 put
 * @returns price units; out of the money the relative error is about (1 + d²) ulp, at most 1e-14, besides that of F − K
 */
export function bachelier(forward: Price, strike: Price, stdDev: number, sign: 1 | -1): Price {
  const moneyness = sign * (forward - strike);
  const d = moneyness === 0 ? 0 : -Math.abs(moneyness) / stdDev;
  const density = normalPdf(d);
  return Math.max(moneyness, 0) + (density === 0 ? 0 : stdDev * density * millsSlope(d));
}

/** −Φ̃ at which Jäckel's two initial guesses meet. */
const GUESS_BRANCH = 0.00188203927;
/** Largest |F − K| relative to the time value at which the at-the-money formula has all digits. */
const MAX_AT_THE_MONEY_DISTANCE = 1e-17;
/** Time value, in ulp of the intrinsic value, up to which the price counts as the intrinsic value. */
const MAX_INTRINSIC_ULPS = 1;

/**
 * The normal volatility at which the undiscounted value is `price`.
 *
 * Out of the money, with x = −|F − K|/s: value/|F − K| = −Φ̃(x), Φ̃(x) = Φ(x) + φ(x)/x. A rational guess of x and one step of Jäckel's
 * third-order iteration give all digits.
 *
 * @param price    price units, at least the intrinsic value max(θ(F − K), 0)
 * @param forward  F, price units
 * @param strike   K, price units
 * @param time     T > 0, years
 * @param sign     θ, +1 call, −1 put
 * @returns price units per √year; relative error about 1e-15 besides that of the time value. 0 at the intrinsic value, NaN where the
 *          price is below it by more than rounding
 * @see Jäckel (2017), (1.5) to (2.7)
 */
export function impliedNormalVolatility(price: Price, forward: Price, strike: Price, time: Years, sign: 1 | -1): number {
  const root = Math.sqrt(time);
  const moneyness = sign * (forward - strike);
  const timeValue = price - Math.max(moneyness, 0);
  const distance = Math.abs(moneyness);
  if (distance <= MAX_AT_THE_MONEY_DISTANCE * timeValue) return timeValue / (INVERSE_SQRT_TWO_PI * root);
  if (Math.abs(timeValue) <= MAX_INTRINSIC_ULPS * Number.EPSILON * Math.max(moneyness, 0) || timeValue === 0) return 0;
  if (!(timeValue > 0)) return Number.NaN;
  return distance / (-inversePhiTilde(timeValue / distance) * root);
}

/** −Φ̃(x) = φ(x) Y′(x)/|x|. */
const negativePhiTilde = (x: number): number => (normalPdf(x) * millsSlope(x)) / -x;

/** The x < 0 at which −Φ̃(x) equals the target, > 0. */
function inversePhiTilde(target: number): number {
  const guess = target > GUESS_BRANCH ? guessNear(target) : guessFar(target);
  const density = normalPdf(guess);
  // The density underflows where the guess is accurate to ten digits: no step follows.
  if (density === 0) return guess;
  const x2 = guess * guess;
  const q = (target - negativePhiTilde(guess)) / density;
  return (
    guess + (3 * q * x2 * (2 - q * guess * (2 + x2))) / (6 + q * guess * (-12 + guess * (6 * q + guess * (-6 + q * guess * (3 + x2)))))
  );
}

/** Jäckel's (2.1) to (2.3). */
function guessNear(target: number): number {
  const g = -1 / (target + 0.5);
  const g2 = g * g;
  const xi =
    (0.032114372355 - g2 * (0.016969777977 - g2 * (0.002620733246 - 0.000096066952861 * g2))) /
    (1 - g2 * (0.6635646938 - g2 * (0.14528712196 - 0.010472855461 * g2)));
  return g * (INVERSE_SQRT_TWO_PI + xi * g2);
}

/** Jäckel's (2.4) and (2.5). */
function guessFar(target: number): number {
  const h = Math.sqrt(-log(target));
  return (
    (9.4883409779 - h * (9.6320903635 - h * (0.58556997323 + 2.1464093351 * h))) /
    (1 - h * (0.65174820867 + h * (1.5120247828 + 0.000066437847132 * h)))
  );
}
