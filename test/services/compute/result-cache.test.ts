import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { EngineFailure } from '#engine';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import { ENTRY_CHARACTERS, FAILURE_LIFETIME_MS, openResultCache } from '#services/compute/result-cache';

const callOf = (tenantId = 't', signal = new AbortController().signal): CallContext => ({
  caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId }, 'c'),
  signal,
});

/** Room for two results of four characters, but not for a third. */
const ROOM = 2 * (ENTRY_CHARACTERS + 4);

/** A cache of what `compute` returns, whose clock advances by `tookMs` per computation. */
function counting(compute: (request: string, call: CallContext) => string | Promise<string>, { minComputeMs = 0, tookMs = 0 } = {}) {
  const computed: string[] = [];
  const registry = new client.Registry();
  const clock = { ms: 0 };
  const cached = openResultCache<{ readonly resultJson: string }>({
    maxCharacters: ROOM,
    minComputeMs,
    registry,
    now: () => clock.ms,
  });
  return {
    computed,
    clock,
    ask: (request: string, { call = callOf(), fresh = false } = {}) =>
      cached({ method: 'ask', content: [request], fresh }, call, async (shared) => {
        computed.push(request);
        clock.ms += tookMs;
        return { resultJson: await compute(request, shared) };
      }).then(({ resultJson }) => resultJson),
    outcomes: async () => {
      const metric = registry.getSingleMetric('svc_result_cache_total');
      if (metric === undefined) throw new Error('the cache counts nothing');
      const { values } = await metric.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    },
  };
}

const failureOf = (promise: Promise<string>): Promise<Error> =>
  promise.then(
    () => expect.fail('it answered'),
    (error: Error) => error,
  );

/** A computation that finishes when `finish` is called, and the signals that it was given. */
function held() {
  const signals: AbortSignal[] = [];
  let finish: (result: string) => void = () => undefined;
  const result = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const compute = (_request: string, { signal }: CallContext) => {
    signals.push(signal);
    return result;
  };
  return { finish, signals, compute };
}

describe('the result cache', () => {
  it('computes equal requests once, and counts hits and misses', async () => {
    const { ask, computed, outcomes } = counting((request) => `${request}!`);
    expect([await ask('a'), await ask('b'), await ask('a')]).to.deep.equal(['a!', 'b!', 'a!']);
    expect(computed).to.deep.equal(['a', 'b']);
    expect(await outcomes()).to.deep.equal({ hit: 1, miss: 2, shared: 0, fresh: 0 });
  });

  it('drops the least recently used result when it is full', async () => {
    const { ask, computed } = counting(() => '1234');
    for (const request of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(request);
    expect(computed).to.deep.equal(['a', 'b', 'c', 'b']);
  });

  it('answers a request whose result is larger than the cache, and does not store it', async () => {
    const { ask, computed } = counting(() => 'x'.repeat(ROOM));
    expect(await ask('a')).to.have.length(ROOM);
    await ask('a');
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('does not store a result that took less than the minimum time', async () => {
    for (const [tookMs, times] of [
      [0.9, 2],
      [1, 1],
    ] as const) {
      const { ask, computed } = counting(() => '1', { minComputeMs: 1, tookMs });
      await ask('a');
      await ask('a');
      expect(computed).to.have.length(times);
    }
  });

  it('gives no tenant the results of another', async () => {
    const { ask, computed } = counting(() => '1');
    await ask('a', { call: callOf('one') });
    await ask('a', { call: callOf('two') });
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('computes again for a replay, and leaves its entries as they are', async () => {
    let run = 0;
    const { ask, outcomes } = counting(() => String(run++));
    expect([await ask('a'), await ask('a', { fresh: true }), await ask('a')]).to.deep.equal(['0', '1', '0']);
    expect(await outcomes()).to.deep.equal({ hit: 1, miss: 1, shared: 0, fresh: 1 });
  });

  it('computes once for equal requests that arrive together', async () => {
    const { compute, finish } = held();
    const { ask, computed, outcomes } = counting(compute);
    const answers = [ask('a'), ask('a'), ask('a')];
    finish('1234');
    expect(await Promise.all(answers)).to.deep.equal(['1234', '1234', '1234']);
    expect(computed).to.deep.equal(['a']);
    expect(await outcomes()).to.deep.equal({ hit: 0, miss: 1, shared: 2, fresh: 0 });
    // Its size is counted once, so another result still fits beside it.
    await ask('b');
    await ask('a');
    expect(computed).to.deep.equal(['a', 'b']);
  });

  it('cancels one caller without affecting the others that share a computation', async () => {
    const { compute, finish, signals } = held();
    const { ask } = counting(compute);
    const first = new AbortController();
    const abandoned = failureOf(ask('a', { call: callOf('t', first.signal) }));
    const stayed = ask('a');
    first.abort();
    expect(((await abandoned) as CallFailure).code).to.equal(status.CANCELLED);
    expect(signals[0]!.aborted).to.equal(false);
    finish('1234');
    expect(await stayed).to.equal('1234');
  });

  it('stops a computation when its last caller has gone, and begins again for the next', async () => {
    const { compute, finish, signals } = held();
    const { ask, computed } = counting(compute);
    const caller = new AbortController();
    const abandoned = failureOf(ask('a', { call: callOf('t', caller.signal) }));
    caller.abort();
    await abandoned;
    expect(signals[0]!.aborted).to.equal(true);
    const next = ask('a');
    finish('1234');
    expect(await next).to.equal('1234');
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('computes nothing for a caller who has gone already', async () => {
    const { ask, computed } = counting(() => '1');
    expect(((await failureOf(ask('a', { call: callOf('t', AbortSignal.abort()) }))) as CallFailure).code).to.equal(status.CANCELLED);
    expect(computed).to.deep.equal([]);
  });

  it('caches a failed calculation for a limited time, because it would fail again', async () => {
    const { ask, computed, clock } = counting(() => {
      throw new EngineFailure('calibration', 'swap 10Y cannot be fitted');
    });
    for (let i = 0; i < 2; i++) expect((await failureOf(ask('a'))).message).to.equal('swap 10Y cannot be fitted');
    expect(computed).to.have.length(1);
    clock.ms += FAILURE_LIFETIME_MS;
    await failureOf(ask('a'));
    expect(computed).to.have.length(2);
  });

  it('caches no failure that may not happen again', async () => {
    const failures = [
      new EngineFailure('cancelled', 'no'),
      new EngineFailure('device', 'no'),
      new CallFailure(status.UNAVAILABLE, 'no'),
      new Error('no'),
    ];
    for (const failure of failures) {
      const { ask, computed } = counting(() => Promise.reject(failure));
      for (let i = 0; i < 2; i++) expect(await failureOf(ask('a'))).to.equal(failure);
      expect(computed).to.have.length(2);
    }
  });
});
