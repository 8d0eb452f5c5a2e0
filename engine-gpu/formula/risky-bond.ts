/** A bond under credit risk, without any rights. */
import type { DiscountFactor, Price, Years } from '../base/units.js';
import { gaussKronrod } from '../math/quadrature.js';

/** Tolerance of the integral of the discount factor, relative to the maturity. */
const RELATIVE_TOLERANCE = 1e-15;

interface RiskyBond {
  readonly payments: readonly { readonly time: Years; readonly amount: Price }[];
  readonly maturity: Years;
  /** R · face, paid at default; 0 where the discount factors hold a credit spread instead of an intensity. */
  readonly recovered: Price;
  /** Default intensity λ, per year. */
  readonly intensity: number;
}

/**
 * Σ amount · D(t) + R · face · ∫₀ᵀ λ D(t) dt, where D(t) = P(0, t) e^(−st) under a credit spread and P(0, t) e^(−λt) under an intensity.
 *
 * @param discount  D
 * @param nodes     times at which D is not smooth
 * @returns price units; relative error of the integral about 1e-15
 */
export function riskyBond(
  { payments, maturity, recovered, intensity }: RiskyBond,
  discount: (t: Years) => DiscountFactor,
  nodes: readonly Years[],
): Price {
  const promised = payments.reduce((sum, { time, amount }) => sum + amount * discount(time), 0);
  if (intensity * recovered === 0) return promised;
  const knots = [0, ...nodes.filter((time) => time > 0 && time < maturity), maturity];
  return promised + intensity * recovered * gaussKronrod(discount, knots, RELATIVE_TOLERANCE * maturity);
}
