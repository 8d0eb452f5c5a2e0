import type { Caller } from '#proto/caller';

/** What a client's method is given beside the request. */
export interface ClientCall {
  readonly caller: Caller;
  /** Aborted when the HTTP caller has gone. */
  readonly signal?: AbortSignal;
  /** Milliseconds left of the caller's own deadline; the call ends by then, or by the method's deadline if that is sooner. */
  readonly timeoutMs?: number;
}
