/**
 * A surface of implied volatilities in total variance w = σ²T over log-moneyness k = ln(K/F_T): a natural cubic spline per expiry along k,
 * which goes over into a level beyond its quotes, and linear in time at constant k, from 0 at t = 0 on.
 */
import type { Fault } from '../base/failure.js';
import type { Price, Years } from '../base/units.js';
import { black } from '../formula/black-76.js';
import { evaluate, type Jet, type Spline, spline } from '../math/spline.js';
import type { Quotes } from './model-parameters.js';

/** The smile of one expiry. */
export interface Slice {
  readonly time: Years;
  readonly forward: Price;
  readonly spline: Spline;
}

export type Surface = readonly Slice[];

/** @param forwardAt  F_t, price units */
export const surface = ({ strikes, expiries, volatilities }: Quotes, forwardAt: (time: Years) => Price): Surface =>
  expiries.map((time, i) => {
    const forward = forwardAt(time);
    return {
      time,
      forward,
      spline: spline(
        strikes.map((strike) => Math.log(strike / forward)),
        volatilities[i].map((volatility) => volatility * volatility * time),
      ),
    };
  });

/** Beyond the quotes a falling variance loses at most this part of its last value. */
const MOST_LOST = 0.5;

/**
 * w and its derivatives in k. Beyond the last quote (k₀, w₀, slope m): w₀ + mℓ(1 − e^(−|k − k₀|/ℓ)), where ℓ is the width of the
 * quotes, or less where a falling w must stay above half of w₀.
 */
export function totalVariance({ spline: smile }: Slice, k: number): Jet {
  const { xs, ys } = smile;
  const last = xs.length - 1;
  if (k >= xs[0] && k <= xs[last]) return evaluate(smile, k);
  const end = k < xs[0] ? 0 : last;
  const { value, slope } = evaluate(smile, xs[end]);
  const outward = end === 0 ? -1 : 1;
  const width = xs[last] - xs[0];
  const reach = slope * outward < 0 ? Math.min(width, (MOST_LOST * ys[end]) / Math.abs(slope)) : width;
  const left = Math.exp((-outward * (k - xs[end])) / reach);
  return { value: value + outward * slope * reach * (1 - left), slope: slope * left, curvature: (-outward * slope * left) / reach };
}

/** Quotes are given to so many digits: a lack of arbitrage is required to this part of the forward, or of the variance. */
const QUOTE_ROUNDING = 1e-7;

/**
 * Where the quotes allow a riskless profit: calls that do not fall in strike or are not convex in it (butterfly), and total
 * variance that falls from one expiry to the next at the same moneyness (calendar).
 *
 * @returns faults with pointers from `at` on, to the quote that must move
 */
export function arbitrage({ strikes, volatilities, expiries }: Quotes, slices: Surface, at: string): Fault[] {
  const faults: Fault[] = [];
  slices.forEach((slice, i) => {
    const { forward, spline: smile } = slice;
    const fault = (j: number, reason: string) => faults.push({ pointer: `${at}/volatilities/${i}/${j}`, reason });
    const calls = smile.ys.map((w, j) => black(forward, strikes[j], Math.sqrt(w), 1));
    for (let j = 1; j < strikes.length; j++) {
      const slope = (calls[j] - calls[j - 1]) / (strikes[j] - strikes[j - 1]);
      const allowed = QUOTE_ROUNDING * (forward / (strikes[j] - strikes[j - 1]));
      if (slope > allowed || slope < -1 - allowed)
        fault(
          j,
          `makes call prices change by ${slope.toPrecision(6)} a unit of strike from ${strikes[j - 1]} to ${strikes[j]}; arbitrage allows -1 to 0`,
        );
      if (j + 1 === strikes.length) continue;
      const next = (calls[j + 1] - calls[j]) / (strikes[j + 1] - strikes[j]);
      if (next < slope - allowed - QUOTE_ROUNDING * (forward / (strikes[j + 1] - strikes[j])))
        fault(j, `makes a butterfly at strike ${strikes[j]} and expiry ${expiries[i]} worth less than nothing; got ${volatilities[i][j]}`);
    }
    const earlier = slices[i - 1];
    if (earlier === undefined) return;
    smile.xs.forEach((k, j) => {
      const least = totalVariance(earlier, k).value;
      if (smile.ys[j] < least * (1 - QUOTE_ROUNDING))
        fault(
          j,
          `must be at least ${Math.sqrt(least / slice.time).toPrecision(6)}, or a calendar spread from expiry ${earlier.time} at the same moneyness is worth less than nothing; got ${volatilities[i][j]}`,
        );
    });
  });
  return faults;
}
