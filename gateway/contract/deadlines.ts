/** How long an operation may take: stated by the operation, otherwise by its cost class. */

/**
 * How much work an operation is; its deadline follows from it unless the operation states one.
 *
 * - quick: one closed form or one look-up
 * - store: reads or writes of stored data
 * - batch: closed forms of many rows
 * - calibration: a fit
 * - simulation: a Monte Carlo simulation or a numerical method that may take as long as one
 */
export type CostClass = 'quick' | 'store' | 'batch' | 'calibration' | 'simulation';

/** Milliseconds for one closed form, or for reads and writes of stored data. */
const SHORT_RUN_MS = 5_000;

/** Milliseconds by cost class. */
export type Deadlines = Readonly<Record<CostClass, number>>;

/** @param longRunMs for batches, calibrations and simulations, milliseconds */
export const deadlinesFor = (longRunMs: number): Deadlines => ({
  quick: SHORT_RUN_MS,
  store: SHORT_RUN_MS,
  batch: longRunMs,
  calibration: longRunMs,
  simulation: longRunMs,
});
