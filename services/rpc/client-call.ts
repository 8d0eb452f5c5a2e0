import type { Caller } from '#proto/caller';

/** What a client's method is given beside the request. */
export interface ClientCall {
  readonly caller: Caller;
  /** Aborted when the HTTP caller has gone. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the deadline; in place of the method's own. */
  readonly timeoutMs?: number;
}
