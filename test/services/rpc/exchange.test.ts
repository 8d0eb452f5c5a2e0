import { Client as Channel, credentials, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { type Caller, encodeCaller } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { type CallContext, type Handlers, pricing } from '#proto/services';
import type { PricingDefinition } from '#proto/types/svc/pricing/v1/Pricing';
import { credentialMetadata } from '#services/rpc/credential';
import { openExchange } from '#services/rpc/exchange';
import type { ClientCall } from '#services/rpc/method-table';
import type { GrpcServer } from '#services/rpc/server';
import { required } from '#services/rpc/status';
import { SECRET, servePricing } from '#test/support/pricing-server';

const manifest = null;
const { path, requestSerialize, responseDeserialize } = pricing.PriceVanilla;
const caller: Caller = {
  ...{ tenantId: 'ten_a', keyId: 'key_a', userId: 'usr_a', roles: ['approver'], scopes: ['price', 'xva'], tier: 'pro', statuses: [] },
  ...{ correlationId: '0190a1b2-0000-7000-8000-000000000000', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
};
const call = { caller };
const credential = credentialMetadata(SECRET);

/** Strikes that select what the handler does; the price that it returns is the spot. */
const PROMPT = 1;
const SLOW = 2;
const FAILING = 3;
const SLOW_MS = 80;

describe('the exchange', () => {
  let server: GrpcServer;
  let channel: Channel;
  let contexts: CallContext[];
  let exchange: ReturnType<typeof openExchange>;

  const handlers: Partial<Handlers<PricingDefinition>> = {
    priceVanilla: async ({ terms }, context) => {
      contexts.push(context);
      const { spot, strike } = required(terms, 'terms');
      if (strike === FAILING) throw new CallFailure(status.INVALID_ARGUMENT, 'no', [{ pointer: '/strike', reason: 'is wrong' }]);
      if (strike === SLOW) {
        void context.signal;
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      }
      return { price: spot, manifest };
    },
  };

  const price = async (spot: number, strike: number, timeoutMs = 5_000, context = call): Promise<number> => {
    const bytes = requestSerialize({ terms: { spot, strike } });
    return responseDeserialize(await exchange.call(path, bytes, context, timeoutMs)).price;
  };

  const priceUnary = (to: Channel, { caller }: ClientCall): Promise<unknown> => {
    const metadata = credential.clone();
    metadata.set('svc-caller-bin', encodeCaller(caller));
    return new Promise((resolve, reject) =>
      to.makeUnaryRequest(path, requestSerialize, responseDeserialize, { terms: { spot: 1, strike: PROMPT } }, metadata, (error, answer) =>
        error ? reject(error) : resolve(answer),
      ),
    );
  };

  beforeEach(async () => {
    contexts = [];
    server = await servePricing(handlers);
    channel = new Channel(`127.0.0.1:${server.port}`, credentials.createInsecure());
    exchange = openExchange(channel, credential);
  });

  afterEach(async () => {
    channel.close();
    await server.drain(100);
  });

  it('gives each of many calls its own answer, in whatever order they finish', async () => {
    const spots = Array.from({ length: 200 }, (_, index) => index + 1);
    const prices = await Promise.all(spots.map((spot) => price(spot, spot % 10 === 0 ? SLOW : PROMPT)));
    expect(prices).to.deep.equal(spots);
  });

  it('carries the caller of each call to the handler, as a unary call does', async () => {
    const later = { ...caller, scopes: ['price'], correlationId: '0190a1b2-0000-7000-8000-000000000001', traceId: '' };
    for (const one of [caller, caller, later]) await price(1, PROMPT, 5_000, { caller: one });
    for (const one of [caller, later]) await priceUnary(channel, { caller: one });
    // A unary call has empty texts where the exchange has nothing.
    const unary = { address: '', sessionId: '' };
    const expected = [caller, caller, later, { ...caller, ...unary }, { ...later, ...unary }];
    expect(contexts.map((context) => ({ ...context.caller }))).to.deep.equal(expected);
  });

  it('fails one call with its status and faults, and no other', async () => {
    const [good, bad] = await Promise.allSettled([price(1, PROMPT), price(2, FAILING)]);
    expect(good).to.deep.include({ status: 'fulfilled', value: 1 });
    const { reason } = bad as PromiseRejectedResult;
    expect(reason).to.be.instanceOf(CallFailure);
    expect(reason).to.deep.include({ code: status.INVALID_ARGUMENT, message: 'no', faults: [{ pointer: '/strike', reason: 'is wrong' }] });
  });

  it('cancels a call at its deadline, in the handler too, and answers the others', async () => {
    const [late, good] = await Promise.allSettled([price(1, SLOW, 20), price(2, SLOW)]);
    expect((late as PromiseRejectedResult).reason).to.include({ code: status.DEADLINE_EXCEEDED });
    expect(good).to.deep.include({ status: 'fulfilled', value: 2 });
    expect(contexts.map(({ signal }) => signal.aborted)).to.deep.equal([true, false]);
  });

  it('refuses a method that the service does not have', async () => {
    const failure = await exchange.call('/svc.pricing.v1.Pricing/Nothing', Buffer.alloc(0), call, 1_000).catch((error: unknown) => error);
    expect(failure).to.include({ code: status.UNIMPLEMENTED });
  });

  it('answers the calls that run when the server drains', async () => {
    const running = [price(1, SLOW), price(2, SLOW)];
    // They have arrived when the first handler has been called.
    while (contexts.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    const drained = server.drain(5_000);
    expect(await Promise.all(running)).to.deep.equal([1, 2]);
    await drained;
  });

  it('fails with UNAVAILABLE, so that the call may be retried, when the server is gone', async () => {
    await price(1, PROMPT);
    await server.drain(100);
    const failure = await price(2, PROMPT, 1_000).catch((error: unknown) => error);
    expect(failure).to.include({ code: status.UNAVAILABLE });
  });

  it('gives a sign of life when it is asked for one', async () => {
    let heard = 0;
    exchange = openExchange(channel, credential, { heard: () => heard++ });
    exchange.ping();
    while (heard === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(contexts).to.deep.equal([]);
  });
});
