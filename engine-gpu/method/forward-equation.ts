/**
 * Dupire's forward equation for the time value τ = E[(S_t/F_t − e^k)⁺] − (1 − e^k)⁺ of options on the forward, over k = ln(K/F_t):
 *
 *   ∂τ/∂t = ½ v(k, t) (∂²τ/∂k² − ∂τ/∂k + δ(k)),   τ(k, 0) = 0
 *
 * One march gives the prices at every strike. The time value is small in both tails, so far options keep their relative accuracy, where
 * call prices would lose it to the intrinsic value. With u = e^(−k/2) τ the equation is (2/v) ∂u/∂t + u/4 = ∂²u/∂k² + δ(k), which Numerov's
 * three-point formula solves to fourth order in the spacing h, on a uniform grid with a node at the forward:
 *
 *   M[(2/v) ∂u/∂t + u/4] = (u₋ − 2u + u₊)/h² + (1 + h²/48)/h at k = 0,   M = (1, 10, 1)/12
 *
 * where h²/48 is for the jump of ∂³u/∂k³. Crank-Nicolson in time after two steps of two implicit halves each (Rannacher).
 *
 * Accuracy, against Black's formula: 2e-5 of volatility within three standard deviations, 1e-4 at four and 3e-4 at five.
 *
 * @see B. Dupire (1994), Pricing with a smile; E. Hairer, S. Nørsett, G. Wanner (1993), Solving Ordinary Differential Equations I, III.10
 */
