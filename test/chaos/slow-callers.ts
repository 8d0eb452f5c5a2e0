import { readFileSync } from 'node:fs';
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
/** Beyond what the slowest hundredth of prices takes without slow callers. */
const MAX_DELAY_MS = 1_000;
/** Where prices are slow without them already, for want of processors, the work for slow callers takes longer in proportion. */
const MAX_SLOWDOWN = 5;
const ALONE_MS = 3_000;

/** Callers that send their headers byte by byte, and callers that never read the answers to many requests. */
export const slowCallers: Scenario = {
  name: 'slow-callers',
  promise: `callers that send or read too slowly are disconnected, headers after ${MAX_HEADERS_MS / 1000} s and readers after ${MAX_READER_MS / 1000} s at most, and others do not notice them`,
  run: async (effort) => {
    const service = await startService({ environment: { LOG_LEVEL: 'fatal' } });
    const { hostname, port } = new URL(service.url);
    const open = (): Socket => connect(Number(port), hostname).on('error', () => undefined);
    const price = () =>
      openLoad(async () => (await post(service, '/api/v1/price', OPTION)).status, { callers: CONCURRENT_PRICES, pauseMs: 20 });
    const pricesBefore = price();
    await pause(ALONE_MS);
    const alone = quantile(await pricesBefore.stop(), 0.99);
    const load = price();
    try {
      const startedAt = performance.now();
      const sending = Array.from({ length: CONNECTIONS[effort] }, open);
      for (const socket of sending) socket.resume().write('POST /api/v1/price HTTP/1.1\r\nHost: x\r\n');
      const drip = setInterval(() => {
        for (const socket of sending) if (socket.writable) socket.write('a');
      }, 200);
      const requests = `GET /api/openapi-wire.yaml HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100);
      const reading = Array.from({ length: CONNECTIONS[effort] }, open);
      for (const socket of reading) socket.pause().write(requests);
      const [headersMs, readersMs] = await Promise.all([
        Promise.all(sending.map(closed)).then(() => performance.now() - startedAt),
        cutOffAfter(Number(port), service.metricsPorts[0]!, reading.length),
      ]);
      clearInterval(drip);
      for (const socket of reading) socket.destroy();
      const calls = await load.stop();
      const p99 = quantile(calls, 0.99);
      const measured =
        `${sending.length} slow senders disconnected after ${(headersMs / 1000).toFixed(1)} s, ${reading.length} stopped readers ` +
        `${(readersMs / 1000).toFixed(1)} s after the last of them took its last byte; ` +
        `${failed(calls).length} of ${calls.length} prices failed, 99 % within ${Math.round(p99)} ms (${Math.round(alone)} ms without slow callers)`;
      promised(
        headersMs <= MAX_HEADERS_MS &&
          readersMs <= MAX_READER_MS &&
          failed(calls).length === 0 &&
          p99 <= alone + Math.max(MAX_DELAY_MS, MAX_SLOWDOWN * alone),
        measured,
      );
      return measured;
    } finally {
      await load.stop();
      await service.stop();
    }
  },
};

/** Resolves when the connection is ended or reset. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.once('close', () => resolve()));

const CONCURRENT_PRICES = 4;
const OPTION = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };

/**
 * How long the stopped readers lasted once none of them took anything. Until then their system takes what the gateway sends, up to some 4 MB each: how
 * long the gateway needs for that is a matter of the machine and not of a deadline.
 *
 * @returns milliseconds until the gateway has counted so many readers that have stopped; infinity where it does not
 */
async function cutOffAfter(port: number, metricsPort: number, count: number): Promise<number> {
  let waiting = new Map<string, number>();
  let stoppedAt = performance.now();
  while (performance.now() - stoppedAt < 2 * MAX_READER_MS) {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counted = Number(/^svc_http_stalled_readers_total(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
    if (counted >= count) return performance.now() - stoppedAt;
    const now = waitingBytes(port);
    if ([...now].some(([peer, bytes]) => bytes > (waiting.get(peer) ?? 0))) stoppedAt = performance.now();
    waiting = now;
    await pause(500);
  }
  return Number.POSITIVE_INFINITY;
}

/** Far more than an answer to a caller that reads. */
const MANY_BYTES = 256 * 1024;

/** Bytes that the system keeps for the readers of a port's connections, by the address of the reader, where there are many. */
function waitingBytes(port: number): Map<string, number> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '']) => address.endsWith(local))
    .map(([, , peer, , queues]) => [peer!, Number.parseInt(queues!, 16)] as const);
  return new Map(rows.filter(([, bytes]) => bytes > MANY_BYTES));
}
