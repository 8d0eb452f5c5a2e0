/**
 * A credit default swap on a deterministic default intensity, independent of interest rates.
 *
 *   protection = (1 − R) ∫ λ(t) Q(t) P(t) dt,   Q(t) = e^(−∫λ)
 *   annuity    = Σ αᵢ [Q(tᵢ) P(tᵢ) + ∫ (t − tᵢ₋₁)/(tᵢ − tᵢ₋₁) λ(t) Q(t) P(t) dt]
 *
 * The integral in the sum is the accrued coupon that is paid on default; protection is paid on default too. The first accrual period may
 * have begun before today: a part α₀ of α₁ has then accrued already, and the integrand's fraction is (α₀ + (α₁ − α₀) t/t₁)/α₁.
 *
 * The ISDA standard model (standard-credit-default-swap.ts) has the same legs on curves of piecewise constant forward rates and intensities,
 * with ACT/360 coupons between IMM dates, a full first coupon, and an accrual that includes the day of default, which this one does not. At
 * an intensity of 2 % and a coupon of 1 % the five-year annuities therefore differ by 1e-4 of their value (QuantLib 1.44, IsdaCdsEngine);
 * the protection legs agree.
 *
 * @see D. O'Kane and S. Turnbull (2003), Valuation of credit default swaps, Lehman Brothers; J. Hull and A. White (2000)
 */

import type { Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { gaussKronrod } from '../math/quadrature.js';
import { accumulatedHazard, type HazardCurve, hazardAt } from './hazard-curve.js';

interface CreditDefaultSwapTerms {
  /** tᵢ, strictly increasing, above 0; protection lasts to the last. */
  readonly paymentTimes: readonly Years[];
  /** αᵢ, year fractions of the coupons. */
  readonly accruals: readonly Years[];
  /** α₀ in [0, α₁], the part of the first accrual that lies before today, year fraction. */
  readonly accrued: Years;
  /** R in [0, 1]. */
  readonly recoveryRate: number;
}

/** −ln P(t), and the times at which its derivative jumps. */
export interface Discounting {
  readonly accumulatedRate: (t: Years) => number;
  readonly times: readonly Years[];
}

/** Absolute, of the integrals of one accrual period, per unit of notional. */
const LEG_TOLERANCE = 1e-15;

/**
 * Values of both legs per unit of notional; the annuity is per unit of spread and includes the accrued coupon. The value to the protection
 * buyer is protection − spread · annuity. The par spread, at which the clean value is zero, is protection/(annuity − α₀).
 *
 * @returns absolute error of each leg about 1e-15 times the number of payments
 */
export function creditDefaultSwapLegs(
  { paymentTimes, accruals, accrued, recoveryRate }: CreditDefaultSwapTerms,
  hazard: HazardCurve,
  discounting: Discounting,
): { readonly protection: number; readonly annuity: number } {
  const survivedAndDiscounted = (t: Years) => exp(-accumulatedHazard(hazard, t) - discounting.accumulatedRate(t));
  const density = (t: Years) => hazardAt(hazard, t) * survivedAndDiscounted(t);
  const kinks = [...hazard.times, ...discounting.times].sort((left, right) => left - right);
  let defaults = 0;
  let annuity = 0;
  paymentTimes.forEach((to, i) => {
    const from = i === 0 ? 0 : paymentTimes[i - 1];
    const knots = [from!, ...kinks.filter((t) => t > from! && t < to), to];
    const defaultInPeriod = gaussKronrod(density, knots, LEG_TOLERANCE);
    const accruedOnDefault = gaussKronrod((t) => ((t - from!) / (to - from!)) * density(t), knots, LEG_TOLERANCE);
    defaults += defaultInPeriod;
    annuity += accruals[i]! * (survivedAndDiscounted(to) + accruedOnDefault);
    if (i === 0 && accrued > 0) annuity += accrued * (defaultInPeriod - accruedOnDefault);
  });
  return { protection: (1 - recoveryRate) * defaults, annuity };
}
