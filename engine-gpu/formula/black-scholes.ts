/**
 * Black-Scholes-Merton price and Greeks of a European option on an asset with a continuous dividend yield.
 *
 *   V = θ [A Φ(θd₁) − B Φ(θd₂)],   A = S e^(−qT),   B = K e^(−rT),   θ = +1 call, −1 put
 *   d₁,₂ = x/s ± s/2,   x = ln(S/K) + (r − q)T,   s = σ√T
 *
 * Limits. As s → 0 with x ≠ 0 every term in φ vanishes, which leaves the discounted intrinsic value and its derivatives; T = 0 and σ = 0
 * give exactly these. At s = 0 and x = 0, on the kink of the payoff, delta is half of its jump, since Φ(0) = ½. A Greek that
 * converges there as σ → 0 has that limit (vega is A√T/√(2π)). A Greek that diverges (gamma, speed, zomma, color; charm unless r = q and
 * T > 0; at T = 0 theta and veta) is the mean of its values just below and just above the kink, without the terms in φ. No input of the
 * domain gives NaN.
 *
 * Accuracy: in the money, absolute, a few ulp of the larger of A and V; out of the money, relative, about (1 + d₁²) ulp (black.ts); both
 * besides the rounding of x, which is a sum of two terms.
 *
 * @see F. Black and M. Scholes (1973); R. C. Merton (1973); E. G. Haug (2007), The Complete Guide to Option Pricing Formulas, ch. 1 and 2
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log, log1p } from '../math/elementary/log.js';
import { INVERSE_SQRT_TWO_PI, normalCdf, normalPdf } from '../math/normal.js';
import { timeValue } from './black.js';

/** Largest |S/K − 1| for which ln(S/K) is log1p((S − K)/K): the difference is exact there, the quotient S/K rounded. */
const MAX_LOG1P_MONEYNESS = 0.5;

/** x = ln(S/K) + (r − q)T; absolute error an ulp of the larger term. Finite also where S/K overflows. */
export function logForwardMoneyness(spot: Price, strike: Price, rate: Rate, time: Years, dividend: Rate): number {
  const gap = (spot - strike) / strike;
  return (Math.abs(gap) < MAX_LOG1P_MONEYNESS ? log1p(gap) : logOfRatio(spot, strike)) + (rate - dividend) * time;
}

function logOfRatio(spot: Price, strike: Price): number {
  const ratio = spot / strike;
  return ratio > 0 && ratio < Number.POSITIVE_INFINITY ? log(ratio) : log(spot) - log(strike);
}

/**
 * Black-Scholes-Merton price.
 *
 * @param spot       S > 0, price units
 * @param strike     K > 0, price units
 * @param rate       r, decimal, continuously compounded
 * @param volatility σ ≥ 0, decimal
 * @param time       T ≥ 0, years
 * @param dividend   q, decimal, continuously compounded
 * @param sign       θ, +1 call, −1 put
 * @returns V, price units; accuracy and limits as above; not finite where a discounted leg overflows
 */
export function blackScholes(
  spot: Price,
  strike: Price,
  rate: Rate,
  volatility: Volatility,
  time: Years,
  dividend: Rate,
  sign: 1 | -1,
): Price {
  const x = logForwardMoneyness(spot, strike, rate, time, dividend);
  return europeanValue(spot * exp(-dividend * time), strike * exp(-rate * time), x, volatility * Math.sqrt(time), sign);
}

/**
 * Value of the option to exchange B for A (call) or A for B (put), both lognormal: intrinsic value plus the time value, which call and put
 * share.
 *
 * @param a    A ≥ 0, present value of what a call receives
 * @param b    B ≥ 0, present value of what a call pays
 * @param x    ln(A/B)
 * @param s    total standard deviation of ln(A/B), ≥ 0
 * @param sign  θ, +1 call, −1 put
 */
export function europeanValue(a: Price, b: Price, x: number, s: number, sign: 1 | -1): Price {
  const time = x <= 0 ? a * timeValue(x, s) : b * timeValue(-x, s);
  return sign * x > 0 ? Math.max(sign * (a - b), 0) + time : time;
}

