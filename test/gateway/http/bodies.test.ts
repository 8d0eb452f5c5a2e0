import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import pino from 'pino';
import { z } from 'zod';
import { createApp } from '#gateway/app';
import { operation } from '#gateway/contract/operation';
import { createRegistry } from '#services/runtime/metrics';
import type { Store } from '#services/store/port';
import { testRunner } from '#test/support/runner';

const MIB = 2 ** 20;
const BODY_LIMIT = 8 * MIB;
/** Of this, one caller may hold 21 MiB of large bodies: two of the limit's size, or what decodes Brotli and a small one. */
const BUDGET = 40 * MIB;

/** Runs that have begun, and what ends them. */
const waiting: (() => void)[] = [];

const described = {
  tag: 'Test',
  scope: 'none',
  costClass: 'quick',
  summary: 'Of this test',
  method: 'POST',
  request: z.strictObject({ text: z.string() }),
  response: z.object({ length: z.number() }),
  bodyLimit: BODY_LIMIT,
} as const;

const operations = [
  operation({ ...described, id: 'measure', path: '/measure', handle: async ({ body }) => ({ data: { length: body.text.length } }) }),
  operation({
    ...described,
    id: 'hold',
    path: '/hold',
    handle: async ({ body }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { data: { length: body.text.length } };
    },
  }),
];

describe('a body', () => {
  const registry = createRegistry('gateway', 'test');
  const server = createServer(
    createApp({
      operations,
      dependencies: testRunner({} as Store, operations).dependencies,
      registry,
      log: pino({ level: 'silent' }),
      pages: (_request, _response, next) => next(),
      trustedProxies: 0,
      bodyBytes: BUDGET,
    }),
  );
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => server.close());
  const port = () => (server.address() as AddressInfo).port;

  const textOf = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
  async function post(path: string, body: string | Uint8Array, encoding?: string) {
    const answer = await fetch(`http://127.0.0.1:${port()}${path}`, {
      method: 'POST',
      body: body as string,
      headers: { 'Content-Type': 'application/json', ...(encoding && { 'Content-Encoding': encoding }) },
    });
    const { error, data } = (await answer.json()) as { error?: { code: string; message: string }; data?: { length: number } };
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), code: error?.code, message: error?.message, ...data };
  }
  /** Bytes as they are, and everything that the server sends until it closes the connection. */
  function send(bytes: readonly (string | Buffer)[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port(), '127.0.0.1', () => {
        for (const each of bytes) socket.write(each);
      });
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk));
      socket.once('close', () => resolve(answer)).once('error', reject);
    });
  }
  const heldBytes = async () => Number(/^svc_http_body_bytes\{.*\} (\d+)$/m.exec(await registry.metrics())?.[1]);

  it('of exactly the limit is read, and one of a byte more is refused, however it is sent', async () => {
    expect(await post('/measure', textOf(BODY_LIMIT))).to.include({ status: 200 });
    const refused = {
      status: 413,
      code: 'SVC-REQ-003',
      message: `the body has more than the ${BODY_LIMIT} bytes that this operation accepts`,
    };
    expect(await post('/measure', textOf(BODY_LIMIT + 1))).to.include(refused);
    expect(await post('/measure', deflateSync(textOf(BODY_LIMIT + 1), { strategy: 2 }), 'deflate')).to.include(refused);
    expect(await heldBytes()).to.equal(0);
  });

  it('is read in every encoding, whatever the sizes of its chunks', async () => {
    const random = Array.from({ length: 200_000 }, (_, index) => (index * index * 7919) % 9973).join(' ');
    const text = JSON.stringify({ text: random });
    for (const [encoding, bytes] of [
      ['identity', Buffer.from(text)],
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
    ] as const)
      expect(await post('/measure', bytes, encoding), encoding).to.include({ status: 200, length: random.length });
    const head =
      'POST /measure HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const bytes = Array.from(textOf(20_000), (letter) => `1\r\n${letter}\r\n`).join('');
    expect(await send([head, bytes, '0\r\n\r\n'])).to.include(`"length":${20_000 - 11}`);
  });

  it('that inflates more than a hundredfold is refused before it is whole', async () => {
    const bomb = gzipSync(textOf(64 * MIB));
    expect(bomb.length).to.be.below(128 * 1024);
    for (const [encoding, bytes] of [
      ['gzip', bomb],
      ['br', brotliCompressSync(textOf(BODY_LIMIT))],
    ] as const)
      expect(await post('/measure', bytes, encoding), encoding).to.include({
        status: 413,
        code: 'SVC-REQ-003',
        message: 'the body inflates more than 100-fold',
      });
    // A small body stays small, whatever its factor.
    expect(await post('/measure', gzipSync(textOf(MIB)), 'gzip')).to.include({ status: 200 });
    expect(await heldBytes()).to.equal(0);
  });

  it('in an unknown encoding, or in another than it says, is refused', async () => {
    expect(await post('/measure', '{}', 'zip')).to.include({ status: 415, code: 'SVC-REQ-004' });
    expect(await post('/measure', gzipSync('{}').subarray(0, 12), 'gzip')).to.include({ status: 400, code: 'SVC-REQ-002' });
    expect(await post('/measure', '{}', 'br')).to.include({ status: 400, code: 'SVC-REQ-002' });
  });

  it('beyond the budget is refused as busy, while small ones are still served, and the budget comes back', async () => {
    const large = textOf(BODY_LIMIT);
    const first = [post('/hold', large), post('/hold', large)];
    while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await heldBytes()).to.equal(2 * BODY_LIMIT);
    expect(await post('/measure', large)).to.include({ status: 503, code: 'SVC-SYS-002', retryAfter: '1' });
    expect(await post('/measure', textOf(1000))).to.include({ status: 200 });
    for (const end of waiting.splice(0)) end();
    for (const answer of await Promise.all(first)) expect(answer).to.include({ status: 200 });
    expect(await heldBytes()).to.equal(0);
    expect(await post('/measure', large)).to.include({ status: 200 });
  });

  it('that breaks off gives its bytes back', async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(
      `POST /measure HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n${'x'.repeat(300_000)}`,
    );
    while ((await heldBytes()) < 300_000) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    while ((await heldBytes()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('that is refused while it arrives is read to its end, so that its caller reads the answer and keeps the connection', async function () {
    this.timeout(60_000);
    const pieces = 7;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST /measure HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${pieces}\r\n\r\n`);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    for (let piece = 0; piece < pieces; piece++) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(answer).to.equal('');
      socket.write('x');
    }
    while (!answer.endsWith('}')) await once(socket, 'data');
    expect(answer)
      .to.match(/^HTTP\/1\.1 415 /)
      .and.not.to.include('Connection: close');
    socket.destroy();
  });

  it('that is refused and does not end is not waited for', async () => {
    const started = performance.now();
    const answer = await send([`POST /measure HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${MIB}\r\n\r\n`, 'x']);
    expect(answer)
      .to.match(/^HTTP\/1\.1 415 /)
      .and.to.include('Connection: close');
    expect(performance.now() - started).to.be.below(10_000);
  });
});
