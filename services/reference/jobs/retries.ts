/** Decides whether another attempt follows the failure of a run or a block. */
import { retryDelay } from '../../jobs/retry-delay.js';
import type { Job } from '../../resources/job.js';

/** Attempts where whoever submits a job states no bound. */
const DEFAULT_ATTEMPTS = 3;
/** Time after the start of a job that does not expire in which failures that may pass are no attempts: longer than a service takes to be repaired by hand. */
const PATIENCE_MS = 900_000;

type Bounds = Pick<Job, 'maxAttempts' | 'retriesUntil'>;

/**
 * Bounds of the attempts at a job. A bound that was stated holds for all attempts. Otherwise it holds for those whose worker died, which the job
 * itself may have caused; those that fail because a service was busy, away or silent go on until the job expires.
 *
 * @param stated 0: none
 */
export function attemptsOf(stated: number, { notBefore, expiresAt }: Pick<Job, 'notBefore' | 'expiresAt'>, nowMs: number): Bounds {
  if (stated > 0) return { maxAttempts: stated };
  return { maxAttempts: DEFAULT_ATTEMPTS, retriesUntil: expiresAt > 0 ? expiresAt : Math.max(notBefore, nowMs) + PATIENCE_MS };
}

export interface NextAttempt {
  /** Before the next attempt, milliseconds. */
  readonly delayMs: number;
  /** False: the attempt that failed does not count. */
  readonly counts: boolean;
}

/**
 * The attempt after one that failed for a reason that may pass.
 *
 * @param attempt      1 for the first
 * @param retryAfterMs the delay that the failure asks for
 * @returns undefined where there is none
 */
export function nextAttempt(job: Bounds, attempt: number, retryAfterMs: number, nowMs: number): NextAttempt | undefined {
  const delayMs = retryDelay(attempt, retryAfterMs);
  const counts = job.retriesUntil === undefined;
  const isLast = counts ? attempt >= job.maxAttempts : nowMs + delayMs > (job.retriesUntil ?? 0);
  return isLast ? undefined : { delayMs, counts };
}
