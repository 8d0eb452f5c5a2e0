/**
 * European options from a characteristic function, by integration along a contour on which the integrand decays double-exponentially.
 *
 *   I(k) = e^k/(2π) ∫ e^(−iξk) φ(ξ)/(ξ(ξ + i)) dξ,   k = ln(K/F)
 *   I = E[min(S_T, K)]/F between the poles 0 and −i,   −C/F below both,   −P/F above both (C, P undiscounted)
 *   ξ(y) = iω + b sinh(y + iα),   trapezoidal rule in y
 *
 * The contour crosses the imaginary axis where moments exist and then bends at the angle α to the side on which e^(−iξk) decays: down for
 * strikes above the forward (minus the model's shift), up for those below. With step h the rule converges like e^(−πA/h), provided that the
 * integrand is analytic and of moderate size between the angles 0 and A = 2α. The largest possible A is determined by evaluating φ: a
 * Gaussian allows π/4, the exponential tails of stochastic volatility nearly π/2; near a correlation of ±1 the angle may have to be smaller. 20
 * to 60 nodes suffice elsewhere, for expiries from days to decades. One strike costs one complex exponential per node, and all strikes of one side share the nodes.
 *
 * @see S. Boyarchenko, S. Levendorskiĭ (2019), Sinh-acceleration: efficient evaluation of probability distributions, option
 *      pricing, and Monte Carlo simulations; A. L. Lewis (2001), A simple option formula, for the integral
 */
import { EngineFailure } from '../base/failure.js';
import type { Price } from '../base/units.js';
import { complexExp } from '../math/elementary/complex.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { cos, sin } from '../math/elementary/trigonometric.js';
import { fastExp, sinusoid } from '../math/fast-elementary.js';
import type { Exponent, TransformModel } from '../model/transform.js';

/** Target error of a price, relative to the forward. Including the error of the step estimate, the actual error is below 1e-12. */
const PRICE_TOLERANCE = 3e-13;

/** Distance that the contour keeps from a pole, as a fraction of the room in which it crosses the imaginary axis. */
const POLE_MARGIN = 0.06;

/** Opening angles A that are tried, widest first. */
const OPENINGS = [0.45 * Math.PI, 0.375 * Math.PI, 0.3125 * Math.PI, 0.25 * Math.PI] as const;

/** Opening angles for a φ that grows on rays so far from the real axis, as with a correlation near ±1 and little volatility of the variance. */
const NARROW_OPENINGS = [0.2, 0.15, 0.1, 0.05, 0.02].map((part) => part * Math.PI);

/** Radii along a ray at which φ is evaluated to determine its growth, in units of the room. */
const RADII = [1, 2, 4, 8, 16, 64, 256] as const;

/** Largest accepted growth of ln|φ| along a ray. Beyond it a narrower opening is cheaper. */
const MAX_GROWTH = 12;

/** Allowance for growth of ln|φ| between the radii at which it is evaluated. */
const UNSEEN_GROWTH = 3;

/** Distances beyond the poles at which the existence of moments is tested, largest first. */
const REACHES = [64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2] as const;
/** Largest ln of a moment at the crossing, so that the integrand there is of moderate size. */
const MAX_LOG_MOMENT = 5;
/** Distance kept from the explosion of moments, as a fraction of the distance beyond the pole. */
const EXPLOSION_MARGIN = 0.15;

/** If φ has not decayed after this many nodes, its distribution is too narrow to have a meaningful total variance. */
const MAX_QUADRATURE_NODES = 4_096;

/** Nodes ξ of the contour with their weights φ(ξ)/(ξ(ξ + i)) ξ′ h/π. Only one half is stored; the other is its mirror image. */
export interface Contour {
  readonly count: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly weightRe: Float64Array;
  readonly weightIm: Float64Array;
  /** The value of I on this contour: E[min(S, K)]/F (capped), or minus the call or the put divided by F. */
  readonly value: 'capped' | 'call' | 'put';
  /** A sum over nodes stops when its terms fall below this, relative to the forward. */
  readonly tolerance: number;
}

/** The last results of `complexExp`. */
const power = new Float64Array(3);

/**
 * The contour for the strikes of one side.
 *
 * @param side        +1 for strikes with k + shift ≥ 0, −1 for those below
 * @param low, high   range of k that the contour is used for
 * @param openings    opening angles that are tried, widest first
 * @throws EngineFailure `pricing` if φ does not decay
 */
