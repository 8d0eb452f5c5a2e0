/**
 * European options with one continuously monitored barrier on a lognormal asset.
 *
 *   ν = (r − q − σ²/2)T,   s = σ√T,   h = ln(H/S),   η = +1 down, −1 up,   θ = +1 call, −1 put
 *
 * By the reflection principle the distribution of S_T on paths that hit H is that of S_T reflected at H, weighted by e^(2νh/s²). Let V(I) be
 * the value of θ(S_T − K) paid for S_T in the interval I, and W(I) the same under the reflected distribution. Then
 *
 *   out = V(inside) − W(inside),   in = V(outside) + W(inside),
 *
 * where `inside` is the part of the exercise region on the side of H where the spot is, and `outside` the part beyond H. These are the eight
 * formulas A − C, B − D, … of Reiner and Rubinstein; in + out is the vanilla option.
 *
 * @see R. C. Merton (1973); E. Reiner and M. Rubinstein (1991), Breaking down the barriers, Risk 4(8);
 *      E. G. Haug (2007), The Complete Guide to Option Pricing Formulas, 4.17.1
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { squareOf } from '../math/elementary/pow.js';
import { normalCdf } from '../math/normal.js';
import { gaussKronrod } from '../math/quadrature.js';
import { blackScholes, logForwardMoneyness } from './black-scholes.js';
import { MIN_STD_DEV, weightedCdf } from './reflection.js';

export interface BarrierTerms {
  readonly spot: Price;
  readonly strike: Price;
  /** H, price units. A spot at or beyond it has hit it. */
  readonly level: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly sign: 1 | -1;
  readonly direction: 'down' | 'up';
  readonly style: 'knock_out' | 'knock_in';
  /** Paid when the option is knocked out, or at expiry if it was never knocked in; price units. */
  readonly rebate: Price;
  /** When a knock-out pays its rebate. */
  readonly rebatePayment: 'at_hit' | 'at_expiry';
}

/**
 * Price of an option with a continuously monitored barrier.
 *
 * @returns price units, ≥ 0; absolute error a few ulp of the largest of S e^(−qT), K e^(−rT) and the rebate. T = 0 and σ = 0 give
 *          the exact limits
 */
export function barrierOption(terms: BarrierTerms): Price {
  const { spot, level, volatility, time, direction } = terms;
  const eta = direction === 'down' ? 1 : -1;
  if (eta * (spot - level) <= 0) return valueGivenHit(terms, 0);
  const s = volatility * Math.sqrt(time);
  return s < MIN_STD_DEV ? deterministicBarrier(terms, eta) : reflectedBarrier(terms, eta, s);
}

export const vanilla = ({ spot, strike, rate, volatility, time, dividend, sign }: BarrierTerms): Price =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);

/** Value now, given that the level is hit at `hitTime`. */
export function valueGivenHit(terms: BarrierTerms, hitTime: Years): Price {
  const { rate, time, style, rebate, rebatePayment } = terms;
  if (style === 'knock_in') return vanilla(terms);
  return rebate * exp(-rate * (rebatePayment === 'at_hit' ? hitTime : time));
}

/** Value without volatility: the asset follows its forward, which passes the level once or never. */
function deterministicBarrier(terms: BarrierTerms, eta: 1 | -1): Price {
  const { spot, level, rate, dividend, time, style, rebate } = terms;
  const drift = (rate - dividend) * time;
  const distance = logForwardMoneyness(level, spot, 0, 0, 0);
  if (eta * (drift - distance) <= 0) return valueGivenHit(terms, drift === 0 ? 0 : (time * distance) / drift);
  return style === 'knock_in' ? rebate * exp(-rate * time) : vanilla(terms);
}

