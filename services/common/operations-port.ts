/** The port for those who run the service, never exposed to callers: /metrics and /ready without a key. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from './metrics.js';

export interface OperationsPort {
  readonly port: number;
  close(): Promise<void>;
}

export async function openOperationsPort(options: {
  host: string;
  port: number;
  registry: Registry;
  /** Empty when the process can serve; otherwise what it waits for. */
  unready: () => string[];
}): Promise<OperationsPort> {
  const server: Server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (path === '/metrics') {
      response.writeHead(200, { 'Content-Type': options.registry.contentType }).end(await options.registry.metrics());
    } else if (path === '/ready') {
      const waiting = options.unready();
      response
        .writeHead(waiting.length === 0 ? 200 : 503, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ ready: waiting.length === 0, waitingFor: waiting }));
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, options.host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
