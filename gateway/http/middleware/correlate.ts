/** Gives every request its id, its trace and its start time before anything can fail. */
import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { v7 } from 'uuid';
import type { Principal } from '../principal.js';

/** What the middleware learns about a request on its way in. */
export interface CallState {
  /** UUID of this request, made here: the envelope's correlation id, and the run id of its manifest and receipt. */
  readonly correlationId: string;
  /** What the caller calls the request or its trace; empty: nothing. */
  readonly traceId: string;
  readonly startedAt: number;
  /** Response headers beside those of every response. */
  readonly headers: Record<string, string>;
  /** The operation's id, once the route is known. */
  operationId: string;
  principal?: Principal;
  errorCode?: string;
}

export const stateOf = (response: Response): CallState => response.locals.call as CallState;

/** @throws Error before authentication */
export function principalOf(response: Response): Principal {
  const { principal } = stateOf(response);
  if (principal === undefined) throw new Error('the request is not authenticated yet');
  return principal;
}

/** Random bytes are drawn for many ids at once: one call of the system's generator costs as much as the rest of an id. */
const ID_BYTES = 16;
const pool = new Uint8Array(512 * ID_BYTES);
let used = pool.length;

/** A version 7 UUID: ids in order of time keep the store's indexes compact. */
function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return v7({ random: pool.subarray(used - ID_BYTES, used) });
}

/** Visible ASCII, so that an id can stand in a header and in a log line as it is. Two headers of one name are joined by a space. */
const TRACE_ID = /^[\x21-\x7e]{1,128}$/;
/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The caller's own id (X-Correlation-Id, otherwise X-Request-Id, otherwise the trace id of traceparent) names the trace and
 * not the run: a caller may send the same one with several requests. It goes into logs and receipts and is echoed as
 * X-Request-Id; traceparent is echoed too. A header that is malformed is ignored.
 */
export const correlate: RequestHandler = (request, response, next) => {
  const headers: Record<string, string> = {};
  const traceId = traceOf(request.headers, headers);
  const state: CallState = { correlationId: newId(), traceId, startedAt: performance.now(), headers, operationId: 'unknown' };
  response.locals.call = state;
  next();
};

function traceOf(given: IncomingHttpHeaders, echoed: Record<string, string>): string {
  const { traceparent } = given;
  const trace = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  if (trace !== undefined) echoed.traceparent = traceparent as string;
  const id = [given['x-correlation-id'], given['x-request-id']].find((value) => typeof value === 'string' && TRACE_ID.test(value));
  if (typeof id === 'string') echoed['X-Request-Id'] = id;
  return typeof id === 'string' ? id : (trace ?? '');
}