/** Value with volatility, by the reflection principle. */
function reflectedBarrier(terms: BarrierTerms, eta: 1 | -1, s: number): Price {
  const { spot, strike, level, rate, dividend, time, sign, style, rebate, rebatePayment } = terms;
  const discount = exp(-rate * time);
  const assetLeg = sign * spot * exp(-dividend * time);
  const strikeLeg = sign * strike * discount;
  const h = logForwardMoneyness(level, spot, 0, 0, 0);
  // The drift of ln S is larger by s² with the asset as numeraire.
  const law = probabilitiesAt(h, (rate - dividend) * time - 0.5 * s * s, s);
  const assetLaw = probabilitiesAt(h, (rate - dividend) * time + 0.5 * s * s, s);
  const logTo = (price: Price) => logForwardMoneyness(spot, price, 0, 0, 0);

  /** V of the half line beyond k on the given side, and W of the half line beyond k on the side of the spot. */
  const value = (k: number, side: 1 | -1) => assetLeg * assetLaw.direct(k, side) - strikeLeg * law.direct(k, side);
  const image = (k: number) => assetLeg * assetLaw.reflected(k, eta) - strikeLeg * law.reflected(k, eta);

  const [atLevel, atStrike] = [-h, logTo(strike)];
  const strikeInside = eta * (strike - level) > 0;
  const paysAwayFromLevel = sign === eta;
  // The exercise region inside: from `nearEnd` on, and up to the strike if the option pays towards the level.
  const nearEnd = paysAwayFromLevel && strikeInside ? atStrike : atLevel;
  const paysInside = paysAwayFromLevel || strikeInside;
  const imageInside = paysInside ? image(nearEnd) - (paysAwayFromLevel ? 0 : image(atStrike)) : 0;
  let option: Price;
  if (style === 'knock_out') option = paysInside ? value(nearEnd, eta) - (paysAwayFromLevel ? 0 : value(atStrike, eta)) - imageInside : 0;
  else if (paysAwayFromLevel) option = (strikeInside ? 0 : value(atStrike, eta) - value(atLevel, eta)) + imageInside;
  else option = value(strikeInside ? atLevel : atStrike, eta === 1 ? -1 : 1) + imageInside;

  let rebateValue: Price = 0;
  if (rebate > 0) {
    const returned = law.reflected(atLevel, eta);
    if (style === 'knock_in') rebateValue = discount * (law.direct(atLevel, eta) - returned);
    else if (rebatePayment === 'at_expiry') rebateValue = discount * (law.direct(atLevel, eta === 1 ? -1 : 1) + returned);
    else rebateValue = discountedHit(h, eta, (rate - dividend) * time - 0.5 * s * s, rate * time, s);
  }
  return Math.max(option, 0) + rebate * Math.max(rebateValue, 0);
}

/** Probabilities that ln S_T, of mean drift ν, is beyond k on a side, where a = ln(S/k): of all paths, and of the paths reflected at h. */
function probabilitiesAt(h: number, nu: number, s: number) {
  return {
    direct: (a: number, side: 1 | -1) => normalCdf((side * (a + nu)) / s),
    reflected: (a: number, side: 1 | -1) =>
      weightedCdf((2 * (nu / s) * h) / s, (side * (a + 2 * h + nu)) / s, -0.5 * squareOf((a + nu) / s) - (2 * (h / s) * (h + a)) / s),
  };
}

/**
 * E[e^(−rτ); τ ≤ T], τ the time at which the level is hit.
 *
 *   e^(h(ν+g)/s²) Φ(η(h+g)/s) + e^(h(ν−g)/s²) Φ(η(h−g)/s),   g = √(ν² + 2rT s²)
 *
 * Where the rate is so negative that g is imaginary, the density of the hitting time is integrated instead, in the variable
 * u = |h|/(σ√τ).
 */
export function discountedHit(h: number, eta: 1 | -1, nu: number, rateTime: number, s: number): number {
  const growth = 2 * rateTime * s * s;
  const square = nu * nu + growth;
  if (square < 0) return discountedHitByQuadrature(h, nu, rateTime, s);
  const g = Math.sqrt(square);
  // One of ν ± g cancels; it is (ν² − g²) divided by the other.
  const sum = nu >= 0 ? nu + g : growth / (g - nu);
  const difference = nu >= 0 ? (g === 0 ? 0 : -growth / (nu + g)) : nu - g;
  const exponent = -0.5 * squareOf((h - nu) / s) - rateTime;
  return (
    weightedCdf(((h / s) * sum) / s, (eta * (h + g)) / s, exponent) + weightedCdf(((h / s) * difference) / s, (eta * (h - g)) / s, exponent)
  );
}

/** Absolute, of a discounted probability; as accurate as the other terms of the price. */
const HIT_TOLERANCE = 1e-14;
/** Standard deviations beyond its peak at which the density is below a double's resolution of the integral. */
const DENSITY_RANGE = 10;

function discountedHitByQuadrature(h: number, nu: number, rateTime: number, s: number): number {
  const from = Math.abs(h) / s;
  const product = (nu / s) * (h / s);
  const growth = -rateTime * squareOf(h / s);
  const density = (u: number) => Math.sqrt(2 / Math.PI) * exp(-0.5 * squareOf(u - product / u) + growth / (u * u));
  // (u − c/u)²/2 has its minimum, 0 or 2|c|, at u = √|c|.
  const peak = Math.max(from, Math.sqrt(Math.abs(product)));
  return gaussKronrod(density, [from, peak, peak + DENSITY_RANGE, peak + 2 * DENSITY_RANGE], HIT_TOLERANCE);
}
