/**
 * What a portfolio is worth at a date as a function of one or two independent normals n, under Gaussian short rates
 *
 *   V = Σ F_i e^(−l_i·n − |l_i|²/2)
 *
 * as coefficients that a kernel reads. The normals of a lattice lie within 5.5 of 0, and there the sum is a polynomial of as few terms as its
 * exponents are small, however many cash flows it is of: Chebyshev's series, made in double precision, so that what is rounded is the net
 * value and not the gross. Where exponents are large the series would lose digits in the middle to what it is at the ends, and the sum
 * stands as it is.
 */
import { exponentialSeries } from '../../math/exponential-series.js';
import type { Loadings } from '../../model/gaussian-state.js';

/** F e^(−l·n − |l|²/2): a mean, and how it moves. */
export interface Term {
  readonly mean: number;
  readonly loadings: Loadings;
}

export type NetValue = (Series | Sum) & {
  /** Deviation of V/size given n, of a normal of its own; 0 where n tells all. */
  readonly noise: number;
};

/** V/size = Σ c_nm T_n(W/RANGE) T_m(Z/RANGE), W and Z the normals along and across. */
export interface Series {
  readonly type: 'series';
  readonly factors: 1 | 2;
  readonly size: number;
  /** Along × across. */
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

/** Of a lattice's normals: Φ⁻¹(1 − 2⁻²⁴) = 5.42. */
export const RANGE = 5.5;
/** The largest exponent of a series: its ends are then 55 times its middle, which costs 6 of 24 bits. */
const LARGEST_EXPONENT = 4;
/** What the series leaves out, as a share of what it is: a tenth of single precision's rounding. */
const LEFT_OUT = 6e-9;
/** The same of gross terms before they are netted: a hedged portfolio may be a millionth of them. */
const LEFT_OUT_OF_GROSS = 1e-15;
/** Loadings on the second axis that are rounding alone. */
const NO_LOADING = 1e-12;

/** @param noise  deviation of V given n, in units of value */
export function netValue(terms: readonly Term[], noise = 0): NetValue {
  const turned = inAxes(terms);
  const largest = (of: (term: Exponential) => number): number => turned.reduce((most, term) => Math.max(most, Math.abs(of(term))), 0);
  const [along, across] = [largest((term) => term.along), largest((term) => term.across)];
  const factors = across > NO_LOADING ? 2 : 1;
  const value =
    Math.max(along, across) * RANGE <= LARGEST_EXPONENT ? seriesOf(turned, factors, along * RANGE, across * RANGE) : sumOf(turned, factors);
  return { ...value, noise: noise / value.size };
}

/** Turns the loadings so that the first axis is the one along which the terms, whatever their signs, move most. */
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
  // Of the gross terms: no net of them is larger.
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
  const [kept, keptAcross] = [countOf(boundsAlong, LEFT_OUT * size), countOf(boundsAcross, LEFT_OUT * size)];
  return {
    type: 'series',
    factors,
    size,
    coefficients: all.slice(0, kept).map((row) => Array.from(row.slice(0, keptAcross), (c) => c / size)),
  };
}

/** Terms of the series of e^(zt) beyond which nothing matters: the next is under (z/2)ⁿ/n! e^z. */
function termsFor(z: number): number {
  let bound = Math.exp(z);
  let n = 0;
  while (bound > LEFT_OUT_OF_GROSS) bound *= z / 2 / ++n;
  return n + 1;
}

/** As many as leave out no more than `allowed`; one at least. */
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
