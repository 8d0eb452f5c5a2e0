import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { z } from 'zod';
import type { Answer, DataAnswer, FailureAnswer } from '#gateway/contract/answer';
import { type OperationCall, operation, renderedOperation } from '#gateway/contract/operation';
import { replayReceipt } from '#gateway/run/replay';
import { CallFailure } from '#proto/failure';
import { getReceipt } from '#services/reference/evidence/receipts';
import type { Store } from '#services/store/port';
import { NOW, newCaller, type TestRunner, testRunner } from '#test/support/runner';
import { onEachStore } from '#test/support/stores';

const described = { tag: 'Test', scope: 'price', costClass: 'quick', summary: 'Of this test' } as const;

const manifestOf = (runId: string) => ({
  engineVersion: '0.1.0',
  runId,
  pricerId: 'of_this_test',
  pricerVersion: 1,
  pricerFingerprint: `fp:v1:blake3:${'0'.repeat(64)}`,
  capabilityStatus: 'experimental',
  marketDataAsOf: '2026-03-03',
});

/** The hash of a pricer's code: receipts keep it, and callers do not see it. */
const pricerSources = 'a'.repeat(64);

/** The stored values, which change while the tests run. */
const rates: Record<string, number> = {};

/** A price that depends on each input that a run can have. */
const discount = operation({
  ...described,
  id: 'discount',
  method: 'POST',
  path: '/api/v1/discount/{currency}',
  params: z.strictObject({ currency: z.string() }),
  query: z.strictObject({ scale: z.coerce.number().default(1) }),
  headers: z.object({ 'x-bump': z.coerce.number().default(0) }),
  request: z.strictObject({ amount: z.number() }),
  response: z.object({ price: z.number(), today: z.string() }),
  handle: async ({ body, params, query, headers, caller, call, resolve }) => {
    const rate = await resolve(`rate/${params.currency}`, async () => rates[params.currency] ?? 0);
    const price = body.amount * query.scale * (1 - rate) + headers['x-bump'];
    return {
      data: { price, today: call.today },
      manifest: { ...manifestOf(caller.correlationId), pricerSources },
      backend: call.backend ?? 'cpu',
    };
  },
});

const dataOf = (answer: Answer): Record<string, unknown> => {
  expect(answer, JSON.stringify(answer)).to.have.property('kind', 'data');
  return JSON.parse(`${(answer as DataAnswer).dataJson}`) as Record<string, unknown>;
};
const failureOf = (answer: Answer): FailureAnswer['failure'] => {
  expect(answer, JSON.stringify(answer)).to.have.property('kind', 'failure');
  return (answer as FailureAnswer).failure;
};

