/** Delays between the attempts at a run or a block, on whichever engine. */

export const FIRST_RETRY_MS = 1_000;
const RETRY_GROWTH = 5;
const LAST_RETRY_MS = 60_000;

/**
 * Delay before the attempt after this one, milliseconds. Each is five times as long as the one before: three attempts, as many as there are by
 * default, cover the seconds in which a service starts again.
 *
 * @param attempt      1 for the first
 * @param retryAfterMs the delay that the failure asks for
 */
export const retryDelay = (attempt: number, retryAfterMs: number): number =>
  Math.max(retryAfterMs, Math.min(FIRST_RETRY_MS * RETRY_GROWTH ** (attempt - 1), LAST_RETRY_MS));
