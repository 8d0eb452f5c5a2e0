/**
 * Time steps of the Heston equation on a grid of x = ln(S/K) and v, by splitting into the mixed derivative, the terms along x and the terms
 * along v (alternating directions). With A = A₀ + A₁ + A₂ and step Δ back in time, the modified Craig-Sneyd scheme is
 *
 *   Y₀ = U + Δ A U,   Yⱼ = Yⱼ₋₁ + θΔ (Aⱼ Yⱼ − Aⱼ U),   Ỹ₀ = Y₀ + θΔ A₀(Y₂ − U) + (½ − θ)Δ A(Y₂ − U),   Ỹⱼ = Ỹⱼ₋₁ + θΔ (Aⱼ Ỹⱼ − Aⱼ U)
 *
 * for j = 1, 2, and its result Ỹ₂; that of the Douglas scheme is Y₂. In differences from U each stage is one solution:
 *
 *   (I − θΔ A₂)(I − θΔ A₁)(Y₂ − U) = Δ A U,   (I − θΔ A₂)(I − θΔ A₁)(Ỹ₂ − U) = Δ A U + ½Δ A₀(Y₂ − U) + (½ − θ)Δ (A₁ + A₂)(Y₂ − U)
 *
 * @see K. J. in 't Hout, S. Foulon (2010), ADI finite difference schemes for option pricing in the Heston model with correlation, (2.7), (2.9)
 */
import type { Rate, Years } from '../base/units.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { expm1 } from '../math/elementary/exp.js';

/** The terms that the equation depends on. */
export interface HestonTerms {
  readonly parameters: HestonParameters;
  readonly rate: Rate;
  readonly dividend: Rate;
}

/** Nodes in x = ln(S/K) and in v. */
export interface SpotVarianceGrid {
  readonly xs: Float64Array;
  readonly vs: Float64Array;
  /** Index of x = 0. */
  readonly strike: number;
}

/** Three coefficients per node of a difference: of the neighbour below, the node, and the neighbour above. */
interface Difference {
  readonly below: Float64Array;
  readonly own: Float64Array;
  readonly above: Float64Array;
}

const zeros = (count: number): Difference => ({
  below: new Float64Array(count),
  own: new Float64Array(count),
  above: new Float64Array(count),
});

/** First and second central differences on uneven nodes; zero at both ends. */
function differences(nodes: Float64Array): { readonly first: Difference; readonly second: Difference } {
  const [first, second] = [zeros(nodes.length), zeros(nodes.length)];
  for (let i = 1; i < nodes.length - 1; i++) {
    const [down, up] = [nodes[i]! - nodes[i - 1]!, nodes[i + 1]! - nodes[i]!];
    first.below[i] = -up / (down * (down + up));
    first.own[i] = (up - down) / (down * up);
    first.above[i] = down / (up * (down + up));
    second.below[i] = 2 / (down * (down + up));
    second.own[i] = -2 / (down * up);
    second.above[i] = 2 / (up * (down + up));
  }
  return { first, second };
}

export interface Stepper {
  /** One step back by the modified Craig-Sneyd scheme; a source, per unit of time, is added where given. */
  readonly craigSneyd: (u: Float64Array, source?: Float64Array) => void;
  /** One step back by the Douglas scheme with θ = 1. */
  readonly implicit: (u: Float64Array, source?: Float64Array) => void;
}

/**
 * The operators of one time step, factorised.
 *
 * @param dt      years
 * @param weight  θ of the scheme: the implicit share of the operators along x and along v
 */
