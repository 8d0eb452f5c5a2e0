import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { deadlinesFor, methodPolicies } from '#gateway/compose';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { pricing } from '#proto/services';
import { openRetryBudget } from '#services/rpc/attempts';
import { clientMetrics, createClient, type ServiceClient } from '#services/rpc/client';
import type { MethodPolicy } from '#services/rpc/method-table';
import { resolveAddresses } from '#services/rpc/resolve';
import type { GrpcServer } from '#services/rpc/server';
import type { Computed } from '#services/rpc/unary';
import { SECRET, servePricing } from '#test/support/pricing-server';
import { openWire, type Wire } from '#test/support/wire';
import { pause } from '../../support/service.js';

const caller = callerOf(UNKNOWN_IDENTITY, '0190a1b2-0000-7000-8000-000000000000');

/** A replica behind a wire that a test can cut, or stop without cutting it. */
interface Replica {
  readonly server: GrpcServer;
  readonly wire: Wire;
  calls: number;
  /** Those that have ended, whether or not somebody still waited for them. */
  ended: number;
  /** Milliseconds that it takes to answer. */
  delayMs: number;
  /** True where each of its calls ends as an unforeseen error. */
  broken: boolean;
  stop(): void;
}

async function startReplica(name: string): Promise<Replica> {
  const state = { calls: 0, ended: 0, delayMs: 0, broken: false };
  const server = await servePricing({
    describeContract: async (_request, { charge }) => {
      state.calls++;
      if (state.delayMs > 0) await pause(state.delayMs);
      if (state.broken) throw new Error('broken');
      charge?.(7.25);
      state.ended++;
      return { description: name };
    },
  });
  const wire = await openWire(server.port);
  return Object.assign(state, {
    server,
    wire,
    stop: () => {
      for (const socket of wire.sockets) socket.unpipe().pause();
    },
  });
}