onEachStore('a run', (newStore) => {
  let store: Store;
  let runner: TestRunner;

  before(async () => {
    store = await newStore();
    runner = testRunner(store, [discount]);
  });

  describe('of a priced operation', () => {
    const request = { params: { currency: 'EUR' }, query: { scale: '2' }, headers: { 'x-bump': '0.5', 'x-api-key': 'secret' } };
    const body = { amount: 100 };
    const priceNow = async () => {
      const caller = newCaller('ten_one', 'trace-7');
      const answer = await runner.run(discount, body, { caller, ...request });
      return { caller, answer, receipt: await getReceipt(store, 'ten_one', caller.correlationId) };
    };

    it('leaves a receipt of all that it depended on, and never of the key', async () => {
      rates.EUR = 0.02;
      const { answer, receipt, caller } = await priceNow();
      expect(dataOf(answer)).to.deep.equal({ price: 196.5, today: '2026-03-03' });
      expect(answer).to.include({ status: 200, correlationId: caller.correlationId });
      expect(receipt).to.deep.include({ operationId: 'discount', requestJson: '{"amount":100}', backend: 'cpu', traceId: 'trace-7' });
      expect(JSON.parse(receipt.inputsJson)).to.deep.equal({
        today: '2026-03-03',
        params: { currency: 'EUR' },
        query: { scale: '2' },
        headers: { 'x-bump': '0.5' },
        resolved: { 'rate/EUR': 0.02 },
        pricerSources,
      });
      expect(JSON.parse(receipt.manifestJson)).to.deep.equal(manifestOf(caller.correlationId));
      expect((answer as DataAnswer).manifestJson).to.equal(receipt.manifestJson);
      expect(JSON.stringify(receipt)).not.to.include('secret');
    });

    it('is the same when it is replayed, on another day and when what is stored has changed', async () => {
      rates.EUR = 0.02;
      const { receipt } = await priceNow();
      rates.EUR = 0.5;
      const later = testRunner(store, [discount], () => NOW + 86_400_000);
      const caller = newCaller();
      const replay = await replayReceipt(receipt, { caller }, later.dependencies);
      expect(replay.differences).to.deep.equal([]);
      expect(replay.result).to.deep.equal({ price: 196.5, today: '2026-03-03' });
      expect(replay.manifest.runId).to.equal(caller.correlationId);
      // While a new run sees what is stored now.
      expect(dataOf(await later.run(discount, body, request))).to.deep.equal({ price: 100.5, today: '2026-03-04' });
    });

    it('has a receipt of its own when it is a replay, which can be replayed too', async () => {
      rates.EUR = 0.02;
      const { receipt } = await priceNow();
      const caller = newCaller();
      await replayReceipt(receipt, { caller }, runner.dependencies);
      const second = await getReceipt(store, 'ten_one', caller.correlationId);
      expect(second).to.deep.include({ operationId: 'discount', requestJson: receipt.requestJson, resultJson: receipt.resultJson });
      expect(JSON.parse(second.inputsJson)).to.deep.equal({ ...JSON.parse(receipt.inputsJson), replayOf: receipt.runId });
      rates.EUR = 0.5;
      expect((await replayReceipt(second, { caller: newCaller() }, runner.dependencies)).differences).to.deep.equal([]);
    });

    it('shows in its replay where the result differs, and says when this version cannot repeat it', async () => {
      rates.EUR = 0.02;
      const { receipt } = await priceNow();
      const replay = (fields: object) => replayReceipt({ ...receipt, ...fields }, { caller: newCaller() }, runner.dependencies);
      expect((await replay({ resultJson: '{"price":196.50000000000003,"today":"2026-03-03"}' })).differences).to.deep.equal([
        { pointer: '/result/price', original: 196.50000000000003, replayed: 196.5 },
      ]);
      const refused = async (fields: object) =>
        replay(fields).then(
          () => undefined,
          (error: FailureAnswer['failure']) => error.code,
        );
      expect(await refused({ operationId: 'retired' })).to.equal('SVC-RES-001');
      expect(await refused({ requestJson: '{"other":1}' })).to.equal('SVC-RES-002');
      const { resolved: _, ...unresolved } = JSON.parse(receipt.inputsJson);
      expect(await refused({ inputsJson: JSON.stringify(unresolved) })).to.equal('SVC-RES-002');
    });
  });

  it('looks up each stored input once', async () => {
    let lookUps = 0;
    const twice = operation({
      ...described,
      id: 'twice',
      method: 'POST',
      path: '/api/v1/twice',
      response: z.object({ sum: z.number() }),
      handle: async ({ resolve }) => {
        const values = await Promise.all([1, 2].map(() => resolve('x', async () => ++lookUps)));
        return { data: { sum: values.reduce((sum, value) => sum + value) } };
      },
    });
    expect(dataOf(await runner.run(twice))).to.deep.equal({ sum: 2 });
    expect(lookUps).to.equal(1);
  });

  it('does not leave before its receipt is durable', async () => {
    const down = { ...runner.dependencies.evidence, recordReceipt: () => Promise.reject(new CallFailure(status.UNAVAILABLE, 'down')) };
    const gateway = testRunner(store, [discount]);
    Object.assign(gateway.dependencies, { evidence: down });
    const answer = await gateway.run(discount, { amount: 1 }, { params: { currency: 'EUR' } });
    expect(failureOf(answer)).to.include({ code: 'SVC-SYS-002', status: 503 });
    expect(answer.headers).to.deep.equal({ 'Retry-After': '1' });
  });
});

