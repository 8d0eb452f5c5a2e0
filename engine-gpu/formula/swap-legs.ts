/**
 * Legs of an interest rate swap on a discount curve D and a projection curve P, per unit of notional:
 *
 *   annuity = Σ τᵢ D(tᵢ),   floating leg = Σ (k P(s)/P(e) − 1 + spread τᵢ) D(tᵢ)
 *
 * with k the growth that known fixings make of the period and P(s)/P(e) what the curve expects of the rest. The par rate is their ratio.
 *
 * @see M. Henrard (2014), Interest Rate Modelling in the Multi-Curve Framework, chapter 2
 */
import type { DiscountFactor, Rate, Years } from '../base/units.js';
import { pow } from '../math/elementary/pow.js';

type Discounting = (t: Years) => DiscountFactor;

export interface FixedPayment {
  /** Years to the payment, ≥ 0 */
  readonly time: Years;
  readonly accrual: Years;
}

export interface FloatingPayment extends FixedPayment {
  /** 1 + rate · accrual = `known` · P(from)/P(to) */
  readonly known: number;
  readonly from: Years;
  readonly to: Years;
}

export const annuity = (payments: readonly FixedPayment[], discount: Discounting): number =>
  payments.reduce((sum, { time, accrual }) => sum + accrual * discount(time), 0);

/**
 * The par yield formula of cash settlement, Σ τᵢ/(1 + S/m)^(m Tᵢ), with Tᵢ the sum of the year fractions up to a payment.
 *
 * @param rate       S, the forward swap rate, 1 + S/m > 0
 * @param frequency  m, payments per year
 * @see F. Mercurio (2008), Cash-settled swaptions and no-arbitrage
 */
export function parYieldAnnuity(payments: readonly FixedPayment[], rate: Rate, frequency: number): number {
  let time = 0;
  return payments.reduce((total, { accrual }) => {
    time += accrual;
    return total + accrual * pow(1 + rate / frequency, -frequency * time);
  }, 0);
}

/** Interest of a period, rate · accrual. */
export const interestOf = ({ known: knownFactor, from, to }: FloatingPayment, projection: Discounting): number =>
  from === to ? knownFactor - 1 : (knownFactor * projection(from)) / projection(to) - 1;

/** Forward rate of a period, simple; its accrual is not 0. */
export const forwardRateOf = (payment: FloatingPayment, projection: Discounting): Rate => interestOf(payment, projection) / payment.accrual;

export const floatingLeg = (payments: readonly FloatingPayment[], spread: Rate, discount: Discounting, projection: Discounting): number =>
  payments.reduce((sum, payment) => sum + (interestOf(payment, projection) + spread * payment.accrual) * discount(payment.time), 0);
