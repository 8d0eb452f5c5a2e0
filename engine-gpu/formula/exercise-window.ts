/**
 * Bounds on the exercise boundary of an American option, as log-moneyness y = ±ln(S/K), + for a call and − for a put; y > 0 is in the money.
 *
 * Exercise earns interest on the strike, r, for a put and the dividend, q, for a call, and gives up the other. Where the rate earned is
 * positive, the boundary is never farther in the money than the perpetual option's, and never nearer to the strike than
 * max(0, ln(given up/earned)), its limit at expiry; close to expiry it is within a few standard deviations of that limit.
 *
 *   perpetual: S* = K λ/(λ − 1),   ½σ²λ² + (r − q − ½σ²)λ − r = 0,   λ > 1 for a call, λ < 0 for a put
 *
 * @see Merton (1973), Theory of rational option pricing, section 8; Kim (1990), The analytic valuation of American options
 */
import type { Years } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import type { OptionOnAsset } from './option-parts.js';

/** Range of log-moneyness in which the boundary may lie. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** True if holding may be better again farther in the money. This is impossible where exercise earns a positive rate. */
  readonly endsAgain: boolean;
}

/** Largest log-moneyness considered: a spot of e^5 = 148 times the strike, or of a 148th of it. */
const MAX_BOUNDARY_LOG_MONEYNESS = 5;
/** The boundary is at most this many standard deviations of the remaining time beyond its limit at expiry. */
const MAX_DEVIATIONS_FROM_LIMIT = 5;
/** The upper end lies this factor beyond the perpetual boundary, which the boundary of a long option approaches. */
const PERPETUAL_MARGIN = 1.02;

/** Log-moneyness of the perpetual boundary; `MAX_BOUNDARY_LOG_MONEYNESS` where it is beyond that or does not exist. */
export function perpetualDepth({ rate, dividend, volatility, sign }: OptionOnAsset): number {
  if (!(earnedBy(sign, rate, dividend) > 0)) return MAX_BOUNDARY_LOG_MONEYNESS;
  const variance = volatility * volatility;
  const middle = 0.5 - (rate - dividend) / variance;
  const lambda = middle + sign * Math.sqrt(Math.max(middle * middle + (2 * rate) / variance, 0));
  const depth = sign * log(lambda / (lambda - 1));
  return depth > 0 ? Math.min(depth, MAX_BOUNDARY_LOG_MONEYNESS) : MAX_BOUNDARY_LOG_MONEYNESS;
}

const earnedBy = (sign: 1 | -1, rate: number, dividend: number): number => (sign > 0 ? dividend : rate);

/** Log-moneyness of the boundary's limit at expiry; 0 where exercise earns nothing. */
export function limitDepth({ rate, dividend, sign }: OptionOnAsset): number {
  const [earned, givenUp] = [earnedBy(sign, rate, dividend), earnedBy(sign === 1 ? -1 : 1, rate, dividend)];
  return earned > 0 && givenUp > earned ? Math.min(log(givenUp / earned), MAX_BOUNDARY_LOG_MONEYNESS) : 0;
}

/**
 * The range of log-moneyness in which the boundary may lie.
 *
 * @param timeToExpiry  time to expiry, years
 * @param step  time to the next exercise date, years: with exercise at discrete dates the boundary may be nearer to the strike than its limit
 * @returns undefined where early exercise is never optimal: it earns no positive rate and gives up at least as much as it earns
 */
export function exerciseWindow(option: OptionOnAsset, timeToExpiry: Years, step: Years): Window | undefined {
  const { rate, dividend, volatility, sign } = option;
  if (earnedBy(sign, rate, dividend) <= Math.min(0, earnedBy(sign === 1 ? -1 : 1, rate, dividend))) return undefined;
  if (!(earnedBy(sign, rate, dividend) > 0)) return { from: 0, to: MAX_BOUNDARY_LOG_MONEYNESS, endsAgain: true };
  const limit = limitDepth(option);
  return {
    from: Math.max(0, limit - volatility * Math.sqrt(step)),
    to: Math.min(
      PERPETUAL_MARGIN * Math.max(perpetualDepth(option), limit),
      limit + MAX_DEVIATIONS_FROM_LIMIT * volatility * Math.sqrt(timeToExpiry),
    ),
    endsAgain: false,
  };
}
