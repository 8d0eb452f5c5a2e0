/**
 * The exercise boundary B(τ) of an American put on a lognormal asset, τ the time to expiry:
 *
 *   B(τ) = K e^(−(r−q)τ) N/D,   d±(w, z) = [ln z + (r − q ± σ²/2) w]/(σ√w)
 *   N = Φ(d₋(τ, B/K)) + r ∫₀^τ e^(ru) Φ(d₋(τ − u, B(τ)/B(u))) du,   D likewise with d₊ and q
 *
 * With X = K min(1, r/q) the limit of B at τ = 0, ln²(B/X) is smooth in √τ. It is represented by the Chebyshev polynomial in √τ through
 * its values at the Chebyshev points of the second kind. The substitution w = τ sin²ψ, u = τ cos²ψ removes the square-root singularities
 * at both ends of the integrals; the paper's w = τ(1 + y)²/4 leaves that of B at u = 0, and with it an error of 1e-5. The paper's
 * fixed-point iteration gains a digit in two to four iterations. Here it only provides the start of Newton's method, whose full
 * Jacobian costs no more than an iteration or two.
 *
 * @see L. Andersen, M. Lake, D. Offengenden (2016), High-performance American option pricing, J. Comp. Finance 20(1): FP-B
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { cos, sin } from '../math/elementary/trigonometric.js';
import { solveLinear } from '../math/linear-solve.js';
import { normalCdf, normalPdf } from '../math/normal.js';
import { gaussLegendre } from '../math/quadrature.js';

/** Parameters of the boundary equation; r > 0, σ√T > 0. */
export interface BoundaryTerms {
  readonly strike: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
}

/** A Gauss-Legendre rule over ψ in [0, π/2] for the integrals ∫ f dw/τ over [0, τ]: sin ψ, cos ψ and weight of each point. */
interface AngleRule {
  readonly sine: Float64Array;
  readonly cosine: Float64Array;
  readonly weight: Float64Array;
}

/** Collocation nodes, quadrature points and interpolation weights of one resolution. They do not depend on the option. */
export interface Scheme {
  readonly nodes: number;
  /** √(τ/T) at the Chebyshev points in descending order from 1; the last point, 0, is left out since B is known there. */
  readonly roots: Float64Array;
  /** Rule of the boundary equation at each node, with as many points as there are nodes. */
  readonly inner: AngleRule;
  /** Rule of the price integral, with twice as many points. */
  readonly outer: AngleRule;
  /** Interpolation weights at the inner points of each node, and at the outer points: one row per point, one weight per node. */
  readonly atInner: Float64Array;
  readonly atOuter: Float64Array;
  /** Interpolation weights at those nodes of a scheme of twice as many nodes that are not nodes of this one. */
  readonly between: Float64Array;
}

export interface Boundary {
  readonly scheme: Scheme;
  /** X, price units. */
  readonly limit: Price;
  /** ln(X/B) at the nodes; the first is that of τ = T. */
  readonly depths: Float64Array;
  /** Squares of the depths: the values that the polynomial interpolates. */
  readonly squares: Float64Array;
}

/** The i-th of n + 1 Chebyshev points of the second kind on [0, 1], in descending order. */
const chebyshevPoint = (i: number, n: number): number => 0.5 * (1 + cos((Math.PI * i) / n));

/** @param nodes  number of collocation nodes, even */
export function schemeOf(nodes: number): Scheme {
  const inner = overAngle(nodes);
  const outer = overAngle(2 * nodes);
  const roots = Float64Array.from({ length: nodes }, (_, i) => chebyshevPoint(i, nodes));
  return {
    nodes,
    roots,
    inner,
    outer,
    atInner: interpolation(
      nodes,
      Array.from(roots).flatMap((root) => Array.from(inner.cosine, (cosine) => root * cosine)),
    ),
    atOuter: interpolation(nodes, outer.cosine),
    between: interpolation(
      nodes,
      Array.from({ length: nodes }, (_, i) => chebyshevPoint(2 * i + 1, 2 * nodes)),
    ),
  };
}

function overAngle(count: number): AngleRule {
  const { points, weights } = gaussLegendre(count);
  const angles = points.map((point) => (Math.PI / 4) * (1 + point));
  return {
    sine: Float64Array.from(angles, sin),
    cosine: Float64Array.from(angles, cos),
    weight: Float64Array.from(angles, (angle, i) => (Math.PI / 2) * weights[i]! * sin(angle) * cos(angle)),
  };
}

/**
 * Weights of the values at the nodes that give the interpolating polynomial with value 0 at 0, by the barycentric formula.
 *
 * @returns one row of `nodes` weights per point
 *
 * @see J.-P. Berrut and L. N. Trefethen (2004), Barycentric Lagrange interpolation, SIAM Review 46, (5.4)
 */
