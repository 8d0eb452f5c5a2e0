import type { Volatility, Years } from '../base/units.js';
import { type Slice, type Surface, totalVariance } from '../market/surface.js';
import type { Jet } from '../math/spline.js';

/**
 * Dupire's denominator g(k) of a total variance smile w(k): the risk-neutral density of the log-moneyness k divided by the normal density
 * with the total variance w. It is non-negative where the smile has no butterfly arbitrage.
 *
 * @param w          total variance at k, > 0
 * @param slope      ∂w/∂k
 * @param curvature  ∂²w/∂k²
 * @see J. Gatheral (2006), The Volatility Surface, (1.10)
 */
export function densityRatio(k: number, w: number, slope: number, curvature: number): number {
  const centred = 1 - (0.5 * k * slope) / w;
  return centred * centred - 0.25 * slope * slope * (1 / w + 0.25) + 0.5 * curvature;
}

/**
 * Floor of the density ratio. The quotes are free of arbitrage, but the spline may not be between and beyond them. The floor limits the local
 * variance to twenty times the forward variance.
 */
const MIN_DENSITY_RATIO = 0.05;

/**
 * Dupire local variances at many log-moneynesses between two expiries, where w is linear in t.
 *
 *   σ²_loc(k, t) = (∂w/∂t)/g(k)
 *
 * @param before  slice of the earlier expiry; undefined stands for w = 0 at t = 0
 * @param after   slice of the later expiry
 * @param ks      log-moneynesses ln(S/F)
 * @returns a function that writes the local variances, per year, at a time between the expiries to an array as long as `ks`
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
      const ratio = densityRatio(ks[i], a * w0[i] + b * w1[i], a * s0[i] + b * s1[i], a * c0[i] + b * c1[i]);
      const forward = Math.max(w1[i] - w0[i], 0) / (after.time - start);
      into[i] = forward / Math.max(ratio, MIN_DENSITY_RATIO);
    }
  };
}

/** Local volatility at one point, 0 < t ≤ the last expiry. */
export function localVolatility(slices: Surface, k: number, time: Years): Volatility {
  const next = slices.findIndex((slice) => slice.time >= time);
  const variance = new Float64Array(1);
  localVariances(slices[next - 1], slices[next], Float64Array.of(k))(time, variance);
  return Math.sqrt(variance[0]);
}