/**
 * Writes price and Greeks to `out` from `offset` on, in the order of `GREEKS`.
 *
 * Units: delta, gamma, speed per 1.00 of spot; vega, vanna, volga, zomma per 1.00 of volatility; rho and dividendRho per 1.00 of rate;
 * theta, charm, veta, color are −∂/∂T, per year of time passing. Parameters as of `blackScholes`.
 *
 * @param target  at least `offset` + 14 numbers
 */
export function blackScholesGreeks(
  spot: Price,
  strike: Price,
  rate: Rate,
  volatility: Volatility,
  time: Years,
  dividend: Rate,
  sign: 1 | -1,
  target: Float64Array,
  offset: number,
): void {
  const x = logForwardMoneyness(spot, strike, rate, time, dividend);
  const root = Math.sqrt(time);
  const s = volatility * root;
  const dividendDiscount = exp(-dividend * time);
  const a = spot * dividendDiscount;
  const b = strike * exp(-rate * time);
  const carry = rate - dividend;

  const onKink = s === 0 && x === 0;
  const h = onKink ? 0 : x / s;
  const d1 = h + 0.5 * s;
  const d2 = h - 0.5 * s;
  const exercise1 = sign * normalCdf(sign * d1);
  const legA = a * exercise1;
  const legB = b * sign * normalCdf(sign * d2);

  target[offset] = europeanValue(a, b, x, s, sign);
  target[offset + 1] = dividendDiscount * exercise1;
  target[offset + 4] = dividend * legA - rate * legB;
  target[offset + 5] = time * legB;
  target[offset + 6] = -time * legA;
  target[offset + 9] = dividend * dividendDiscount * exercise1;

  if (onKink) {
    writeDensityTermsAtKink(target, offset, a, dividendDiscount, dividend, carry, time, root);
    return;
  }
  // Far from the money φ underflows and d₁ may be infinite; their products are then 0, not NaN.
  const density = normalPdf(d1);
  if (density === 0) {
    writeZeroDensityTerms(target, offset);
    return;
  }

  const gamma = (dividendDiscount * density) / (spot * s);
  const vega = a * density * root;
  // ∂d₁/∂T. The carry is divided by s rather than multiplied by 1/s, which would overflow first.
  const d1ByTime = carry / s - (0.5 * d2) / time;
  target[offset + 2] = gamma;
  target[offset + 3] = vega;
  target[offset + 4] = target[offset + 4]! - (0.5 * a * density * volatility) / root;
  target[offset + 7] = (-dividendDiscount * density * d2) / volatility;
  target[offset + 8] = (vega * d1 * d2) / volatility;
  target[offset + 9] = target[offset + 9]! - dividendDiscount * density * d1ByTime;
  target[offset + 10] = vega * (dividend + d1 * d1ByTime - 0.5 / time);
  target[offset + 11] = (-gamma / spot) * (d1 / s + 1);
  target[offset + 12] = (gamma * (d1 * d2 - 1)) / volatility;
  target[offset + 13] = gamma * (dividend + d1 * d1ByTime + 0.5 / time);
}

/** The Greeks that consist of terms in φ, where φ vanishes. */
function writeZeroDensityTerms(target: Float64Array, offset: number): void {
  target[offset + 2] = 0;
  target[offset + 3] = 0;
  target[offset + 7] = 0;
  target[offset + 8] = 0;
  target[offset + 10] = 0;
  target[offset + 11] = 0;
  target[offset + 12] = 0;
  target[offset + 13] = 0;
}

/** The Greeks that consist of terms in φ at x = 0 as σ → 0: those limits that exist, and 0 for the others. */
function writeDensityTermsAtKink(
  target: Float64Array,
  offset: number,
  a: Price,
  dividendDiscount: number,
  dividend: Rate,
  carry: Rate,
  time: Years,
  root: number,
): void {
  const vega = a * root * INVERSE_SQRT_TWO_PI;
  writeZeroDensityTerms(target, offset);
  target[offset + 3] = vega;
  target[offset + 7] = 0.5 * dividendDiscount * root * INVERSE_SQRT_TWO_PI;
  target[offset + 10] = time === 0 ? 0 : vega * (dividend + 0.5 * carry - 0.5 / time);
}