function interpolation(nodes: number, points: ArrayLike<number>): Float64Array {
  const weights = new Float64Array(points.length * nodes);
  for (let p = 0; p < points.length; p++) {
    const row = weights.subarray(p * nodes, (p + 1) * nodes);
    let total = 0;
    for (let i = 0; i <= nodes; i++) {
      // No point coincides with a node: the angles of a Gauss rule are never 0, and points of `between` lie between nodes.
      const term = ((i % 2 === 0 ? 1 : -1) * (i === 0 || i === nodes ? 0.5 : 1)) / (points[p]! - chebyshevPoint(i, nodes));
      total += term;
      if (i < nodes) row[i] = term;
    }
    for (let i = 0; i < nodes; i++) row[i] = row[i]! / total;
  }
  return weights;
}

/** The interpolating polynomial of the squared depths at the point of a row of weights; at least 0. */
export function squaredDepthAt(squares: Float64Array, weights: Float64Array, row: number): number {
  const n = squares.length;
  let [even, odd] = [0, 0];
  // Two independent sums, which the processor overlaps; the number of nodes is even.
  for (let k = 0, entry = row * n; k < n; k += 2, entry += 2) {
    even += squares[k]! * weights[entry]!;
    odd += squares[k + 1]! * weights[entry + 1]!;
  }
  // The polynomial may be slightly negative between nodes at which the boundary is at its limit.
  return Math.max(even + odd, 0);
}

/** Largest change of ln B in a fixed-point step after which Newton's method converges; from farther away it may diverge. */
const MAX_CHANGE_FOR_NEWTON = 1e-3;
const MAX_FIXED_POINT_STEPS = 12;
/** Each halves the depth of the boundary where that is too deep for its equation. */
const MAX_RAISES = 50;

/** The boundary on the coarsest scheme. */
export function firstBoundary(terms: BoundaryTerms, scheme: Scheme): Boundary {
  const limit = limitOf(terms);
  const depths = scheme.roots.map((root) => log(limit / firstGuess(terms, limit, terms.time * root * root)));
  const step = stepOn(terms, limit, scheme);
  for (let raises = 0, steps = 0; raises < MAX_RAISES && steps < MAX_FIXED_POINT_STEPS; ) {
    const moved = step(depths, false);
    if (moved < MAX_CHANGE_FOR_NEWTON) break;
    if (Number.isFinite(moved)) steps++;
    else raises++;
  }
  step(depths, true);
  step(depths, true);
  return { scheme, limit, depths, squares: depths.map((depth) => depth * depth) };
}

/**
 * The boundary on a scheme of twice as many nodes, from the boundary on the coarser one. The iteration error that these steps leave in the
 * price is under 1e-7 of the strike.
 */
export function refinedBoundary(
  terms: BoundaryTerms,
  { scheme: coarser, limit, depths: coarserDepths, squares }: Boundary,
  scheme: Scheme,
): Boundary {
  // Every other node is a node of the coarser scheme.
  const depths = Float64Array.from({ length: scheme.nodes }, (_, i) =>
    i % 2 === 0 ? coarserDepths[i / 2]! : Math.sqrt(squaredDepthAt(squares, coarser.between, (i - 1) / 2)),
  );
  const step = stepOn(terms, limit, scheme);
  // Near expiry the polynomial between nodes is too inaccurate to start Newton's method from.
  step(depths, false);
  step(depths, false);
  step(depths, true);
  return { scheme, limit, depths, squares: depths.map((depth) => depth * depth) };
}

const limitOf = ({ strike, rate, dividend }: BoundaryTerms): Price => (dividend > rate ? (strike * rate) / dividend : strike);

/**
 * An iteration step for x(τ) = ln(X/B) that solves x = g(x), g(τ) = ln(X/K) + (r − q)τ − ln(N/D), at the nodes.
 *
 * @returns a function that updates the depths in place, by Newton's method (`newton`) or by the fixed point x ← g(x), and returns the
 *          largest absolute change; infinite where the boundary was too deep for an equation, and has been raised
 */