describe('the replicas of a service', () => {
  let one: Replica;
  let other: Replica;
  let service: ServiceClient<typeof pricing>;
  let registry: client.Registry;

  beforeEach(async () => {
    [one, other] = [await startReplica('one'), await startReplica('other')];
    registry = new client.Registry();
  });
  afterEach(async () => {
    service.close();
    for (const { server, wire } of [one, other]) {
      wire.close();
      await server.drain(0);
    }
  });

  async function connect(policy: Partial<MethodPolicy>, computed: Computed = () => undefined) {
    const { pricing: policies } = methodPolicies(deadlinesFor(60_000));
    const all = { ...policies, describeContract: { ...policies.describeContract, deadlineMs: 5_000, ...policy } };
    const address = [one, other].map(({ wire }) => `127.0.0.1:${wire.port}`).join();
    service = createClient(pricing, { service: 'pricing', address, secret: SECRET, policies: all, computed }, clientMetrics(registry));
    while (one.wire.sockets.size < 2 || other.wire.sockets.size < 2 || !service.ready()) await pause(5);
    await pause(50);
  }
  const ask = (): Promise<string> =>
    service.call.describeContract({}, { caller }).then(
      ({ description }) => description,
      (error) => (error instanceof CallFailure ? status[error.code] : String(error)),
    );

  it('tell the thread time of each tenant with the answers, that of a run whose caller has gone with the next one', async () => {
    const told: [string, number][] = [];
    await connect({ transport: 'unary' }, (...spent) => told.push(spent));
    const tenant = (tenantId: string) => ({ caller: { ...caller, tenantId } });
    await other.server.drain(0);
    const { describeContract } = service.call;
    await describeContract({}, tenant('ten_a'));
    await describeContract({}, tenant('ten_b'));
    one.delayMs = 300;
    const gone = new AbortController();
    const abandoned = describeContract({}, { ...tenant('ten_a'), signal: gone.signal }).catch(() => undefined);
    while (one.calls < 3) await pause(5);
    gone.abort();
    await abandoned;
    while (one.ended < 3) await pause(5);
    one.delayMs = 0;
    await describeContract({}, tenant('ten_b'));
    await describeContract({}, tenant('ten_a'));
    expect(told).to.deep.equal([
      ['ten_a', 7],
      ['ten_b', 7],
      ['ten_b', 7],
      ['ten_a', 14],
    ]);
  });

  it('tell the thread time of calls on the exchange, what is less than a millisecond with a later one', async () => {
    const told: [string, number][] = [];
    await connect({ transport: 'exchange' }, (...spent) => told.push(spent));
    await other.server.drain(0);
    for (let call = 0; call < 4; call++) await service.call.describeContract({}, { caller: { ...caller, tenantId: 'ten_a' } });
    expect(told).to.deep.equal([7, 7, 7, 8].map((ms) => ['ten_a', ms]));
  });

  for (const transport of ['unary', 'exchange'] as const) {
    describe(`by ${transport}`, () => {
      it('share the calls', async () => {
        await connect({ transport });
        await Promise.all(Array.from({ length: 100 }, ask));
        expect(one.calls).to.be.within(20, 80);
        expect(one.calls + other.calls).to.equal(100);
      });

      it('lose no call when one of them hangs: those that it has are answered by the other within a second', async () => {
        await connect({ transport });
        for (const each of [one, other]) each.delayMs = 20;
        const calls = Array.from({ length: 20 }, ask);
        one.stop();
        const startedAt = performance.now();
        expect(new Set(await Promise.all(calls))).to.deep.equal(new Set(['other']));
        // Within a second; the rest is for a machine that does other things meanwhile. Their deadline is later.
        expect(performance.now() - startedAt).to.be.below(2_500);
        // And later ones are not sent to it.
        const start = performance.now();
        expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).to.deep.equal(new Set(['other']));
        // One that was would wait for three checks of 200 ms.
        expect(performance.now() - start).to.be.below(550);
      });

      it('leave a call that must not be repeated where it is', async () => {
        await connect({ transport, retry: 'never', deadlineMs: 1_500 });
        for (const each of [one, other]) each.delayMs = 20;
        const calls = Array.from({ length: 20 }, ask);
        one.stop();
        expect(await Promise.all(calls)).to.include('DEADLINE_EXCEEDED');
        expect(one.calls + other.calls).to.be.at.most(20);
      });

      it('answer a look-up from the other one where the first is slow', async () => {
        await connect({ transport, retry: 'hedged' });
        one.delayMs = 2_000;
        const startedAt = performance.now();
        const answers = await Promise.all(Array.from({ length: 8 }, ask));
        expect(new Set(answers)).to.deep.equal(new Set(['other']));
        expect(performance.now() - startedAt).to.be.within(100, 1_900);
      });

      it('send no calls to one that has failed five in a row, for a while', async () => {
        await connect({ transport });
        one.broken = true;
        const answers: string[] = [];
        while (answers.filter((answer) => answer === 'UNKNOWN').length < 5) answers.push(await ask());
        const callsBefore = one.calls;
        expect(new Set(await Promise.all(Array.from({ length: 100 }, ask)))).to.deep.equal(new Set(['other']));
        expect(one.calls).to.equal(callsBefore);
      });

      it('lose no call when one of them drains, not even one that must not be repeated', async () => {
        await connect({ transport, retry: 'never' });
        for (const each of [one, other]) each.delayMs = 5;
        const answers: Promise<string>[] = [];
        let drained = false;
        const draining = pause(50)
          .then(() => one.server.drain(5_000))
          .then(() => {
            drained = true;
          });
        while (!drained) {
          answers.push(ask(), ask(), ask());
          await pause(1);
        }
        await draining;
        answers.push(ask());
        expect((await Promise.all(answers)).filter((answer) => answer !== 'one' && answer !== 'other')).to.deep.equal([]);
        expect(await answers.at(-1)).to.equal('other');
      });
    });
  }

  it('are not called again beyond a tenth of the calls, however many connections are lost', async () => {
    await connect({ transport: 'exchange' });
    for (const each of [one, other]) each.delayMs = 1_000;
    const calls = Array.from({ length: 200 }, ask);
    await pause(100);
    for (const { wire } of [one, other]) wire.drop();
    expect((await Promise.all(calls)).filter((answer) => answer === 'UNAVAILABLE').length).to.be.at.least(200 - 30);
    // Ten that a new client has, and a tenth of 200.
    expect(one.calls + other.calls).to.be.at.most(200 + 30);
    const counted = await registry.getSingleMetricAsString('svc_grpc_client_repetitions_total');
    expect(Number(/why="over_budget"} (\d+)/.exec(counted)?.[1])).to.be.at.least(150);
  });
});

describe('the budget for repeated calls', () => {
  it('is a tenth of the calls, saved up to a bound', () => {
    const budget = openRetryBudget();
    const spendAll = () => {
      let spent = 0;
      while (budget.spend()) spent++;
      return spent;
    };
    expect(spendAll()).to.equal(10);
    for (let call = 0; call < 505; call++) budget.earn();
    expect(spendAll()).to.equal(50);
    for (let call = 0; call < 100_000; call++) budget.earn();
    expect(spendAll()).to.equal(100);
  });
});

describe('the addresses of a service', () => {
  it('are those of all its names, and change with them', async () => {
    const told: string[] = [];
    let hosts = ['10.0.0.1'];
    const resolution = resolveAddresses(
      'dns:///pricing:50051,[::1]:7',
      (addresses) => told.push(addresses.map(({ host, port }) => `${host} ${port}`).join()),
      async () => hosts,
    );
    await pause(300);
    hosts = ['10.0.0.1', '10.0.0.2'];
    resolution.refresh();
    await pause(300);
    // A name service that knows nobody any more is not believed.
    hosts = [];
    resolution.refresh();
    await pause(10);
    resolution.stop();
    expect(told).to.deep.equal(['10.0.0.1 50051,::1 7', '10.0.0.1 50051,10.0.0.2 50051,::1 7']);
  });
});
