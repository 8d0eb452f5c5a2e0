/**
 * Strikes of European options that are quoted by delta, as those on exchange rates are.
 *
 *   Δ = θ D Φ(θd₁),   premium-adjusted   Δ = θ D (K/F) Φ(θd₂),   d₁,₂ = ln(F/K)/s ± s/2,   s = σ√T,   θ = +1 call, −1 put
 *
 * D is e^(−qT), with q the rate of the foreign currency, for the delta in spot, and 1 for the delta in forwards. A premium in the foreign currency is a
 * position in it, which the premium-adjusted delta takes off: Δ − V/S. That of a call rises with the strike, up to a largest one, and falls again; the
 * strike that is meant is the higher of two.
 *
 * @see D. Reiswich, U. Wystup (2010), FX volatility smile construction, Centre for Practical Quantitative Finance 20, section 1
 */
import type { Price } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { inverseNormalCdf, millsRatio, normalCdf } from '../math/normal.js';
import { bisectedRoot } from '../math/root.js';

/** The option whose strike is sought. */
export interface DeltaTerms {
  readonly forward: Price;
  /** s > 0 */
  readonly stdDev: number;
  /** D > 0 */
  readonly discount: number;
  readonly premiumAdjusted: boolean;
}

/** Upper end for d₂ of the call with the largest premium-adjusted delta: there Φ/φ is beyond 1/s for every s that is not 0. */
const MAX_D2 = 38;

/**
 * The strike of an option.
 *
 * @param delta  above 0 of a call, below 0 of a put
 * @returns price units, with a relative error of some (1 + s) 1e-15 where |Δ|/D is not next to its largest value; undefined where no option has the delta, or its strike is no number above 0
 */
export function strikeOfDelta({ forward, stdDev, discount, premiumAdjusted }: DeltaTerms, delta: number): Price | undefined {
  const probability = Math.abs(delta) / discount;
  if (!premiumAdjusted) {
    if (!(probability > 0 && probability < 1)) return undefined;
    const d1 = Math.sign(delta) * inverseNormalCdf(probability);
    return finiteStrike(forward * exp(0.5 * stdDev * stdDev - d1 * stdDev));
  }
  const d2 = delta > 0 ? d2OfCall(probability, stdDev) : d2OfPut(probability, stdDev);
  return d2 === undefined ? undefined : finiteStrike(forward * exp(-0.5 * stdDev * stdDev - d2 * stdDev));
}

const finiteStrike = (strike: Price): Price | undefined => (strike > 0 && strike < Number.POSITIVE_INFINITY ? strike : undefined);

/** ln of e^(−s d₂ − s²/2) Φ(θd₂) over p. */
const logExcess =
  (stdDev: number, sign: 1 | -1, probability: number) =>
  (d2: number): number =>
    -stdDev * d2 - 0.5 * stdDev * stdDev + log(normalCdf(sign * d2)) - log(probability);

/** d₂ of the call with e^(−s d₂ − s²/2) Φ(d₂) = p below the d₂ of the largest such delta, at which φ/Φ = s. */
function d2OfCall(probability: number, stdDev: number): number | undefined {
  if (!(probability > 0 && probability < 1)) return undefined;
  const largest = bisectedRoot((d2) => millsRatio(d2) - 1 / stdDev, -stdDev, MAX_D2);
  // Φ(x) ≤ e^(−x²/2)/2 for x ≤ 0, so that the delta is below p here.
  const lowest = -stdDev - Math.sqrt(-2 * log(probability));
  return largest === undefined ? undefined : bisectedRoot(logExcess(stdDev, 1, probability), lowest, largest);
}

/** d₂ of the put with e^(−s d₂ − s²/2) Φ(−d₂) = p, which rises with the strike from 0 without end. */
function d2OfPut(probability: number, stdDev: number): number | undefined {
  if (!(probability > 0)) return undefined;
  // Φ(0) = ½ bounds the delta from below at a high strike, and the inequality above bounds it from above at a low one.
  const atHighStrike = -0.5 * stdDev - (Math.max(log(probability), 0) + Math.LN2) / stdDev;
  const atLowStrike = Math.sqrt(Math.max(-2 * log(probability), 0));
  return bisectedRoot(logExcess(stdDev, -1, probability), atHighStrike, atLowStrike);
}

/**
 * The strike at which a call and a put have opposite deltas, whose straddle has none: F e^(±s²/2), with − for premium-adjusted deltas.
 *
 * @returns price units; undefined where it is no number above 0
 */
export const deltaNeutralStrike = ({ forward, stdDev, premiumAdjusted }: Omit<DeltaTerms, 'discount'>): Price | undefined =>
  finiteStrike(forward * exp((premiumAdjusted ? -0.5 : 0.5) * stdDev * stdDev));
