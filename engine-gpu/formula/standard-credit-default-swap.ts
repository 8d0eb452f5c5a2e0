/**
 * The legs of a standard credit default swap, by the ISDA standard model: coupons of ACT/360 between quarterly dates, forward rates and
 * default intensities that are constant between the nodes of their curves.
 *
 * Protection lasts from today to the maturity M. Coupon j accrues from day sⱼ to day eⱼ and is paid on day pⱼ if there was no default before
 * day eⱼ. With D = PQ, the discount factor times the survival probability, at the two ends of an interval of length Δt between nodes,
 * h = λΔt and k = (f + λ)Δt:
 *
 *   protection        = (1 − R) Σ h D₀ φ(k)                                          φ(k) = ∫₀¹ e^(−ku) du
 *   annuity           = Σ αⱼ P(pⱼ) Q(eⱼ − 1 day) + 365/360 Σ h D₀ [(t₀ − aⱼ) φ(k) + Δt ψ(k)]      ψ(k) = ∫₀¹ u e^(−ku) du
 *
 * where aⱼ = sⱼ − 1½ days: a default in the course of a day pays the accrual with that day's half. Times count in years of 365 days from today.
 *
 * Accuracy: rounding, about 1e-15 per coupon, for log-linear discount factors; other curves are taken to have a constant forward rate between
 * their nodes and the days of the coupons. Intensities and rates may vanish, and rates may be negative.
 *
 * @see ISDA CDS Standard Model 1.8.2 (contingent leg and fee leg); R. White (2013), The pricing and risk management of credit default swaps,
 *      with a focus on the ISDA model, OpenGamma Quantitative Research 16, sections 3 and 4
 */
import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { exp } from '../math/elementary/exp.js';
import type { Discounting } from './credit-default-swap.js';
import { accumulatedHazard, type HazardCurve } from './hazard-curve.js';

/** Days from today. */
type Day = number;

export interface StandardCoupon {
  /** Not after tomorrow for the first coupon: it may be running. */
  readonly accrualStart: Day;
  /** The next coupon's start; of the last coupon the day after the maturity, since its accrual includes that day. */
  readonly accrualEnd: Day;
  readonly payment: Day;
}

const DAYS_PER_YEAR = 365;
/** Year fraction of a day of accrual, ACT/360. */
const ACCRUAL_PER_DAY = 1 / 360;
const HALF_DAY: Years = 0.5 / DAYS_PER_YEAR;

const yearsOf = (day: Day): Years => day / DAYS_PER_YEAR;

/**
 * Values of both legs per unit of notional. The annuity is per unit of running coupon and includes the accrued part of the first one.
 *
 * @param coupons  in order; each accrues from where the one before it ended
 */
export function standardSwapLegs(
  coupons: readonly StandardCoupon[],
  recoveryRate: number,
  hazard: HazardCurve,
  discounting: Discounting,
): { readonly protection: number; readonly annuity: number } {
  const kinks = [...hazard.times, ...discounting.times].sort((left, right) => left - right);
  const hazardTo = (t: Years) => accumulatedHazard(hazard, t);
  let [defaults, annuity, kink] = [0, 0, 0];
  let [t0, y0, h0]: [Years, number, number] = [0, 0, 0];
  for (const { accrualStart, accrualEnd, payment } of coupons) {
    const end = yearsOf(accrualEnd - 1);
    const accruesFrom = yearsOf(accrualStart - 1) - HALF_DAY;
    annuity += (accrualEnd - accrualStart) * ACCRUAL_PER_DAY * exp(-discounting.accumulatedRate(yearsOf(payment)) - hazardTo(end));
    let accrued = 0;
    while (t0 < end) {
      while (kinks[kink]! <= t0) kink++;
      const t1 = Math.min(kinks[kink] ?? end, end);
      const [y1, h1] = [discounting.accumulatedRate(t1), hazardTo(t1)];
      const k = y1 - y0 + (h1 - h0);
      const intensity = (h1 - h0) * exp(-y0 - h0);
      const defaulted = intensity * decayIntegral(k, 1);
      defaults += defaulted;
      accrued += (t0 - accruesFrom) * defaulted + (t1 - t0) * intensity * firstMoment(k);
      [t0, y0, h0] = [t1, y1, h1];
    }
    annuity += DAYS_PER_YEAR * ACCRUAL_PER_DAY * accrued;
  }
  return { protection: (1 - recoveryRate) * defaults, annuity };
}

/** Below it the closed form loses more than two digits to cancellation, and the series below needs no more than its terms. */
const SERIES_BELOW = 0.1;
/** 0.1¹⁰/10! is 3e-17. */
const SERIES_TERMS = 10;

/** ψ(k) = ∫₀¹ u e^(−ku) du = (1 − (1 + k) e^(−k))/k², and ½ at k = 0. */
function firstMoment(k: number): number {
  if (Math.abs(k) >= SERIES_BELOW) return (1 - (1 + k) * exp(-k)) / (k * k);
  let [sum, term] = [0, 1];
  for (let n = 0; n < SERIES_TERMS; n++) {
    sum += term / (n + 2);
    term *= -k / (n + 1);
  }
  return sum;
}
