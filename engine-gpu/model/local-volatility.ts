/**
 * Dupire's local volatility of a surface of quotes, in total variance w = σ²T over log-moneyness k = ln(K/F_T):
 *
 *   σ_loc²(k, t) = ∂w/∂t / g,   g = (1 − k w′/(2w))² − w′²/4 (1/w + ¼) + w″/2     (Gatheral 2006, 1.10)
 *
 * Along k, w is a natural cubic spline an expiry, which goes over into a level beyond its quotes; along t it is linear at constant
 * k, from 0 at t = 0 on. So calendar arbitrage is w falling from one expiry to the next, butterfly arbitrage is g < 0.
 *
 * @see B. Dupire (1994), Pricing with a smile; J. Gatheral (2006), The Volatility Surface; M. Roper (2010) for g
 */
import type { Fault } from '../failure.js';
import { black } from '../formula/black-76.js';
import { evaluate, type Jet, type Spline, spline } from '../math/spline.js';
import type { Price, Volatility, Years } from '../units.js';

export interface Quotes {
  /** Strictly increasing, price units. */
  readonly strikes: readonly Price[];
  /** Strictly increasing, > 0. */
  readonly expiries: readonly Years[];
  /** A row an expiry, decimal. */
  readonly volatilities: readonly (readonly Volatility[])[];
}

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
        volatilities[i]!.map((volatility) => volatility * volatility * time),
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
  if (k >= xs[0]! && k <= xs[last]!) return evaluate(smile, k);
  const end = k < xs[0]! ? 0 : last;
  const { value, slope } = evaluate(smile, xs[end]!);
  const outward = end === 0 ? -1 : 1;
  const width = xs[last]! - xs[0]!;
  const reach = slope * outward < 0 ? Math.min(width, (MOST_LOST * ys[end]!) / Math.abs(slope)) : width;
  const left = Math.exp((-outward * (k - xs[end]!)) / reach);
  return { value: value + outward * slope * reach * (1 - left), slope: slope * left, curvature: (-outward * slope * left) / reach };
}

/** g: the risk-neutral density of k over that of a lognormal law of the same w. */
export function densityRatio(k: number, w: number, slope: number, curvature: number): number {
  const centred = 1 - (0.5 * k * slope) / w;
  return centred * centred - 0.25 * slope * slope * (1 / w + 0.25) + 0.5 * curvature;
}

/**
 * The quotes are free of arbitrage; what a spline makes of them between and beyond may not be everywhere. There the
 * density ratio is held at this, which limits the local variance to twenty times the forward one.
 */
const LEAST_RATIO = 0.05;

/**
 * Local variances at many k over a stretch of time between two expiries, where w is linear in t.
 *
 * @param before  the slice at its start; absent: w = 0 at t = 0
 * @param after   the slice at its end
 */
export function localVariances(before: Slice | undefined, after: Slice, ks: Float64Array): (time: Years, into: Float64Array) => void {
  const start = before?.time ?? 0;
  const jets = (slice: Slice | undefined) =>
    Array.from(ks, (k) => (slice ? totalVariance(slice, k) : { value: 0, slope: 0, curvature: 0 }));
  const [first, second] = [jets(before), jets(after)];
  const column = (name: keyof Jet, of: readonly Jet[]) => Float64Array.from(of, (jet) => jet[name]);
  const [w0, w1, s0, s1, c0, c1] = [
    ...[column('value', first), column('value', second)],
    ...[column('slope', first), column('slope', second)],
    ...[column('curvature', first), column('curvature', second)],
  ] as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  return (time, into) => {
    const b = (time - start) / (after.time - start);
    const a = 1 - b;
    for (let i = 0; i < ks.length; i++) {
      const ratio = densityRatio(ks[i]!, a * w0[i]! + b * w1[i]!, a * s0[i]! + b * s1[i]!, a * c0[i]! + b * c1[i]!);
      const forward = Math.max(w1[i]! - w0[i]!, 0) / (after.time - start);
      into[i] = forward / Math.max(ratio, LEAST_RATIO);
    }
  };
}

/** σ_loc at one point, 0 < t ≤ the last expiry. */
export function localVolatility(slices: Surface, k: number, time: Years): Volatility {
  const next = slices.findIndex((slice) => slice.time >= time);
  const variance = new Float64Array(1);
  localVariances(slices[next - 1], slices[next]!, Float64Array.of(k))(time, variance);
  return Math.sqrt(variance[0]!);
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
    const calls = smile.ys.map((w, j) => black(forward, strikes[j]!, Math.sqrt(w), 1));
    for (let j = 1; j < strikes.length; j++) {
      const slope = (calls[j]! - calls[j - 1]!) / (strikes[j]! - strikes[j - 1]!);
      const allowed = QUOTE_ROUNDING * (forward / (strikes[j]! - strikes[j - 1]!));
      if (slope > allowed || slope < -1 - allowed)
        fault(
          j,
          `makes call prices change by ${slope.toPrecision(6)} a unit of strike from ${strikes[j - 1]} to ${strikes[j]}; arbitrage allows -1 to 0`,
        );
      if (j + 1 === strikes.length) continue;
      const next = (calls[j + 1]! - calls[j]!) / (strikes[j + 1]! - strikes[j]!);
      if (next < slope - allowed - QUOTE_ROUNDING * (forward / (strikes[j + 1]! - strikes[j]!)))
        fault(j, `makes a butterfly at strike ${strikes[j]} and expiry ${expiries[i]} worth less than nothing; got ${volatilities[i]![j]}`);
    }
    const earlier = slices[i - 1];
    if (earlier === undefined) return;
    smile.xs.forEach((k, j) => {
      const least = totalVariance(earlier, k).value;
      if (smile.ys[j]! < least * (1 - QUOTE_ROUNDING))
        fault(
          j,
          `must be at least ${Math.sqrt(least / slice.time).toPrecision(6)}, or a calendar spread from expiry ${earlier.time} at the same moneyness is worth less than nothing; got ${volatilities[i]![j]}`,
        );
    });
  });
  return faults;
}
