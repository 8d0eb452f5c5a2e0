import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { Client as Channel, credentials, type Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import fc from 'fast-check';
import { CALLER_ENTRY, callerOf, encodeCaller, UNKNOWN_IDENTITY } from '#proto/caller';
import { exchange, methodsOf, reference } from '#proto/services';
import type { ReplyBatch__Output } from '#proto/types/svc/common/v1/ReplyBatch';
import { calibration } from '#services/calibration/methods';
import { pricing } from '#services/pricing/methods';
import { risk } from '#services/risk/methods';
import { credentialMetadata } from '#services/rpc/credential';
import { numCases } from '#test/support/effort';
import { service } from '#test/support/shared-service';
import { isServing } from '../../support/kube/probe.js';
import { childrenOf } from '../../support/processes.js';
import { pause } from '../../support/service.js';

const definitions: Readonly<Record<string, object>> = { pricing, calibration, risk, reference };
const caller = callerOf({ ...UNKNOWN_IDENTITY, tenantId: 'ten_fuzz' }, '0190a1b2-0000-7000-8000-000000000000');
const CALLS_PER_METHOD = numCases(40, 10);

const same = (bytes: Buffer): Buffer => bytes;

/** Bytes that no message begins with, an unfinished message, unbounded nesting and lengths beyond the end. */
const NOTORIOUS = [[0x0f], [0x0a], [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], [0x07], [0x80], Array(12).fill(0xff), Array(60_000).fill(0x0b)];
const bytes = fc.oneof(
  fc.constantFrom(...NOTORIOUS.map((each) => Buffer.from(each))),
  fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each)),
);

/** A field with number 20 000 of a wire type, with some content. */
function unknownField(wireType: number): Buffer {
  const tag = (20_000 << 3) | wireType;
  const head = [(tag & 0x7f) | 0x80, ((tag >> 7) & 0x7f) | 0x80, tag >> 14];
  const content: Readonly<Record<number, readonly number[]>> = { 0: [1], 1: Array(8).fill(1), 2: [3, 0xff, 0, 0x0f], 5: Array(4).fill(1) };
  return Buffer.from([...head, ...content[wireType]!]);
}

