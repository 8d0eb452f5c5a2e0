/** Derivatives of the capital that is required of a netting set, on the paths of a batch. */
import { type CollateralTerms, collateralFor } from '../paths/collateral.js';
import { BATCH } from '../paths/path-arithmetic.js';
import type { Requirement } from './path-amounts.js';

/** Derivatives of the requirement, deflated: per path, and summed over the paths. */
interface RequiredShares {
  readonly byValue: Float64Array;
  readonly byCollateral: Float64Array;
  unmargined: number;
  margined: number;
}

export const openRequired = (): RequiredShares => ({
  byValue: new Float64Array(BATCH),
  byCollateral: new Float64Array(BATCH),
  unmargined: 0,
  margined: 0,
});

export function requirementShares(
  collateral: CollateralTerms | undefined,
  requirement: Requirement | undefined,
  e: number,
  value: Float64Array,
  valueBefore: Float64Array,
  deflator: Float64Array,
  count: number,
  into: RequiredShares,
): void {
  into.unmargined = 0;
  into.margined = 0;
  if (requirement === undefined) return;
  for (let p = 0; p < count; p++) {
    const slopes = requirement.derivatives(e, value[p]!, collateral === undefined ? 0 : collateralFor(valueBefore[p]!, collateral));
    into.byValue[p] = deflator[p]! * slopes.value;
    into.byCollateral[p] = deflator[p]! * slopes.collateral;
    into.unmargined += deflator[p]! * slopes.unmargined;
    into.margined += deflator[p]! * slopes.margined;
  }
}
