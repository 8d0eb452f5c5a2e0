/**
 * European options with one barrier, watched at every moment, on a lognormal asset.
 *
 *   ν = (r − q − σ²/2)T,   s = σ√T,   h = ln(H/S),   η = +1 down, −1 up,   θ = +1 call, −1 put
 *
 * By the reflection principle the law of S_T together with a hit is that of S_T reflected at H, weighted by e^(2νh/s²). With
 * V(k) the value of θ(S_T − K) where S_T is beyond k on the survivors' side, and W(k) the same under the reflected law,
 *
 *   out = V(right) − W(right),   in = V(wrong) + W(right),
 *
 * where `right` is where the option pays on the survivors' side of H and `wrong` where it pays on the other. These
 * are the eight formulas A − C, B − D, … of Reiner and Rubinstein in two lines; in + out is the vanilla option.
 *
 * @see R. C. Merton (1973); E. Reiner and M. Rubinstein (1991), Breaking down the barriers, Risk 4(8);
 *      E. G. Haug (2007), The Complete Guide to Option Pricing Formulas, 4.17.1
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { normalCdf } from '../math/normal.js';
import { gaussKronrod } from '../math/quadrature.js';
import { blackScholes, logForwardMoneyness } from './black-scholes.js';
import { NO_SPREAD, weightedCdf } from './reflection.js';

export interface BarrierTerms {
  readonly spot: Price;
  readonly strike: Price;
  /** H, price units. A spot at it or beyond has hit it. */
  readonly level: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly sign: 1 | -1;
  readonly direction: 'down' | 'up';
  readonly style: 'knock_out' | 'knock_in';
  /** Paid once the option is knocked out, or at expiry if it was never knocked in; price units. */
  readonly rebate: Price;
  /** When a knock-out pays it. */
  readonly rebatePayment: 'at_hit' | 'at_expiry';
}

/** −ζ(½)/√(2π). */
const DISCRETE_SHIFT = 0.5825971579390106;

/**
 * The level at which a barrier watched at every moment is worth what one at `level` is that is watched at equal intervals.
 *
 *   H e^(±0.5826 σ√Δ), away from the spot
 *
 * The error of the price is o(√Δ): under 1e-3 of it at daily dates, percents at a dozen dates or with the spot within
 * the shift of the level.
 *
 * @param interval  Δ, years between two looks; 0 leaves the level
 * @see M. Broadie, P. Glasserman and S. G. Kou (1997), A continuity correction for discrete barrier options, theorem 1.1
 */
export const continuousLevel = (level: Price, direction: 'down' | 'up', volatility: Volatility, interval: Years): Price =>
  level * Math.exp((direction === 'up' ? 1 : -1) * DISCRETE_SHIFT * volatility * Math.sqrt(interval));

/**
 * @returns price units, ≥ 0; absolute error a few ulp of the larger of S e^(−qT), K e^(−rT) and the rebate. T = 0 and σ = 0 give
 *          the exact limits
 */
export function barrierOption(terms: BarrierTerms): Price {
  const { spot, level, volatility, time, direction } = terms;
  const eta = direction === 'down' ? 1 : -1;
  if (eta * (spot - level) <= 0) return onceHit(terms, 0);
  const s = volatility * Math.sqrt(time);
  return s < NO_SPREAD ? alongTheMean(terms, eta) : onAnyPath(terms, eta, s);
}

const vanilla = ({ spot, strike, rate, volatility, time, dividend, sign }: BarrierTerms): Price =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);

/** Worth now, if it is known that the level is hit at that time. */
function onceHit(terms: BarrierTerms, hitTime: Years): Price {
  const { rate, time, style, rebate, rebatePayment } = terms;
  if (style === 'knock_in') return vanilla(terms);
  return rebate * Math.exp(-rate * (rebatePayment === 'at_hit' ? hitTime : time));
}

/** Without volatility the asset follows its forward, which passes the level at one time or never. */
function alongTheMean(terms: BarrierTerms, eta: 1 | -1): Price {
  const { spot, level, rate, dividend, time, style, rebate } = terms;
  const drift = (rate - dividend) * time;
  const distance = logForwardMoneyness(level, spot, 0, 0, 0);
  if (eta * (drift - distance) <= 0) return onceHit(terms, drift === 0 ? 0 : (time * distance) / drift);
  return style === 'knock_in' ? rebate * Math.exp(-rate * time) : vanilla(terms);
}

