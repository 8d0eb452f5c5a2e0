import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { z } from 'zod';
import { createApp } from '#gateway/app';
import { type Operation, operation, renderedOperation } from '#gateway/contract/operation';
import { createRegistry } from '#services/runtime/metrics';
import type { Store } from '#services/store/port';
import { exchange } from '#test/support/raw-http';
import { testRunner } from '#test/support/runner';

/** None needs a key, so that no service stands behind this gateway. */
const described = { tag: 'Test', scope: 'none', costClass: 'quick', summary: 'Of this test' } as const;

let aborted = 0;
let sent = 0;
let ended = 0;
let started = 0;

const echo = operation({
  ...described,
  id: 'echo',
  method: 'POST',
  path: '/echo/{id}',
  status: 202,
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ a: z.string().optional() }),
  headers: z.object({ 'if-match': z.string().optional() }),
  responseHeaders: { ETag: 'Version' },
  request: z.strictObject({ value: z.number() }),
  response: z.object({ value: z.number(), id: z.string(), traceId: z.string() }),
  handle: async ({ body, params, headers, caller }) => ({
    data: { ...body, ...params, traceId: caller.traceId },
    headers: { ETag: headers['if-match'] ?? '"1"' },
  }),
});

const nothing = operation({
  ...described,
  id: 'nothing',
  method: 'GET',
  path: '/nothing',
  response: z.object({}),
  handle: async () => ({ data: {} }),
});

const waiting = operation({
  ...described,
  id: 'waiting',
  method: 'GET',
  path: '/waiting',
  response: z.object({}),
  handle: async ({ call: { signal } }) => {
    started++;
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    aborted++;
    return { data: {} };
  },
});

const document = (id: string, body: () => string | Uint8Array | AsyncIterable<Uint8Array>) =>
  renderedOperation({
    ...described,
    id,
    method: 'GET',
    path: `/${id}`,
    wire: 'document',
    produces: ['application/octet-stream'],
    responseHeaders: { 'Content-Disposition': 'A file name' },
    handle: async () => ({
      contentType: 'application/octet-stream',
      body: body(),
      headers: { 'Content-Disposition': 'attachment; filename="x"' },
    }),
  });

const CHUNKS = 100;
const chunk = Buffer.alloc(64 * 1024, 7);
const operations: readonly Operation[] = [
  echo,
  nothing,
  waiting,
  document('text', () => 'tëxt'),
  document('bytes', () => Uint8Array.of(0, 1, 255)),
  document('stream', async function* () {
    for (let count = 0; count < CHUNKS; count++) yield chunk;
  }),
  document('broken', async function* () {
    yield chunk;
    throw new Error('of the source');
  }),
  document('endless', async function* () {
    try {
      for (;;) {
        sent++;
        yield chunk;
      }
    } finally {
      ended++;
    }
  }),
];

