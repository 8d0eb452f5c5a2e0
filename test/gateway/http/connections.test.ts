import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import pino from 'pino';
import { type ConnectionLimits, createPublicServer } from '#gateway/http/server';
import { createRegistry } from '#services/runtime/metrics';
import { exchange, statusesIn } from '../../support/raw-http.js';

const MIB = 2 ** 20;

/** Answers a body with its length, and /large with more than any buffer on the way holds. */
const app: RequestListener = (request, response) => {
  if (request.url === '/large') {
    // The gateway sends large answers in pieces too.
    void pipeline(Readable.from(Array(64).fill(Buffer.alloc(MIB))), response).catch(() => undefined);
    return;
  }
  let bytes = 0;
  request.on('data', (chunk: Buffer) => (bytes += chunk.length)).once('end', () => response.end(String(bytes)));
};

describe('connections to the public port', () => {
  let close: () => void;
  const registry = () => createRegistry('gateway', 'test');

  async function serve(limits: Partial<ConnectionLimits> = {}, metrics = registry()): Promise<number> {
    const { server } = createPublicServer({
      app,
      limits: { connections: 100, perAddress: 0, ...limits },
      registry: metrics,
      log: pino({ level: 'silent' }),
      timeouts: { headersTimeout: 300, requestTimeout: 600 },
    });
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  }
  const opened: Socket[] = [];
  afterEach(() => {
    close();
    for (const socket of opened.splice(0)) socket.destroy();
  });
  /** @returns whether the server keeps the connection and answers over it */
  async function opens(port: number, from = '127.0.0.1'): Promise<boolean> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    opened.push(socket);
    socket.on('error', () => undefined);
    const outcome = Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return outcome.catch(() => false);
  }

  for (const [limits, label] of [
    [{ connections: 3 }, 'all'],
    [{ perAddress: 3 }, 'address'],
  ] as const)
    it(`are closed at once beyond the limit of ${label === 'all' ? 'all' : 'one address'}, counted, and taken again when others end`, async () => {
      const metrics = registry();
      const port = await serve(limits, metrics);
      for (let count = 1; count <= 3; count++) expect(await opens(port)).to.equal(true);
      expect(await opens(port)).to.equal(false);
      // Another address has a limit of its own.
      expect(await opens(port, '127.0.0.2')).to.equal(label === 'address');
      expect(await metrics.metrics()).to.match(new RegExp(`svc_http_connections_refused_total\\{limit="${label}".*\\} [12]`));
      opened[0]!.destroy();
      while (!(await opens(port))) await new Promise((resolve) => setTimeout(resolve, 10));
    });

  for (const [label, begin, more] of [
    ['say nothing', '', ''],
    ['send headers byte by byte', 'GET / HTTP/1.1\r\nHost: x\r\n', 'a: b\r\n'],
    ['send a body byte by byte', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n', 'x'],
    ['send chunks of a byte', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
  ])
    it(`that ${label} are closed at the deadline`, async () => {
      const port = await serve();
      const socket = connect(port, '127.0.0.1');
      opened.push(socket);
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk)).on('error', () => undefined);
      const startedAt = performance.now();
      if (begin !== '') socket.write(begin!);
      const drip = setInterval(() => more !== '' && socket.write(more!), 50);
      await once(socket, 'close');
      clearInterval(drip);
      // The deadlines of this test, and the interval of a second at which they are looked at.
      expect(performance.now() - startedAt).to.be.within(250, 4_000);
      expect(answer === '' || answer.includes('the request did not arrive in time')).to.equal(true);
    });

  it('whose reader has stopped are closed and counted, and a reader that only is slow gets everything', async () => {
    const metrics = registry();
    // Long beside what a busy machine makes a process wait.
    const readTimeoutMs = 2_000;
    const port = await serve({ readTimeoutMs }, metrics);
    const stopped = connect(port, '127.0.0.1');
    opened.push(stopped);
    stopped.pause().on('error', () => undefined);
    stopped.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    while (!/svc_http_stalled_readers_total\{.*\} 1/.test(await metrics.metrics())) await new Promise((resolve) => setTimeout(resolve, 50));
    const slow = connect(port, '127.0.0.1');
    opened.push(slow);
    let bytes = 0;
    slow.on('data', (chunk) => {
      bytes += chunk.length;
      slow.pause();
      // Four mebibytes at a time: a reader must take 64 KiB in its time.
      setTimeout(() => slow.resume(), bytes % (4 * MIB) < chunk.length ? readTimeoutMs / 8 : 0);
    });
    slow.write('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(slow, 'close');
    expect(bytes).to.be.greaterThan(64 * MIB);
  });

  it('that ask for a tunnel, another protocol or another expectation get an answer', async () => {
    const port = await serve();
    expect(await exchange(port, ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'])).to.include('CONNECT is not a method of this service');
    const end = 'Connection: close\r\n\r\n';
    for (const text of [`GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${end}`, `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n${end}`])
      expect(statusesIn(await exchange(port, [text])), text).to.deep.equal([200]);
  });
});
