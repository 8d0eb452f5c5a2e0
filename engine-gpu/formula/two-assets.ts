/**
 * Options on two correlated lognormal assets: exchange, spread and rainbow options.
 *
 *   Aᵢ = Sᵢ e^(−qᵢT),   sᵢ = σᵢ√T,   s² = s₁² + s₂² − 2ρ s₁ s₂
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { bivariateNormalCdf } from '../math/bivariate-normal.js';
import { clamp } from '../math/clamp.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { normalPdf } from '../math/normal.js';
import { gaussKronrod } from '../math/quadrature.js';
import { bisectedRoot } from '../math/root.js';
import { europeanValue } from './black-scholes.js';

interface LognormalAsset {
  readonly spot: Price;
  readonly volatility: Volatility;
  readonly dividend: Rate;
}

export interface TwoAssets {
  readonly first: LognormalAsset;
  readonly second: LognormalAsset;
  /** ρ in [−1, 1]. */
  readonly correlation: number;
  /** Zero rate to expiry, decimal, continuously compounded. */
  readonly rate: Rate;
  /** T ≥ 0, years. */
  readonly time: Years;
}

/** Prepaid forward Aᵢ = Sᵢ e^(−qᵢT). */
const prepaid = ({ spot, dividend }: LognormalAsset, time: Years): Price => spot * exp(-dividend * time);

/** s, by s² = (s₁ − s₂)² + 2(1 − ρ)s₁s₂, a sum without negative terms. */
function ratioDeviation({ first, second, correlation, time }: TwoAssets): number {
  const gap = first.volatility - second.volatility;
  return Math.sqrt((gap * gap + 2 * (1 - correlation) * first.volatility * second.volatility) * time);
}

/** ln(A₁/A₂). */
const logRatio = ({ first, second, time }: TwoAssets): number =>
  log(first.spot) - log(second.spot) + (second.dividend - first.dividend) * time;

/**
 * Exchange option: the right to receive the first asset for the second at expiry, max(S₁ − S₂, 0), by Black-Scholes with A₂ for the strike.
 *
 * @returns price units; accuracy as of `blackScholes`, exact limits at s = 0. It does not depend on the interest rate
 * @see W. Margrabe (1978), The value of an option to exchange one asset for another
 */
export const exchangeOption = (market: TwoAssets): Price =>
  europeanValue(prepaid(market.first, market.time), prepaid(market.second, market.time), logRatio(market), ratioDeviation(market), 1);

/** Largest total standard deviation for which the integrand of a spread option does not overflow. */
export const MAX_SPREAD_DEVIATION = 20;
/** Tolerance of the integral, relative to the largest of A₁, A₂ and |K| e^(−rT). */
const SPREAD_TOLERANCE = 1e-14;
/** Standard deviations on either side that are integrated: φ(9.5)/φ(0) is 3e-20. */
const INTEGRATION_RANGE = 9.5;
/** Standard deviations about its strike within which an option's value is curved. */
const CURVED_RANGE = 6;

/**
 * Spread option, which pays max(θ(S₁ − S₂ − K), 0), K of any sign. Given the second asset's normal z the option is a vanilla one with
 * standard deviation s₁√(1 − ρ²), forward F₁ e^(ρs₁z − ρ²s₁²/2) and strike K + F₂ e^(s₂z − s₂²/2), whose value is integrated over z.
 *
 * @param market  sᵢ ≤ 20
 * @param strike  K, price units
 * @param sign    θ, +1 call, −1 put
 * @returns price units; absolute error about 1e-13 of the largest of A₁, A₂ and |K| e^(−rT). K = 0 is the exchange option
 * @see N. D. Pearson (1995), An efficient approach for pricing spread options, Journal of Derivatives 3(1)
 */
export function spreadOption(market: TwoAssets, strike: Price, sign: 1 | -1): Price {
  const { first, second, correlation, rate, time } = market;
  if (strike === 0) return exchangeOption(sign > 0 ? market : { ...market, first: second, second: first });
  const [a1, a2] = [prepaid(first, time), prepaid(second, time)];
  const fixed = strike * exp(-rate * time);
  const root = Math.sqrt(time);
  const s2 = second.volatility * root;
  const shared = correlation * first.volatility * root;
  const residual = first.volatility * root * Math.sqrt((1 - correlation) * (1 + correlation));

  const firstAt = (z: number) => a1 * exp(shared * z - 0.5 * shared * shared);
  const secondAt = (z: number) => a2 * exp(s2 * z - 0.5 * s2 * s2);

  const payoff = (z: number): Price => {
    const received = firstAt(z);
    const paid = fixed + secondAt(z);
    if (paid <= 0) return sign > 0 ? received - paid : 0;
    return received > 0 ? europeanValue(received, paid, log(received / paid), residual, sign) : sign > 0 ? 0 : paid;
  };
  if (s2 === 0 && shared === 0) return payoff(0);

  // Knots: each of the three amounts has its mass about a point of its own, and where the strike of the conditional option changes sign there
  // is a kink.
  const centres = [0, shared, s2].sort((left, right) => left - right);
  const [from, to] = [centres[0]! - INTEGRATION_RANGE, centres[2]! + INTEGRATION_RANGE];
  const vanishes = fixed < 0 && s2 > 0 ? (log(-fixed / a2) + 0.5 * s2 * s2) / s2 : 0;
  // (S₁ − S₂ − K)/e^(shared z) has at most one extremum, and so at most two zeros.
  const turn = log((shared * fixed) / ((s2 - shared) * a2)) / s2 + 0.5 * s2;
  const edges = zeros((z) => firstAt(z) - secondAt(z) - fixed, turn > from && turn < to ? [from, turn, to] : [from, to]);
  // About an edge of the exercise region the conditional value is curved within the first asset's own deviation.
  const curved = edges.flatMap((z) => {
    const width = (CURVED_RANGE * residual * firstAt(z)) / Math.abs(shared * firstAt(z) - s2 * secondAt(z));
    return [z - width, z, z + width];
  });
  const knots = [from, to, ...centres, vanishes, ...curved].filter((z) => z >= from && z <= to).sort((left, right) => left - right);
  return gaussKronrod((z) => payoff(z) * normalPdf(z), knots, SPREAD_TOLERANCE * Math.max(a1, a2, Math.abs(fixed)));
}

