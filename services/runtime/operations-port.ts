/** The operations port: /metrics, /ready and /started without a key, for operators only; it is never exposed to callers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from './log.js';
import type { Registry } from './metrics.js';
import { tellSupervisor } from './startup.js';

export interface OperationsPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Longer than the intervals of usual scrapers, because a connection that is closed at the moment of its next use fails a valid request.
 */
const KEEP_ALIVE_MS = 65_000;

export async function openOperationsPort({
  host,
  port,
  registry,
  unready,
  unstarted = unready,
  log,
}: {
  host: string;
  port: number;
  registry: Pick<Registry, 'metrics' | 'contentType'>;
  /** The names of the parts that are not ready; empty when the process can serve. */
  unready: () => readonly string[];
  /** The names of the parts that it has to wait for before it takes the first call; by default those that are not ready. */
  unstarted?: () => readonly string[];
  log: Log;
}): Promise<OperationsPort> {
  const answer = async ({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = url?.split('?', 1)[0];
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (path === '/metrics') {
      const metrics = await registry.metrics();
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(metrics);
    } else if (path === '/ready' || path === '/started') {
      const waiting = path === '/ready' ? unready() : unstarted();
      response
        .writeHead(waiting.length === 0 ? 200 : 503, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ ready: waiting.length === 0, waitingFor: waiting }));
    } else {
      response.writeHead(404).end();
    }
  };
  const server: Server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error, url: request.url }, 'the operations port failed to answer');
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;
  await tellSupervisor({ operationsPort: bound });
  return {
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
