import type { Curves } from '../../market/multi-curve.js';
import { derivativeAtZero } from '../../math/derivative.js';

/** Parallel shift of zero rates in the five-point formula: over 30 years its error is about 1e-10 of the price, and so is that of rounding. */
export const SHIFT = 1e-4;

/** Derivatives of a price by parallel shifts of the two curves, per 1.00. */
export function parallelSensitivities(
  price: (curves: Curves) => number,
  curvesAt: (discountShift: number, projectionShift: number) => Curves,
) {
  const discountRho = derivativeAtZero((shift) => price(curvesAt(shift, 0)), SHIFT);
  const projectionRho = derivativeAtZero((shift) => price(curvesAt(0, shift)), SHIFT);
  return { rho: discountRho + projectionRho, discountRho, projectionRho };
}
