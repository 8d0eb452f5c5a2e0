import { expect } from 'chai';
import { service } from '#test/support/shared-service';
import { expectSuccess } from '../support/envelope.js';
import { get, post } from '../support/http.js';

/** A market that no other test uses. Seven million path steps, because a result that takes less than 1 ms would not be cached. */
const body = {
  contract: {
    type: 'conditional',
    contract: { type: 'vanilla_call', underlying: 'RETRIED', strike: 105, expiry: '2027-01-05' },
    condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoring: 'weekly' },
  },
  market: { spot: 100.0625, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 2 ** 17 },
};

// That the second one is not simulated again is a test of the pricing service: here, others use it at the same time.
describe('a request that is sent again', () => {
  it('is answered with the same number, with a correlation id and a receipt of its own', async () => {
    const [first, again] = [await post(service, '/api/v1/contract/price', body), await post(service, '/api/v1/contract/price', body)];
    for (const answer of [first, again]) {
      expectSuccess(answer);
      expect(answer.body.meta.manifest.runId).to.equal(answer.body.correlationId);
      const receipt = await get(service, `/api/v1/governance/receipts/${answer.body.correlationId}`);
      expect(receipt.body.data.result).to.deep.equal(first.body.data);
    }
    expect(again.body.correlationId).not.to.equal(first.body.correlationId);

    const replay = await post(service, `/api/v1/governance/receipts/${again.body.correlationId}/replay`, {});
    expect(replay.body.data).to.include({ identical: true });
  });
});
