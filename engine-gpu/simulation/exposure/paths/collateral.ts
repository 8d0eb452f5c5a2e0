/** Collateral of a netting set: what was called on the value at the start of the margin period. */
import type { Price, Years } from '../../../base/units.js';

export interface CollateralTerms {
  /** Value of the netting set up to which the counterparty posts nothing, ≥ 0. */
  readonly threshold: Price;
  /** The same for what we post. */
  readonly ownThreshold: Price;
  /** Smallest amount called. */
  readonly minimumTransfer: Price;
  /** Time from the last call that was answered to the close-out. */
  readonly marginPeriod: Years;
  /**
   * Treatment of flows due in the margin period: `unpaid` by either party, so that the close-out has them; `paid` by both, so that the
   * collateral still has their value.
   */
  readonly flowsInMarginPeriod: 'unpaid' | 'paid';
  readonly initialMargin?: InitialMarginTerms | undefined;
}

/**
 * Initial margin that each party posts, segregated: an amount that is the same at every time, or the quantile of the change of value over a
 * period, taken as normal with the sensitivities and the covariance of the state at the date.
 */
export type InitialMarginTerms =
  | { readonly amount: Price }
  | {
      /** The quantile in standard deviations. */
      readonly quantile: number;
      readonly period: Years;
    };

/**
 * Collateral held for a value: positive if received, negative if posted. It is the value beyond the threshold, or 0 where that is less than the
 * minimum transfer.
 */
export function collateralFor(value: Price, { threshold, ownThreshold, minimumTransfer }: CollateralTerms): Price {
  const [received, posted] = [value - threshold, -value - ownThreshold];
  if (received > 0 && received >= minimumTransfer) return received;
  if (posted > 0 && posted >= minimumTransfer) return -posted;
  return 0;
}
