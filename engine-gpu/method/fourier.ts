/**
 * European options from a characteristic function, on a contour along which the integrand dies twice exponentially.
 *
 *   I(k) = e^k/(2π) ∫ e^(−iξk) φ(ξ)/(ξ(ξ + i)) dξ,   k = ln(K/F)
 *   I = E[min(S_T, K)]/F between the poles 0 and −i,   −C/F below both,   −P/F above both (C, P undiscounted)
 *   ξ(y) = iω + b sinh(y + iα),   trapezoidal rule in y
 *
 * The path crosses the imaginary axis where moments exist and then climbs at the angle α, on the side on which e^(−iξk) decays:
 * down for strikes above the forward (less the model's shift), up for those below. The rule converges like e^(−πA/h) in its
 * step h when the integrand is analytic, and of moderate size, between the angles 0 and A = 2α. How far A can open is
 * looked up in φ itself: a Gaussian allows π/4, the exponential tails of stochastic volatility nearly π/2. Some 20 to 60
 * nodes serve for expiries from days to decades, however badly behaved the variance is; one strike costs a complex
 * exponential a node, and all strikes of one side share the nodes.
 *
 * @see S. Boyarchenko, S. Levendorskiĭ (2019), Sinh-acceleration: efficient evaluation of probability distributions, option
 *      pricing, and Monte Carlo simulations; A. L. Lewis (2001), A simple option formula, for the integral
 */
import { EngineFailure } from '../base/failure.js';
import type { Price } from '../base/units.js';
import { fastExp, sinusoid } from '../math/fast-elementary.js';
import type { Exponent, TransformModel } from '../model/transform.js';

/** Error of a price that is asked for, relative to the forward; with what the estimate of the step leaves out, under 1e-12. */
const TOLERANCE = 3e-13;

/** How near the path comes to a pole, as a part of the room that it has. */
const MARGIN = 0.06;

/** Openings A that are tried, widest first. */
const OPENINGS = [0.45 * Math.PI, 0.375 * Math.PI, 0.3125 * Math.PI, 0.25 * Math.PI] as const;

/** How far out along its ray φ is looked up, in units of the scale b. */
const RADII = [1, 2, 4, 8, 16, 64, 256] as const;

/** An integrand that grows by more than this before it decays costs more than the narrower opening does. */
const MAX_GROWTH = 12;

/** What the look-up at a few radii may miss of that. */
const UNSEEN_GROWTH = 3;

/** Distances beyond the poles at which moments are tried. */
const REACHES = [64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2] as const;
/** ln of a moment that is still of moderate size: what it adds to the integrand at the crossing. */
const MAX_LOG_MOMENT = 5;
/** A moment closer to its explosion than this, as a part of the reach, is left alone. */
const EXPLOSION_MARGIN = 0.15;

/** A law so narrow that this many nodes do not reach the end of φ has no meaningful total variance. */
const MAX_NODES = 4_096;

/** Nodes ξ of the path with φ(ξ)/(ξ(ξ + i)) ξ′ h/π. The other half of the path is its mirror image. */
export interface Contour {
  readonly count: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly weightRe: Float64Array;
  readonly weightIm: Float64Array;
  /** What I is on this path: E[min(S, K)]/F, or minus the out-of-the-money option. */
  readonly value: 'capped' | 'call' | 'put';
  /** A sum over nodes ends where what is left is under this, relative to the forward. */
  readonly tolerance: number;
}

/**
 * @param side        +1 for strikes with k + shift ≥ 0, −1 for those below
 * @param low, high   range of k that it must serve
 * @throws EngineFailure `pricing` where φ does not decay
 */
