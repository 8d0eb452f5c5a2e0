import { Client as Channel, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { service as health } from 'grpc-health-check';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { pricing } from '#proto/services';
import { credentialMetadata } from '#services/rpc/credential';
import { openExchange } from '#services/rpc/exchange';
import type { GrpcServer } from '#services/rpc/server';
import { SECRET, servePricing } from '#test/support/pricing-server';

const { path, requestSerialize, responseDeserialize } = pricing.PriceVanilla;

describe('a call to a service', () => {
  let server: GrpcServer;
  let channel: Channel;
  let answered: number;

  before(async () => {
    server = await servePricing({
      priceVanilla: () => {
        answered++;
        return { price: 1, manifest: null };
      },
    });
    channel = new Channel(`127.0.0.1:${server.port}`, credentials.createInsecure());
  });
  after(async () => {
    channel.close();
    await server.drain(100);
  });
  beforeEach(() => {
    answered = 0;
  });

  const unary = (metadata: Metadata, to = path): Promise<status> =>
    new Promise((resolve) =>
      channel.makeUnaryRequest(to, requestSerialize, responseDeserialize, {}, metadata, (error: ServiceError | null) =>
        resolve(error?.code ?? status.OK),
      ),
    );
  const exchanged = async (metadata: Metadata): Promise<status> => {
    const exchange = openExchange(channel, metadata);
    try {
      await exchange.call(path, requestSerialize({}), { caller: callerOf(UNKNOWN_IDENTITY, 'c') }, 5_000);
      return status.OK;
    } catch (error) {
      return error instanceof CallFailure ? error.code : status.UNKNOWN;
    } finally {
      exchange.close();
    }
  };
  const wrong: Readonly<Record<string, Metadata>> = {
    'no credential': new Metadata(),
    'another secret': credentialMetadata(`${SECRET.slice(0, -1)}?`),
    'the beginning of the secret': credentialMetadata(SECRET.slice(0, -1)),
    'an empty secret': credentialMetadata(''),
  };

  it('is answered with the service credential, over the exchange and as a unary call', async () => {
    expect(await unary(credentialMetadata(SECRET))).to.equal(status.OK);
    expect(await exchanged(credentialMetadata(SECRET))).to.equal(status.OK);
    expect(answered).to.equal(2);
  });

  for (const [name, metadata] of Object.entries(wrong)) {
    it(`is UNAUTHENTICATED with ${name}, and reaches no handler`, async () => {
      expect(await unary(metadata)).to.equal(status.UNAUTHENTICATED);
      expect(await unary(metadata, pricing.PriceVanillaBatch.path)).to.equal(status.UNAUTHENTICATED);
      expect(await exchanged(metadata)).to.equal(status.UNAUTHENTICATED);
      expect(answered).to.equal(0);
    });
  }

  it('needs no credential to ask for the health of the service, as the kubelet does', async () => {
    const { Check } = health;
    if (Check === undefined) throw new Error('the health service has no method Check');
    const answer = await new Promise((resolve, reject) =>
      channel.makeUnaryRequest(Check.path, Check.requestSerialize, Check.responseDeserialize, { service: 'pricing' }, (error, reply) =>
        error ? reject(error) : resolve(reply),
      ),
    );
    expect(answer).to.include({ status: 'SERVING' });
  });

  it('of a method that the service does not have is UNIMPLEMENTED', async () => {
    expect(await unary(credentialMetadata(SECRET), '/svc.pricing.v1.Pricing/Nothing')).to.equal(status.UNIMPLEMENTED);
    expect(await unary(credentialMetadata(SECRET), pricing.PriceVanillaBatch.path)).to.equal(status.UNIMPLEMENTED);
  });
});