describe('what a run is asked and answers', () => {
  const never = {} as Store;
  const { run } = testRunner(never);

  const echo = operation({
    ...described,
    id: 'echo',
    method: 'PATCH',
    path: '/api/v1/echo/{id}',
    status: 201,
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({ full: z.enum(['yes', 'no']).optional() }),
    headers: z.object({ 'if-match': z.string() }),
    responseHeaders: { ETag: 'Version', Location: 'Where it is' },
    request: z.strictObject({ value: z.number() }),
    response: z.object({ value: z.number() }),
    handle: async ({ body, params, headers }) => ({
      data: body,
      ...(body.value < 0 && { status: 202 as const }),
      headers: { ETag: headers['if-match'], Location: `/api/v1/echo/${params.id}` },
    }),
  });
  const request = { params: { id: 'a' }, headers: { 'if-match': '"3"', 'x-other': '1' } };

  it('are headers that the operation declares, and a status of its own', async () => {
    const answer = await run(echo, { value: 1 }, request);
    expect(answer).to.deep.include({ kind: 'data', status: 201, headers: { ETag: '"3"', Location: '/api/v1/echo/a' } });
    expect(await run(echo, { value: -1 }, request)).to.include({ status: 202 });
  });

  it('are refused with every fault of every part', async () => {
    const { code, faults, message } = failureOf(
      await run(echo, { value: 'x', more: 1 }, { params: { id: 'a' }, query: { full: 'maybe', other: '1' } }),
    );
    expect(code).to.equal('SVC-REQ-001');
    expect(faults.map(({ pointer }) => pointer)).to.have.members(['/value', '/more', '/query/full', '/query/other', '/headers/if-match']);
    expect(message).to.match(/^value .* \(and 4 more\)$/);
  });

  it('is told in order: an empty body, no UTF-8, no JSON, too deep', async () => {
    const withBody = (body: Uint8Array) => run(echo, undefined, { ...request, body });
    for (const [bytes, code, message] of [
      [Buffer.alloc(0), 'SVC-REQ-002', 'the body is empty'],
      [Uint8Array.of(0x22, 0xc3, 0x28, 0x22), 'SVC-REQ-002', 'the body is not UTF-8'],
      [Buffer.from('{'), 'SVC-REQ-002', 'the body is not valid JSON'],
      [Buffer.from(`${'['.repeat(65)}${']'.repeat(65)}`), 'SVC-REQ-001', 'body must nest at most 64 levels deep'],
    ] as const)
      expect(failureOf(await withBody(bytes))).to.include({ code, message });
    expect(dataOf(await withBody(Buffer.from('\uFEFF{"value":1}')))).to.deep.equal({ value: 1 });
  });

  it('is a body only where the operation takes one', async () => {
    const none = operation({
      ...described,
      id: 'none',
      method: 'DELETE',
      path: '/api/v1/none',
      response: z.object({}),
      handle: async () => ({ data: {} }),
    });
    expect(dataOf(await run(none))).to.deep.equal({});
    expect(dataOf(await run(none, {}))).to.deep.equal({});
    expect(failureOf(await run(none, { a: 1 })).faults.map(({ pointer }) => pointer)).to.deep.equal(['/a']);
    expect(failureOf(await run(none, 1)).code).to.equal('SVC-REQ-001');
    expect(failureOf(await run(none, undefined, { query: { a: '1' } })).faults.map(({ pointer }) => pointer)).to.deep.equal(['/query/a']);
  });

  it('is a failure of the closed table, whatever a handler throws', async () => {
    const failing = (error: unknown) =>
      operation({
        ...described,
        id: 'failing',
        method: 'GET',
        path: '/api/v1/failing',
        response: z.object({}),
        handle: async () => {
          throw error;
        },
      });
    for (const [error, code] of [
      [new CallFailure(status.INVALID_ARGUMENT, 'spot must be positive'), 'SVC-REQ-001'],
      [new CallFailure(status.DEADLINE_EXCEEDED, 'late'), 'SVC-SYS-003'],
      [new CallFailure(status.UNIMPLEMENTED, 'no method'), 'SVC-SYS-004'],
      [new TypeError('a secret of ours'), 'SVC-SYS-001'],
      ['a text', 'SVC-SYS-001'],
      [undefined, 'SVC-SYS-001'],
    ] as const) {
      const answer = await run(failing(error));
      expect(failureOf(answer).code).to.equal(code);
      expect(failureOf(answer).message).not.to.include('secret');
      expect((answer as FailureAnswer).cause).to.equal(error);
    }
  });

  it('has no header that the documents do not name', async () => {
    const undeclared = operation({
      ...described,
      id: 'undeclared',
      method: 'GET',
      path: '/api/v1/undeclared',
      response: z.object({}),
      handle: async () => ({ data: {}, headers: { ETag: '"1"' } }),
    });
    expect(failureOf(await run(undeclared)).code).to.equal('SVC-SYS-001');
  });

  it('is a document as text, as bytes or as a stream', async () => {
    const bodies = ['text', Uint8Array.of(1, 2), (async function* () {})()];
    for (const body of bodies) {
      const document = renderedOperation({
        ...described,
        id: 'document',
        method: 'GET',
        path: '/api/v1/document',
        wire: 'document',
        produces: ['application/pdf'],
        handle: async () => ({ contentType: 'application/pdf', body }),
      });
      const answer = await run(document);
      expect(answer).to.include({ kind: 'document', status: 200, contentType: 'application/pdf', body });
    }
  });

  it('has until its deadline: of the operation, otherwise of its cost class', async () => {
    const deadlines: number[] = [];
    const timed = (terms: object) =>
      operation({
        ...described,
        id: 'timed',
        method: 'GET',
        path: '/api/v1/timed',
        response: z.object({}),
        handle: async ({ call }: { call: OperationCall }) => {
          deadlines.push(call.timeoutMs ?? 0);
          await new Promise((resolve) => setTimeout(resolve, 5));
          deadlines.push(call.timeoutMs ?? 0);
          return { data: {} };
        },
        ...terms,
      });
    for (const terms of [{}, { costClass: 'simulation' as const }, { deadlineMs: 3 }]) await run(timed(terms));
    const [quick, quickLater, long, , stated, ownLater] = deadlines as [number, number, number, number, number, number];
    expect(quick).to.be.within(4_000, 5_000);
    expect(quickLater).to.be.below(quick - 4);
    expect(long).to.be.within(59_000, 60_000);
    expect(stated).to.be.at.most(3);
    expect(ownLater).to.equal(1);
  });
});