export function contour(model: TransformModel, side: 1 | -1, low: number, high: number, tolerance = TOLERANCE): Contour {
  const { exponent } = model;
  const value = new Float64Array(2);
  const { room, edge, reached } = crossing(model, side, value);
  const { opening, step } = widestOpening(exponent, side, room, -Math.log(tolerance * MARGIN), value);

  // From angle 0 to the opening the path crosses the imaginary axis from the pole's edge to where the room ends.
  const scale = ((1 - 2 * MARGIN) * room) / Math.sin(opening);
  const angle = (-side * opening) / 2;
  const centre = edge - side * MARGIN * room;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];

  const re: number[] = [];
  const im: number[] = [];
  const weightRe: number[] = [];
  const weightIm: number[] = [];
  let quiet = 0;
  for (let j = 0; quiet < 2; j++) {
    if (j === MAX_NODES) throw new EngineFailure('pricing', `the characteristic function does not decay within ${MAX_NODES} nodes`);
    const y = j * step;
    const grown = Math.exp(y);
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
    const size = Math.exp(value[0]);
    const phiRe = size * Math.cos(value[1]);
    const phiIm = size * Math.sin(value[1]);
    re.push(x);
    im.push(height);
    weightRe.push(ratioRe * phiRe - ratioIm * phiIm);
    weightIm.push(ratioRe * phiIm + ratioIm * phiRe);
    const largest = size * (Math.abs(ratioRe) + Math.abs(ratioIm)) * Math.exp(Math.max(height * low, height * high));
    quiet = largest < tolerance ? quiet + 1 : 0;
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

/** Where the path may cross the imaginary axis: beyond the poles as far as moments go, or at least between the two. */
function crossing({ exponent, hasMoment }: TransformModel, side: 1 | -1, value: Float64Array) {
  for (const reach of REACHES) {
    const p = side > 0 ? 1 + reach : -reach;
    if (!hasMoment(p + side * EXPLOSION_MARGIN * reach)) continue;
    exponent(0, -p, value);
    if (value[0] <= MAX_LOG_MOMENT) return { room: reach, edge: side > 0 ? -1 : 0, reached: true };
  }
  return { room: 1, edge: side > 0 ? 0 : -1, reached: false };
}

/** The opening that allows the longest step. */
function widestOpening(exponent: Exponent, side: 1 | -1, room: number, digits: number, value: Float64Array) {
  let best: { opening: number; step: number } = { opening: OPENINGS.at(-1)!, step: (Math.PI * OPENINGS.at(-1)!) / (digits + MAX_GROWTH) };
  for (const opening of OPENINGS) {
    const stepAt = (growth: number) => (Math.PI * opening) / (digits + growth + UNSEEN_GROWTH);
    if (stepAt(0) <= best.step) break;
    const growth = growthAt(exponent, -side * opening, room, value);
    if (growth <= MAX_GROWTH && stepAt(growth) > best.step) best = { opening, step: stepAt(growth) };
  }
  return best;
}

/** ln of how large φ becomes along the ray at that angle, 0 at least. */
function growthAt(exponent: Exponent, angle: number, room: number, value: Float64Array): number {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  let growth = 0;
  for (const radius of RADII) {
    exponent(room * radius * cosine, room * radius * sine, value);
    if (!(value[0] <= growth)) growth = Number.isNaN(value[0]) ? Number.POSITIVE_INFINITY : value[0];
  }
  return growth;
}

/** I(k) from the nodes of its side. The further from the forward, the sooner the sum ends. */
export function transformIntegral({ count, re, im, weightRe, weightIm, tolerance }: Contour, k: number): number {
  let sum = 0;
  for (let j = 0; j < count; j++) {
    const a = weightRe[j];
    const b = weightIm[j];
    const size = fastExp(im[j] * k);
    sum += size * sinusoid(a, b, re[j] * k);
    if (size * (Math.abs(a) + Math.abs(b)) < tolerance) break;
  }
  return Math.exp(k) * sum;
}

/**
 * Undiscounted prices of many strikes in one pass.
 *
 * @param forward  F > 0, price units
 * @param strikes  K > 0, price units, in any order
 * @param sign     +1 calls, −1 puts
 * @returns price units; absolute error under 1e-12 of the larger of F and K
 */
export function transformStrip(model: TransformModel, forward: Price, strikes: ArrayLike<number>, sign: 1 | -1): Float64Array {
  const prices = new Float64Array(strikes.length);
  const ks = new Float64Array(strikes.length);
  for (let i = 0; i < ks.length; i++) ks[i] = Math.log(strikes[i] / forward);
  for (const side of [1, -1] as const) {
    const mine = (k: number) => k + model.shift >= 0 === side > 0;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const k of ks) {
      if (!mine(k)) continue;
      low = Math.min(low, k);
      high = Math.max(high, k);
    }
    if (low > high) continue;
    const nodes = contour(model, side, low, high);
    for (let i = 0; i < ks.length; i++)
      if (mine(ks[i])) prices[i] = optionValue(nodes.value, forward * transformIntegral(nodes, ks[i]), forward, strikes[i], sign);
  }
  return prices;
}

/** The option that is asked for, from what the path gives; rounding may leave that under the intrinsic value. */
function optionValue(given: Contour['value'], integral: Price, forward: Price, strike: Price, sign: 1 | -1): Price {
  const parity = sign * (forward - strike);
  const direct = given === (sign > 0 ? 'call' : 'put');
  if (given === 'capped') return Math.max((sign > 0 ? forward : strike) - integral, parity, 0);
  return Math.max(direct ? -integral : parity - integral, parity, 0);
}
