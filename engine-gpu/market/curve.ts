/** What a market says of a time: rates, discount factors and forwards. */
import type { DiscountFactor, Price, Rate, Years } from '../base/units.js';
import type { Curve, Market } from './market.js';

/**
 * Straight lines through points: flat before the first, of slope `beyond` after the last.
 *
 * @param xs  strictly increasing, at least one
 */
function line(xs: readonly number[], ys: readonly number[], beyond: number, x: number): number {
  const next = xs.findIndex((point) => point > x);
  if (next === 0) return ys[0];
  const last = xs.length - 1;
  if (next === -1) return ys[last] + beyond * (x - xs[last]);
  const [x0, x1, y0, y1] = [xs[next - 1], xs[next], ys[next - 1], ys[next]];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/**
 * −ln P(0, t), the integral of the forward rate to t.
 *
 *   linear_zero  t z(t),  z linear between the points, flat beyond both ends
 *   log_linear   linear between the points from (0, 0) on; beyond the last the forward rate before it holds
 *
 * @param t  t ≥ 0
 */
export function accumulatedRate({ times, zeroRates, interpolation }: Curve, t: Years): number {
  if (interpolation === 'linear_zero') return t * line(times, zeroRates, 0, t);
  const xs = [0, ...times];
  const ys = [0, ...times.map((time, i) => time * zeroRates[i])];
  const last = xs.length - 1;
  const lastForward = (ys[last] - ys[last - 1]) / (xs[last] - xs[last - 1]);
  return line(xs, ys, lastForward, t);
}

/** P(0, t) = exp(−z(t) t). `t` ≥ 0; exactly 1 at 0. */
export const discount = (curve: Curve, t: Years): DiscountFactor => Math.exp(-accumulatedRate(curve, t));

/** Continuously compounded zero rate z(t) = −ln P(0, t) / t; at t = 0 its limit, the first rate. */
export function zeroRate(curve: Curve, t: Years): Rate {
  // Straight from the points, so that a flat rate comes back to the bit.
  if (curve.interpolation === 'linear_zero') return line(curve.times, curve.zeroRates, 0, t);
  return t > 0 ? accumulatedRate(curve, t) / t : curve.zeroRates[0];
}

/** Forward price F(t) = S exp(−q t) / P(0, t) of the market's asset of that index. `t` ≥ 0. */
export const forward = (market: Market, asset: number, t: Years): Price => forwardPrice(market.curve, market.assets[asset], t);

/** The same of an asset that stands alone. */
export const forwardPrice = (curve: Curve, { spot, dividend }: { readonly spot: Price; readonly dividend: Rate }, t: Years): Price =>
  spot * Math.exp(accumulatedRate(curve, t) - dividend * t);
