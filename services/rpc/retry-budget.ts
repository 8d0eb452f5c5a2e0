/** How many calls a client may make a second time: a share of its calls, so that retries never amplify an overload. */

/** Second attempts per call, in the long run. */
const SHARE = 0.1;
/** Second attempts that may be saved up, as for the loss of a connection that carries many calls. */
const MAX_SAVED = 100;
/** Second attempts of a client that has made no calls yet. */
const FIRST = 10;

export interface RetryBudget {
  /** Counts a call. */
  earn(): void;
  /** Takes one second attempt out of the budget. @returns whether there was one */
  spend(): boolean;
}

export function openRetryBudget(): RetryBudget {
  let saved = FIRST;
  return {
    earn: () => {
      saved = Math.min(MAX_SAVED, saved + SHARE);
    },
    spend: () => {
      if (saved < 1) return false;
      saved--;
      return true;
    },
  };
}
