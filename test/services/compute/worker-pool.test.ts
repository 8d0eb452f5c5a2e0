import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { EngineFailure } from '#engine';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { CalibrationTask } from '#services/calibration/calibration-worker';
import { openWorkerPool, type WorkerPool } from '#services/compute/worker-pool';
import { numCases } from '#test/support/effort';
import { pause } from '#test/support/service';
import type { PartTask } from './part-worker.js';

const today = '2026-01-05';
const method = 'calibrateHeston' as const;
const quotes = [0.5, 1].flatMap((time) =>
  [80, 90, 100, 110, 120].map((strike, i) => ({ strike, time, impliedVolatility: 0.25 - 0.01 * i })),
);
const task = { method, bodyJson: JSON.stringify({ spot: 100, rate: 0.02, quotes }), today };
/** Two thousand expiries of one quote each, of a shape that Heston cannot have: seconds of work. */
const long = {
  method,
  bodyJson: JSON.stringify({
    spot: 100,
    rate: 0.02,
    quotes: Array.from({ length: 2_000 }, (_, i) => ({
      strike: 90 + (i % 7) * 3,
      time: 1 + i / 1_000,
      impliedVolatility: 0.2 + 0.05 * Math.sin(i),
    })),
  }),
  today,
};
const call = (signal = new AbortController().signal) => ({ caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId: 't' }, 'c'), signal });
const failureOf = (run: Promise<unknown>): Promise<Error> =>
  run.then(
    () => expect.fail('it answered'),
    (error: Error) => error,
  );

const errors: string[] = [];
const log = { error: (...[, message]: unknown[]) => void errors.push(String(message)) };

describe('computations on worker threads', () => {
  let pool: WorkerPool<CalibrationTask>;
  beforeEach(() => {
    const registry = new client.Registry();
    const worker = new URL('../../../services/calibration/calibration-worker.js', import.meta.url);
    pool = openWorkerPool({ worker, threads: 1, maxWaiting: 1, tasks: 'calibrations', registry, log, outOfMemory: 'calibration' });
  });
  afterEach(() => pool.close());

  it('return the result of the engine, and fail as it does, with every fault', async () => {
    expect(JSON.parse((await pool.run(task, call())).resultJson)).to.include({ converged: true });
    const failure = await failureOf(pool.run({ method, bodyJson: JSON.stringify({ spot: -1, rate: 0.02, quotes }), today }, call()));
    expect(failure).to.be.instanceOf(EngineFailure);
    expect(failure).to.deep.include({ kind: 'invalid', faults: [{ pointer: '/spot', reason: 'must be above 0; got -1' }] });
    expect(await failureOf(pool.run({ method, bodyJson: '{', today }, call()))).to.include({
      kind: 'invalid',
      message: 'the body is not JSON',
    });
  });

  it('fail where they need more memory than a thread has, and the next one is computed', async () => {
    const registry = new client.Registry();
    const worker = new URL('./hungry-worker.js', import.meta.url);
    const hungry = openWorkerPool({ worker, threads: 1, maxWaiting: 1, tasks: 'tasks', registry, log, outOfMemory: 'cost', heapMib: 32 });
    for (const _ of [1, 2]) {
      const failure = await failureOf(hungry.run({}, call()));
      expect(failure).to.be.instanceOf(EngineFailure);
      expect(failure).to.include({ kind: 'cost', message: 'the computation needs more than the 32 MiB of memory that one may have' });
    }
    await hungry.close();
  });

  it('stop when their caller has gone, and the next one is computed', async () => {
    const caller = new AbortController();
    const stopped = failureOf(pool.run(long, call(caller.signal)));
    setTimeout(() => caller.abort(), 50);
    const failure = await stopped;
    expect(failure).to.be.instanceOf(CallFailure);
    expect((failure as CallFailure).code).to.equal(status.CANCELLED);
    expect(JSON.parse((await pool.run(task, call())).resultJson)).to.include({ converged: true });
  });

  it('are ready when a thread has answered, and not where no thread can load its file, which the log says', async () => {
    await pool.ping();
    errors.length = 0;
    const absent = openWorkerPool<CalibrationTask>({
      worker: new URL('./no-such-worker.js', import.meta.url),
      ...{ threads: 1, maxWaiting: 1, tasks: 'calibrations', registry: new client.Registry(), log, outOfMemory: 'calibration' },
    });
    // The first thread starts without a task.
    while (errors.length === 0) await pause(10);
    expect(errors).to.include('a thread for calibrations failed');
    const failure = await failureOf(absent.ping().then(() => 'answered'));
    expect(failure.message).to.include('no-such-worker.js');
    const closed = absent.close();
    // Meanwhile the thread that took the place of the first fails too, and nobody waits for it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await closed;
  });

  it('may be stopped while a thread starts, and the process lives', async () => {
    const script = fileURLToPath(new URL('./stopped-starts.js', import.meta.url));
    const numPools = numCases(60, 8);
    const { stdout } = await promisify(execFile)(process.execPath, [script, String(numPools)]);
    expect(Number(stdout)).to.equal(numPools);
  }).timeout(120_000);

  describe('of which the parts are computed one by one', () => {
    const worker = new URL('./part-worker.js', import.meta.url);
    const tasks = Array.from({ length: 40 }, (_, part) => ({ part }));
    let parts: WorkerPool<PartTask>;
    beforeEach(() => {
      const registry = new client.Registry();
      parts = openWorkerPool({ worker, threads: 2, maxWaiting: 1, tasks: 'tasks', registry, log, outOfMemory: 'cost' });
    });
    afterEach(() => parts.close());

    it('give all parts in order, though more wait than may wait', async () => {
      const three = await Promise.all([1, 2, 3].map(() => parts.runParts(tasks, call())));
      for (const each of three) expect(each).to.deep.equal(tasks.map(({ part }) => part));
    });

    it('fail as the part that fails, and the parts after it are not computed', async () => {
      const charged: number[] = [];
      const failing = tasks.map((each, index) => (index === 5 ? { part: 'none' as const } : each));
      const failure = await parts.runParts(failing, { ...call(), charge: (ms) => charged.push(ms) }).catch((error: Error) => error);
      expect(failure).to.be.instanceOf(EngineFailure);
      expect(failure).to.include({ kind: 'pricing', message: 'this part cannot be computed' });
      await parts.runParts(tasks.slice(0, 5), call());
      // The one that fails, those before it, and what was under way beside it.
      expect(charged.length).to.be.within(6, 9);
    });
  });

  it('are refused as busy while as many wait as may wait', async () => {
    const caller = new AbortController();
    const waiting = [failureOf(pool.run(long, call(caller.signal)))];
    waiting.push(failureOf(pool.run(long, call(caller.signal))));
    const third = (await failureOf(pool.run(task, call()))) as CallFailure;
    expect(third.code).to.equal(status.UNAVAILABLE);
    expect(third.message).to.include('1 calibrations wait already');
    caller.abort();
    for (const failure of await Promise.all(waiting)) expect((failure as CallFailure).code).to.equal(status.CANCELLED);
  });
});
