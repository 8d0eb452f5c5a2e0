import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { post } from '../support/http.js';
import { pause, startService } from '../support/service.js';
import { failed, openLoad, quantile } from './load.js';
import { promised, type Scenario } from './scenario.js';

/** Each kind of slow caller. */
const CONNECTIONS = { full: 100, short: 30 };
/** Deadlines of the public port, with the interval at which they are looked at. */
const MAX_HEADERS_MS = 13_000;
const MAX_READER_MS = 35_000;
const MAX_PRICE_MS = 1_000;

/** Callers that send their headers byte by byte, and callers that never read the answer of many requests. */
export const slowCallers: Scenario = {
  name: 'slow-callers',
  promise: `callers that send or read too slowly are disconnected, headers after ${MAX_HEADERS_MS / 1000} s and readers after ${MAX_READER_MS / 1000} s at most, and others do not notice them`,
  run: async (effort) => {
    const service = await startService({ environment: { LOG_LEVEL: 'fatal' } });
    const { hostname, port } = new URL(service.url);
    const open = (): Socket => connect(Number(port), hostname).on('error', () => undefined);
    const startedAt = performance.now();
    const closedAfter = async (sockets: readonly Socket[]) => {
      await Promise.all(sockets.map((socket) => once(socket, 'close')));
      return performance.now() - startedAt;
    };
    const load = openLoad(async () => (await post(service, '/api/v1/price', OPTION)).status, { callers: 4, pauseMs: 20 });
    try {
      const sending = Array.from({ length: CONNECTIONS[effort] }, open);
      for (const socket of sending) socket.resume().write('POST /api/v1/price HTTP/1.1\r\nHost: x\r\n');
      const drip = setInterval(() => {
        for (const socket of sending) if (socket.writable) socket.write('a');
      }, 200);
      const requests = `GET /api/openapi-wire.yaml HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100);
      const reading = Array.from({ length: CONNECTIONS[effort] }, open);
      for (const socket of reading) socket.pause().write(requests);
      const readersClosed = Promise.race([
        readersGone(service.metricsPorts[0], reading.length, startedAt),
        pause(2 * MAX_READER_MS).then(() => Number.POSITIVE_INFINITY),
      ]);
      const headersMs = await closedAfter(sending);
      clearInterval(drip);
      const readersMs = await readersClosed;
      for (const socket of reading) socket.destroy();
      const calls = await load.stop();
      const p99 = quantile(calls, 0.99);
      const measured =
        `${sending.length} slow senders disconnected after ${(headersMs / 1000).toFixed(1)} s, ${reading.length} stopped readers after ${(readersMs / 1000).toFixed(1)} s; ` +
        `${failed(calls).length} of ${calls.length} prices failed, 99 % within ${Math.round(p99)} ms`;
      promised(headersMs <= MAX_HEADERS_MS && readersMs <= MAX_READER_MS && failed(calls).length === 0 && p99 <= MAX_PRICE_MS, measured);
      return measured;
    } finally {
      await load.stop();
      await service.stop();
    }
  },
};

const OPTION = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };

/** @returns milliseconds until the gateway has counted so many readers that have stopped */
async function readersGone(metricsPort: number, count: number, startedAt: number): Promise<number> {
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    if (Number(/^svc_http_stalled_readers_total(?:\{.*\})? (\d+)/m.exec(text)?.[1]) >= count) return performance.now() - startedAt;
    await pause(500);
  }
}
