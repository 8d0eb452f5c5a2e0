/**
 * The public port: HTTP or HTTPS, with a deadline for everything that a caller may do slowly, limits on connections, answers to requests that are no
 * valid HTTP, and an orderly end.
 */
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import client from 'prom-client';
import { v7 as uuid } from 'uuid';
import type { Certificate } from '#services/runtime/certificates';
import type { Log } from '#services/runtime/log';
import type { Registry } from '#services/runtime/metrics';
import { networkOf } from '#services/runtime/network';
import { failure } from '../contract/answer.js';
import { HttpFailure } from '../contract/errors.js';
import { apiHeadersOn } from './call.js';

/** Milliseconds from the first byte of a connection, or from the end of the request before, to the end of a request's headers. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Milliseconds to the end of a request's body: 32 MiB at 4.5 Mbit/s. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the idle timeout of usual load balancers, so that they close an idle connection and the gateway does not. */
const KEEP_ALIVE_MS = 65_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Milliseconds between two checks of these deadlines. */
const LATENESS_CHECK_INTERVAL_MS = 1_000;

interface ServerTools {
  readonly app: RequestListener;
  /** The port serves HTTPS where there is one, and HTTP otherwise. */
  readonly certificate?: Certificate;
  readonly limits: ConnectionLimits;
  readonly registry: Registry;
  readonly log: Log;
  readonly timeouts?: Partial<Pick<ServerOptions, 'headersTimeout' | 'requestTimeout'>>;
}

export interface PublicServer {
  readonly server: Server;
  /** Replaces the certificate for new connections; open ones keep theirs. */
  renew(certificate: Certificate): void;
}

export function createPublicServer({ app, certificate, limits, registry, log, timeouts }: ServerTools): PublicServer {
  const options: ServerOptions = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: LATENESS_CHECK_INTERVAL_MS,
    // The application refuses a request without it, in an envelope.
    requireHostHeader: false,
    ...timeouts,
  };
  const server = certificate
    ? https.createServer({ ...options, ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_TIMEOUT_MS }, app)
    : http.createServer(options, app);
  // A request with another expectation than 100-continue is answered as one without.
  server.on('checkExpectation', app);
  answerClientErrors(server);
  limitConnections(server, limits, registry, log);
  return {
    server,
    renew: (renewed) => {
      if (server instanceof https.Server) server.setSecureContext({ ...renewed, minVersion: 'TLSv1.2' });
    },
  };
}

/** The message to the caller for each of Node's codes of a request that it cannot parse. */
const CLIENT_ERROR_MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the request line and the headers must have at most 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not arrive in time',
};

/** Answers requests that are no valid HTTP with an envelope, and then closes the connection. */
export function answerClientErrors(server: Server): void {
  /** Responses under way, by connection. */
  const answering = new WeakMap<object, ServerResponse[]>();
  server.on('request', ({ socket }, response) => {
    const responses = answering.get(socket) ?? [];
    answering.set(socket, responses);
    responses.push(response);
    response.once('close', () => responses.splice(responses.indexOf(response), 1));
  });
  /** A refusal must not be written inside or before the response to another request. It may replace the response to the broken one. */
  const mayAnswer = (socket: object): boolean =>
    (answering.get(socket) ?? []).every(({ headersSent, req }, index) => index === 0 && !headersSent && !req.complete);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && mayAnswer(socket))
      socket.write(refusal(socket as Socket, CLIENT_ERROR_MESSAGES[error.code ?? ''] ?? 'the request is not valid HTTP'));
    (socket as Socket).destroySoon();
  });
  // Nothing is tunnelled.
  server.on('connect', (_request, socket) => socket.end(refusal(socket as Socket, 'CONNECT is not a method of this service')));
}

