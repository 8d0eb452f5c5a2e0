/**
 * The exercise boundary B(τ) of an American put on a lognormal asset, τ the time left:
 *
 *   B(τ) = K e^(−(r−q)τ) N/D,   d±(w, z) = [ln z + (r − q ± σ²/2) w]/(σ√w)
 *   N = Φ(d₋(τ, B/K)) + r ∫₀^τ e^(ru) Φ(d₋(τ − u, B(τ)/B(u))) du,   D likewise with d₊ and q
 *
 * ln²(B/X), X = K min(1, r/q) its limit at τ = 0, is smooth in √τ and is a Chebyshev polynomial there, by its values at the points of
 * the second kind. w = τ sin²ψ, u = τ cos²ψ takes the roots out of both ends of the integrals; the paper's w = τ(1 + y)²/4 leaves
 * that of B at u = 0, and with it an error of 1e-5. The paper's fixed point gains a digit in two to four iterations; here it
 * comes near, and Newton's method takes over, whose whole Jacobian costs no more than an iteration or two.
 *
 * @see L. Andersen, M. Lake, D. Offengenden (2016), High-performance American option pricing, J. Comp. Finance 20(1): FP-B
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { solveLinear } from '../math/linear-solve.js';
import { normalCdf, normalPdf } from '../math/normal.js';
import { gaussLegendre } from '../math/quadrature.js';

/** What the equation depends on; r > 0, σ√T > 0. */
export interface BoundaryTerms {
  readonly strike: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
}

/** A rule for ∫ f dw/τ over [0, τ] as a sum over ψ in [0, π/2]. */
interface AngleRule {
  readonly sine: Float64Array;
  readonly cosine: Float64Array;
  readonly weight: Float64Array;
}

/** The points of one resolution, whatever the option. */
export interface Scheme {
  readonly nodes: number;
  /** √(τ/T) at Chebyshev's points, from 1 down; without the last, 0, where B is known. */
  readonly roots: Float64Array;
  /** Of the equation at each node, as many points as nodes. */
  readonly inner: AngleRule;
  /** Of the integral of the price, twice as many. */
  readonly outer: AngleRule;
  /** What the polynomial is at the inner points of each node, and at the outer ones: a row a point, a weight a node. */
  readonly atInner: Float64Array;
  readonly atOuter: Float64Array;
  /** The same at those nodes of a scheme of twice as many that are not nodes of this one. */
  readonly between: Float64Array;
}

export interface Boundary {
  readonly scheme: Scheme;
  /** X, price units */
  readonly limit: Price;
  /** ln(X/B) at the nodes; B(T) is that of the first. */
  readonly depths: Float64Array;
  /** Their squares, of which the polynomial is made. */
  readonly squares: Float64Array;
}

/** The i-th of n + 1, on [0, 1], from 1 down. */
const chebyshevPoint = (i: number, n: number): number => 0.5 * (1 + Math.cos((Math.PI * i) / n));

/** @param nodes even */
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
    sine: Float64Array.from(angles, Math.sin),
    cosine: Float64Array.from(angles, Math.cos),
    weight: Float64Array.from(angles, (angle, i) => (Math.PI / 2) * weights[i] * Math.sin(angle) * Math.cos(angle)),
  };
}

/**
 * A row a point of weights of the values at the nodes: the polynomial that is 0 at 0, by the barycentric formula.
 *
 * @see J.-P. Berrut and L. N. Trefethen (2004), Barycentric Lagrange interpolation, SIAM Review 46, (5.4)
 */
function interpolation(nodes: number, points: ArrayLike<number>): Float64Array {
  const weights = new Float64Array(points.length * nodes);
  for (let p = 0; p < points.length; p++) {
    const row = weights.subarray(p * nodes, (p + 1) * nodes);
    let total = 0;
    for (let i = 0; i <= nodes; i++) {
      // No point falls on a node: Gauss's angles are never 0, and those between are between.
      const term = ((i % 2 === 0 ? 1 : -1) * (i === 0 || i === nodes ? 0.5 : 1)) / (points[p] - chebyshevPoint(i, nodes));
      total += term;
      if (i < nodes) row[i] = term;
    }
    for (let i = 0; i < nodes; i++) row[i] = row[i] / total;
  }
  return weights;
}

/** The polynomial of the squares at a row's point. */
export function valueAt(squares: Float64Array, weights: Float64Array, row: number): number {
  const n = squares.length;
  let [even, odd] = [0, 0];
  // Two sums, which the processor adds side by side; the numbers of nodes are even.
  for (let k = 0, at = row * n; k < n; k += 2, at += 2) {
    even += squares[k] * weights[at];
    odd += squares[k + 1] * weights[at + 1];
  }
  // Between nodes it may dip under 0, where the boundary lies at its limit.
  return Math.max(even + odd, 0);
}

/** Largest change of ln B in a step of the fixed point from which Newton's method converges; farther off it may wander. */
const NEAR = 1e-3;
const MOST_STEPS = 12;

/** The boundary on the coarsest scheme. */
export function firstBoundary(terms: BoundaryTerms, scheme: Scheme): Boundary {
  const limit = limitOf(terms);
  const depths = scheme.roots.map((root) => Math.log(limit / firstGuess(terms, limit, terms.time * root * root)));
  const step = stepOn(terms, limit, scheme);
  for (let i = 0; i < MOST_STEPS; i++) if (step(depths, false) < NEAR) break;
  step(depths, true);
  step(depths, true);
  return { scheme, limit, depths, squares: depths.map((depth) => depth * depth) };
}

