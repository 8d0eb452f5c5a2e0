import { setMaxListeners } from 'node:events';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { Busy } from '#proto/failure';
import type { CallContext } from '#proto/services';
import { openRunQueue } from '#services/compute/run-queue';
import { pause } from '../../support/service.js';

/** Callers that never go share one signal, on which each run that waits listens. */
const never = new AbortController().signal;
setMaxListeners(0, never);

const callOf = (tenantId: string, tier = 'enterprise', more: Partial<CallContext> = {}): CallContext => ({
  caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId, tier }, 'c'),
  signal: never,
  ...more,
});
const ownCall = callOf('ten_a');

describe('the run queue', () => {
  /** Runs that end when they are told to. */
  function held({ concurrency = 2, reserved = 0, aside = { own: 0, all: 0 }, maxWaiting = 3 } = {}) {
    const begun: string[] = [];
    const registry = new client.Registry();
    const finish = new Map<string, () => void>();
    const queue = openRunQueue({ concurrency, reserved, aside, maxWaiting, runs: 'runs', registry });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      begun,
      /** The samples of a metric of the queue, by their names and labels. */
      metric: async (name: string): Promise<readonly string[]> =>
        (await registry.getSingleMetricAsString(`svc_queue_${name}`)).split('\n').filter((line) => line.startsWith('svc')),
      settle,
      start: (name: string, call = ownCall, continues = false, kind = ''): Promise<string> =>
        queue
          .run(
            call,
            async () => {
              begun.push(name);
              await new Promise<void>((resolve) => finish.set(name, resolve));
              return name;
            },
            continues,
            kind,
          )
          .catch(
            ({ code, message, retryAfterS }: Busy) => `${status[code]}: ${message}${retryAfterS === undefined ? '' : `; ${retryAfterS} s`}`,
          ),
      end: (name: string) => {
        finish.get(name)?.();
        return settle();
      },
    };
  }

  it('runs at most as many at once as its concurrency, the others of a tenant in the order in which they came', async () => {
    const { begun, start, end, settle } = held();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name));
    await settle();
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b');
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd', 'e']) await end(name);
    expect(begun).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(await Promise.all(all)).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  });

  it('counts the runs that wait, how long they wait and those that it refuses', async () => {
    const { metric, start, end, settle } = held({ concurrency: 1, maxWaiting: 1 });
    const all = ['a', 'b', 'c'].map((name) => start(name));
    await settle();
    expect(await all[2]).to.match(/^UNAVAILABLE: 1 runs wait already/);
    await pause(20);
    expect(await metric('waiting')).to.deep.equal(['svc_queue_waiting{queue="runs"} 1']);
    expect(await metric('refusals_total')).to.deep.equal(['svc_queue_refusals_total{queue="runs"} 1']);
    const [longest = ''] = await metric('longest_wait_seconds');
    expect(Number(longest.split(' ')[1])).to.be.within(0.015, 60);
    for (const name of ['a', 'b']) await end(name);
    expect(await metric('longest_wait_seconds')).to.deep.equal(['svc_queue_longest_wait_seconds{queue="runs"} 0']);
    expect(await metric('waiting')).to.deep.equal(['svc_queue_waiting{queue="runs"} 0']);
    const waits = await metric('wait_seconds');
    expect(waits).to.include('svc_queue_wait_seconds_count{queue="runs"} 2');
    // The first began at once, the second after the pause.
    expect(waits).to.include('svc_queue_wait_seconds_bucket{le="0.01",queue="runs"} 1');
  });

  it('lets the tenants take turns, by the weight of their tiers', async () => {
    const { begun, start, end, settle } = held({ concurrency: 1, maxWaiting: 100 });
    void start('first');
    const names = (prefix: string) => Array.from({ length: 6 }, (_, index) => `${prefix}${index}`);
    for (const name of names('f')) void start(name, callOf('ten_free', 'free'));
    for (const name of names('p')) void start(name, callOf('ten_pro', 'pro'));
    await settle();
    for (let turn = 0; turn < 9; turn++) await end(begun[turn]!);
    // Twice as many of the tier of twice the weight, however many of the other came before.
    expect(begun.slice(1, 10).filter((name) => name.startsWith('p'))).to.have.length(6);
    expect(begun.slice(1, 4).filter((name) => name.startsWith('f'))).to.have.length(1);
  });

  it('makes the runs of one computation before those of a later one of its tenant', async () => {
    const { begun, start, end, settle } = held({ concurrency: 1, maxWaiting: 100 });
    const [first, second] = [callOf('ten_a'), callOf('ten_a')];
    void start('first 0', first);
    void start('second 0', second);
    for (const part of [1, 2]) void start(`first ${part}`, first, true);
    void start('second 1', second, true);
    await settle();
    for (let turn = 0; turn < 5; turn++) await end(begun[turn]!);
    expect(begun).to.deep.equal(['first 0', 'first 1', 'first 2', 'second 0', 'second 1']);
  });

  it('lets short computations of a tenant pass one that has had its turn and makes one run after the other, every second time', async () => {
    const { begun, start, end, settle } = held({ concurrency: 1, maxWaiting: 100 });
    const [long, alike] = [callOf('ten_a'), callOf('ten_a')];
    void start('long 0', long);
    await settle();
    await pause(1_050);
    for (const part of [1, 2, 3]) void start(`long ${part}`, long, true);
    for (const part of [0, 1]) void start(`alike ${part}`, alike);
    void start('short', callOf('ten_a'));
    for (let turn = 0; turn < 7; turn++) await end(begun[turn]!);
    expect(begun).to.deep.equal(['long 0', 'alike 0', 'long 1', 'alike 1', 'long 2', 'short', 'long 3']);
  });

  it('begins the runs of a short kind before those of a long one that came earlier, every second time', async () => {
    const { begun, start, end, settle } = held({ concurrency: 1, maxWaiting: 100 });
    const startOne = (name: string, kind: string) => void start(name, callOf('ten_a'), false, kind);
    startOne('long 0', 'long');
    await settle();
    await pause(60);
    await end('long 0');
    startOne('short 0', 'short');
    await settle();
    for (const index of [1, 2, 3]) startOne(`long ${index}`, 'long');
    for (const index of [1, 2, 3]) startOne(`short ${index}`, 'short');
    startOne('new', 'of which nothing is known');
    await end('short 0');
    for (let turn = 2; turn < 8; turn++) await end(begun[turn]!);
    // A kind of which nothing is known counts as the mean of the tenant.
    expect(begun.slice(2)).to.deep.equal(['short 1', 'long 1', 'short 2', 'long 2', 'short 3', 'long 3', 'new']);
  });

  it('does not refuse a short computation for the runs of its tenant that it may pass', async () => {
    const { begun, start, end, settle } = held({ concurrency: 1, maxWaiting: 100 });
    const long = callOf('ten_a');
    void start('long 0', long);
    await settle();
    await pause(1_050);
    const parts = Array.from({ length: 20 }, (_, part) => `long ${part + 1}`);
    for (const part of parts) void start(part, long, true);
    // The 20 runs before it take a second each, as far as is known.
    const short = start('short', callOf('ten_a', 'enterprise', { endsAt: performance.now() + 5_000 }));
    await settle();
    await end('long 0');
    expect(begun).to.deep.equal(['long 0', 'short']);
    await end('short');
    expect(await short).to.equal('short');
  });

  it('lets one tenant of a lower tier take half of the places', async () => {
    const { begun, start, settle } = held({ concurrency: 4, maxWaiting: 100 });
    for (const name of ['a', 'b', 'c', 'd']) void start(name, callOf('ten_free', 'free'));
    await settle();
    expect(begun).to.deep.equal(['a', 'b']);
    void start('e', callOf('ten_other', 'free'));
    await settle();
    expect(begun).to.deep.equal(['a', 'b', 'e']);
  });

  it('keeps places for the higher tiers that the lower ones cannot take', async () => {
    const { begun, start, settle } = held({ concurrency: 2, reserved: 2, maxWaiting: 100 });
    for (const tenant of ['ten_1', 'ten_2', 'ten_3']) void start(tenant, callOf(tenant, 'free'));
    await settle();
    expect(begun).to.deep.equal(['ten_1', 'ten_2']);
    for (const tenant of ['ten_4', 'ten_5', 'ten_6']) void start(tenant, callOf(tenant, 'enterprise'));
    await settle();
    expect(begun).to.deep.equal(['ten_1', 'ten_2', 'ten_4', 'ten_5']);
  });

  it('lets runs pass those that have had a second, as many as may go on beside them', async () => {
    const { begun, start, end, settle } = held({ concurrency: 1, aside: { own: 2, all: 3 }, maxWaiting: 10 });
    const all = ['a', 'b', 'c', 'd'].map((name) => start(name));
    const other = start('other', callOf('ten_b'));
    await settle();
    expect(begun).to.deep.equal(['a']);
    await pause(1_400);
    expect(begun).to.deep.equal(['a', 'b']);
    await pause(1_200);
    // The place goes to the other tenant, which has used less.
    expect(begun).to.deep.equal(['a', 'b', 'other']);
    await end('other');
    await pause(2_000);
    // Two of the tenant go on, and a third has no room beside them.
    expect(begun).to.deep.equal(['a', 'b', 'other', 'c']);
    await end('a');
    await pause(400);
    expect(begun).to.deep.equal(['a', 'b', 'other', 'c', 'd']);
    for (const name of ['d', 'b', 'c']) await end(name);
    expect(await Promise.all([...all, other])).to.deep.equal(['a', 'b', 'c', 'd', 'other']);
  });

  it('refuses runs that go on aside once they can no longer meet their deadlines, and tells their work to stop', async () => {
    const registry = new client.Registry();
    const queue = openRunQueue({ concurrency: 1, reserved: 0, aside: { own: 3, all: 3 }, maxWaiting: 3, runs: 'runs', registry });
    let end = () => {};
    const first = queue.run(ownCall, () => new Promise<void>((resolve) => (end = resolve)));
    const call = callOf('ten_a', 'enterprise', { endsAt: performance.now() + 6_000 });
    const stopped = queue.run(
      call,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const next = queue.run(ownCall, async () => 'next');
    const startedAt = performance.now();
    const reason = await stopped.catch(({ message, retryAfterS }: Busy) => `${message}; ${retryAfterS} s`);
    expect(reason).to.match(/^the runs before this one leave too little of its deadline; \d s$/);
    // The first has taken longer than what is left of the deadline.
    expect(performance.now() - startedAt).to.be.within(2_000, 4_500);
    expect(await next).to.equal('next');
    end();
    await first;
  });

  it('refuses a run when as many wait as may wait', async () => {
    const { start, end } = held();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name));
    expect(await start('f')).to.equal('UNAVAILABLE: 3 runs wait already; 1 s');
    for (const name of ['a', 'b', 'c', 'd', 'e']) await end(name);
    await Promise.all(all);
  });

  it('refuses the newest run of the tenant with the most waiting, where another tenant’s run finds the queue full', async () => {
    const { begun, start, end } = held({ concurrency: 1 });
    const all = ['a', 'b', 'c', 'd'].map((name) => start(name, callOf('ten_free', 'free')));
    const other = start('other', callOf('ten_pro', 'pro'));
    expect(await all[3]).to.equal('UNAVAILABLE: 3 runs wait already; 1 s');
    for (const name of ['a', 'b', 'other', 'c']) await end(name);
    for (const name of ['a', 'b', 'other', 'c']) await end(name);
    expect(await other).to.equal('other');
    expect(begun).to.have.members(['a', 'b', 'c', 'other']);
  });

  it('lets further parts of an accepted computation wait, however many do, and refuses none of them for another tenant’s run', async () => {
    const { begun, start, end } = held({ concurrency: 1, maxWaiting: 2 });
    const free = callOf('ten_free', 'free');
    const first = start('first', free);
    const parts = ['a', 'b', 'c'].map((name) => start(name, free, true));
    const whole = start('whole', free);
    expect(await whole).to.equal('UNAVAILABLE: 3 runs wait already; 1 s');
    // Only parts wait: the other tenant's run is refused in their place.
    expect(await start('other', callOf('ten_pro', 'pro'))).to.equal('UNAVAILABLE: 3 runs wait already; 1 s');
    for (const name of ['first', 'a', 'b', 'c']) await end(name);
    expect(await Promise.all([first, ...parts])).to.deep.equal(['first', 'a', 'b', 'c']);
    expect(begun).to.deep.equal(['first', 'a', 'b', 'c']);
  });

  it('refuses a computation that waits for another tenant’s run, though a part of an accepted one came later', async () => {
    const { start, end } = held({ concurrency: 1, maxWaiting: 3 });
    const free = callOf('ten_free', 'free');
    const all = [start('a', free), start('b', free), start('c', free), start('part', free, true)];
    const other = start('other', callOf('ten_pro', 'pro'));
    expect(await all[2]).to.equal('UNAVAILABLE: 3 runs wait already; 1 s');
    for (let turn = 0; turn < 2; turn++) for (const name of ['a', 'b', 'other', 'part']) await end(name);
    expect(await Promise.all([all[0], all[1], all[3], other])).to.deep.equal(['a', 'b', 'part', 'other']);
  });

  it('refuses at once a run that could not meet its deadline, and says after how long to try again', async () => {
    const { start, end } = held({ concurrency: 1 });
    const first = start('first');
    await pause(600);
    await end('first');
    await first;
    const [running, waiting] = [start('a'), start('b')];
    // Its tenant's runs take 600 ms, and one waits before it.
    const startedAt = performance.now();
    expect(await start('c', callOf('ten_a', 'enterprise', { endsAt: startedAt + 900 }))).to.equal(
      'UNAVAILABLE: the runs before this one leave too little of its deadline; 1 s',
    );
    // Long before its deadline, and before a run has ended.
    expect(performance.now() - startedAt).to.be.below(450);
    const patient = start('d', callOf('ten_a', 'enterprise', { endsAt: performance.now() + 60_000 }));
    for (const name of ['a', 'b', 'd']) await end(name);
    expect(await Promise.all([running, waiting, patient])).to.deep.equal(['a', 'b', 'd']);
  });

  it('refuses a waiting run as soon as the runs under way have taken longer than what is left of its deadline', async () => {
    const { start, end } = held({ concurrency: 1 });
    const running = start('a');
    const startedAt = performance.now();
    expect(await start('b', callOf('ten_a', 'enterprise', { endsAt: startedAt + 3_000 }))).to.include('UNAVAILABLE');
    expect(performance.now() - startedAt).to.be.within(1_450, 2_900);
    await end('a');
    await running;
  });

  it('removes a waiting run that is cancelled, from any place', async () => {
    const { begun, start, end } = held();
    const caller = new AbortController();
    const all = [start('a'), start('b'), start('c'), start('d', callOf('ten_a', 'enterprise', { signal: caller.signal })), start('e')];
    caller.abort();
    expect(await all[3]).to.equal('CANCELLED: the caller has gone');
    for (const name of ['a', 'b', 'c', 'e']) await end(name);
    await Promise.all(all);
    expect(begun).to.deep.equal(['a', 'b', 'c', 'e']);
  });

  it('begins no run whose caller has gone already, and loses no place by it or by a run that fails', async () => {
    const queue = openRunQueue({ concurrency: 1, reserved: 0, maxWaiting: 1, runs: 'runs', registry: new client.Registry() });
    const codeOf = (run: Promise<unknown>) => run.then(String, ({ code, message }) => code ?? message);
    expect(await codeOf(queue.run(callOf('ten_a', 'free', { signal: AbortSignal.abort() }), async () => 1))).to.equal(status.CANCELLED);
    expect(await codeOf(queue.run(ownCall, () => Promise.reject(new Error('failed'))))).to.equal('failed');
    expect(await codeOf(queue.run(ownCall, async () => 1))).to.equal('1');
  });
});