/** Zeros of a function that is monotone between neighbouring points. */
const zeros = (f: (z: number) => number, points: readonly number[]): number[] =>
  points.slice(1).flatMap((to, i) => bisectedRoot(f, points[i]!, to) ?? []);

/** x/s, and 0 where x is 0. */
const standardised = (x: number, s: number): number => (x === 0 ? 0 : x / s);

/**
 * Rainbow option on the better (`best`) or the worse (`worst`) of the two assets at expiry.
 *
 *   call on the worse = A₁ M(y₁, −d; −ρ₁) + A₂ M(y₂, d − s; −ρ₂) − K e^(−rT) M(y₁ − s₁, y₂ − s₂; ρ)
 *   d = ln(A₁/A₂)/s + s/2,   yᵢ = ln(Aᵢ/K e^(−rT))/sᵢ + sᵢ/2,   ρ₁ = (s₁ − ρs₂)/s,   ρ₂ = (s₂ − ρs₁)/s
 *
 * The call on the better is the sum of the two vanilla calls less this, since max + min = S₁ + S₂. Puts follow by parity with the claim on
 * the better or the worse asset itself.
 *
 * @param strike  K > 0, price units
 * @param sign    +1 call, −1 put
 * @returns price units, ≥ 0; absolute error a few ulp of A₁ + A₂ + K e^(−rT). The limits T = 0, σᵢ = 0 and s = 0 are exact
 * @see R. M. Stulz (1982), Options on the minimum or the maximum of two risky assets; E. G. Haug (2007), 5.4
 */
export function rainbowOption(market: TwoAssets, strike: Price, sign: 1 | -1, rank: 'best' | 'worst'): Price {
  const { first, second, rate, time } = market;
  const [a1, a2] = [prepaid(first, time), prepaid(second, time)];
  const fixed = strike * exp(-rate * time);
  const worstCall = callOnWorst(market, fixed);
  const vanillaCall = (asset: LognormalAsset) => {
    const a = prepaid(asset, time);
    return europeanValue(a, fixed, log(a) - log(fixed), asset.volatility * Math.sqrt(time), 1);
  };
  const call = rank === 'worst' ? worstCall : vanillaCall(first) + vanillaCall(second) - worstCall;
  if (sign > 0) return Math.max(call, 0);
  const exchange = exchangeOption(market);
  const itself = rank === 'worst' ? a1 - exchange : a2 + exchange;
  return Math.max(call - itself + fixed, 0);
}

function callOnWorst(market: TwoAssets, fixed: Price): Price {
  const { first, second, correlation, time } = market;
  const root = Math.sqrt(time);
  const [s1, s2, s] = [first.volatility * root, second.volatility * root, ratioDeviation(market)];
  const [a1, a2] = [prepaid(first, time), prepaid(second, time)];
  const [x1, x2, x] = [log(a1) - log(fixed), log(a2) - log(fixed), logRatio(market)];
  // Where the ratio of the assets is deterministic, so is which one is worse.
  if (s === 0) return x > 0 ? europeanValue(a2, fixed, x2, s2, 1) : europeanValue(a1, fixed, x1, s1, 1);
  const d = x / s;
  const [y1, y2] = [standardised(x1, s1), standardised(x2, s2)];
  // Rounding may put a correlation beyond ±1.
  const [rho1, rho2] = [clamp((s1 - correlation * s2) / s, -1, 1), clamp((s2 - correlation * s1) / s, -1, 1)];
  return (
    a1 * bivariateNormalCdf(y1 + 0.5 * s1, -d - 0.5 * s, -rho1) +
    a2 * bivariateNormalCdf(y2 + 0.5 * s2, d - 0.5 * s, -rho2) -
    fixed * bivariateNormalCdf(y1 - 0.5 * s1, y2 - 0.5 * s2, correlation)
  );
}
