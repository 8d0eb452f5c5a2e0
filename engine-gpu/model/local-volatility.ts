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
function densityRatio(k: number, w: number, slope: number, curvature: number): number {
  const centred = 1 - (0.5 * k * slope) / w;
  return centred * centred - 0.25 * slope * slope * (1 / w + 0.25) + 0.5 * curvature;
}

/**
 * Floor of the density ratio. The quotes are free of arbitrage, but the smile may not be between and beyond them. The floor limits the local
 * variance to twenty times the forward variance.
 */
const MIN_DENSITY_RATIO = 0.05;

/** Floor of the forward variance, as a fraction of the mean variance up to the later expiry, where the smiles admit calendar arbitrage. */
const MIN_FORWARD_SHARE = 1e-3;

/** Dupire's local variance at the nodes of a grid, between two expiries. */
export interface DupireVariances {
  /** Writes the local variances, per year, at a time between the expiries to an array as long as the grid. */
  readonly at: (time: Years, into: Float64Array) => void;
  /** Nodes at which the smiles admit arbitrage at either expiry or half-way, so that the local variance is bounded there. */
  readonly bounded: readonly number[];
}

/**
 * Dupire local variances at many log-moneynesses between two expiries, where w is linear in t.
 *
 *   σ²_loc(k, t) = (∂w/∂t)/g(k)
 *
 * @param earlier  slice of the earlier expiry; undefined stands for w = 0 at t = 0
 * @param later   slice of the later expiry
 * @param ks      log-moneynesses ln(S/F)
 */
export function dupireVariances(earlier: Slice | undefined, later: Slice, ks: Float64Array): DupireVariances {
  const start = earlier?.time ?? 0;
  const jets = (slice: Slice | undefined) =>
    Array.from(ks, (k) => (slice ? totalVariance(slice, k) : { value: 0, slope: 0, curvature: 0 }));
  const [first, second] = [jets(earlier), jets(later)];
  const column = (name: keyof Jet, jets: readonly Jet[]) => Float64Array.from(jets, (jet) => jet[name]);
  const [w0, w1, s0, s1, c0, c1] = [
    ...[column('value', first), column('value', second)],
    ...[column('slope', first), column('slope', second)],
    ...[column('curvature', first), column('curvature', second)],
  ] as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const ratioAt = (i: number, b: number): number => {
    const a = 1 - b;
    const w = a * w0[i]! + b * w1[i]!;
    return w > 0 ? densityRatio(ks[i]!, w, a * s0[i]! + b * s1[i]!, a * c0[i]! + b * c1[i]!) : 0;
  };
  const parts = earlier === undefined ? [0.5, 1] : [0, 0.5, 1];
  const admitsArbitrage = (i: number): boolean => w1[i]! < w0[i]! || parts.some((b) => ratioAt(i, b) < MIN_DENSITY_RATIO);
  return {
    at: (time, into) => {
      const b = (time - start) / (later.time - start);
      for (let i = 0; i < ks.length; i++) {
        const forward = Math.max((w1[i]! - w0[i]!) / (later.time - start), (MIN_FORWARD_SHARE * w1[i]!) / later.time);
        into[i] = forward / Math.max(ratioAt(i, b), MIN_DENSITY_RATIO);
      }
    },
    bounded: Array.from(ks.keys()).filter(admitsArbitrage),
  };
}

/**
 * Dupire's local volatility of a surface at one point, with the bounds of `dupireVariances`.
 *
 * @param k     log-moneyness ln(S/F)
 * @param time  above 0; beyond the last expiry the implied volatility at constant k stays, and so does this
 */
export function localVolatilityAt(slices: Surface, k: number, time: Years): Volatility {
  const next = slices.findIndex((slice) => slice.time >= time);
  const [earlier, later] = next < 0 ? [undefined, slices[slices.length - 1]] : [slices[next - 1], slices[next]];
  const variance = new Float64Array(1);
  dupireVariances(earlier, later!, Float64Array.of(k)).at(time, variance);
  return Math.sqrt(variance[0]!);
}
