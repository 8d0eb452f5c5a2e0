/** The public port: HTTP or HTTPS, with a deadline for everything that a caller may do slowly. */
import http, { type RequestListener, type Server, type ServerOptions } from 'node:http';
import https from 'node:https';
import type { Certificate } from '#services/runtime/certificates';
import type { Log } from '#services/runtime/log';
import type { Registry } from '#services/runtime/metrics';
import { answerClientErrors } from './client-error.js';
import { type ConnectionLimits, limitConnections } from './connections.js';

/** Milliseconds from the first byte of a connection, or from the end of the request before, to the end of a request's headers. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Milliseconds to the end of a request's body: 32 MiB at 4.5 Mbit/s. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the idle timeout of usual load balancers, so that they close an idle connection and the gateway does not. */
const KEEP_ALIVE_MS = 65_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Milliseconds between two looks at what is late. */
const LATENESS_CHECK_INTERVAL_MS = 1_000;

export interface ServerTools {
  readonly app: RequestListener;
  /** Present: HTTPS. */
  readonly certificate?: Certificate;
  readonly limits: ConnectionLimits;
  readonly registry: Registry;
  readonly log: Log;
  readonly timeouts?: Partial<Pick<ServerOptions, 'headersTimeout' | 'requestTimeout'>>;
}

export interface PublicServer {
  readonly server: Server;
  /** For connections from now on; those that are open keep theirs. */
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
  // Whoever expects something else than 100-continue is answered like everybody else.
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