/** The boundary on a scheme of twice as many nodes: what these steps leave is under 1e-7 of the strike in the price. */
export function refine(terms: BoundaryTerms, { scheme: coarser, limit, depths: known, squares }: Boundary, scheme: Scheme): Boundary {
  // Every other node was one already.
  const depths = Float64Array.from({ length: scheme.nodes }, (_, i) =>
    i % 2 === 0 ? known[i / 2] : Math.sqrt(valueAt(squares, coarser.between, (i - 1) / 2)),
  );
  const step = stepOn(terms, limit, scheme);
  // Between nodes near expiry the polynomial is no guess good enough for Newton's method.
  step(depths, false);
  step(depths, false);
  step(depths, true);
  return { scheme, limit, depths, squares: depths.map((depth) => depth * depth) };
}

const limitOf = ({ strike, rate, dividend }: BoundaryTerms): Price => (dividend > rate ? (strike * rate) / dividend : strike);

/**
 * One step towards x = ln(X/B) with x(τ) = g(τ) = ln(X/K) + (r − q)τ − ln(N/D), at the nodes.
 *
 * @returns a function that changes the depths in place, by Newton's method or to g itself, and returns the largest change
 */
function stepOn(
  { strike, rate, volatility, time, dividend }: BoundaryTerms,
  limit: Price,
  { nodes: n, roots, inner, atInner }: Scheme,
): (depths: Float64Array, newton: boolean) => number {
  const drift = (rate - dividend) * time;
  const total = volatility * Math.sqrt(time);
  const fromStrike = Math.log(limit / strike);
  const paysDividend = dividend !== 0;
  // r e^(ru) dw and q e^(qu) dw: the same in every step.
  const interest = new Float64Array(n * n);
  const dividends = new Float64Array(paysDividend ? n * n : 0);
  for (let i = 0; i < n; i++) {
    const left = time * roots[i] * roots[i];
    for (let j = 0; j < n; j++) {
      const u = left * inner.cosine[j] * inner.cosine[j];
      interest[i * n + j] = rate * left * inner.weight[j] * Math.exp(rate * u);
      if (paysDividend) dividends[i * n + j] = dividend * left * inner.weight[j] * Math.exp(dividend * u);
    }
  }
  const squares = new Float64Array(n);
  const change = new Float64Array(n);
  const jacobian = new Float64Array(n * n);
  // ∂N/∂ and ∂D/∂ of the polynomial at each inner point of a node.
  const numeratorSlopes = new Float64Array(n);
  const denominatorSlopes = new Float64Array(n);

  return (depths, newton) => {
    for (let i = 0; i < n; i++) squares[i] = depths[i] * depths[i];
    if (newton) jacobian.fill(0);
    for (let i = 0; i < n; i++) {
      const depth = depths[i];
      const deviation = total * roots[i];
      const carried = drift * roots[i] * roots[i];
      const centre = (fromStrike - depth + carried) / deviation;
      let numerator = normalCdf(centre - 0.5 * deviation);
      let denominator = normalCdf(centre + 0.5 * deviation);
      let numeratorSlope = newton ? -normalPdf(centre - 0.5 * deviation) / deviation : 0;
      let denominatorSlope = newton ? -normalPdf(centre + 0.5 * deviation) / deviation : 0;
      for (let j = 0; j < n; j++) {
        const at = i * n + j;
        const sine = inner.sine[j];
        const spread = deviation * sine;
        const other = Math.sqrt(valueAt(squares, atInner, at));
        const middle = (other - depth + carried * sine * sine) / spread;
        numerator += interest[at] * normalCdf(middle - 0.5 * spread);
        if (paysDividend) denominator += dividends[at] * normalCdf(middle + 0.5 * spread);
        if (!newton) continue;
        const slope = (interest[at] * normalPdf(middle - 0.5 * spread)) / spread;
        numeratorSlope -= slope;
        numeratorSlopes[j] = other > 0 ? slope / other : 0;
        if (!paysDividend) continue;
        const dividendSlope = (dividends[at] * normalPdf(middle + 0.5 * spread)) / spread;
        denominatorSlope -= dividendSlope;
        denominatorSlopes[j] = other > 0 ? dividendSlope / other : 0;
      }
      change[i] = depth - fromStrike - carried + Math.log(numerator / denominator);
      if (!newton) continue;
      for (let j = 0; j < n; j++) {
        const slope = numeratorSlopes[j] / numerator - denominatorSlopes[j] / denominator;
        for (let k = 0, w = (i * n + j) * n; k < n; k++, w++) jacobian[i * n + k] = jacobian[i * n + k] + slope * atInner[w];
      }
      for (let k = 0; k < n; k++) jacobian[i * n + k] = jacobian[i * n + k] * depths[k];
      jacobian[i * n + i] = jacobian[i * n + i] + 1 + numeratorSlope / numerator - denominatorSlope / denominator;
    }
    if (newton) solveLinear(jacobian, change);
    let moved = 0;
    for (let i = 0; i < n; i++) {
      moved = Math.max(moved, Math.abs(change[i]));
      depths[i] = Math.max(depths[i] - change[i], 0);
    }
    return moved;
  };
}

/** B(τ) by Barone-Adesi and Whaley's (1987) seed: from the limit at expiry to the perpetual boundary. */
function firstGuess({ strike, rate, volatility, dividend }: BoundaryTerms, limit: Price, left: Years): Price {
  const drift = (2 * (rate - dividend)) / (volatility * volatility);
  const slope = 0.5 * (1 - drift - Math.sqrt((drift - 1) ** 2 + (8 * rate) / (volatility * volatility)));
  const perpetual = Math.min((strike * slope) / (slope - 1), limit);
  if (perpetual >= limit) return limit;
  const fallen = ((rate - dividend) * left - 2 * volatility * Math.sqrt(left)) * (strike / (strike - perpetual));
  return perpetual + (limit - perpetual) * Math.exp(Math.min(fallen, 0));
}