describe('bytes that are no message', () => {
  let credential: Metadata;
  let started: Map<string, number>;
  const channels = new Map<string, Channel>();
  const portOf = (name: string): number => Number(service.environment[`${name.toUpperCase()}_ADDRESS`]!.split(':')[1]);
  const channelOf = (name: string): Channel => {
    const channel = channels.get(name) ?? new Channel(`127.0.0.1:${portOf(name)}`, credentials.createInsecure());
    channels.set(name, channel);
    return channel;
  };
  const children = (): Map<string, number> => childrenOf(service.supervisor.pid ?? Number.NaN);

  before(async () => {
    credential = credentialMetadata(service.environment.SVC_SERVICE_SECRET!);
    started = children();
  });
  after(() => {
    for (const channel of channels.values()) channel.close();
  });
  afterEach('every process is the one that it was, and serves', async () => {
    for (const name of Object.keys(definitions)) expect(await isServing(portOf(name), name), name).to.equal(true);
    expect(Object.fromEntries(children())).to.deep.equal(Object.fromEntries(started));
  });

  const unary = (name: string, path: string, request: Buffer, metadata: Metadata): Promise<status> =>
    new Promise((resolve) =>
      channelOf(name).makeUnaryRequest(
        path,
        same,
        same,
        request,
        metadata,
        { deadline: Date.now() + 5_000 },
        (error: ServiceError | null) => resolve(error?.code ?? status.OK),
      ),
    );

  /** Sends one message over a stream of the exchange. @returns the status that ends the stream, or the failures of its calls */
  const overExchange = (name: string, message: Buffer): Promise<readonly number[]> =>
    new Promise((resolve) => {
      const { path, responseDeserialize } = exchange.Open;
      const stream = channelOf(name).makeBidiStreamRequest(path, same, responseDeserialize, credential.clone());
      stream.on('data', ({ replies }: ReplyBatch__Output) => {
        resolve(replies.map(({ failure }) => failure?.code ?? status.OK));
        stream.cancel();
      });
      stream.on('error', ({ code }: ServiceError) => resolve([code]));
      stream.on('end', () => resolve([]));
      stream.write(message);
      stream.end();
    });

  for (const [name, definition] of Object.entries(definitions)) {
    it(`end no process as requests of the methods of ${name}`, async () => {
      for (const [, { path }] of methodsOf(definition)) {
        const metadata = credential.clone();
        metadata.set(CALLER_ENTRY, encodeCaller(caller));
        // Some bytes are a message by chance; then the method says what is wrong with its content, or answers. All at once, since some
        // methods wait.
        const requests = fc.sample(bytes, { numRuns: CALLS_PER_METHOD, seed: 20_261_122 });
        const codes = await Promise.all(requests.map((request) => unary(name, path, request, metadata)));
        expect(codes, path).not.to.include(status.UNAVAILABLE);
        for (const each of [[0x0f], [0x0a]]) expect(await unary(name, path, Buffer.from(each), metadata)).to.equal(status.INVALID_ARGUMENT);
      }
    });

    it(`end no process as messages of the exchange with ${name}, or as calls in them`, async () => {
      await fc.assert(
        fc.asyncProperty(bytes, async (message) => {
          const codes = await overExchange(name, message);
          expect(codes).not.to.include(status.UNAVAILABLE);
        }),
        { numRuns: CALLS_PER_METHOD, seed: 20_261_122 },
      );
      expect(await overExchange(name, Buffer.from([0x0f]))).to.deep.equal([status.INVALID_ARGUMENT]);
      const paths = methodsOf(definition).map(([, { path }]) => path);
      const calls = paths.flatMap((method, id) => [
        { id: 2 * id, method, request: Buffer.from([0x0f]), caller: encodeCaller(caller) },
        { id: 2 * id + 1, method, request: Buffer.alloc(0), caller: Buffer.from([0x0f]) },
      ]);
      if (calls.length > 0)
        expect(new Set(await overExchange(name, exchange.Open.requestSerialize({ calls })))).to.deep.equal(
          new Set([status.INVALID_ARGUMENT]),
        );
      const unknown = { id: 0, method: '/svc.pricing.v1.Pricing/\ud800', caller: encodeCaller(caller) };
      expect(await overExchange(name, exchange.Open.requestSerialize({ calls: [unknown] }))).to.deep.equal([status.UNIMPLEMENTED]);
    });
  }

  it('are no messages of a later version: what a service does not know of them, it skips', async () => {
    // A field of each wire type under a number that no message has: varint, 64 bits, bytes and 32 bits.
    const later = Buffer.concat([0, 1, 2, 5].map((wireType) => unknownField(wireType)));
    const metadata = credential.clone();
    metadata.set(CALLER_ENTRY, Buffer.concat([encodeCaller(caller), later]));
    const wrong: string[] = [];
    for (const [name, definition] of Object.entries(definitions))
      for (const [, { path }] of methodsOf(definition)) {
        // An earlier version sends fewer fields: in the extreme none.
        const [valid, unknown] = await Promise.all([Buffer.alloc(0), later].map((request) => unary(name, path, request, metadata)));
        const failed = [status.UNKNOWN, status.INTERNAL, status.UNAVAILABLE].includes(valid!);
        if (failed || unknown !== valid) wrong.push(`${path}: ${status[valid!]} without fields, ${status[unknown!]} with unknown ones`);
      }
    expect(wrong).to.deep.equal([]);
  });

  it('end no process as a caller', async () => {
    const { path } = pricing.ListPricers;
    await fc.assert(
      fc.asyncProperty(bytes, async (encoded) => {
        const metadata = credential.clone();
        // Longer headers are refused by HTTP/2 itself.
        metadata.set(CALLER_ENTRY, encoded.subarray(0, 4_000));
        expect(await unary('pricing', path, Buffer.alloc(0), metadata)).to.be.oneOf([status.OK, status.INVALID_ARGUMENT]);
      }),
      { numRuns: CALLS_PER_METHOD, seed: 20_261_122 },
    );
  });

  it('end no process where a failure repeats half of a surrogate pair, which no status can carry', async () => {
    const metadata = credential.clone();
    metadata.set(CALLER_ENTRY, encodeCaller(caller));
    for (const field of ['\\ud800', `${'x'.repeat(980)}${'😀'.repeat(20)}`]) {
      const request = pricing.DescribeContract.requestSerialize({ bodyJson: `{"contract":{"type":"${field}"},"${field}":1}` });
      expect(await unary('pricing', pricing.DescribeContract.path, request, metadata)).to.equal(status.INVALID_ARGUMENT);
    }
  });

  it('end no process below gRPC: as frames, as HTTP/2 requests and as a plain connection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(definitions)), bytes, fc.boolean(), async (name, garbage, preface) => {
        const socket = connect(portOf(name), '127.0.0.1');
        socket.on('error', () => undefined);
        if (preface) socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
        socket.end(garbage);
        await pause(5);
        socket.destroy();
      }),
      { numRuns: CALLS_PER_METHOD, seed: 20_261_122 },
    );
    for (const name of Object.keys(definitions)) {
      const session = connectHttp2(`http://127.0.0.1:${portOf(name)}`);
      session.on('error', () => undefined);
      for (const body of NOTORIOUS) {
        const headers = {
          ':method': 'POST',
          ':path': exchange.Open.path,
          'content-type': 'application/grpc',
          te: 'trailers',
          authorization: `Bearer ${service.environment.SVC_SERVICE_SECRET}`,
        };
        // A frame's own header (compressed flag, length) is garbage too.
        const request = session.request(headers);
        request.on('error', () => undefined);
        request.end(Buffer.from(body));
        request.resume();
        await new Promise((resolve) => request.on('close', resolve));
      }
      session.destroy();
    }
  });
});