function stepOn(
  { strike, rate, volatility, time, dividend }: BoundaryTerms,
  limit: Price,
  { nodes: n, roots, inner, atInner }: Scheme,
): (depths: Float64Array, newton: boolean) => number {
  const drift = (rate - dividend) * time;
  const total = volatility * Math.sqrt(time);
  const fromStrike = log(limit / strike);
  const paysDividend = dividend !== 0;
  // r e^(ru) dw and q e^(qu) dw at the inner points of each node; they do not change between steps.
  const interest = new Float64Array(n * n);
  const dividends = new Float64Array(paysDividend ? n * n : 0);
  for (let i = 0; i < n; i++) {
    const remaining = time * roots[i]! * roots[i]!;
    for (let j = 0; j < n; j++) {
      const u = remaining * inner.cosine[j]! * inner.cosine[j]!;
      interest[i * n + j] = rate * remaining * inner.weight[j]! * exp(rate * u);
      if (paysDividend) dividends[i * n + j] = dividend * remaining * inner.weight[j]! * exp(dividend * u);
    }
  }
  const squares = new Float64Array(n);
  const change = new Float64Array(n);
  const jacobian = new Float64Array(n * n);
  // Derivatives of N and D with respect to the polynomial at each inner point of a node.
  const numeratorSlopes = new Float64Array(n);
  const denominatorSlopes = new Float64Array(n);

  return (depths, newton) => {
    for (let i = 0; i < n; i++) squares[i] = depths[i]! * depths[i]!;
    if (newton) jacobian.fill(0);
    let moved = 0;
    for (let i = 0; i < n; i++) {
      const depth = depths[i]!;
      const deviation = total * roots[i]!;
      const carried = drift * roots[i]! * roots[i]!;
      const centre = (fromStrike - depth + carried) / deviation;
      let numerator = normalCdf(centre - 0.5 * deviation);
      let denominator = normalCdf(centre + 0.5 * deviation);
      let numeratorSlope = newton ? -normalPdf(centre - 0.5 * deviation) / deviation : 0;
      let denominatorSlope = newton ? -normalPdf(centre + 0.5 * deviation) / deviation : 0;
      for (let j = 0; j < n; j++) {
        const entry = i * n + j;
        const sine = inner.sine[j]!;
        const spread = deviation * sine;
        const other = Math.sqrt(squaredDepthAt(squares, atInner, entry));
        const middle = (other - depth + carried * sine * sine) / spread;
        numerator += interest[entry]! * normalCdf(middle - 0.5 * spread);
        if (paysDividend) denominator += dividends[entry]! * normalCdf(middle + 0.5 * spread);
        if (!newton) continue;
        const slope = (interest[entry]! * normalPdf(middle - 0.5 * spread)) / spread;
        numeratorSlope -= slope;
        numeratorSlopes[j] = other > 0 ? slope / other : 0;
        if (!paysDividend) continue;
        const dividendSlope = (dividends[entry]! * normalPdf(middle + 0.5 * spread)) / spread;
        denominatorSlope -= dividendSlope;
        denominatorSlopes[j] = other > 0 ? dividendSlope / other : 0;
      }
      const ratio = numerator / denominator;
      // A negative dividend may leave nothing of D at a boundary that is too deep.
      const tooDeep = !(ratio > 0) && !newton;
      if (tooDeep) moved = Number.POSITIVE_INFINITY;
      change[i] = tooDeep ? 0.5 * depth : depth - fromStrike - carried + log(ratio);
      if (!newton) continue;
      for (let j = 0; j < n; j++) {
        const slope = numeratorSlopes[j]! / numerator - denominatorSlopes[j]! / denominator;
        for (let k = 0, w = (i * n + j) * n; k < n; k++, w++) jacobian[i * n + k] = jacobian[i * n + k]! + slope * atInner[w]!;
      }
      for (let k = 0; k < n; k++) jacobian[i * n + k] = jacobian[i * n + k]! * depths[k]!;
      jacobian[i * n + i] = jacobian[i * n + i]! + 1 + numeratorSlope / numerator - denominatorSlope / denominator;
    }
    if (newton) solveLinear(jacobian, change);
    for (let i = 0; i < n; i++) {
      moved = Math.max(moved, Math.abs(change[i]!));
      depths[i] = Math.max(depths[i]! - change[i]!, 0);
    }
    return moved;
  };
}

/** Starting value of B(τ) by Barone-Adesi and Whaley (1987): between the limit at expiry and the perpetual boundary. */
function firstGuess({ strike, rate, volatility, dividend }: BoundaryTerms, limit: Price, timeToExpiry: Years): Price {
  const drift = (2 * (rate - dividend)) / (volatility * volatility);
  const slope = 0.5 * (1 - drift - Math.sqrt(squareOf(drift - 1) + (8 * rate) / (volatility * volatility)));
  const perpetual = Math.min((strike * slope) / (slope - 1), limit);
  if (perpetual >= limit) return limit;
  const exponent = ((rate - dividend) * timeToExpiry - 2 * volatility * Math.sqrt(timeToExpiry)) * (strike / (strike - perpetual));
  return perpetual + (limit - perpetual) * exp(Math.min(exponent, 0));
}
