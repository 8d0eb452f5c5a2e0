import type { Caller } from '#proto/caller';

/** The context of a client's call beside the request. */
export interface ClientCall {
  readonly caller: Caller;
  /** Aborted when the HTTP caller has gone. */
  readonly signal?: AbortSignal;
  /** Milliseconds to the caller's own deadline; the call ends by then, or by the method's deadline if that is sooner. */
  readonly timeoutMs?: number;
}
