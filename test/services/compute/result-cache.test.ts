import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { EngineFailure } from '#engine';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import { ENTRY_CHARACTERS, FAILURE_KEPT_MS, openRecall } from '#services/compute/result-cache';

const callOf = (tenantId = 't', signal = new AbortController().signal): CallContext => ({
  caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId }, 'c'),
  signal,
});

/** Room for two answers of four characters and no third. */
const ROOM = 2 * (ENTRY_CHARACTERS + 4);

/** A recall whose clock stands still unless it is told, and which answers with what `answer` gives. */
function counting(answer: (question: string, call: CallContext) => string | Promise<string>, { worthKeepingMs = 0, tookMs = 0 } = {}) {
  const computed: string[] = [];
  const registry = new client.Registry();
  const clock = { ms: 0 };
  const recalled = openRecall<string>({
    methods: ['ask'],
    maxCharacters: ROOM,
    charactersOf: ({ length }) => length,
    worthKeepingMs,
    registry,
    now: () => clock.ms,
  });
  return {
    computed,
    clock,
    ask: (question: string, { call = callOf(), fresh = false } = {}) =>
      recalled({ method: 'ask', content: [question], fresh }, call, (shared) => {
        computed.push(question);
        clock.ms += tookMs;
        return answer(question, shared);
      }),
    outcomes: async () => {
      const { values } = await registry.getSingleMetric('svc_recall_total')!.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    },
  };
}

const failureOf = (asked: Promise<string>): Promise<Error> =>
  asked.then(
    () => expect.fail('it answered'),
    (error: Error) => error,
  );

/** An answer that comes when it is told to, and knows whether it was cancelled. */
function held() {
  const signals: AbortSignal[] = [];
  let tell!: (answer: string) => void;
  const told = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const answer = (_question: string, { signal }: CallContext) => {
    signals.push(signal);
    return told;
  };
  return { tell, signals, answer };
}

describe('recall', () => {
  it('computes the same question once, and counts hits and misses', async () => {
    const { ask, computed, outcomes } = counting((question) => `${question}!`);
    expect([await ask('a'), await ask('b'), await ask('a')]).to.deep.equal(['a!', 'b!', 'a!']);
    expect(computed).to.deep.equal(['a', 'b']);
    expect(await outcomes()).to.deep.equal({ hit: 1, miss: 2, shared: 0, fresh: 0 });
  });

  it('lets go of what was not asked for longest once its room is full', async () => {
    const { ask, computed } = counting(() => '1234');
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(question);
    expect(computed).to.deep.equal(['a', 'b', 'c', 'b']);
  });

  it('answers what is larger than its room, and does not keep it', async () => {
    const { ask, computed } = counting(() => 'x'.repeat(ROOM));
    expect(await ask('a')).to.have.length(ROOM);
    await ask('a');
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('does not keep what is computed again in no time', async () => {
    for (const [tookMs, times] of [
      [0.9, 2],
      [1, 1],
    ] as const) {
      const { ask, computed } = counting(() => '1', { worthKeepingMs: 1, tookMs });
      await ask('a');
      await ask('a');
      expect(computed).to.have.length(times);
    }
  });

  it('keeps tenants apart', async () => {
    const { ask, computed } = counting(() => '1');
    await ask('a', { call: callOf('one') });
    await ask('a', { call: callOf('two') });
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('computes anew for a replay, and leaves what is kept as it is', async () => {
    let run = 0;
    const { ask, outcomes } = counting(() => String(run++));
    expect([await ask('a'), await ask('a', { fresh: true }), await ask('a')]).to.deep.equal(['0', '1', '0']);
    expect(await outcomes()).to.deep.equal({ hit: 1, miss: 1, shared: 0, fresh: 1 });
  });

  it('computes once for all who ask at the same time', async () => {
    const { answer, tell } = held();
    const { ask, computed, outcomes } = counting(answer);
    const asked = [ask('a'), ask('a'), ask('a')];
    tell('1234');
    expect(await Promise.all(asked)).to.deep.equal(['1234', '1234', '1234']);
    expect(computed).to.deep.equal(['a']);
    expect(await outcomes()).to.deep.equal({ hit: 0, miss: 1, shared: 2, fresh: 0 });
    // Its room is counted once: another still fits beside it.
    await ask('b');
    await ask('a');
    expect(computed).to.deep.equal(['a', 'b']);
  });

  it('lets one caller go without taking the answer from the others', async () => {
    const { answer, tell, signals } = held();
    const { ask } = counting(answer);
    const first = new AbortController();
    const left = failureOf(ask('a', { call: callOf('t', first.signal) }));
    const stayed = ask('a');
    first.abort();
    expect(((await left) as CallFailure).code).to.equal(status.CANCELLED);
    expect(signals[0].aborted).to.equal(false);
    tell('1234');
    expect(await stayed).to.equal('1234');
  });

  it('stops when the last caller has gone, and begins anew for the next', async () => {
    const { answer, tell, signals } = held();
    const { ask, computed } = counting(answer);
    const caller = new AbortController();
    const left = failureOf(ask('a', { call: callOf('t', caller.signal) }));
    caller.abort();
    await left;
    expect(signals[0].aborted).to.equal(true);
    const next = ask('a');
    tell('1234');
    expect(await next).to.equal('1234');
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('computes nothing for a caller who has gone before', async () => {
    const { ask, computed } = counting(() => '1');
    expect(((await failureOf(ask('a', { call: callOf('t', AbortSignal.abort()) }))) as CallFailure).code).to.equal(status.CANCELLED);
    expect(computed).to.deep.equal([]);
  });

  it('remembers for a while a calculation that fails, as it would fail again', async () => {
    const { ask, computed, clock } = counting(() => {
      throw new EngineFailure('calibration', 'swap 10Y cannot be fitted');
    });
    for (let i = 0; i < 2; i++) expect((await failureOf(ask('a'))).message).to.equal('swap 10Y cannot be fitted');
    expect(computed).to.have.length(1);
    clock.ms += FAILURE_KEPT_MS;
    await failureOf(ask('a'));
    expect(computed).to.have.length(2);
  });

  it('remembers no failure that another time may not meet', async () => {
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
