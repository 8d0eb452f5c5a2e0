/** How many connections there may be, and how slowly a caller may read. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import client from 'prom-client';
import type { Log } from '#services/runtime/log';
import type { Registry } from '#services/runtime/metrics';
import { networkOf } from '#services/runtime/network';

export interface ConnectionLimits {
  /** In all. */
  readonly connections: number;
  /** From one address; 0: as many as there may be in all, as behind a proxy, whose address all connections have. */
  readonly perAddress: number;
  /** Milliseconds in which a reader must take `MIN_READ_BYTES` of what waits for it. */
  readonly readTimeoutMs?: number;
}

/** A reader that takes less within its time is taken to have stopped. */
const MIN_READ_BYTES = 64 * 1024;
const READ_TIMEOUT_MS = 20_000;

/** What has been written to a connection and taken by its system. */
interface Progress {
  /** performance.now() */
  since: number;
  taken: number;
}

export function limitConnections(server: Server, limits: ConnectionLimits, registry: Registry, log: Log): void {
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
  // Before the server's own listener, which would begin to read.
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
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
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
  const look = () => {
    const now = performance.now();
    for (const socket of writers) {
      if (socket.writableLength === 0) {
        waiting.delete(socket);
        continue;
      }
      const taken = socket.bytesWritten - socket.writableLength;
      const progress = waiting.get(socket);
      if (progress === undefined || taken - progress.taken >= MIN_READ_BYTES) waiting.set(socket, { since: now, taken });
      else if (now - progress.since > readTimeoutMs) {
        stalled.inc();
        log.info({ address: socket.remoteAddress, waitingBytes: socket.writableLength }, 'a reader has stopped');
        socket.destroy();
      }
    }
  };
  const timer = setInterval(look, readTimeoutMs / 4).unref();
  server.once('close', () => clearInterval(timer));
}