/** A whole response, with the headers of every failure. */
function refusal(socket: Socket, reason: string): string {
  const refused = new HttpFailure('SVC-REQ-001', reason);
  const correlationId = uuid();
  const body = failure(correlationId, refused);
  const headers = [
    ...apiHeadersOn(socket),
    ...['X-Correlation-Id', correlationId, 'Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'],
  ];
  const lines = [`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

export interface ConnectionLimits {
  /** Largest number of open connections. */
  readonly connections: number;
  /** Largest number from one address. 0 sets no such limit, as behind a proxy, whose address all connections have. */
  readonly perAddress: number;
  /** Milliseconds in which a reader must take `MIN_READ_BYTES` of the response. */
  readonly readTimeoutMs?: number;
}

/** Bytes that a reader must take within the read timeout; one that takes fewer is considered to have stopped. */
const MIN_READ_BYTES = 64 * 1024;
const READ_TIMEOUT_MS = 20_000;

/** Number of bytes that the reader of a connection has taken, and since when it has taken no more. */
interface Progress {
  /** performance.now() */
  since: number;
  taken: number;
}

/** Refuses connections above the limits, and closes those whose reader has stopped. */
function limitConnections(server: Server, limits: ConnectionLimits, registry: Registry, log: Log): void {
  const { connections, perAddress, readTimeoutMs = READ_TIMEOUT_MS } = limits;
  const byAddress = new Map<string, number>();
  const refused = new client.Counter({
    name: 'svc_http_connections_refused_total',
    help: 'Connections that were closed at once because there were too many, in all or from their address.',
    labelNames: ['limit'] as const,
    registers: [registry],
  });
  for (const limit of ['all', 'address']) refused.inc({ limit }, 0);
  const stalled = new client.Counter({
    name: 'svc_http_stalled_readers_total',
    help: 'Connections that were closed because nobody read the response.',
    registers: [registry],
  });
  new client.Gauge({
    name: 'svc_http_connections',
    help: 'Open connections.',
    registers: [registry],
    collect() {
      this.set([...byAddress.values()].reduce((sum, count) => sum + count, 0));
    },
  });
  server.maxConnections = connections;
  server.on('drop', () => refused.inc({ limit: 'all' }));
  // This listener runs before the server's own, which would begin to read.
  server.prependListener('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = (byAddress.get(address) ?? 0) + 1;
    if (perAddress > 0 && count > perAddress) {
      refused.inc({ limit: 'address' });
      socket.destroy();
      return;
    }
    byAddress.set(address, count);
    socket.once('close', () => {
      const remaining = (byAddress.get(address) ?? 1) - 1;
      if (remaining > 0) byAddress.set(address, remaining);
      else byAddress.delete(address);
    });
  });

  const waiting = new Map<Socket, Progress>();
  const writers = new Set<Socket>();
  server.on('request', ({ socket }) => {
    if (writers.has(socket)) return;
    writers.add(socket);
    socket.once('close', () => {
      writers.delete(socket);
      waiting.delete(socket);
    });
  });
  const closeStalled = () => {
    const now = performance.now();
    for (const socket of writers) {
      if (socket.writableLength === 0) {
        waiting.delete(socket);
        continue;
      }
      const bytesRead = socket.bytesWritten - socket.writableLength;
      const progress = waiting.get(socket);
      if (progress === undefined || bytesRead - progress.taken >= MIN_READ_BYTES) waiting.set(socket, { since: now, taken: bytesRead });
      else if (now - progress.since > readTimeoutMs) {
        stalled.inc();
        log.info({ address: socket.remoteAddress, waitingBytes: socket.writableLength }, 'a reader has stopped');
        socket.destroy();
      }
    }
  };
  const timer = setInterval(closeStalled, readTimeoutMs / 4).unref();
  server.once('close', () => clearInterval(timer));
}

/** Milliseconds between two checks whether the last responses have been sent. */
const DRAIN_POLL_MS = 10;

/** @returns a function that stops the server; its promise resolves when the last response is sent */
export function drainable(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  // An encrypted connection has a socket of its own, in which written bytes wait.
  server.on('connection', track).on('secureConnection', track);
  return async () => {
    // Each connection now ends with its response: at once for a new request, a millisecond later for one that is being served.
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    server.keepAliveTimeout = 1;
    // `close` regards a connection as idle once its response is written, and would destroy it while part is still to be sent.
    while ([...sockets].some(({ writableLength }) => writableLength > 0))
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Requests of a connection that may wait for the answer to an earlier one. */
export const MAX_WAITING_REQUESTS = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

interface Line {
  /** True while a request is being served. */
  busy: boolean;
  readonly waiting: Exchange[];
  /** True after a request was refused. Those that follow it are not answered: its answer closes the connection. */
  refused: boolean;
  /** Called when a response is out, or its caller has gone. One function per connection costs less than one per request. */
  readonly next: () => void;
}

/**
 * Serves the requests of a connection one after another, also those that a caller sends without waiting for the answers (pipelining): answers must
 * be sent in order anyway, and a connection that began all of them at once would hold up everybody, and hold all their answers in memory while its
 * caller reads none.
 *
 * @param serve   is given a request when the connection's earlier ones are answered
 * @param refuse  answers a request for which there is no room, and closes the connection
 */
export function inTurn(serve: RequestListener, refuse: RequestListener): RequestListener {
  /** One entry per connection, so that nothing long-lived changes with each request. */
  const lines = new WeakMap<Socket, Line>();

  function lineOf(socket: Socket): Line {
    const existing = lines.get(socket);
    if (existing !== undefined) return existing;
    const line: Line = {
      busy: false,
      waiting: [],
      refused: false,
      next: () => {
        line.busy = false;
        // A response is told before the connection that the caller has gone.
        const exchange = socket.destroyed ? undefined : line.waiting.shift();
        if (exchange !== undefined) begin(line, exchange, line.refused && line.waiting.length === 0 ? refuse : serve);
      },
    };
    lines.set(socket, line);
    // Responses that never had their turn are not told that the connection has gone.
    socket.once('close', () => line.waiting.splice(0));
    return line;
  }

  const begin = (line: Line, [request, response]: Exchange, answer: RequestListener): void => {
    line.busy = true;
    response.on('close', line.next);
    answer(request, response);
  };

  return (request, response) => {
    const line = lineOf(request.socket);
    if (line.refused) return;
    if (!line.busy) return begin(line, [request, response], serve);
    line.waiting.push([request, response]);
    line.refused = line.waiting.length > MAX_WAITING_REQUESTS;
  };
}
