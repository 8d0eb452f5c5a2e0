/**
 * A surface of implied volatilities, interpolated in total variance w = σ²T over log-moneyness k = ln(K/F_T): per expiry a natural cubic
 * spline along k, which levels off beyond the quotes; between expiries linear in time at constant k, with w = 0 at t = 0.
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

/** Largest fraction of its last quoted value by which the total variance may fall beyond the quotes. */
const MAX_WING_DECLINE = 0.5;

/**
 * w and its derivatives with respect to k. Beyond the last quote (k₀, w₀, slope m): w₀ + mℓ(1 − e^(−|k − k₀|/ℓ)), where ℓ is the width
 * of the quoted range of k, reduced if w would otherwise fall below half of w₀.
 */
export function totalVariance({ spline: smile }: Slice, k: number): Jet {
  const { xs, ys } = smile;
  const last = xs.length - 1;
  if (k >= xs[0] && k <= xs[last]) return evaluate(smile, k);
  const end = k < xs[0] ? 0 : last;
  const { value, slope } = evaluate(smile, xs[end]);
  const outward = end === 0 ? -1 : 1;
  const width = xs[last] - xs[0];
  const decayLength = slope * outward < 0 ? Math.min(width, (MAX_WING_DECLINE * ys[end]) / Math.abs(slope)) : width;
  const decay = Math.exp((-outward * (k - xs[end])) / decayLength);
  return {
    value: value + outward * slope * decayLength * (1 - decay),
    slope: slope * decay,
    curvature: (-outward * slope * decay) / decayLength,
  };
}

/** Arbitrage up to this fraction of the forward, or of the variance, is attributed to the rounding of the quotes. */
const QUOTE_ROUNDING = 1e-7;

/**
 * The quotes that allow a riskless profit: call prices that rise with the strike or are not convex in it (butterfly), and total variance
 * that falls from one expiry to the next at the same moneyness (calendar).
 *
 * @param at  JSON pointer to the quotes in the request
 * @returns one fault per offending quote, with a pointer to the volatility that must move
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
          `makes call prices change by ${slope.toPrecision(6)} per unit of strike from ${strikes[j - 1]} to ${strikes[j]}; arbitrage allows -1 to 0`,
        );
      if (j + 1 === strikes.length) continue;
      const next = (calls[j + 1] - calls[j]) / (strikes[j + 1] - strikes[j]);
      if (next < slope - allowed - QUOTE_ROUNDING * (forward / (strikes[j + 1] - strikes[j])))
        fault(j, `makes a butterfly at strike ${strikes[j]} and expiry ${expiries[i]} worth less than zero; got ${volatilities[i][j]}`);
    }
    const earlier = slices[i - 1];
    if (earlier === undefined) return;
    smile.xs.forEach((k, j) => {
      const lowest = totalVariance(earlier, k).value;
      if (smile.ys[j] < lowest * (1 - QUOTE_ROUNDING))
        fault(
          j,
          `must be at least ${Math.sqrt(lowest / slice.time).toPrecision(6)}, or a calendar spread from expiry ${earlier.time} at the same moneyness is worth less than zero; got ${volatilities[i][j]}`,
        );
    });
  });
  return faults;
}
