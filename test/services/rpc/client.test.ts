import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { methodPolicies } from '#gateway/clients';
import { deadlinesFor } from '#gateway/deadlines';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { type CallContext, pricing } from '#proto/services';
import { clientDuration, createClient, type MethodPolicy, type ServiceClient } from '#services/rpc/client';
import { type GrpcServer, serveGrpc } from '#services/rpc/server';
import { createLog } from '#services/runtime/log';

const SECRET = 'the secret of these tests, 32 characters';
const caller = callerOf(UNKNOWN_IDENTITY, '0190a1b2-0000-7000-8000-000000000000');

describe('a client of a service', () => {
  let server: GrpcServer;
  const clients: ServiceClient<object>[] = [];
  /** The attempts that have arrived, and how many of them are still to fail. */
  let arrived: CallContext[];
  let failing: number;

  before(async () => {
    const describeContract = async (_request: unknown, call: CallContext) => {
      arrived.push(call);
      if (failing-- > 0) throw new CallFailure(status.UNAVAILABLE, 'not now');
      return { description: 'a call' };
    };
    server = await serveGrpc({
      name: 'pricing',
      definition: pricing,
      handlers: {
        describeContract,
        // Answers only when the call is cancelled.
        priceContract: (_request, call) =>
          new Promise((_resolve, reject) => {
            arrived.push(call);
            call.signal.addEventListener('abort', () => reject(new CallFailure(status.CANCELLED, 'cancelled')));
          }),
      },
      secret: SECRET,
      host: '127.0.0.1',
      port: 0,
      log: createLog('test', 'silent'),
      registry: new client.Registry(),
    });
  });
  beforeEach(() => {
    arrived = [];
    failing = 0;
  });
  afterEach(() => {
    for (const each of clients.splice(0)) each.close();
  });
  after(() => server.drain(100));

  function connect(policy: Partial<MethodPolicy>) {
    const { pricing: policies } = methodPolicies(deadlinesFor(60_000));
    const all = Object.fromEntries(Object.entries(policies).map(([name, each]) => [name, { ...each, ...policy }])) as typeof policies;
    const options = { service: 'pricing', address: `127.0.0.1:${server.port}`, secret: SECRET, policies: all };
    const made = createClient(pricing, options, clientDuration(new client.Registry()));
    clients.push(made);
    return made.call;
  }
  const failureOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => status.OK,
      (error) => (error instanceof CallFailure ? error.code : error),
    );

  for (const transport of ['unary', 'exchange'] as const)
    describe(`by ${transport}`, () => {
      it('makes a call again that failed as UNAVAILABLE, three times in all', async () => {
        failing = 2;
        expect(await connect({ transport }).describeContract({}, { caller })).to.include({ description: 'a call' });
        expect(arrived).to.have.length(3);
        failing = 3;
        expect(await failureOf(connect({ transport }).describeContract({}, { caller }))).to.equal(status.UNAVAILABLE);
        expect(arrived).to.have.length(6);
      });

      it('makes a call once where its policy says never to retry', async () => {
        failing = 1;
        expect(await failureOf(connect({ transport, retry: 'never' }).describeContract({}, { caller }))).to.equal(status.UNAVAILABLE);
        expect(arrived).to.have.length(1);
      });

      it('makes no call again that would come after the deadline', async () => {
        failing = 10;
        const code = await failureOf(connect({ transport, deadlineMs: 60 }).describeContract({}, { caller }));
        // A slow machine may not get as far as the first answer.
        expect(code).to.be.oneOf([status.UNAVAILABLE, status.DEADLINE_EXCEEDED]);
        // The third attempt would come after 125 ms.
        expect(arrived.length).to.be.below(3);
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
        while (!arrived.every(({ signal }) => signal.aborted)) await new Promise((resolve) => setTimeout(resolve, 5));
        expect(arrived).to.have.length(2);
      });
    });
});

describe('the policies of the gateway', () => {
  it('give every method that simulates or calibrates the long deadline, and look-ups the short one', () => {
    const { pricing: prices, calibration, reference } = methodPolicies(deadlinesFor(60_000));
    const long = (policies: Readonly<Record<string, MethodPolicy>>) =>
      Object.keys(policies).filter((name) => policies[name].deadlineMs === 60_000);
    expect(long(prices)).to.include.members(['priceContract', 'priceStrategy', 'greeksContract', 'priceAmerican', 'priceWithEngine']);
    expect(long(calibration)).to.deep.equal(Object.keys(calibration));
    for (const name of ['findKey', 'reserveRequests', 'getReceipt', 'getDocument']) expect(long(reference)).not.to.include(name);
  });

  it('never repeat a reservation, which would count requests twice', () => {
    expect(methodPolicies(deadlinesFor(60_000)).reference.reserveRequests.retry).to.equal('never');
  });
});
