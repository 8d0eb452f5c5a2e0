/** One HTTP request from its arrival to its response: its id, trace and start time exist before anything can fail. */
import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { v7 } from 'uuid';
import type { Log } from '#services/runtime/log';
import { readTraceparent, type Span } from '#services/runtime/tracing';
import { type Answer, type DocumentAnswer, failure, JSON_TYPE, success } from '../contract/answer.js';
import type { Principal } from '../contract/entitlement.js';

export interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** UUID of this request, made here: the envelope's correlation id, and the run id of its manifest and receipt. */
  readonly correlationId: string;
  /** The caller’s own id of the request or of its trace; empty where the caller names none. */
  readonly traceId: string;
  /** performance.now() */
  readonly startedAt: number;
  /** Response headers beside those of every response. */
  readonly headers: Record<string, string>;
  /** The operation's id, once the route is known. */
  operationId: string;
  /** Set by authentication. */
  principal?: Principal;
  /** Id of the key that was presented, where there is such a key, even if it is refused. */
  keyId?: string;
  errorCode?: string;
  /** Set where the request is traced, once its operation is known. */
  span?: Span;
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

/** True if the request has a body, even an empty one in chunks. */
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

function traceOf(requestHeaders: IncomingHttpHeaders, echoed: Record<string, string>): string {
  const { traceparent } = requestHeaders;
  const trace = readTraceparent(traceparent)?.traceId;
  if (trace !== undefined) echoed.traceparent = traceparent as string;
  const id = traceId(requestHeaders['x-correlation-id']) ?? traceId(requestHeaders['x-request-id']);
  if (id !== undefined) echoed['X-Request-Id'] = id;
  return id ?? trace ?? '';
}

const traceId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && TRACE_ID.test(header) ? header : undefined;

/** Milliseconds for which a caller may send the rest of a refused body: one that is still sending could not read the response. */
const LINGER_MS = 30_000;
/** Milliseconds of silence after which the rest of a refused body is not awaited any longer. */
const LINGER_PAUSE_MS = 5_000;

const MAX_LISTENERS = 20;

/** Sends an answer, with the headers of every response. No other code writes the response of an operation. */
export async function respond(call: HttpCall, answer: Answer, log: Log): Promise<void> {
  const { request, response } = call;
  if (!request.complete && announcesBody(request)) await discardBody(call);
  // The caller hung up, and what was running was cancelled: nobody is left to be told.
  if (response.closed) return;
  const { correlationId } = answer;
  call.span?.set({ 'svc.run_id': correlationId });
  if (answer.kind === 'document') return sendDocument(call, answer, log);
  if (answer.kind === 'data') return send(call, answer, JSON_TYPE, success(correlationId, `${answer.dataJson}`, answer.manifestJson));
  call.errorCode = answer.failure.code;
  if (answer.failure.code === 'SVC-SYS-001')
    log.error({ err: answer.cause, correlationId: call.correlationId, operation: call.operationId }, 'unforeseen');
  send(call, answer, JSON_TYPE, failure(correlationId, answer.failure));
}

/** Reads and drops the rest of a body. Where it does not end in time, the connection ends with the response. */
function discardBody({ request, response }: HttpCall): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(limit);
      clearTimeout(silence);
      request.removeListener('data', heard).removeListener('end', stop).removeListener('close', stop);
      if (!request.complete) response.shouldKeepAlive = false;
      resolve();
    };
    const limit = setTimeout(stop, LINGER_MS);
    const silence = setTimeout(stop, LINGER_PAUSE_MS);
    const heard = () => void silence.refresh();
    request.on('data', heard).once('end', stop).once('close', stop);
  });
}

function send(call: HttpCall, answer: Answer, contentType: string, body: string | Uint8Array): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  // A 304 would state the length of what it leaves out.
  const stated = answer.status === 304 ? [] : ['Content-Length', String(length)];
  call.response.writeHead(answer.status, headersOf(call, answer, contentType, stated));
  call.response.end(body);
}

async function sendDocument(call: HttpCall, answer: DocumentAnswer, log: Log): Promise<void> {
  const { response, operationId } = call;
  const { body, contentType, status, correlationId } = answer;
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  if (isWhole && (typeof body === 'string' || body.length <= WRITE_BYTES)) return send(call, answer, contentType, body);
  response.writeHead(status, headersOf(call, answer, contentType, isWhole ? ['Content-Length', String(body.length)] : []));
  // The pipeline listens seven times to the end of the response, beside the meter, the connection's turn and others: no leak.
  response.setMaxListeners(MAX_LISTENERS);
  try {
    await pipeline(Readable.from(isWhole ? piecesOf(body) : body, { objectMode: false }), response);
  } catch (error) {
    // The head is out, so that only breaking off can say that the document is not whole.
    if (!response.closed) log.error({ err: error, correlationId, operation: operationId }, 'a document broke off');
    response.destroy();
  }
}

/**
 * Bytes of one write of a long document. Written in pieces, it shows how far the reader has come, and counts against the budget until the
 * reader has come to the end.
 */
const WRITE_BYTES = 256 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += WRITE_BYTES) yield bytes.subarray(start, start + WRITE_BYTES);
}

/** The headers of a response, names and values in turn: from one list, Node writes the head without looking up each header. */
function headersOf({ request, headers }: HttpCall, answer: Answer, contentType: string, length: readonly string[]): string[] {
  // A page with a style sheet of its own has a policy of its own.
  const hasPolicy = 'Content-Security-Policy' in answer.headers;
  const list = [
    ...apiHeadersOn(request.socket, hasPolicy),
    'X-Correlation-Id',
    answer.correlationId,
    'Content-Type',
    contentType,
    ...length,
  ];
  for (const [name, value] of Object.entries(headers)) list.push(name, value);
  for (const [name, values] of Object.entries(answer.headers)) for (const value of [values].flat()) list.push(name, value);
  return list;
}

/**
 * Headers of data, which load nothing and may not be framed. Headers about documents, downloads and browser plug-ins are left out. A caller
 * is told to use nothing but HTTPS only where HTTPS is served.
 */
const forData = (encrypted: boolean) =>
  helmet({
    strictTransportSecurity: encrypted,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });

/** Names and values in turn. `no-store` keeps proxies from caching a response. */
const headerLists = (encrypted: boolean) => {
  const whole = ['Cache-Control', 'no-store', ...helmetHeaders(forData(encrypted))];
  return { whole, withoutPolicy: whole.filter((_, index) => whole[index - (index % 2)] !== 'Content-Security-Policy') };
};
const plain = headerLists(false);
const encrypted = headerLists(true);

export const isEncrypted = (socket: Socket): boolean => (socket as Partial<TLSSocket>).encrypted === true;

/**
 * The headers of every response of an operation, names and values in turn.
 *
 * @param ownPolicy whether the response states its own Content-Security-Policy
 */
export function apiHeadersOn(socket: Socket, ownPolicy = false): readonly string[] {
  const { whole, withoutPolicy } = isEncrypted(socket) ? encrypted : plain;
  return ownPolicy ? withoutPolicy : whole;
}

/** The headers that helmet sets. Calling it for each request would cost more than pricing an option does. */
function helmetHeaders(middleware: ReturnType<typeof helmet>): string[] {
  const headers: string[] = [];
  const response = { setHeader: (name: string, value: string) => headers.push(name, value), removeHeader: () => undefined };
  middleware({} as Request, response as unknown as Response, () => undefined);
  return headers;
}
