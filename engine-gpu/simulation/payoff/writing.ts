/** The kernel text of a contract's claims while it is written: what it is written into, and what has been written so far. */
import type { Market } from '../../market/market.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Regression } from '../emit/program.js';
import type { Paths } from '../process/paths.js';
import type { AutocallState, CashFlows } from './cash-flows.js';
import type { AutocallClaim } from './claims.js';
import type { Payoffs } from './payoffs.js';
import type { PaidFraction } from './survival.js';

/** The exercise decisions of the base plan, which a bumped plan reuses. */
export interface BaseDecisions {
  /** Regressions in the order in which they were written. */
  readonly regressions: readonly Regression[];
  /**
   * True: each path keeps the decision of its unbumped twin, which leaves no noise from paths that change sides; the value of the optimal
   * policy does not change by it to first order. False: each path decides anew by the same coefficients. Second derivatives (gamma) need
   * that, because to second order the decision matters.
   */
  readonly keepDecisions: boolean;
}

export interface Writing {
  readonly builder: KernelBuilder;
  readonly market: Market;
  readonly grid: Grid;
  readonly paths: Paths;
  readonly flows: CashFlows;
  readonly payoffs: Payoffs;
  readonly paidFraction: PaidFraction;
  /** Texts that a run can return in place of the value: `selector` k returns number k, counted from 1. */
  readonly selectable: string[];
  readonly regressions: Regression[];
  /** Decisions of the base plan where this is a bumped plan. */
  readonly base: BaseDecisions | undefined;
  /** States of the autocalls written so far. */
  readonly autocalls: Map<AutocallClaim, AutocallState>;
  /** Texts of decisions, which run after the payments of a step. */
  readonly decisions: string[];
}