import type { Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';

/** A uniform grid of log-moneynesses with a node at 0, in the middle. */
export interface ForwardGrid {
  readonly ks: Float64Array;
  readonly spacing: number;
}

/** Writes the local variances, per year, at a time to one entry per node. */
export type Variances = (time: Years, into: Float64Array) => void;

/** Half-width of the grid in standard deviations of the most volatile quote: about 1e-10 of the probability lies beyond. */
const FORWARD_GRID_DEVIATIONS = 6.5;
/** How fine a grid is in both directions: `coarse` takes an eighth of the time and has ten times the error. */
export type Fineness = 'fine' | 'coarse';

/** Largest spacing, in standard deviations at the forward. */
const MAX_SPACING: Readonly<Record<Fineness, number>> = { fine: 1 / 15, coarse: 1 / 6 };
/** Number of intervals on either side of the forward: at least, so that few quotes have enough nodes between them, and at most. */
const HALF_INTERVALS: Readonly<Record<Fineness, { min: number; max: number }>> = {
  fine: { min: 120, max: 400 },
  coarse: { min: 48, max: 160 },
};

/**
 * @param widest      largest total standard deviation √w of the smile that the grid must hold
 * @param atForward   total standard deviation at the forward
 */
export function forwardGrid(widest: number, atForward: number, fineness: Fineness = 'fine'): ForwardGrid {
  const width = FORWARD_GRID_DEVIATIONS * widest;
  const { min, max } = HALF_INTERVALS[fineness];
  const half = Math.min(max, Math.max(min, Math.ceil(width / (MAX_SPACING[fineness] * atForward))));
  return { ks: Float64Array.from({ length: 2 * half + 1 }, (_, i) => ((i - half) * width) / half), spacing: width / half };
}

/** Number of time steps up to a first expiry, evenly spaced in √t, since the payoff's kink spreads with it; later intervals take a part of them. */
const STEPS_FROM_TODAY: Readonly<Record<Fineness, number>> = { fine: 80, coarse: 27 };
const MIN_STEPS = 12;
/** Number of first steps that are taken as two implicit half-steps each. */
const RANNACHER_STEPS = 2;

/** Local variances at the middle of each time step of an interval, one array per step and one entry per node. */
export interface SampledVariances {
  readonly times: readonly Years[];
  readonly middles: readonly Float64Array[];
}

/** @param variances  smooth in time between `from` and `to` */
export function sampleVariances(
  { ks }: ForwardGrid,
  from: Years,
  to: Years,
  variances: Variances,
  fineness: Fineness = 'fine',
): SampledVariances {
  const [first, last] = [Math.sqrt(from), Math.sqrt(to)];
  const steps = Math.max(MIN_STEPS, Math.ceil(STEPS_FROM_TODAY[fineness] * (1 - first / last)));
  const times = Array.from({ length: steps + 1 }, (_, n) => (n === 0 ? from : squareOf(first + ((last - first) * n) / steps)));
  const middles = times.slice(1).map((end, n) => {
    const into = new Float64Array(ks.length);
    variances((times[n]! + end) / 2, into);
    return into;
  });
  return { times, middles };
}

/**
 * The time values at the end of an interval, given those at its start.
 *
 * @param start    one time value per node, per unit of the forward; it is not changed
 * @param factors  one factor per node on the local variances
 */
export function marchTimeValues(
  { ks, spacing }: ForwardGrid,
  start: Float64Array,
  { times, middles }: SampledVariances,
  factors: Float64Array,
): Float64Array {
  const last = ks.length - 1;
  const u = start.map((value, i) => value * exp(-ks[i]! / 2));
  const numerators = factors.map((factor) => 1 / (6 * factor));
  const inverse = new Float64Array(ks.length);
  const upper = new Float64Array(ks.length);
  const right = new Float64Array(ks.length);
  const second = 1 / (spacing * spacing);
  const source = (1 + (spacing * spacing) / 48) / spacing;

  /** One step of length dt, with (2/v)/12 at the nodes in `inverse`; tridiagonal. */
  const step = (dt: number, theta: number) => {
    const explicit = (1 - theta) * second;
    const implicit = theta * second;
    const [decay, growth] = [theta / 48, (1 - theta) / 48];
    const rate = 1 / dt;
    let a = inverse[0]! * rate;
    let b = inverse[1]! * rate;
    for (let i = 1; i < last; i++) {
      const c = inverse[i + 1]! * rate;
      const explicitPart =
        (a - growth + explicit) * u[i - 1]! +
        (10 * (b - growth) - 2 * explicit) * u[i]! +
        (c - growth + explicit) * u[i + 1]! +
        (2 * i === last ? source : 0);
      const lower = a + decay - implicit;
      const pivot = 1 / (10 * (b + decay) + 2 * implicit - lower * upper[i - 1]!);
      upper[i] = (c + decay - implicit) * pivot;
      right[i] = (explicitPart - lower * right[i - 1]!) * pivot;
      a = b;
      b = c;
    }
    for (let i = last - 1; i > 0; i--) u[i] = right[i]! - upper[i]! * u[i + 1]!;
  };

  middles.forEach((variance, n) => {
    const dt = times[n + 1]! - times[n]!;
    for (let i = 0; i <= last; i++) inverse[i] = numerators[i]! / variance[i]!;
    if (n < RANNACHER_STEPS) {
      step(dt / 2, 1);
      step(dt / 2, 1);
    } else step(dt, 0.5);
  });
  return u.map((value, i) => value * exp(ks[i]! / 2));
}

/** Stands for a time value of zero, whose logarithm has to be finite. */
const TIME_VALUE_FLOOR = 1e-300;

/**
 * The time value at any k: cubic interpolation of its logarithm at four nodes on the same side of k = 0, where it has a kink. It stays between
 * its neighbours, since time values fall with the distance from the forward. 0 beyond the grid.
 */
export function timeValueAt({ ks, spacing }: ForwardGrid, values: Float64Array, k: number): number {
  const last = ks.length - 1;
  const middle = last / 2;
  const place = k / spacing + middle;
  if (!(place >= 1 && place <= last - 1)) return 0;
  const below = Math.min(last - 2, Math.floor(place));
  const first = k >= 0 ? Math.min(Math.max(below - 1, middle), last - 4) : Math.max(Math.min(below - 1, middle - 3), 1);
  const logAt = (i: number) => log(Math.max(values[i]!, TIME_VALUE_FLOOR));
  const u = place - first;
  const cubic =
    (-logAt(first) * (u - 1) * (u - 2) * (u - 3)) / 6 +
    (logAt(first + 1) * u * (u - 2) * (u - 3)) / 2 -
    (logAt(first + 2) * u * (u - 1) * (u - 3)) / 2 +
    (logAt(first + 3) * u * (u - 1) * (u - 2)) / 6;
  const [a, b] = [values[below], values[below + 1]];
  return Math.min(Math.max(exp(cubic), Math.min(a!, b!)), Math.max(a!, b!));
}