export function contour(
  model: TransformModel,
  side: 1 | -1,
  low: number,
  high: number,
  tolerance = PRICE_TOLERANCE,
  openings: readonly number[] = OPENINGS,
): Contour {
  const { exponent } = model;
  const value = new Float64Array(2);
  const { room, edge, reached } = crossing(model, side, value);
  const { opening, step } = widestOpening(exponent, side, room, -log(tolerance * POLE_MARGIN), side > 0 ? low : high, openings, value);

  // Over the angles from 0 to the opening, the crossing of the imaginary axis moves from the pole to the end of the room.
  const scale = ((1 - 2 * POLE_MARGIN) * room) / sin(opening);
  const angle = (-side * opening) / 2;
  const centre = edge - side * POLE_MARGIN * room;
  const [sine, cosine] = [sin(angle), cos(angle)];

  const re: number[] = [];
  const im: number[] = [];
  const weightRe: number[] = [];
  const weightIm: number[] = [];
  let negligible = 0;
  for (let j = 0; negligible < 2; j++) {
    if (j === MAX_QUADRATURE_NODES)
      throw new EngineFailure('pricing', `the characteristic function does not decay within ${MAX_QUADRATURE_NODES} nodes`);
    const y = j * step;
    const grown = exp(y);
    const sinh = 0.5 * (grown - 1 / grown);
    const cosh = 0.5 * (grown + 1 / grown);
    const x = scale * sinh * cosine;
    const height = centre + scale * cosh * sine;
    exponent(x, height, value);
    // ξ′ = b cosh(y + iα), and ξ(ξ + i)
    const slopeRe = scale * cosh * cosine;
    const slopeIm = scale * sinh * sine;
    const poleRe = x * x - height * height - height;
    const poleIm = 2 * x * height + x;
    const factor = ((j === 0 ? 0.5 : 1) * step) / (Math.PI * (poleRe * poleRe + poleIm * poleIm));
    const ratioRe = (slopeRe * poleRe + slopeIm * poleIm) * factor;
    const ratioIm = (slopeIm * poleRe - slopeRe * poleIm) * factor;
    complexExp(value[0]!, value[1]!, power);
    const [phiRe, phiIm, size] = [power[0]!, power[1]!, power[2]!];
    re.push(x);
    im.push(height);
    weightRe.push(ratioRe * phiRe - ratioIm * phiIm);
    weightIm.push(ratioRe * phiIm + ratioIm * phiRe);
    const largest = size * (Math.abs(ratioRe) + Math.abs(ratioIm)) * exp(Math.max(height * low, height * high));
    negligible = largest < tolerance ? negligible + 1 : 0;
  }
  return {
    count: re.length,
    re: new Float64Array(re),
    im: new Float64Array(im),
    weightRe: new Float64Array(weightRe),
    weightIm: new Float64Array(weightIm),
    value: reached ? (side > 0 ? 'call' : 'put') : 'capped',
    tolerance,
  };
}

/** The place at which the contour may cross the imaginary axis: beyond the poles as far as moments exist, otherwise between the two poles. */
function crossing({ exponent, hasMoment }: TransformModel, side: 1 | -1, value: Float64Array) {
  for (const reach of REACHES) {
    const p = side > 0 ? 1 + reach : -reach;
    if (!hasMoment(p + side * EXPLOSION_MARGIN * reach)) continue;
    exponent(0, -p, value);
    if (value[0]! <= MAX_LOG_MOMENT) return { room: reach, edge: side > 0 ? -1 : 0, reached: true };
  }
  return { room: 1, edge: side > 0 ? 0 : -1, reached: false };
}

/**
 * The opening angle that allows the longest step.
 *
 * @param nearest k of the strike nearest to the other side, for which the integrand decays least
 */
