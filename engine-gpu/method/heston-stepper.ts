/**
 * Time steps of the Heston equation on a grid of x = ln(S/K) and v, by splitting into the mixed derivative, the terms along x and the terms
 * along v (alternating directions). With A = A₀ + A₁ + A₂ and step Δ back in time, the modified Craig-Sneyd scheme is
 *
 *   Y₀ = U + Δ A U,   Yⱼ = Yⱼ₋₁ + θΔ (Aⱼ Yⱼ − Aⱼ U),   Ỹ₀ = Y₀ + θΔ A₀(Y₂ − U) + (½ − θ)Δ A(Y₂ − U),   Ỹⱼ = Ỹⱼ₋₁ + θΔ (Aⱼ Ỹⱼ − Aⱼ U)
 *
 * for j = 1, 2, and its result Ỹ₂; that of the Douglas scheme is Y₂.
 *
 * @see K. J. in 't Hout, S. Foulon (2010), ADI finite difference schemes for option pricing in the Heston model with correlation, (2.7), (2.9)
 */
import type { Rate, Years } from '../base/units.js';
import type { HestonParameters } from '../market/model-parameters.js';

/** What the equation depends on. */
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
    const [down, up] = [nodes[i] - nodes[i - 1], nodes[i + 1] - nodes[i]];
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
    diffusion.below[i] = (x.second.below[i] - x.first.below[i]) / 2;
    diffusion.own[i] = (x.second.own[i] - x.first.own[i]) / 2;
    diffusion.above[i] = (x.second.above[i] - x.first.above[i]) / 2;
    drift.below[i] = carry * x.first.below[i];
    drift.own[i] = carry * x.first.own[i] - rate / 2;
    drift.above[i] = carry * x.first.above[i];
  }
  const lowSlope = carry / Math.expm1(xs[1] - xs[0]);
  const highSlope = carry / -Math.expm1(xs[n - 2] - xs[n - 1]);
  drift.own[0] = -lowSlope - rate / 2;
  drift.above[0] = lowSlope;
  drift.below[n - 1] = -highSlope;
  drift.own[n - 1] = highSlope - rate / 2;
  // Along v.
  const across = zeros(m);
  for (let j = 1; j < m - 1; j++) {
    const [half, reversion] = [(sigma * sigma * vs[j]) / 2, kappa * (theta - vs[j])];
    across.below[j] = half * v.second.below[j] + reversion * v.first.below[j];
    across.own[j] = half * v.second.own[j] + reversion * v.first.own[j] - rate / 2;
    across.above[j] = half * v.second.above[j] + reversion * v.first.above[j];
  }
  across.above[0] = (kappa * theta) / vs[1];
  across.own[0] = -across.above[0] - rate / 2;
  const outward = (kappa * (theta - vs[m - 1])) / (vs[m - 1] - vs[m - 2]);
  across.below[m - 1] = -outward;
  across.own[m - 1] = outward - rate / 2;

  // I − weight dt A along x, per variance, and along v: pivots and multipliers of Gauss' elimination.
  const scaled = weight * dt;
  const alongPivot = new Float64Array(n * m);
  const alongUpper = new Float64Array(n * m);
  for (let j = 0; j < m; j++) {
    let upper = 0;
    for (let i = 0; i < n; i++) {
      const below = -scaled * (vs[j] * diffusion.below[i] + drift.below[i]);
      const own = 1 - scaled * (vs[j] * diffusion.own[i] + drift.own[i]);
      const above = -scaled * (vs[j] * diffusion.above[i] + drift.above[i]);
      const pivot = 1 / (own - below * upper);
      alongPivot[j * n + i] = pivot;
      upper = above * pivot;
      alongUpper[j * n + i] = upper;
    }
  }
  const acrossPivot = new Float64Array(m);
  const acrossUpper = new Float64Array(m);
  for (let j = 0; j < m; j++) {
    const pivot = 1 / (1 - scaled * across.own[j] + scaled * across.below[j] * (j > 0 ? acrossUpper[j - 1] : 0));
    acrossPivot[j] = pivot;
    acrossUpper[j] = -scaled * across.above[j] * pivot;
  }

  /** Applies the mixed part, that along x and that along v. */
  const apply = (u: Float64Array, mixed: Float64Array, along: Float64Array, over: Float64Array): void => {
    for (let j = 0; j < m; j++) {
      const at = j * n;
      const [below, above] = [j > 0 ? at - n : at, j < m - 1 ? at + n : at];
      const variance = vs[j];
      const [b, o, a] = [across.below[j], across.own[j], across.above[j]];
      for (let i = 0; i < n; i++) over[at + i] = b * u[below + i] + o * u[at + i] + a * u[above + i];
      along[at] = drift.own[0] * u[at] + drift.above[0] * u[at + 1];
      for (let i = 1; i < n - 1; i++)
        along[at + i] =
          (variance * diffusion.below[i] + drift.below[i]) * u[at + i - 1] +
          (variance * diffusion.own[i] + drift.own[i]) * u[at + i] +
          (variance * diffusion.above[i] + drift.above[i]) * u[at + i + 1];
      along[at + n - 1] = drift.below[n - 1] * u[at + n - 2] + drift.own[n - 1] * u[at + n - 1];
      mixed[at] = 0;
      mixed[at + n - 1] = 0;
      const share = rho * sigma * variance;
      const [vb, vo, va] = [share * v.first.below[j], share * v.first.own[j], share * v.first.above[j]];
      let before = vb * u[below] + vo * u[at] + va * u[above];
      let here = vb * u[below + 1] + vo * u[at + 1] + va * u[above + 1];
      for (let i = 1; i < n - 1; i++) {
        const next = vb * u[below + i + 1] + vo * u[at + i + 1] + va * u[above + i + 1];
        mixed[at + i] = x.first.below[i] * before + x.first.own[i] * here + x.first.above[i] * next;
        before = here;
        here = next;
      }
    }
  };

  /** Solves (I − weight dt A) y = y along x. */
  const solveAlong = (y: Float64Array): void => {
    for (let j = 0; j < m; j++) {
      const at = j * n;
      const variance = vs[j] * scaled;
      let last = 0;
      for (let i = 0; i < n; i++) {
        last = (y[at + i] + (variance * diffusion.below[i] + scaled * drift.below[i]) * last) * alongPivot[at + i];
        y[at + i] = last;
      }
      for (let i = n - 2; i >= 0; i--) {
        last = y[at + i] - alongUpper[at + i] * last;
        y[at + i] = last;
      }
    }
  };

  /** Solves (I − weight dt A) y = y along v. */
  const solveAcross = (y: Float64Array): void => {
    for (let j = 0; j < m; j++) {
      const at = j * n;
      const [pivot, below] = [acrossPivot[j], j > 0 ? scaled * across.below[j] : 0];
      const before = j > 0 ? at - n : at;
      for (let i = 0; i < n; i++) y[at + i] = (y[at + i] + below * y[before + i]) * pivot;
    }
    for (let j = m - 2; j >= 0; j--) {
      const at = j * n;
      const upper = acrossUpper[j];
      for (let i = 0; i < n; i++) y[at + i] = y[at + i] - upper * y[at + n + i];
    }
  };

  const fields = Array.from({ length: 8 }, () => new Float64Array(n * m));
  const [mixed, along, over, mixed2, along2, over2, start, y] = fields;
  const sweep = (): void => {
    for (let k = 0; k < y.length; k++) y[k] = y[k] - scaled * along[k];
    solveAlong(y);
    for (let k = 0; k < y.length; k++) y[k] = y[k] - scaled * over[k];
    solveAcross(y);
  };
  const begin = (u: Float64Array, source: Float64Array | undefined): void => {
    apply(u, mixed, along, over);
    for (let k = 0; k < u.length; k++) start[k] = u[k] + dt * (mixed[k] + along[k] + over[k] + (source === undefined ? 0 : source[k]));
    y.set(start);
    sweep();
  };
  return {
    implicit: (u, source) => {
      begin(u, source);
      u.set(y);
    },
    craigSneyd: (u, source) => {
      begin(u, source);
      apply(y, mixed2, along2, over2);
      const rest = (0.5 - weight) * dt;
      for (let k = 0; k < u.length; k++) {
        const mixedChange = mixed2[k] - mixed[k];
        y[k] = start[k] + scaled * mixedChange + rest * (mixedChange + along2[k] - along[k] + over2[k] - over[k]);
      }
      sweep();
      u.set(y);
    },
  };
}
