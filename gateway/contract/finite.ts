/** Sums of prices, which may leave the range of doubles though every price is in it. */
import { HttpFailure } from './errors.js';

/** @throws HttpFailure SVC-CALC-001 that names the first sum that is not finite: JSON would write it as null */
export function requireFinite(sums: Readonly<Record<string, unknown>>): void {
  for (const name in sums) {
    const value = sums[name];
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new HttpFailure('SVC-CALC-001', `${name} is not a finite number (${value}): the quantities are too large for double precision`);
  }
}
