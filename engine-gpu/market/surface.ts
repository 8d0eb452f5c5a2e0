/**
 * A surface of implied volatilities as total variance w = σ²T over log-moneyness k = ln(K/F_T), one smile per expiry: a natural cubic spline
 * through quotes, which levels off beyond them, or a parabola-like curve of SVI parameters. Between expiries w is linear in time at constant
 * k, with w = 0 at t = 0; beyond the last one the implied volatility at constant k stays.
 */
import type { Price, Volatility, Years } from '../base/units.js';
import { tanh } from '../math/elementary/hyperbolic.js';
import { log } from '../math/elementary/log.js';
import { evaluate, type Jet, type Spline, spline } from '../math/spline.js';
import type { Quotes } from './model-parameters.js';
import { type SviParameters, sviVariance } from './svi.js';

export type { SviParameters };

/** The part of an asset that does not move, beside the smile of the part that does (market/cash-dividends.ts). */
interface HeldPart {
  /** Value of the dividends in cash after the expiry, price units; a strike of the asset is higher by it than one of the smile. */
  readonly floor: Price;
  /** How many of the lowest quotes of the asset the smile lacks. */
  readonly below: number;
}

/** The smile of one expiry. */
export type Slice = { readonly time: Years; readonly forward: Price; readonly held?: HeldPart } & (
  | { readonly spline: Spline; readonly svi?: undefined }
  | { readonly svi: SviParameters; readonly spline?: undefined }
);

/** Slices in order of expiry. */
export type Surface = readonly Slice[];

/**
 * The smile through the quotes of one expiry.
 *
 * @param strikes       at least two, strictly increasing
 * @param volatilities  implied volatilities, decimal, one per strike
 */
export const quotedSlice = (time: Years, forward: Price, strikes: readonly Price[], volatilities: readonly Volatility[]): Slice => ({
  time,
  forward,
  spline: spline(
    strikes.map((strike) => log(strike / forward)),
    volatilities.map((volatility) => volatility * volatility * time),
  ),
});

/** @param forwardAt  F_t, price units */
export const surface = ({ strikes, expiries, volatilities }: Quotes, forwardAt: (time: Years) => Price): Surface =>
  expiries.map((time, i) => quotedSlice(time, forwardAt(time), strikes, volatilities[i]!));

/** Largest fraction of its last quoted value by which the total variance may fall beyond the quotes. */
const MAX_WING_DECLINE = 0.5;

/**
 * w and its derivatives with respect to k. Beyond the last quote (k₀, w₀, slope m): w₀ + mℓ tanh(|k − k₀|/ℓ), where ℓ is the width of the
 * quoted range of k, reduced if w would otherwise fall below half of w₀. Its curvature starts at 0 as the spline's ends, so that the density
 * and the local variance are continuous there.
 */
export function totalVariance({ spline: smile, svi }: Slice, k: number): Jet {
  if (smile === undefined) return sviVariance(svi, k);
  const { xs, ys } = smile;
  const last = xs.length - 1;
  if (k >= xs[0]! && k <= xs[last]!) return evaluate(smile, k);
  const end = k < xs[0]! ? 0 : last;
  const { value, slope } = evaluate(smile, xs[end]!);
  const outward = end === 0 ? -1 : 1;
  const width = xs[last]! - xs[0]!;
  const decayLength = slope * outward < 0 ? Math.min(width, (MAX_WING_DECLINE * ys[end]!) / Math.abs(slope)) : width;
  const levelled = tanh((outward * (k - xs[end]!)) / decayLength);
  const remainder = 1 - levelled * levelled;
  return {
    value: value + outward * slope * decayLength * levelled,
    slope: slope * remainder,
    curvature: (-2 * outward * slope * remainder * levelled) / decayLength,
  };
}

/** w(k, t) at any t ≥ 0. */
export function totalVarianceAt(slices: Surface, k: number, time: Years): number {
  const next = slices.findIndex((slice) => slice.time >= time);
  if (next < 0) {
    const last = slices[slices.length - 1]!;
    return (totalVariance(last, k).value * time) / last.time;
  }
  const [earlier, later] = [slices[next - 1], slices[next]];
  const start = earlier?.time ?? 0;
  const w = earlier === undefined ? 0 : totalVariance(earlier, k).value;
  return w + ((totalVariance(later!, k).value - w) * (time - start)) / (later!.time - start);
}

/** Implied volatility, decimal, at k = ln(K/F_t) and time t > 0. */
export const impliedVolatilityAt = (slices: Surface, k: number, time: Years): Volatility =>
  Math.sqrt(totalVarianceAt(slices, k, time) / time);

/** Largest total standard deviation √w among the quotes of a slice, or of an SVI slice at the forward. */
export const widestDeviation = (slice: Slice): number => Math.sqrt(Math.max(...(slice.spline?.ys ?? [totalVariance(slice, 0).value])));
