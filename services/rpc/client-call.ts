/** For whom a call is made. */
export interface ClientCall {
  /** UUID */
  readonly correlationId: string;
  readonly tenantId: string;
  /** Aborted when the HTTP caller has gone. */
  readonly signal?: AbortSignal;
  /** Milliseconds; in place of the method's own. */
  readonly timeoutMs?: number;
}
