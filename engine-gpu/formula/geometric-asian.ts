import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { europeanValue, logForwardMoneyness } from './black-scholes.js';

/** Moments of the logarithm of a geometric average: its drift accrues over the mean time of the fixings, its variance is σ² · varianceTime. */
interface Averaging {
  /** Σtᵢ/n, years. */
  readonly meanTime: Years;
  /** ΣΣ min(tᵢ, tⱼ)/n², years. */
  readonly varianceTime: Years;
}

/**
 * The average of the prices at given fixing times.
 *
 * @param times  years, ascending, ≥ 0, one at least
 */
export function discreteAveraging(times: readonly Years[]): Averaging {
  const n = times.length;
  let sum = 0;
  let minima = 0;
  // tᵢ is the smaller one in 2(n − i) + 1 of the n² pairs, i from 1.
  times.forEach((time, i) => {
    sum += time;
    minima += time * (2 * (n - i) - 1);
  });
  return { meanTime: sum / n, varianceTime: minima / (n * n) };
}

/** The continuous average over [0, T]. */
export const continuousAveraging = (time: Years): Averaging => ({ meanTime: time / 2, varianceTime: time / 3 });

/**
 * European option on the geometric average G of a lognormal asset, which is lognormal itself.
 *
 *   E[G] = S e^((r − q − σ²/2) t̄ + σ²τ/2),   Var ln G = σ²τ,   t̄ = `meanTime`,   τ = `varianceTime`
 *
 * @param spot       S > 0, price units
 * @param strike     K > 0, price units
 * @param rate       r, decimal, continuously compounded
 * @param volatility σ ≥ 0, decimal; 0 gives the exact limit
 * @param time       T ≥ 0, years, time of payment, at or after the last fixing
 * @param dividend   q, decimal, continuously compounded
 * @param sign       +1 call, −1 put
 * @returns price units; accuracy as of `blackScholes`
 * @see A. Kemna and A. Vorst (1990), for the continuous average; E. G. Haug (2007), 4.20.1
 */
export function geometricAsian(
  spot: Price,
  strike: Price,
  rate: Rate,
  volatility: Volatility,
  time: Years,
  dividend: Rate,
  sign: 1 | -1,
  { meanTime, varianceTime }: Averaging,
): Price {
  const growth = (rate - dividend) * meanTime - 0.5 * volatility * volatility * (meanTime - varianceTime);
  const discount = exp(-rate * time);
  const x = logForwardMoneyness(spot, strike, 0, 0, 0) + growth;
  return europeanValue(spot * exp(growth - rate * time), strike * discount, x, volatility * Math.sqrt(varianceTime), sign);
}
