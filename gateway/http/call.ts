/** One HTTP request on its way through the gateway: its id, its trace and its start time exist before anything can fail. */

import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { v7 } from 'uuid';
import type { Principal } from '../contract/entitlement.js';

export interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** UUID of this request, made here: the envelope's correlation id, and the run id of its manifest and receipt. */
  readonly correlationId: string;
  /** What the caller calls the request or its trace; empty: nothing. */
  readonly traceId: string;
  /** performance.now() */
  readonly startedAt: number;
  /** Response headers beside those of every response. */
  readonly headers: Record<string, string>;
  /** The operation's id, once the route is known. */
  operationId: string;
  /** Set by authentication. */
  principal?: Principal;
  /** Of the key that was presented, where there is such a key, even if it is refused. */
  keyId?: string;
  errorCode?: string;
}

/**
 * The caller's own id (X-Correlation-Id, otherwise X-Request-Id, otherwise the trace id of traceparent) names the trace and
 * not the run: a caller may send the same one with several requests. It goes into logs and receipts and is echoed as
 * X-Request-Id; traceparent is echoed too. A header that is malformed is ignored.
 */
export function beginCall(request: IncomingMessage, response: ServerResponse): HttpCall {
  const headers: Record<string, string> = {};
  const traceId = traceOf(request.headers, headers);
  return { request, response, correlationId: newId(), traceId, startedAt: performance.now(), headers, operationId: 'unknown' };
}

/** @throws Error before authentication */
export function principalOf({ principal }: HttpCall): Principal {
  if (principal === undefined) throw new Error('the request is not authenticated yet');
  return principal;
}

/** Whether the request has a body, even an empty one in chunks. */
export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * The address of the caller. Each proxy adds the address of whoever called it at the end of X-Forwarded-For; what stands before those
 * of the trusted proxies was written by the caller.
 *
 * @param trustedProxies how many proxies stand in front of the gateway
 */
export function addressOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const direct = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (trustedProxies === 0 || typeof forwarded !== 'string') return direct;
  const told = forwarded.split(',').map((address) => address.trim());
  return told[Math.max(0, told.length - trustedProxies)] || direct;
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

function traceOf(given: IncomingHttpHeaders, echoed: Record<string, string>): string {
  const { traceparent } = given;
  const trace = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  if (trace !== undefined) echoed.traceparent = traceparent as string;
  const id = traceId(given['x-correlation-id']) ?? traceId(given['x-request-id']);
  if (id !== undefined) echoed['X-Request-Id'] = id;
  return id ?? trace ?? '';
}

const traceId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && TRACE_ID.test(header) ? header : undefined;