export function hestonStepper(
  { parameters, rate, dividend }: HestonTerms,
  { xs, vs }: SpotVarianceGrid,
  dt: Years,
  weight: number,
): Stepper {
  const { kappa, theta, sigma, rho } = parameters;
  const [n, m] = [xs.length, vs.length];
  const x = differences(xs);
  const v = differences(vs);
  const carry = rate - dividend;
  // Along x: ½v diffusion + drift − r/2. At the ends u is linear in the spot, so that u_xx = u_x.
  const diffusion = zeros(n);
  const drift = zeros(n);
  for (let i = 1; i < n - 1; i++) {
    diffusion.below[i] = (x.second.below[i]! - x.first.below[i]!) / 2;
    diffusion.own[i] = (x.second.own[i]! - x.first.own[i]!) / 2;
    diffusion.above[i] = (x.second.above[i]! - x.first.above[i]!) / 2;
    drift.below[i] = carry * x.first.below[i]!;
    drift.own[i] = carry * x.first.own[i]! - rate / 2;
    drift.above[i] = carry * x.first.above[i]!;
  }
  const lowSlope = carry / expm1(xs[1]! - xs[0]!);
  const highSlope = carry / -expm1(xs[n - 2]! - xs[n - 1]!);
  drift.own[0] = -lowSlope - rate / 2;
  drift.above[0] = lowSlope;
  drift.below[n - 1] = -highSlope;
  drift.own[n - 1] = highSlope - rate / 2;
  const { below: diffusionBelow, own: diffusionOwn, above: diffusionAbove } = diffusion;
  const { below: driftBelow, own: driftOwn, above: driftAbove } = drift;
  const { below: xBelow, own: xOwn, above: xAbove } = x.first;
  // Along v.
  const across = zeros(m);
  for (let j = 1; j < m - 1; j++) {
    const [half, reversion] = [(sigma * sigma * vs[j]!) / 2, kappa * (theta - vs[j]!)];
    across.below[j] = half * v.second.below[j]! + reversion * v.first.below[j]!;
    across.own[j] = half * v.second.own[j]! + reversion * v.first.own[j]! - rate / 2;
    across.above[j] = half * v.second.above[j]! + reversion * v.first.above[j]!;
  }
  across.above[0] = (kappa * theta) / vs[1]!;
  across.own[0] = -across.above[0] - rate / 2;
  const outward = (kappa * (theta - vs[m - 1]!)) / (vs[m - 1]! - vs[m - 2]!);
  across.below[m - 1] = -outward;
  across.own[m - 1] = outward - rate / 2;

  // I − weight dt A along x, per variance, and along v: pivots and multipliers of Gauss' elimination.
  const scaled = weight * dt;
  const alongPivot = new Float64Array(n * m);
  const alongUpper = new Float64Array(n * m);
  for (let j = 0; j < m; j++) {
    let upper = 0;
    for (let i = 0; i < n; i++) {
      const below = -scaled * (vs[j]! * diffusion.below[i]! + drift.below[i]!);
      const diagonal = 1 - scaled * (vs[j]! * diffusion.own[i]! + drift.own[i]!);
      const above = -scaled * (vs[j]! * diffusion.above[i]! + drift.above[i]!);
      const pivot = 1 / (diagonal - below * upper);
      alongPivot[j * n + i] = pivot;
      upper = above * pivot;
      alongUpper[j * n + i] = upper;
    }
  }
  const acrossPivot = new Float64Array(m);
  const acrossUpper = new Float64Array(m);
  for (let j = 0; j < m; j++) {
    const pivot = 1 / (1 - scaled * across.own[j]! + scaled * across.below[j]! * (j > 0 ? acrossUpper[j - 1]! : 0));
    acrossPivot[j] = pivot;
    acrossUpper[j] = -scaled * across.above[j]! * pivot;
  }

  /**
   * Adds to `out` the mixed part and the rest, each times its weight. Nodes at the ends of x have no mixed part.
   */
  const addApplied = (u: Float64Array, target: Float64Array, ofMixed: number, ofRest: number): void => {
    for (let j = 0; j < m; j++) {
      const rowStart = j * n;
      const [below, above] = [j > 0 ? rowStart - n : rowStart, j < m - 1 ? rowStart + n : rowStart];
      const [b, o, a] = [ofRest * across.below[j]!, ofRest * across.own[j]!, ofRest * across.above[j]!];
      const variance = ofRest * vs[j]!;
      const share = ofMixed * rho * sigma * vs[j]!;
      const [vb, vo, va] = [share * v.first.below[j]!, share * v.first.own[j]!, share * v.first.above[j]!];
      target[rowStart]! +=
        ofRest * (drift.own[0]! * u[rowStart]! + drift.above[0]! * u[rowStart + 1]!) + b * u[below]! + o * u[rowStart]! + a * u[above]!;
      let previous = vb * u[below]! + vo * u[rowStart]! + va * u[above]!;
      let under = u[below + 1]!;
      let current = u[rowStart + 1]!;
      let over = u[above + 1]!;
      let here = vb * under + vo * current + va * over;
      let left = u[rowStart]!;
      for (let i = 1; i < n - 1; i++) {
        const nextUnder = u[below + i + 1]!;
        const right = u[rowStart + i + 1]!;
        const nextOver = u[above + i + 1]!;
        const next = vb * nextUnder + vo * right + va * nextOver;
        target[rowStart + i]! +=
          xBelow[i]! * previous +
          xOwn[i]! * here +
          xAbove[i]! * next +
          (variance * diffusionBelow[i]! + ofRest * driftBelow[i]!) * left +
          (variance * diffusionOwn[i]! + ofRest * driftOwn[i]!) * current +
          (variance * diffusionAbove[i]! + ofRest * driftAbove[i]!) * right +
          (b * under + o * current + a * over);
        previous = here;
        here = next;
        left = current;
        under = nextUnder;
        current = right;
        over = nextOver;
      }
      const end = rowStart + n - 1;
      target[end]! += ofRest * (drift.below[n - 1]! * left + drift.own[n - 1]! * current) + b * under + o * current + a * over;
    }
  };

  /** Solves (I − weight dt A) y = y along x, two variances at once: each line waits for its last result, so that two take the time of one. */
  const solveAlong = (y: Float64Array): void => {
    for (let j = 0; j < m; j += 2) {
      const rowStart = j * n;
      // With an odd number of variances, the last line is its own partner, whose results are written twice.
      const other = j + 1 < m ? rowStart + n : rowStart;
      const [variance, variance2] = [vs[j]! * scaled, j + 1 < m ? vs[j + 1]! * scaled : vs[j]! * scaled];
      let last = 0;
      let last2 = 0;
      for (let i = 0; i < n; i++) {
        const diffused = diffusionBelow[i]!;
        const drifted = scaled * driftBelow[i]!;
        const given2 = y[other + i]!;
        last = (y[rowStart + i]! + (variance * diffused + drifted) * last) * alongPivot[rowStart + i]!;
        last2 = (given2 + (variance2 * diffused + drifted) * last2) * alongPivot[other + i]!;
        y[rowStart + i] = last;
        y[other + i] = last2;
      }
      for (let i = n - 2; i >= 0; i--) {
        const given2 = y[other + i]!;
        last = y[rowStart + i]! - alongUpper[rowStart + i]! * last;
        last2 = given2 - alongUpper[other + i]! * last2;
        y[rowStart + i] = last;
        y[other + i] = last2;
      }
    }
  };

  /** Solves (I − weight dt A) y = y along v. */
  const solveAcross = (y: Float64Array): void => {
    for (let j = 0; j < m; j++) {
      const rowStart = j * n;
      const [pivot, below] = [acrossPivot[j], j > 0 ? scaled * across.below[j]! : 0];
      const previousRow = j > 0 ? rowStart - n : rowStart;
      for (let i = 0; i < n; i++) y[rowStart + i] = (y[rowStart + i]! + below * y[previousRow + i]!) * pivot!;
    }
    for (let j = m - 2; j >= 0; j--) {
      const rowStart = j * n;
      const upper = acrossUpper[j]!;
      for (let i = 0; i < n; i++) y[rowStart + i] = y[rowStart + i]! - upper * y[rowStart + n + i]!;
    }
  };

  const [change, y] = [new Float64Array(n * m), new Float64Array(n * m)];
  /** Writes Δ A U, and Y₂ − U to y. */
  const begin = (u: Float64Array, source: Float64Array | undefined): void => {
    if (source === undefined) change.fill(0);
    else for (let k = 0; k < change.length; k++) change[k] = dt * source[k]!;
    addApplied(u, change, dt, dt);
    y.set(change);
    solveAlong(y);
    solveAcross(y);
  };
  const add = (u: Float64Array, increment: Float64Array): void => {
    for (let k = 0; k < u.length; k++) u[k]! += increment[k]!;
  };
  return {
    implicit: (u, source) => {
      begin(u, source);
      add(u, y);
    },
    craigSneyd: (u, source) => {
      begin(u, source);
      addApplied(y, change, dt / 2, (0.5 - weight) * dt);
      solveAlong(change);
      solveAcross(change);
      add(u, change);
    },
  };
}
