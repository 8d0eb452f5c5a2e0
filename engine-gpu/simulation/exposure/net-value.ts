/**
 * The value of a portfolio at a date as a function of one or two independent normals n, under Gaussian short rates,
 *
 *   V = Σ F_i e^(−l_i·n − |l_i|²/2)
 *
 * as coefficients that a kernel reads. The normals of a lattice lie within ±5.5. There the sum is approximated by a Chebyshev series, whose
 * number of terms depends on the size of the exponents but not on the number of cash flows. The series is computed in double precision, so
 * single precision rounds the net value and not the gross values. Where exponents are large, the series would lose digits in the middle of
 * the range because of its size at the ends; the sum is then evaluated term by term.
 */
import { exponentialSeries } from '../../math/exponential-series.js';
import type { Loadings } from '../../model/gaussian-state.js';

/** F e^(−l·n − |l|²/2): a lognormal term with mean F and loadings l on the normals. */
export interface Term {
  readonly mean: number;
  readonly loadings: Loadings;
}

export type NetValue = (Series | Sum) & {
  /** Standard deviation of V/size given n, treated as an independent normal; 0 where n determines V. */
  readonly noise: number;
};

/** V/size = Σ c_nm T_n(W/RANGE) T_m(Z/RANGE), W and Z the normals along and across the main axis. */
export interface Series {
  readonly type: 'series';
  readonly factors: 1 | 2;
  readonly size: number;
  /** One row per order n along the main axis, one column per order m across it. */
  readonly coefficients: readonly (readonly number[])[];
}

/** V/size = Σ weight e^(−along W − across Z). */
export interface Sum {
  readonly type: 'sum';
  readonly factors: 1 | 2;
  readonly size: number;
  readonly terms: readonly Exponential[];
}

interface Exponential {
  readonly weight: number;
  readonly along: number;
  readonly across: number;
}

/** Bound of a lattice's normals: Φ⁻¹(1 − 2⁻²⁴) = 5.42. */
export const RANGE = 5.5;
/** Largest exponent for which a series is used: its ends are then 55 times its middle, which costs 6 of 24 bits. */
const MAX_SERIES_EXPONENT = 4;
/** Truncation error of the series relative to its size: a tenth of single-precision rounding. */
const SERIES_TOLERANCE = 6e-9;
/** Truncation error of each gross term before netting: the net value of a hedged portfolio may be a millionth of the gross terms. */
const GROSS_SERIES_TOLERANCE = 1e-15;
/** Loading on the second axis below which it is rounding, and one factor suffices. */
const MIN_STATE_LOADING = 1e-12;

/**
 * The coefficients of a sum of terms.
 *
 * @param noise  standard deviation of V given the normals, in price units
 */
export function netValue(terms: readonly Term[], noise = 0): NetValue {
  const turned = inAxes(terms);
  const largest = (of: (term: Exponential) => number): number => turned.reduce((most, term) => Math.max(most, Math.abs(of(term))), 0);
  const [along, across] = [largest((term) => term.along), largest((term) => term.across)];
  const factors = across > MIN_STATE_LOADING ? 2 : 1;
  const value =
    Math.max(along, across) * RANGE <= MAX_SERIES_EXPONENT
      ? seriesOf(turned, factors, along * RANGE, across * RANGE)
      : sumOf(turned, factors);
  return { ...value, noise: noise / value.size };
}

/** Rotates the loadings so that the first axis is the mean direction of the loadings, weighted by the absolute means of the terms. */
function inAxes(terms: readonly Term[]): Exponential[] {
  let [u, v] = [0, 0];
  for (const {
    mean,
    loadings: [onU = 0, onV = 0],
  } of terms) {
    u += Math.abs(mean) * onU;
    v += Math.abs(mean) * onV;
  }
  const length = Math.hypot(u, v);
  const [cosine, sine] = length > 0 ? [u / length, v / length] : [1, 0];
  return terms.map(({ mean, loadings: [onU = 0, onV = 0] }) => ({
    weight: mean * Math.exp(-(onU * onU + onV * onV) / 2),
    along: cosine * onU + sine * onV,
    across: cosine * onV - sine * onU,
  }));
}

const ONE = Float64Array.of(1);

function seriesOf(turned: readonly Exponential[], factors: 1 | 2, along: number, across: number): Series {
  const [rows, columns] = [termsFor(along), factors === 2 ? termsFor(across) : 1];
  const all = Array.from({ length: rows }, () => new Float64Array(columns));
  // Bounds from the gross terms hold for the net values too.
  const [boundsAlong, boundsAcross] = [new Float64Array(rows), new Float64Array(columns)];
  for (const { weight, along: onW, across: onZ } of turned) {
    const one = exponentialSeries(-onW * RANGE, rows);
    const other = factors === 2 ? exponentialSeries(-onZ * RANGE, columns) : ONE;
    const [wholeAlong, wholeAcross] = [absolute(one), absolute(other)];
    one.forEach((c, n) => {
      const share = weight * c;
      const row = all[n];
      boundsAlong[n] = boundsAlong[n] + Math.abs(share) * wholeAcross;
      for (let m = 0; m < columns; m++) row[m] = row[m] + share * other[m];
    });
    other.forEach((c, m) => {
      boundsAcross[m] = boundsAcross[m] + Math.abs(weight * c) * wholeAlong;
    });
  }
  const size = all.reduce((sum, row) => sum + absolute(row), 0) || 1;
  const [kept, keptAcross] = [countOf(boundsAlong, SERIES_TOLERANCE * size), countOf(boundsAcross, SERIES_TOLERANCE * size)];
  return {
    type: 'series',
    factors,
    size,
    coefficients: all.slice(0, kept).map((row) => Array.from(row.slice(0, keptAcross), (c) => c / size)),
  };
}

/** Number of terms of the Chebyshev series of e^(zt) to GROSS_SERIES_TOLERANCE; term n is below (z/2)ⁿ/n! e^z. */
function termsFor(z: number): number {
  let bound = Math.exp(z);
  let n = 0;
  while (bound > GROSS_SERIES_TOLERANCE) bound *= z / 2 / ++n;
  return n + 1;
}

/** Smallest number of leading terms, at least one, whose omitted rest is at most `allowed`. */
function countOf(bounds: Float64Array, allowed: number): number {
  let count = bounds.length;
  let left = 0;
  while (count > 1) {
    left += bounds[count - 1];
    if (left > allowed) break;
    count--;
  }
  return count;
}

function sumOf(turned: readonly Exponential[], factors: 1 | 2): Sum {
  const size = turned.reduce((sum, { weight }) => sum + Math.abs(weight), 0) || 1;
  return { type: 'sum', factors, size, terms: turned.map((term) => ({ ...term, weight: term.weight / size })) };
}

const absolute = (values: Float64Array): number => values.reduce((sum, value) => sum + Math.abs(value), 0);
