/**
 * An interest rate curve: discount factors, zero rates and forward rates at any time, from zero rates at given times.
 *
 * Y(t) = −ln P(0, t) = ∫₀ᵗ f is the accumulated rate, with Y(0) = 0. Between the nodes t₁ < … < tₙ it follows
 *
 *   log_linear       Y linear: the forward rate is constant between nodes
 *   linear_zero      Y(t)/t linear: the zero rate is a straight line between nodes, and flat before t₁
 *   monotone_convex  f continuous, with the average that the nodes give each interval and the shape of its neighbours
 *
 * Beyond tₙ the forward rate stays constant (linear_zero: the zero rate).
 *
 * @see Hagan and West (2006), Interpolation methods for curve construction, Applied Mathematical Finance 13(2), section 6
 */
import type { DiscountFactor, Price, Rate, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';

export const INTERPOLATIONS = ['log_linear', 'linear_zero', 'monotone_convex'] as const;
export type Interpolation = (typeof INTERPOLATIONS)[number];

/** Plain data, so that it can be sent to a worker thread. A flat rate is a linear_zero curve of one node. */
export interface Curve {
  /** Strictly increasing; above 0, except that the first node of a linear_zero curve may be at 0. */
  readonly times: readonly Years[];
  /** One per time, continuously compounded. */
  readonly zeroRates: readonly Rate[];
  readonly interpolation: Interpolation;
  /** Added to the zero rates, whatever their interpolation: straight lines between its times, flat beyond both ends. */
  readonly shift?: ZeroRateShift;
}

/** A change of zero rates. Times are as those of a linear_zero curve. */
interface ZeroRateShift {
  readonly times: readonly Years[];
  readonly zeroRates: readonly Rate[];
}

/** P(0, t) = exp(−Y(t)); exactly 1 at t = 0. `t` ≥ 0. */
export const discount = (curve: Curve, t: Years): DiscountFactor => exp(-accumulatedRate(curve, t));

/** Y(t) = −ln P(0, t), the integral of the forward rate up to t. `t` ≥ 0. */
export const accumulatedRate = (curve: Curve, t: Years): number =>
  curve.shift === undefined ? accumulatedUnshifted(curve, t) : accumulatedUnshifted(curve, t) + t * linearZeroRate(curve.shift, t);

function accumulatedUnshifted(curve: Curve, t: Years): number {
  switch (curve.interpolation) {
    case 'linear_zero':
      return t * linearZeroRate(curve, t);
    case 'log_linear': {
      const i = firstAfter(curve.times, t);
      const last = curve.times.length - 1;
      if (i > last) return accumulatedAt(curve, last) + averageForward(curve, last) * (t - curve.times[last]!);
      const [t0, y0] = [timeAt(curve, i - 1), accumulatedAt(curve, i - 1)];
      return y0 + ((accumulatedAt(curve, i) - y0) * (t - t0)) / (curve.times[i]! - t0);
    }
    case 'monotone_convex':
      return monotoneConvex(curve, t).accumulated;
  }
}

/** Continuously compounded zero rate z(t) = Y(t)/t; at t = 0 its limit, the forward rate there. `t` ≥ 0. */
export const zeroRate = (curve: Curve, t: Years): Rate =>
  curve.shift === undefined ? unshiftedZeroRate(curve, t) : unshiftedZeroRate(curve, t) + linearZeroRate(curve.shift, t);

function unshiftedZeroRate(curve: Curve, t: Years): Rate {
  // Interpolated directly, so that a flat rate is returned to the bit.
  if (curve.interpolation === 'linear_zero') return linearZeroRate(curve, t);
  if (t > 0) return accumulatedUnshifted(curve, t) / t;
  return curve.interpolation === 'log_linear' ? curve.zeroRates[0]! : unshiftedForwardRate(curve, 0);
}

/** Instantaneous forward rate f(t) = Y′(t), continuously compounded; its limit from the left where it jumps. `t` ≥ 0. */
export const forwardRate = (curve: Curve, t: Years): Rate =>
  curve.shift === undefined ? unshiftedForwardRate(curve, t) : unshiftedForwardRate(curve, t) + linearZeroForward(curve.shift, t);

function unshiftedForwardRate(curve: Curve, t: Years): Rate {
  const { times, interpolation } = curve;
  if (interpolation === 'monotone_convex') return monotoneConvex(curve, t).forward;
  if (interpolation === 'log_linear') return averageForward(curve, Math.min(firstAtOrAfter(times, t), times.length - 1));
  return linearZeroForward(curve, t);
}

/** f = z + t z′ of zero rates on straight lines. */
function linearZeroForward({ times, zeroRates }: ZeroRateShift, t: Years): Rate {
  const last = times.length - 1;
  const i = Math.min(firstAtOrAfter(times, t), last);
  if (i === 0 || t > times[last]!) return zeroRates[i]!;
  const slope = (zeroRates[i]! - zeroRates[i - 1]!) / (times[i]! - times[i - 1]!);
  return zeroRates[i - 1]! + slope * (t - times[i - 1]!) + t * slope;
}

/** Forward price F(t) = S exp(−q t)/P(0, t) of an asset with the dividend yield q. `t` ≥ 0. */
export const forwardPrice = (curve: Curve, { spot, dividend }: { readonly spot: Price; readonly dividend: Rate }, t: Years): Price =>
  spot * exp(accumulatedRate(curve, t) - dividend * t);

/** Index of the first node after t; the number of nodes if there is none. */
const firstAfter = (times: ArrayLike<number>, t: Years): number => firstIndex(times, (time) => time > t);
/** Index of the first node at or after t; the number of nodes if there is none. */
export const firstAtOrAfter = (times: ArrayLike<number>, t: Years): number => firstIndex(times, (time) => time >= t);

/** Binary search for the first time that satisfies a condition which all later ones satisfy as well. */
function firstIndex(times: ArrayLike<number>, holds: (time: Years) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(times[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** tᵢ, and t₋₁ = 0. */
const timeAt = ({ times }: Curve, i: number): Years => (i < 0 ? 0 : times[i]!);
/** Y(tᵢ), and Y(0) = 0. */
const accumulatedAt = ({ times, zeroRates }: Curve, i: number): number => (i < 0 ? 0 : times[i]! * zeroRates[i]!);
/** Average forward rate of the interval that ends at node i. */
const averageForward = (curve: Curve, i: number): Rate =>
  (accumulatedAt(curve, i) - accumulatedAt(curve, i - 1)) / (timeAt(curve, i) - timeAt(curve, i - 1));

/** The zero rate by straight lines through the nodes, flat beyond both ends. */
function linearZeroRate({ times, zeroRates }: ZeroRateShift, t: Years): Rate {
  const i = firstAfter(times, t);
  if (i === 0) return zeroRates[0]!;
  if (i === times.length) return zeroRates[i - 1]!;
  const [t0, t1, z0, z1] = [times[i - 1], times[i], zeroRates[i - 1], zeroRates[i]];
  return z0! + ((z1! - z0!) * (t - t0!)) / (t1! - t0!);
}

/**
 * Y(t) and f(t) by the monotone convex method, without the paper's optional floor of the forward rate at zero: rates may be negative.
 *
 * On an interval of length h with average forward rate f̄, x = (t − t₀)/h and f = f̄ + g(x), where g has one of four shapes with
 * g(0) = g₀, g(1) = g₁ and ∫₀¹ g = 0. Between nodes f may have a kink of its own.
 */
function monotoneConvex(curve: Curve, t: Years): { readonly accumulated: number; readonly forward: Rate } {
  const last = curve.times.length - 1;
  const i = firstAtOrAfter(curve.times, t);
  if (i > last) {
    const forward = forwardAtNode(curve, last);
    return { accumulated: accumulatedAt(curve, last) + forward * (t - curve.times[last]!), forward };
  }
  const from = timeAt(curve, i - 1);
  const h = curve.times[i]! - from;
  const average = averageForward(curve, i);
  const [g, area] = deviation(forwardAtNode(curve, i - 1) - average, forwardAtNode(curve, i) - average, (t - from) / h);
  return { accumulated: accumulatedAt(curve, i - 1) + average * (t - from) + h * area, forward: average + g };
}

/** f(tᵢ) of a monotone convex curve for i from −1 (t = 0) to the last node: the averages of both sides, each weighted by the other's length. */
function forwardAtNode(curve: Curve, i: number): Rate {
  const last = curve.times.length - 1;
  if (last === 0) return averageForward(curve, 0);
  if (i < 0) {
    const first = averageForward(curve, 0);
    return first - 0.5 * (forwardAtNode(curve, 0) - first);
  }
  if (i === last) {
    const final = averageForward(curve, last);
    return final - 0.5 * (forwardAtNode(curve, last - 1) - final);
  }
  const [previous, time, next] = [timeAt(curve, i - 1), timeAt(curve, i), timeAt(curve, i + 1)];
  return ((time - previous) * averageForward(curve, i + 1) + (next - time) * averageForward(curve, i)) / (next - previous);
}

/** g(x) and ∫₀ˣ g for 0 ≤ x ≤ 1 in Hagan and West's regions (i) to (iv), with the signs mirrored so that g₀ > 0. */
function deviation(g0: number, g1: number, x: number): readonly [g: number, area: number] {
  if (g0 < 0 || (g0 === 0 && g1 < 0)) {
    const [g, area] = deviation(-g0, -g1, x);
    return [-g, -area];
  }
  if (g0 === 0 && g1 === 0) return [0, 0];
  if (g1 <= -0.5 * g0 && g1 >= -2 * g0) {
    return [g0 * (1 - 4 * x + 3 * x * x) + g1 * (-2 * x + 3 * x * x), g0 * x * (1 - x) * (1 - x) + g1 * x * x * (x - 1)];
  }
  if (g1 < -2 * g0) {
    const flatUntil = (g1 + 2 * g0) / (g1 - g0);
    if (x <= flatUntil) return [g0, g0 * x];
    const u = (x - flatUntil) / (1 - flatUntil);
    return [g0 + (g1 - g0) * u * u, g0 * x + ((g1 - g0) * u * u * (x - flatUntil)) / 3];
  }
  if (g1 < 0) {
    const flatFrom = (3 * g1) / (g1 - g0);
    const u = Math.max((flatFrom - x) / flatFrom, 0);
    return [g1 + (g0 - g1) * u * u, g1 * x + ((g0 - g1) * flatFrom * (1 - u * u * u)) / 3];
  }
  const turn = g1 / (g0 + g1);
  const lowest = (-g0 * g1) / (g0 + g1);
  if (x <= turn) {
    const u = turn === 0 ? 0 : (turn - x) / turn;
    return [lowest + (g0 - lowest) * u * u, lowest * x + ((g0 - lowest) * turn * (1 - u * u * u)) / 3];
  }
  const u = (x - turn) / (1 - turn);
  return [lowest + (g1 - lowest) * u * u, lowest * x + ((g0 - lowest) * turn) / 3 + ((g1 - lowest) * u * u * (x - turn)) / 3];
}
