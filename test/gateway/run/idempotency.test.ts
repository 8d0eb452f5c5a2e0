import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { z } from 'zod';
import type { Answer, DataAnswer, DocumentAnswer } from '#gateway/contract/answer';
import { operation, renderedOperation } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { fingerprintOf } from '#gateway/run/idempotency';
import type { RunRequest } from '#gateway/run/run';
import { CallFailure } from '#proto/failure';
import { getReceipt } from '#services/reference/evidence/receipts';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { NOW, newCaller, type TestRunner, testRunner } from '#test/support/runner';
import { onEachStore } from '#test/support/stores';

const described = { tag: 'Test', scope: 'price', costClass: 'quick', summary: 'Of this test' } as const;
const DAY_MS = 86_400_000;
/** The deadline of a quick operation, and what a claim lasts beyond it. */
const LEASE_MS = 5_000 + 15_000;

onEachStore('an Idempotency-Key', (newStore) => {
  let store: Store;
  let gateways: readonly [TestRunner, TestRunner];
  let now = NOW;
  let runs = 0;
  /** The work of the next runs before they answer. */
  let during: () => Promise<void> | void = () => undefined;
  let keys = 0;

  before(async () => {
    store = await newStore();
    gateways = [testRunner(store, [], () => now), testRunner(store, [], () => now)];
  });
  beforeEach(() => {
    now = NOW;
    runs = 0;
    during = () => undefined;
  });

  const newKey = () => `key-${++keys}`;

  const create = operation({
    ...described,
    id: 'create',
    method: 'POST',
    path: '/api/v1/thing/{id}',
    status: 201,
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({ scale: z.string().optional() }),
    responseHeaders: { Location: 'Where it is' },
    request: z.strictObject({ value: z.number(), text: z.string().optional() }),
    response: z.object({ run: z.int(), text: z.string().optional() }),
    handle: async ({ body, params }) => {
      const run = ++runs;
      await during();
      return { data: { run, ...(body.text !== undefined && { text: body.text }) }, headers: { Location: `/things/${params.id}/${run}` } };
    },
  });

  const post = (key: string, fields: Partial<RunRequest> = {}, gateway = 0): Promise<Answer> =>
    gateways[gateway as 0].run(create, undefined, {
      params: { id: 'a' },
      headers: { 'idempotency-key': key },
      body: Buffer.from('{"value":1}'),
      ...fields,
    });
  const codeOf = (answer: Answer) => (answer.kind === 'failure' ? answer.failure.code : answer.kind);

  it('gives the first answer again: status, headers, data and correlation id, and says so', async () => {
    const key = newKey();
    const first = (await post(key)) as DataAnswer;
    expect(first).to.deep.include({ kind: 'data', status: 201, headers: { Location: '/things/a/1' }, dataJson: '{"run":1}' });
    const again = await post(key, {}, 1);
    expect(again).to.deep.equal({ ...first, headers: { ...first.headers, 'Idempotent-Replayed': 'true' } });
    expect(runs).to.equal(1);
  });

  it('lets exactly one of many concurrent requests run, over two gateways', async () => {
    const key = newKey();
    // The one that runs waits for the answers of all others.
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    during = () => finished;
    let answered = 0;
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const answer = await post(key, {}, index % 2);
        if (++answered === 39) finish();
        return answer;
      }),
    );
    expect(runs).to.equal(1);
    expect(answers.filter(({ kind }) => kind === 'data')).to.have.length(1);
    const failures = answers.filter(({ kind }) => kind === 'failure');
    expect(failures.map(codeOf)).to.deep.equal(Array(39).fill('SVC-RES-002'));
    for (const { headers } of failures) expect(headers).to.deep.equal({ 'Retry-After': '1' });
    expect(codeOf(await post(key))).to.equal('data');
    expect(runs).to.equal(1);
  });

  it('is one request: another body, path, query or operation is refused, and white space counts', async () => {
    const key = newKey();
    await post(key);
    for (const fields of [
      { body: Buffer.from('{"value":2}') },
      { body: Buffer.from('{ "value": 1 }') },
      { params: { id: 'b' } },
      { query: { scale: '2' } },
    ])
      expect(codeOf(await post(key, fields)), JSON.stringify(fields)).to.equal('SVC-RES-005');
    const other = await gateways[0].run({ ...create, id: 'other' }, undefined, {
      params: { id: 'a' },
      headers: { 'idempotency-key': key },
      body: Buffer.from('{"value":1}'),
    });
    expect(codeOf(other)).to.equal('SVC-RES-005');
    expect(runs).to.equal(1);
  });

  it('is the tenant’s own, and lasts 24 hours', async () => {
    const key = newKey();
    await post(key);
    await post(key, { caller: newCaller('ten_other') });
    expect(runs).to.equal(2);
    now = NOW + DAY_MS - 1;
    await post(key);
    expect(runs).to.equal(2);
    now = NOW + DAY_MS;
    await post(key);
    expect(runs).to.equal(3);
  });

  it('is free again after a failure, whatever the failure was', async () => {
    const key = newKey();
    for (const [error, code] of [
      [new CallFailure(status.UNAVAILABLE, 'down'), 'SVC-SYS-002'],
      [new CallFailure(status.NOT_FOUND, 'no such thing'), 'SVC-RES-001'],
      [new CallFailure(status.INTERNAL, 'does not converge', [], 'pricing'), 'SVC-CALC-001'],
      [new TypeError('unforeseen'), 'SVC-SYS-001'],
    ] as const) {
      during = () => {
        throw error;
      };
      expect(codeOf(await post(key))).to.equal(code);
    }
    during = () => undefined;
    expect(codeOf(await post(key, { body: Buffer.from('{"value":7}') }))).to.equal('data');
  });

  it('is not used up by a request that is refused, and is refused itself where it is malformed', async () => {
    const key = newKey();
    expect(codeOf(await post(key, { body: Buffer.from('{"value":"x"}') }))).to.equal('SVC-REQ-001');
    expect(codeOf(await post(key))).to.equal('data');
    for (const malformed of ['', ' ', 'a b', 'a, b', 'é', 'a\u0000', 'a\n', 'k'.repeat(256), ['a', 'b']]) {
      const answer = await post('', { headers: { 'idempotency-key': malformed } });
      expect(codeOf(answer), JSON.stringify(malformed)).to.equal('SVC-REQ-001');
      expect(answer.kind === 'failure' && answer.failure.faults[0]?.pointer).to.equal('/headers/idempotency-key');
    }
    for (const fine of ['k'.repeat(255), '"quoted"', '$gt', '../..', '{}']) expect(codeOf(await post(fine)), fine).to.equal('data');
  });

  it('outlives a caller who hangs up: the answer waits for the retry', async () => {
    const key = newKey();
    const caller = new AbortController();
    during = () => caller.abort();
    await post(key, { signal: caller.signal });
    during = () => undefined;
    const again = await post(key);
    expect(again.headers).to.include({ 'Idempotent-Replayed': 'true' });
    expect(runs).to.equal(1);
  });

  it('is free after a run that was cancelled because its caller hung up', async () => {
    const key = newKey();
    const caller = new AbortController();
    caller.abort();
    during = () => {
      if (caller.signal.aborted) throw new CallFailure(status.CANCELLED, 'the caller has gone');
    };
    await post(key, { signal: caller.signal });
    during = () => undefined;
    expect(codeOf(await post(key))).to.equal('data');
  });

  it('is not locked for ever by a gateway that dies while it runs', async () => {
    const key = newKey();
    // Never answers.
    during = () => new Promise(() => undefined);
    void post(key);
    while (runs === 0) await new Promise(setImmediate);
    during = () => undefined;
    expect(codeOf(await post(key, {}, 1))).to.equal('SVC-RES-002');
    now = NOW + LEASE_MS;
    expect(codeOf(await post(key, { body: Buffer.from('{"value":2}') }, 1))).to.equal('SVC-RES-005');
    expect(codeOf(await post(key, {}, 1))).to.equal('data');
  });

  it('lets no answer out that could not be stored, and is then free', async () => {
    const key = newKey();
    const failing = testRunner(store, [], () => now);
    const unavailable = () => Promise.reject(new CallFailure(status.UNAVAILABLE, 'down'));
    Object.assign(failing.dependencies, { evidence: { ...failing.dependencies.evidence, completeIdempotencyKey: unavailable } });
    const fields = { params: { id: 'a' }, headers: { 'idempotency-key': key }, body: Buffer.from('{"value":1}') };
    expect(codeOf(await failing.run(create, undefined, fields))).to.equal('SVC-SYS-002');
    expect(await post(key)).to.deep.include({ dataJson: '{"run":2}', headers: { Location: '/things/a/2' } });
  });

  it('names all attempts of one request alike, so that a handler creates one thing', async () => {
    const keys: string[] = [];
    const named = operation({
      ...described,
      id: 'named',
      method: 'POST',
      path: '/api/v1/named',
      response: z.object({}),
      handle: async ({ call }) => {
        keys.push(call.requestId);
        await during();
        return { data: {} };
      },
    });
    const headers = { 'idempotency-key': newKey() };
    during = () => Promise.reject(new CallFailure(status.UNAVAILABLE, 'the reply was lost'));
    const first = newCaller();
    await gateways[0].run(named, undefined, { headers, caller: first });
    during = () => undefined;
    await gateways[1].run(named, undefined, { headers });
    const plain = newCaller();
    await gateways[0].run(named, undefined, { caller: plain });
    expect(keys).to.deep.equal([first.correlationId, first.correlationId, plain.correlationId]);
  });

  it('lets two attempts at one job create one document', async () => {
    const creating = defined(
      operations.find(({ id }) => id === 'createCounterparty'),
      'the operation',
    );
    const body = { name: 'Acme', type: 'corporate', status: 'active' };
    const requestId = randomUUID();
    const attempts = [await gateways[0].run(creating, body, { requestId }), await gateways[1].run(creating, body, { requestId })];
    const ids = attempts.map((answer) => (answer.kind === 'data' ? JSON.parse(`${answer.dataJson}`).id : codeOf(answer)));
    expect(ids[0]).to.match(/^cpt_/);
    expect(ids[1]).to.equal(ids[0]);
    const another = await gateways[0].run(creating, { ...body, name: 'Beta' }, { requestId: randomUUID() });
    expect(another.kind === 'data' && JSON.parse(`${another.dataJson}`).id).not.to.equal(ids[0]);
  });

  it('runs nothing where the store cannot say whose it is', async () => {
    const failing = testRunner(store);
    const unavailable = () => Promise.reject(new CallFailure(status.UNAVAILABLE, 'down'));
    Object.assign(failing.dependencies, { evidence: { ...failing.dependencies.evidence, claimIdempotencyKey: unavailable } });
    const fields = { params: { id: 'a' }, headers: { 'idempotency-key': newKey() }, body: Buffer.from('{"value":1}') };
    expect(codeOf(await failing.run(create, undefined, fields))).to.equal('SVC-SYS-002');
    expect(runs).to.equal(0);
  });

  it('is free soon after the reply to its claim was lost', async () => {
    const key = newKey();
    const failing = testRunner(store, [], () => now);
    const { evidence } = failing.dependencies;
    const losing: typeof evidence.claimIdempotencyKey = async (request, call) => {
      await evidence.claimIdempotencyKey(request, call);
      throw new CallFailure(status.DEADLINE_EXCEEDED, 'no reply');
    };
    Object.assign(failing.dependencies, { evidence: { ...evidence, claimIdempotencyKey: losing } });
    const fields = { params: { id: 'a' }, headers: { 'idempotency-key': key }, body: Buffer.from('{"value":1}') };
    expect(codeOf(await failing.run(create, undefined, fields))).to.equal('SVC-SYS-003');
    expect(runs).to.equal(0);
    let answer = await post(key);
    while (codeOf(answer) === 'SVC-RES-002') answer = await post(key);
    expect(codeOf(answer)).to.equal('data');
  });

  it('gives large answers again to the last character', async () => {
    const key = newKey();
    const body = Buffer.from(JSON.stringify({ value: 1, text: 'ünïcode\n'.repeat(2 ** 20) }));
    const first = (await post(key, { body })) as DataAnswer;
    const again = (await post(key, { body })) as DataAnswer;
    expect(again.headers).to.include({ 'Idempotent-Replayed': 'true' });
    expect(`${again.dataJson}` === `${first.dataJson}` && `${first.dataJson}`.length > 8 * 2 ** 20).to.equal(true);
  });

  it('gives the receipt and manifest of the first run', async () => {
    const priced = operation({
      ...described,
      id: 'priced',
      method: 'POST',
      path: '/api/v1/priced',
      response: z.object({ price: z.number() }),
      handle: async ({ caller }) => ({
        data: { price: ++runs },
        manifest: {
          engineVersion: '0.1.0',
          runId: caller.correlationId,
          pricerId: 'of_this_test',
          pricerVersion: 1,
          pricerFingerprint: 'fp',
          capabilityStatus: 'experimental',
          marketDataAsOf: '2026-03-03',
        },
      }),
    });
    const headers = { 'idempotency-key': newKey() };
    const [first, second] = [newCaller(), newCaller()];
    await gateways[0].run(priced, undefined, { headers, caller: first });
    const again = (await gateways[1].run(priced, undefined, { headers, caller: second })) as DataAnswer;
    expect(again.correlationId).to.equal(first.correlationId);
    expect(JSON.parse(again.manifestJson ?? '{}')).to.include({ runId: first.correlationId });
    expect((await getReceipt(store, 'ten_one', first.correlationId)).resultJson).to.equal(again.dataJson);
    const failure = await getReceipt(store, 'ten_one', second.correlationId).catch((error: { kind: string }) => error.kind);
    expect(failure).to.equal('not_found');
  });

  it('gives documents again, streams too', async () => {
    for (const body of [
      () => 'text\nof lines',
      () => Uint8Array.of(0, 10, 255),
      async function* () {
        yield Uint8Array.of(1);
        yield Uint8Array.of(10, 2);
      },
    ]) {
      const document = renderedOperation({
        ...described,
        id: 'document',
        method: 'POST',
        path: '/api/v1/document',
        wire: 'document',
        produces: ['application/pdf'],
        handle: async () => ({ contentType: 'application/pdf', body: body() }),
      });
      const headers = { 'idempotency-key': newKey() };
      const first = (await gateways[0].run(document, undefined, { headers })) as DocumentAnswer;
      const again = (await gateways[1].run(document, undefined, { headers })) as DocumentAnswer;
      expect(again).to.include({ kind: 'document', contentType: 'application/pdf' });
      expect(Buffer.from(again.body as Uint8Array).equals(Buffer.from(first.body as Uint8Array))).to.equal(true);
    }
  });

  it('keeps no document without a bound: the stream is stopped, and the key is free', async () => {
    let chunks = 0;
    const endless = renderedOperation({
      ...described,
      id: 'endless',
      method: 'POST',
      path: '/api/v1/endless',
      wire: 'document',
      produces: ['application/pdf'],
      handle: async () => ({
        contentType: 'application/pdf',
        body: (async function* () {
          for (; ; chunks++) yield Buffer.alloc(2 ** 20);
        })(),
      }),
    });
    const key = newKey();
    expect(codeOf(await gateways[0].run(endless, undefined, { headers: { 'idempotency-key': key } }))).to.equal('SVC-LIMIT-003');
    expect(chunks).to.be.below(100);
    expect(codeOf(await post(key))).to.equal('data');
  });

  it('means nothing to the other methods', async () => {
    const replace = { ...create, id: 'replace', method: 'PUT' } as const;
    for (let sent = 0; sent < 2; sent++)
      await gateways[0].run(replace, undefined, {
        params: { id: 'a' },
        headers: { 'idempotency-key': 'one key' },
        body: Buffer.from('{"value":1}'),
      });
    expect(runs).to.equal(2);
  });
});

describe('the fingerprint of a request', () => {
  it('is of each part by itself: no two lists of parts run together', () => {
    const prints = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc']].map((parts) => fingerprintOf(parts).toString('hex'));
    expect(new Set(prints).size).to.equal(prints.length);
  });
});