describe('the HTTP application', () => {
  const server = createServer(
    { requireHostHeader: false },
    createApp({
      operations,
      dependencies: testRunner({} as Store, operations).dependencies,
      registry: createRegistry('gateway', 'test'),
      log: pino({ level: 'silent' }),
      pages: (_request, _response, next) => next(),
      trustedProxies: 0,
      bodyBytes: 2 ** 20,
    }),
  );
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const urlOf = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(urlOf(path), { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
  /** Sends a request that `fetch` would not send. */
  async function raw(
    path: string,
    options: RequestOptions,
    body = '',
  ): Promise<{ status: number; body: string; message: IncomingMessage }> {
    const request = httpRequest(urlOf(path), options);
    request.end(body);
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of message.setEncoding('utf8')) text += part;
    return { status: message.statusCode ?? 0, body: text, message };
  }
  /** Waits until the value has not changed for a while. */
  async function stable(value: () => number): Promise<void> {
    for (let previous = Number.NaN; previous !== value(); ) {
      previous = value();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it('gives an operation path, query, headers and body, and its caller the status, headers and data', async () => {
    const answer = await post('/echo/a%20b?a=1', '{"value":1}', { 'If-Match': '"7"' });
    expect({ status: answer.status, etag: answer.headers.get('etag') }).to.deep.equal({ status: 202, etag: '"7"' });
    expect(((await answer.json()) as { data: object }).data).to.deep.equal({ value: 1, id: 'a b', traceId: '' });
  });

  it('names the trace as the caller does, and the run itself', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const trace = async (headers: Record<string, string>) => {
      const answer = await post('/echo/a', '{"value":1}', headers);
      const { data, correlationId } = (await answer.json()) as { data: { traceId: string }; correlationId: string };
      expect(answer.headers.get('x-correlation-id')).to.equal(correlationId);
      return [data.traceId, answer.headers.get('x-request-id'), answer.headers.get('traceparent')];
    };
    expect(await trace({ 'X-Correlation-Id': 'mine', traceparent })).to.deep.equal(['mine', 'mine', traceparent]);
    expect(await trace({ 'X-Request-Id': 'other' })).to.deep.equal(['other', 'other', null]);
    expect(await trace({ traceparent })).to.deep.equal(['0af7651916cd43dd8448eb211c80319c', null, traceparent]);
    for (const malformed of ['', 'a b', 'é', 'x'.repeat(129)])
      expect(await trace({ 'X-Correlation-Id': malformed }), malformed).to.deep.equal(['', null, null]);
    expect(await trace({ traceparent: '00-zz' })).to.deep.equal(['', null, null]);
    const ids = await Promise.all([1, 2].map(async () => (await post('/echo/a', '{"value":1}')).headers.get('x-correlation-id')));
    expect(ids[0]).not.to.equal(ids[1]);
  });

  it('refuses two Idempotency-Keys and does not mistake two trace ids for one', async () => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': ['a', 'b'], 'X-Correlation-Id': ['c', 'd'] };
    const { status, body, message } = await raw('/echo/a', { method: 'POST', headers }, '{"value":1}');
    expect(status).to.equal(400);
    expect(JSON.parse(body).error.details[0].pointer).to.equal('/headers/idempotency-key');
    expect(message.headers).not.to.have.property('x-request-id');
  });

  it('reads a body in chunks, and one where none is expected strictly', async () => {
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    expect((await raw('/echo/a', { method: 'POST', headers: chunked }, '{"value":1}')).status).to.equal(202);
    expect((await raw('/echo/a', { method: 'POST', headers: chunked })).body).to.include('SVC-REQ-002');
    expect((await raw('/nothing', { headers: chunked }, '{}')).status).to.equal(200);
    expect((await raw('/nothing', { headers: chunked }, '{"a":1}')).body).to.include('SVC-REQ-001');
    expect((await raw('/nothing', { headers: { 'Content-Type': 'text/plain', 'Content-Length': 1 } }, 'x')).body).to.include('SVC-REQ-004');
    expect((await raw('/nothing', { headers: { 'Content-Length': 0 } })).status).to.equal(200);
  });

  it('refuses a request without a Host or a version, as HTTP/1.1 has it, and takes one of HTTP/1.0', async () => {
    const { port } = server.address() as AddressInfo;
    for (const [line, expected] of [
      ['GET /nothing HTTP/1.1\r\nConnection: close', 'the Host header is missing'],
      ['GET /nothing', 'the Host header is missing'],
      ['GET /nothing HTTP/1.0', '"success":true'],
    ])
      expect(await exchange(port, [`${line}\r\n\r\n`]), line).to.include(expected);
  });

  it('sends text, bytes and streams as they are', async () => {
    const get = async (path: string) => {
      const answer = await fetch(urlOf(path));
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="x"');
      expect(answer.headers.get('content-type')).to.equal('application/octet-stream');
      return { length: answer.headers.get('content-length'), body: Buffer.from(await answer.arrayBuffer()) };
    };
    expect(await get('/text')).to.deep.equal({ length: '5', body: Buffer.from('tëxt') });
    expect(await get('/bytes')).to.deep.equal({ length: '3', body: Buffer.from([0, 1, 255]) });
    const { length, body } = await get('/stream');
    expect(length).to.equal(null);
    expect(body.equals(Buffer.concat(Array(CHUNKS).fill(chunk)))).to.equal(true);
    expect((await fetch(urlOf('/stream'), { method: 'HEAD' })).status).to.equal(200);
  });

  it('breaks off a stream that fails, so that nobody takes it for whole', async () => {
    const answer = await fetch(urlOf('/broken'));
    expect(answer.status).to.equal(200);
    const outcome = await answer.arrayBuffer().then(
      () => 'whole',
      () => 'broken off',
    );
    expect(outcome).to.equal('broken off');
  });

  it('stops a stream that nobody reads, and one whose reader has gone', async () => {
    const caller = new AbortController();
    const answer = await fetch(urlOf('/endless'), { signal: caller.signal });
    // The buffers on the way are full: no more is made until somebody reads.
    await stable(() => sent);
    expect(sent).to.be.below(1_000);
    caller.abort();
    await answer.arrayBuffer().catch(() => undefined);
    await until(() => ended === 1);
  });

  it('cancels a run whose caller hangs up', async () => {
    const caller = new AbortController();
    const answer = fetch(urlOf('/waiting'), { signal: caller.signal }).catch(() => undefined);
    await until(() => started === 1);
    expect(aborted).to.equal(0);
    caller.abort();
    await answer;
    await until(() => aborted === 1);
  });
});
