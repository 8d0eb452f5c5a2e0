/**
 * An option on a forward rate under Black's model of the shifted rate or Bachelier's of the rate, undiscounted, with its derivatives.
 *
 *   lognormal: dF = σ (F + shift) dW,   normal: dF = σ dW
 *
 * @see black-76.ts and bachelier.ts for the formulas and their accuracy
 */
import type { Rate, Years } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import { normalCdf, normalPdf } from '../math/normal.js';
import { bachelier } from './bachelier.js';
import { black } from './black-76.js';

export interface RateVolatility {
  readonly type: 'lognormal' | 'normal';
  /** σ ≥ 0, decimal where lognormal, absolute where normal */
  readonly volatility: number;
  /** Shift of a lognormal volatility: forward and strike are above −shift. */
  readonly shift: number;
}

interface RateOptionValue {
  readonly value: number;
  /** Per 1.00 of the forward rate. */
  readonly delta: number;
  /** Infinite at the money without volatility or time. */
  readonly gamma: number;
  /** Per 1.00 of volatility. */
  readonly vega: number;
}

/**
 * @param time  T ≥ 0, years to the fixing; 0, like σ = 0, gives the exact limit
 * @param sign  +1 call (payer, caplet), −1 put (receiver, floorlet)
 */
export function rateOption(forward: Rate, strike: Rate, time: Years, quote: RateVolatility, sign: 1 | -1): RateOptionValue {
  const root = Math.sqrt(time);
  const stdDev = quote.volatility * root;
  const [f, k] = quote.type === 'lognormal' ? [forward + quote.shift, strike + quote.shift] : [forward, strike];
  const value = quote.type === 'lognormal' ? black(f, k, stdDev, sign) : bachelier(f, k, stdDev, sign);
  const scale = quote.type === 'lognormal' ? f : 1;
  const distance = quote.type === 'lognormal' ? log(f / k) : f - k;
  if (stdDev === 0) {
    const exercised = distance === 0 ? 0.5 : sign * distance > 0 ? 1 : 0;
    const density = distance === 0 ? normalPdf(0) : 0;
    return { value, delta: sign * exercised, gamma: distance === 0 ? Number.POSITIVE_INFINITY : 0, vega: scale * density * root };
  }
  const d = distance / stdDev + (quote.type === 'lognormal' ? 0.5 * stdDev : 0);
  const density = normalPdf(d);
  return { value, delta: sign * normalCdf(sign * d), gamma: density / (scale * stdDev), vega: scale * density * root };
}