function widestOpening(
  exponent: Exponent,
  side: 1 | -1,
  room: number,
  digits: number,
  nearest: number,
  openings: readonly number[],
  value: Float64Array,
) {
  const narrowest = openings[openings.length - 1]!;
  let best: { opening: number; step: number } = { opening: narrowest, step: (Math.PI * narrowest) / (digits + MAX_GROWTH) };
  for (const opening of openings) {
    const stepAt = (growth: number) => (Math.PI * opening) / (digits + growth + UNSEEN_GROWTH);
    if (stepAt(0) <= best.step) break;
    const growth = growthAt(exponent, -side * opening, room, value);
    if (growth <= MAX_GROWTH && stepAt(growth) > best.step) best = { opening, step: stepAt(growth) };
  }
  const grows = (opening: number): number => growthAt(exponent, -side * opening, room, value, nearest);
  if (best.opening > narrowest || grows(narrowest) <= MAX_GROWTH) return best;
  for (const opening of NARROW_OPENINGS) {
    const growth = opening < narrowest ? grows(opening) : Number.POSITIVE_INFINITY;
    if (growth <= MAX_GROWTH) return { opening, step: (Math.PI * opening) / (digits + growth + UNSEEN_GROWTH) };
  }
  throw new EngineFailure('pricing', 'the characteristic function grows on every contour: the parameters are too extreme');
}

/** The largest ln|e^(−iξk) φ| along the ray at that angle, at least 0. */
function growthAt(exponent: Exponent, angle: number, room: number, value: Float64Array, k = 0): number {
  const [cosine, sine] = [cos(angle), sin(angle)];
  let growth = 0;
  for (const radius of RADII) {
    const height = room * radius * sine;
    exponent(room * radius * cosine, height, value);
    const size = value[0]! + height * k;
    if (!(size <= growth)) growth = Number.isNaN(size) ? Number.POSITIVE_INFINITY : size;
  }
  return growth;
}

/** I(k) from the nodes of its side. The sum ends earlier for strikes further from the forward. */
function transformIntegral({ count, re, im, weightRe, weightIm, tolerance }: Contour, k: number): number {
  let sum = 0;
  for (let j = 0; j < count; j++) {
    const a = weightRe[j]!;
    const b = weightIm[j]!;
    const size = fastExp(im[j]! * k);
    sum += size * sinusoid(a, b, re[j]! * k);
    if (size * (Math.abs(a) + Math.abs(b)) < tolerance) break;
  }
  return exp(k) * sum;
}

/**
 * Undiscounted prices of many strikes in one pass.
 *
 * @param forward  F > 0, price units
 * @param strikes  K > 0, price units, in any order
 * @param sign     +1 calls, −1 puts
 * @param openings opening angles of the contour that are tried, widest first
 * @returns price units; absolute error under 1e-12 of the larger of F and K; NaN where φ is that of no law
 */
export function transformStrip(
  model: TransformModel,
  forward: Price,
  strikes: ArrayLike<number>,
  sign: 1 | -1,
  openings?: readonly number[],
): Float64Array {
  const prices = new Float64Array(strikes.length);
  const ks = new Float64Array(strikes.length);
  for (let i = 0; i < ks.length; i++) ks[i] = log(strikes[i]! / forward);
  for (const side of [1, -1] as const) {
    const onThisSide = (k: number) => k + model.shift >= 0 === side > 0;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const k of ks) {
      if (!onThisSide(k)) continue;
      low = Math.min(low, k);
      high = Math.max(high, k);
    }
    if (low > high) continue;
    const nodes = contour(model, side, low, high, undefined, openings);
    for (let i = 0; i < ks.length; i++)
      if (onThisSide(ks[i]!)) prices[i] = optionValue(nodes.value, forward * transformIntegral(nodes, ks[i]!), forward, strikes[i]!, sign);
  }
  return prices;
}

/** A value further below the intrinsic one, relative to the larger of F and K, is no rounding: φ is not that of a law. */
const MAX_BELOW_INTRINSIC = 1e-5;

/** The requested option from the value that the contour gives, floored at the intrinsic value against rounding; NaN where φ is that of no law. */
function optionValue(form: Contour['value'], integral: Price, forward: Price, strike: Price, sign: 1 | -1): Price {
  const parity = sign * (forward - strike);
  const direct = form === (sign > 0 ? 'call' : 'put');
  const price = form === 'capped' ? (sign > 0 ? forward : strike) - integral : direct ? -integral : parity - integral;
  const intrinsic = Math.max(parity, 0);
  return price < intrinsic - MAX_BELOW_INTRINSIC * Math.max(forward, strike) ? Number.NaN : Math.max(price, intrinsic);
}