function onAnyPath(terms: BarrierTerms, eta: 1 | -1, s: number): Price {
  const { spot, strike, level, rate, dividend, time, sign, style, rebate, rebatePayment } = terms;
  const discount = Math.exp(-rate * time);
  const received = sign * spot * Math.exp(-dividend * time);
  const paid = sign * strike * discount;
  const h = logForwardMoneyness(level, spot, 0, 0, 0);
  // The asset as numeraire adds s² to the drift.
  const law = reflectedAt(h, (rate - dividend) * time - 0.5 * s * s, s);
  const assetLaw = reflectedAt(h, (rate - dividend) * time + 0.5 * s * s, s);
  const logTo = (price: Price) => logForwardMoneyness(spot, price, 0, 0, 0);

  /** θ(S_T − K) where S_T is on the `side` of k. */
  const value = (k: number, side: 1 | -1) => received * assetLaw.direct(k, side) - paid * law.direct(k, side);
  const image = (k: number) => received * assetLaw.image(k, eta) - paid * law.image(k, eta);

  const [atLevel, atStrike] = [-h, logTo(strike)];
  const strikeSurvives = eta * (strike - level) > 0;
  const outward = sign === eta;
  // Where it pays on the survivors' side: beyond `near`, and before the strike if it pays towards the level.
  const near = outward && strikeSurvives ? atStrike : atLevel;
  const pays = outward || strikeSurvives;
  const reflected = pays ? image(near) - (outward ? 0 : image(atStrike)) : 0;
  let option: Price;
  if (style === 'knock_out') option = pays ? value(near, eta) - (outward ? 0 : value(atStrike, eta)) - reflected : 0;
  else if (outward) option = (strikeSurvives ? 0 : value(atStrike, eta) - value(atLevel, eta)) + reflected;
  else option = value(strikeSurvives ? atLevel : atStrike, eta === 1 ? -1 : 1) + reflected;

  let rebateValue: Price = 0;
  if (rebate > 0) {
    const mirrored = law.image(atLevel, eta);
    if (style === 'knock_in') rebateValue = discount * (law.direct(atLevel, eta) - mirrored);
    else if (rebatePayment === 'at_expiry') rebateValue = discount * (law.direct(atLevel, eta === 1 ? -1 : 1) + mirrored);
    else rebateValue = discountedHit(h, eta, (rate - dividend) * time - 0.5 * s * s, rate * time, s);
  }
  return Math.max(option, 0) + rebate * Math.max(rebateValue, 0);
}

/** Probabilities that ln S_T, of drift ν, is beyond a point given as a = ln(S/k): as it is, and reflected at h. */
function reflectedAt(h: number, nu: number, s: number) {
  return {
    direct: (a: number, side: 1 | -1) => normalCdf((side * (a + nu)) / s),
    image: (a: number, side: 1 | -1) =>
      weightedCdf((2 * (nu / s) * h) / s, (side * (a + 2 * h + nu)) / s, -0.5 * ((a + nu) / s) ** 2 - (2 * (h / s) * (h + a)) / s),
  };
}

/**
 * E[e^(−rτ); τ ≤ T] of the time τ at which the level is hit.
 *
 *   e^(h(ν+g)/s²) Φ(η(h+g)/s) + e^(h(ν−g)/s²) Φ(η(h−g)/s),   g = √(ν² + 2rT s²)
 *
 * Where rates are so far under 0 that g is imaginary, the density of the hitting time is integrated instead, in the variable
 * u = |h|/(σ√τ).
 */
function discountedHit(h: number, eta: 1 | -1, nu: number, rateTime: number, s: number): number {
  const growth = 2 * rateTime * s * s;
  const square = nu * nu + growth;
  if (square < 0) return discountedHitByQuadrature(h, nu, rateTime, s);
  const g = Math.sqrt(square);
  // Of ν ± g the one that cancels is the other's share of ν² − g².
  const sum = nu >= 0 ? nu + g : growth / (g - nu);
  const difference = nu >= 0 ? (g === 0 ? 0 : -growth / (nu + g)) : nu - g;
  const exponent = -0.5 * ((h - nu) / s) ** 2 - rateTime;
  return (
    weightedCdf(((h / s) * sum) / s, (eta * (h + g)) / s, exponent) + weightedCdf(((h / s) * difference) / s, (eta * (h - g)) / s, exponent)
  );
}

/** Of a probability; the price's other terms carry as much. */
const QUADRATURE_TOLERANCE = 1e-14;
/** Standard deviations beyond which the density has no mass that a double would show. */
const REACH = 10;

function discountedHitByQuadrature(h: number, nu: number, rateTime: number, s: number): number {
  const from = Math.abs(h) / s;
  const pull = (nu / s) * (h / s);
  const growth = -rateTime * (h / s) ** 2;
  const density = (u: number) => Math.sqrt(2 / Math.PI) * Math.exp(-0.5 * (u - pull / u) ** 2 + growth / (u * u));
  // (u − c/u)²/2 is least, 0 or 2|c|, at u = √|c|.
  const peak = Math.max(from, Math.sqrt(Math.abs(pull)));
  return gaussKronrod(density, [from, peak, peak + REACH, peak + 2 * REACH], QUADRATURE_TOLERANCE);
}
