/**
 * A credit default swap on a deterministic default intensity, independent of interest rates.
 *
 *   protection = (1 − R) ∫ λ(t) Q(t) P(t) dt,   Q(t) = e^(−∫λ)
 *   annuity    = Σ αᵢ [Q(tᵢ) P(tᵢ) + ∫ (t − tᵢ₋₁)/(tᵢ − tᵢ₋₁) λ(t) Q(t) P(t) dt]
 *
 * The integral under the sum is what has accrued of the running coupon when default comes, paid then, as is protection. The first coupon
 * may have begun before today: of α₁ a part α₀ has accrued already, and in the integral stands (α₀ + (α₁ − α₀) t/t₁)/α₁.
 *
 * The ISDA standard model takes the same legs on curves of flat forward rates and intensities, with ACT/360 coupons from one IMM date to
 * the next, the first one full, and an accrual that counts the day of default, which this one does not: at an intensity of 2 % and a coupon
 * of 1 % the annuities of five years then differ by 1e-4 of themselves (QuantLib 1.44, IsdaCdsEngine), the protection not at all.
 *
 * @see D. O'Kane and S. Turnbull (2003), Valuation of credit default swaps, Lehman Brothers; J. Hull and A. White (2000)
 */

import type { Rate, Years } from '../base/units.js';
import { gaussKronrod } from '../math/quadrature.js';

/** Default intensity by time: `rates[i]` up to `times[i]`, the last one ever after. */
export interface HazardCurve {
  /** Strictly increasing. */
  readonly times: readonly Years[];
  /** Decimal, per year, ≥ 0. */
  readonly rates: readonly Rate[];
}

export interface CreditDefaultSwapTerms {
  /** tᵢ, strictly increasing, above 0; protection lasts to the last. */
  readonly paymentTimes: readonly Years[];
  /** αᵢ, year fractions of the coupons. */
  readonly accruals: readonly Years[];
  /** α₀, what of the first has accrued before today; at most as much. */
  readonly accrued: Years;
  /** R in [0, 1]. */
  readonly recoveryRate: number;
}

/** −ln P(t), and the times at which it bends. */
export interface Discounting {
  readonly accumulatedRate: (t: Years) => number;
  readonly times: readonly Years[];
}

/** Of each leg, per unit of notional. */
const TOLERANCE = 1e-15;

/** ∫λ to t. */
function accumulatedHazard({ times, rates }: HazardCurve, t: Years): number {
  let sum = 0;
  let from = 0;
  for (let i = 0; i < rates.length && from < t; i++) {
    const to = i === rates.length - 1 ? t : Math.min(times[i], t);
    sum += rates[i] * (to - from);
    from = to;
  }
  return sum;
}

/** λ(t). */
function hazardAt({ times, rates }: HazardCurve, t: Years): Rate {
  const i = times.findIndex((time) => t <= time);
  return rates[i === -1 ? rates.length - 1 : i];
}

/**
 * Both legs per unit of notional; the annuity per unit of spread, what has accrued of it included. The value to who buys protection is
 * protection − spread · annuity, and the par spread, at which the swap is worth nothing but what has accrued, protection/(annuity − α₀).
 *
 * @returns absolute error of each leg some 1e-15 times the number of payments
 */
export function creditDefaultSwapLegs(
  { paymentTimes, accruals, accrued, recoveryRate }: CreditDefaultSwapTerms,
  hazard: HazardCurve,
  discounting: Discounting,
): { readonly protection: number; readonly annuity: number } {
  const survivedAndDiscounted = (t: Years) => Math.exp(-accumulatedHazard(hazard, t) - discounting.accumulatedRate(t));
  const density = (t: Years) => hazardAt(hazard, t) * survivedAndDiscounted(t);
  const bends = [...hazard.times, ...discounting.times].sort((left, right) => left - right);
  let defaults = 0;
  let annuity = 0;
  paymentTimes.forEach((to, i) => {
    const from = i === 0 ? 0 : paymentTimes[i - 1];
    const knots = [from, ...bends.filter((t) => t > from && t < to), to];
    const within = gaussKronrod(density, knots, TOLERANCE);
    const ramp = gaussKronrod((t) => ((t - from) / (to - from)) * density(t), knots, TOLERANCE);
    defaults += within;
    annuity += accruals[i] * (survivedAndDiscounted(to) + ramp);
    if (i === 0 && accrued > 0) annuity += accrued * (within - ramp);
  });
  return { protection: (1 - recoveryRate) * defaults, annuity };
}
