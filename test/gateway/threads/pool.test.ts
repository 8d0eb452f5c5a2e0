import { expect } from 'chai';
import pino from 'pino';
import type { DocumentAnswer, FailureAnswer } from '#gateway/contract/answer';
import { openRunThreads, type RunThreads } from '#gateway/threads/pool';
import { createRegistry } from '#services/runtime/metrics';
import { newCaller } from '#test/support/runner';

/** Answers as its operation says, and tells when each run began and ended. */
const THREAD = `
  import { parentPort, threadId } from 'node:worker_threads';
  const answer = (id, body) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    parentPort.postMessage({ kind: 'answer', id, answer: { kind: 'document', status: 200, headers: {}, correlationId: '', contentType: 'application/json', body: bytes } });
  };
  parentPort.on('message', ({ kind, id, operationId, body }) => {
    if (kind === 'abort') answer(id, { aborted: true });
    else if (kind === 'metrics') parentPort.postMessage({ kind: 'metrics', id, metrics: [{ name: 'svc_of_a_thread', help: 'x', type: 'gauge', aggregator: 'sum', values: [{ value: 1, labels: {} }] }] });
    else if (operationId === 'exhaust') { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
    else if (operationId === 'hold') return;
    else answer(id, { threadId, bytes: body.reduce((sum, { length }) => sum + length, 0), first: body.at(-1).at(-1) });
  });
`;

const MIB = 2 ** 20;

describe('threads for large requests', () => {
  let threads: RunThreads;
  beforeEach(() => {
    threads = openRunThreads({
      module: new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`),
      threads: 2,
      workerData: undefined,
      registry: createRegistry('gateway', 'test'),
      log: pino({ level: 'silent' }),
      heapMib: 48,
    });
  });
  afterEach(() => threads.close());

  const run = (operationId: string, bytes = 100, tenant = 'ten_one', signal = new AbortController().signal) =>
    threads.run({
      operationId,
      caller: newCaller(tenant),
      params: {},
      query: {},
      headers: {},
      body: [Buffer.alloc(bytes - 1, 7), Buffer.alloc(1, 7)],
      signal,
    });
  const dataOf = (answer: DocumentAnswer | FailureAnswer) => {
    expect(answer.kind, JSON.stringify(answer)).to.equal('document');
    return JSON.parse(Buffer.from((answer as DocumentAnswer).body as Uint8Array).toString());
  };
  const codeOf = (answer: DocumentAnswer | FailureAnswer) => (answer.kind === 'failure' ? answer.failure.code : 'none');
  /** True where it is over after a moment. */
  const isOver = (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => true), new Promise((resolve) => setTimeout(resolve, 300, false))]);

  it('take the bytes of a body and give those of an answer', async () => {
    for (const bytes of [1, 40_000, 70_000, 5 * MIB]) expect(dataOf(await run('measure', bytes))).to.include({ bytes, first: 7 });
  });

  it('leave the bytes of others alone that share their memory', async () => {
    const shared = Buffer.from('xxabcxx');
    const request = {
      operationId: 'measure',
      caller: newCaller(),
      params: {},
      query: {},
      headers: {},
      signal: new AbortController().signal,
    };
    expect(dataOf(await threads.run({ ...request, body: [shared.subarray(2, 5)] }))).to.include({ bytes: 3 });
    expect(shared.toString()).to.equal('xxabcxx');
  });

  it('run one large body each, and not all of them of one tenant', async () => {
    const [endFirst, endSecond] = [new AbortController(), new AbortController()];
    const first = run('hold', 5 * MIB, 'ten_one', endFirst.signal);
    const second = run('hold', 5 * MIB, 'ten_one', endSecond.signal);
    const third = run('measure', 5 * MIB);
    // Another tenant's large body, and small ones of every tenant, do not wait for them.
    expect(dataOf(await run('measure', 5 * MIB, 'ten_two'))).to.include({ bytes: 5 * MIB });
    expect(dataOf(await run('measure'))).to.include({ bytes: 100 });
    expect(await isOver(third)).to.equal(false);
    endFirst.abort();
    dataOf(await first);
    expect(await isOver(second)).to.equal(false);
    endSecond.abort();
    dataOf(await second);
    dataOf(await third);
  });

  it('refuse a body that takes more memory than a thread has, and go on', async () => {
    const [exhausting, beside] = await Promise.all([run('exhaust', 9_000), run('measure', 10)]);
    expect(codeOf(exhausting)).to.equal('SVC-REQ-003');
    // It ran in the other thread, or may be sent again.
    expect(['none', 'SVC-SYS-002']).to.include(codeOf(beside));
    expect(dataOf(await run('measure'))).to.include({ bytes: 100 });
    expect(await threads.metrics()).to.match(/svc_gateway_threads_lost_total\{.*\} 1/);
  }).timeout(60_000);

  it('are told when nobody waits any more', async () => {
    const caller = new AbortController();
    const answer = run('hold', 100, 'ten_one', caller.signal);
    expect(await isOver(answer)).to.equal(false);
    caller.abort();
    expect(dataOf(await answer)).to.deep.equal({ aborted: true });
  });

  it('add their metrics to those of the process', async () => {
    expect(await threads.metrics())
      .to.include('svc_build_info')
      .and.not.to.include('svc_of_a_thread');
    await run('measure');
    await run('measure');
    const text = await threads.metrics();
    expect(text)
      .to.include('svc_build_info')
      .and.to.match(/svc_of_a_thread(\{.*\})? [12]/);
  });
});
