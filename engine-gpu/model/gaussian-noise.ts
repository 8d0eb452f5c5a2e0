/** Noise that the coordinates of a cross-asset model gather, as integrals over Brownian motions: covariances and drifts. */
import type { Years } from '../base/units.js';
import { type CrossAssetMarket, type PiecewiseVolatility, volatilityAt } from '../market/cross-asset.js';
import { decayIntegral } from '../math/decay.js';
import { exp } from '../math/elementary/exp.js';
import { compositeGaussLegendre } from '../math/quadrature.js';

/** ∫ sign σ(u) f(t − u) dW, f being e^(−aτ), B(τ) or 1. */
export interface Noise {
  readonly driver: number;
  readonly sign: 1 | -1;
  readonly shape: 'decay' | 'integral' | 'one';
  readonly meanReversion: number;
  readonly volatility: PiecewiseVolatility;
  /** Driver of the exchange rate of its currency, whose correlation makes its drift; absent for those of the reporting currency. */
  readonly quanto?: number;
}

export const moves = ({ values }: PiecewiseVolatility): boolean => values.some((value) => value > 0);

/** ∫ₛᵗ of a function that is smooth except where a volatility changes. `rate` is that of its fastest exponential. */
function integrate(volatilities: readonly PiecewiseVolatility[], f: (u: number) => number, from: Years, to: Years, rate: number): number {
  const knots = [...new Set(volatilities.flatMap(({ times }) => times))].filter((knot) => knot > from && knot < to).sort((a, b) => a - b);
  const ends = [...knots, to];
  return ends.reduce((sum, end, i) => sum + compositeGaussLegendre(f, i === 0 ? from : ends[i - 1]!, end, rate), 0);
}

/** f(τ). */
const shapeAt = ({ shape, meanReversion }: Noise, tau: Years): number =>
  shape === 'one' ? 1 : shape === 'decay' ? exp(-meanReversion * tau) : decayIntegral(meanReversion, tau);

const weightAt = (noise: Noise, u: Years, end: Years): number => noise.sign * volatilityAt(noise.volatility, u) * shapeAt(noise, end - u);

/** Covariance of what two sums of noises gather from `from` to `to`, as they count at `end` and at `otherEnd`. */
export function covarianceOf(
  { correlation }: CrossAssetMarket,
  one: readonly Noise[],
  other: readonly Noise[],
  from: Years,
  to: Years,
  end = to,
  otherEnd = end,
): number {
  let sum = 0;
  for (const p of one)
    for (const q of other) {
      const rho = correlation[p.driver]![q.driver]!;
      if (rho === 0) continue;
      const rate = Math.abs(p.meanReversion) + Math.abs(q.meanReversion);
      sum += rho * integrate([p.volatility, q.volatility], (u) => weightAt(p, u, end) * weightAt(q, u, otherEnd), from, to, rate);
    }
  return sum;
}

/** Mean of what a sum of noises gathers under the measure of the reporting currency. */
export function driftOf(market: CrossAssetMarket, noises: readonly Noise[], from: Years, to: Years): number {
  return noises.reduce((sum, noise) => {
    if (noise.quanto === undefined) return sum;
    const { volatility } = market.exchangeRates[noise.quanto - market.currencies.length]!;
    const rho = market.correlation[noise.driver]![noise.quanto]!;
    if (rho === 0) return sum;
    return volatility.values.reduce((drift, value, i) => {
      const [start, end] = [Math.max(volatility.times[i - 1] ?? 0, from), Math.min(volatility.times[i] ?? to, to)];
      if (value === 0 || end <= start) return drift;
      return drift - rho * value * integrate([noise.volatility], (u) => weightAt(noise, u, to), start, end, Math.abs(noise.meanReversion));
    }, sum);
  }, 0);
}
