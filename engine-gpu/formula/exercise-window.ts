/**
 * Where the boundary of an American option may lie: as depth y = ±ln(S/K) into the money, + of a call, − of a put.
 *
 * Exercise earns interest on the strike, r, of a put and the dividend, q, of a call, and gives up the other. Where the first is
 * above 0, the boundary is never deeper than the perpetual option's, and never nearer the strike than max(0, ln(given/earned)), its
 * limit at expiry; close to expiry it is within a few standard deviations of that limit.
 *
 *   perpetual: S* = K λ/(λ − 1),   ½σ²λ² + (r − q − ½σ²)λ − r = 0,   λ > 1 of a call, λ < 0 of a put
 *
 * @see Merton (1973), Theory of rational option pricing, section 8; Kim (1990), The analytic valuation of American options
 */
import type { Years } from '../base/units.js';
import type { OptionOnAsset } from './option-parts.js';

/** Depths between which exercise is in question. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** Whether exercise may end again deeper in the money: not where it earns anything. */
  readonly endsAgain: boolean;
}

/** e^5 = 148 times the strike, or so much under it, is as deep as anything is looked at. */
const DEEPEST = 5;
/** With so little time left the boundary is nearer the limit than so many standard deviations. */
const NEAR_DEVIATIONS = 5;

/** Depth of the perpetual boundary; `DEEPEST` at most, and where there is none. */
export function perpetualDepth({ rate, dividend, volatility, sign }: OptionOnAsset): number {
  if (!(earnedBy(sign, rate, dividend) > 0)) return DEEPEST;
  const variance = volatility ** 2;
  const middle = 0.5 - (rate - dividend) / variance;
  const lambda = middle + sign * Math.sqrt(Math.max(middle ** 2 + (2 * rate) / variance, 0));
  const depth = sign * Math.log(lambda / (lambda - 1));
  return depth > 0 ? Math.min(depth, DEEPEST) : DEEPEST;
}

const earnedBy = (sign: 1 | -1, rate: number, dividend: number): number => (sign > 0 ? dividend : rate);

/** Depth of the boundary's limit at expiry; 0 where exercise earns nothing. */
export function limitDepth({ rate, dividend, sign }: OptionOnAsset): number {
  const [earned, given] = [earnedBy(sign, rate, dividend), earnedBy(sign === 1 ? -1 : 1, rate, dividend)];
  return earned > 0 && given > earned ? Math.min(Math.log(given / earned), DEEPEST) : 0;
}

/**
 * @returns undefined where holding is always better: exercise earns nothing, and gives up no less than it pays
 * @param left  until expiry
 * @param step  to the next date: with few of them left the boundary is nearer the strike than its limit
 */
export function exerciseWindow(option: OptionOnAsset, left: Years, step: Years): Window | undefined {
  const { rate, dividend, volatility, sign } = option;
  if (earnedBy(sign, rate, dividend) <= Math.min(0, earnedBy(sign === 1 ? -1 : 1, rate, dividend))) return undefined;
  if (!(earnedBy(sign, rate, dividend) > 0)) return { from: 0, to: DEEPEST, endsAgain: true };
  const limit = limitDepth(option);
  return {
    from: Math.max(0, limit - volatility * Math.sqrt(step)),
    // A little beyond the perpetual boundary, which the boundary of a long option comes close to.
    to: Math.min(1.02 * Math.max(perpetualDepth(option), limit), limit + NEAR_DEVIATIONS * volatility * Math.sqrt(left)),
    endsAgain: false,
  };
}
