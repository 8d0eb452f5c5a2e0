import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { deadlinesFor, methodPolicies } from '#gateway/compose';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import { pricing } from '#services/pricing/methods';
import { clientMetrics, createClient, type ServiceClient } from '#services/rpc/client';
import type { MethodPolicy } from '#services/rpc/method-table';
import type { GrpcServer } from '#services/rpc/server';
import { SECRET, servePricing } from '#test/support/pricing-server';
import { openWire, type Wire } from '#test/support/wire';

const caller = callerOf(UNKNOWN_IDENTITY, '0190a1b2-0000-7000-8000-000000000000');

describe('a client of a service', () => {
  let server: GrpcServer;
  const clients: ServiceClient<object>[] = [];
  /** Stands between client and server, so that a test can cut their connections. */
  let wire: Wire;
  /** Calls of the method that never answers. */
  let unanswered: CallContext[];
  /** Attempts of the other method; of the next ones, how many lose their connection and how many are refused. */
  let arrived: CallContext[];
  let losing: number;
  let refusing: number;

  before(async () => {
    const describeContract = async (_request: unknown, call: CallContext) => {
      arrived.push(call);
      if (refusing-- > 0) throw new CallFailure(status.UNAVAILABLE, 'busy');
      if (losing-- > 0) {
        wire.drop();
        await new Promise(() => undefined);
      }
      return { description: 'a call' };
    };
    server = await servePricing({
      describeContract,
      // Answers only when the call is cancelled.
      priceContract: (_request, call) =>
        new Promise((_resolve, reject) => {
          unanswered.push(call);
          call.signal.addEventListener('abort', () => reject(new CallFailure(status.CANCELLED, 'cancelled')));
        }),
    });
    wire = await openWire(server.port);
  });
  beforeEach(() => {
    arrived = [];
    unanswered = [];
    losing = 0;
    refusing = 0;
  });
  afterEach(() => {
    for (const each of clients.splice(0)) each.close();
  });
  after(async () => {
    wire.close();
    await server.drain(100);
  });

  function connect(policy: Partial<MethodPolicy>) {
    const { pricing: policies } = methodPolicies(deadlinesFor(60_000));
    const all = Object.fromEntries(Object.entries(policies).map(([name, each]) => [name, { ...each, ...policy }])) as typeof policies;
    const options = { service: 'pricing', address: `127.0.0.1:${wire.port}`, secret: SECRET, policies: all };
    const created = createClient(pricing, options, clientMetrics(new client.Registry()));
    clients.push(created);
    return created.call;
  }
  const failureOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => status.OK,
      (error) => (error instanceof CallFailure ? error.code : error),
    );

  for (const transport of ['unary', 'exchange'] as const)
    describe(`by ${transport}`, () => {
      it('makes a call again whose connection was lost, three times in all', async () => {
        losing = 2;
        expect(await connect({ transport }).describeContract({}, { caller })).to.include({ description: 'a call' });
        expect(arrived).to.have.length(3);
        losing = 3;
        expect(await failureOf(connect({ transport }).describeContract({}, { caller }))).to.equal(status.UNAVAILABLE);
        expect(arrived).to.have.length(6);
      });

      it('makes no call again that the service has refused as busy, which would make it busier', async () => {
        refusing = 1;
        expect(await failureOf(connect({ transport }).describeContract({}, { caller }))).to.equal(status.UNAVAILABLE);
        expect(arrived).to.have.length(1);
      });

      it('makes a call once where its policy says never to retry', async () => {
        losing = 1;
        expect(await failureOf(connect({ transport, retry: 'never' }).describeContract({}, { caller }))).to.equal(status.UNAVAILABLE);
        expect(arrived).to.have.length(1);
      });

      it('makes no call again that would come after the deadline', async () => {
        losing = 10;
        const code = await failureOf(connect({ transport, deadlineMs: 60 }).describeContract({}, { caller }));
        // A slow machine may not get as far as the first answer.
        expect(code).to.be.oneOf([status.UNAVAILABLE, status.DEADLINE_EXCEEDED]);
        // The third attempt would come after 125 ms.
        expect(arrived.length).to.be.below(3);
      });

      it('sends no call whose deadline has passed before it could be sent', async () => {
        const code = await failureOf(connect({ transport }).describeContract({}, { caller, timeoutMs: -1 }));
        expect(code).to.equal(status.DEADLINE_EXCEEDED);
        expect(arrived).to.deep.equal([]);
      });

      it('ends a call at the deadline of the method or of the caller, whichever is sooner, and cancels it in the service', async () => {
        for (const [deadlineMs, timeoutMs] of [
          [60_000, 100],
          [100, 60_000],
        ]) {
          const start = performance.now();
          const code = await failureOf(connect({ transport, deadlineMs }).priceContract({}, { caller, timeoutMs }));
          expect(code).to.equal(status.DEADLINE_EXCEEDED);
          expect(performance.now() - start).to.be.within(99, 5_000);
        }
        while (!unanswered.every(({ signal }) => signal.aborted)) await new Promise((resolve) => setTimeout(resolve, 5));
        expect(unanswered).to.have.length(2);
      });
    });
});

describe('the policies of the gateway', () => {
  it('give every method that simulates or calibrates the long deadline, and look-ups the short one', () => {
    const { pricing: prices, calibration, reference } = methodPolicies(deadlinesFor(60_000));
    const long = (policies: Readonly<Record<string, MethodPolicy>>) =>
      Object.keys(policies).filter((name) => policies[name]!.deadlineMs === 60_000);
    expect(long(prices)).to.include.members(['priceContract', 'priceStrategy', 'greeksContract', 'priceAmerican', 'priceWithEngine']);
    expect(long(calibration)).to.deep.equal(Object.keys(calibration));
    for (const name of ['findKey', 'reserveRequests', 'getReceipt', 'getDocument']) expect(long(reference)).not.to.include(name);
  });

  it('never repeat a write that would find its own effect in the way, and ask for look-ups elsewhere where they take long', () => {
    const { reference } = methodPolicies(deadlinesFor(60_000));
    const methods = (retry: MethodPolicy['retry']) =>
      Object.entries(reference)
        .filter(([, policy]) => policy.retry === retry)
        .map(([name]) => name);
    expect(methods('never')).to.include.members(['addComputeTime', 'replaceDocument', 'patchDocument', 'removeDocument']);
    for (const name of methods('hedged')) expect(name).to.match(/^(find|get|list|read|sign|verify)/);
    expect(methods('hedged')).to.include.members(['findKey', 'getReceipt', 'listDocuments']);
  });
});
