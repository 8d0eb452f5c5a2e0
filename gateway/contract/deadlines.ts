/** How long an operation may take: stated by the operation, otherwise by its cost class. */
import type { Deadlines } from '#services/rpc/method-table';

/** Milliseconds for one closed form, or for reads and writes of stored data. */
const SHORT_RUN_MS = 5_000;

/** @param longRunMs for batches, calibrations and simulations, milliseconds */
export const deadlinesFor = (longRunMs: number): Deadlines => ({
  quick: SHORT_RUN_MS,
  store: SHORT_RUN_MS,
  batch: longRunMs,
  calibration: longRunMs,
  simulation: longRunMs,
});
