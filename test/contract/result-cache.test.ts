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

describe('a request that is sent again', () => {
  const outcomes = async () => {
    const text = await (await fetch(`http://127.0.0.1:${service.metricsPorts[1]}/metrics`)).text();
    const count = (outcome: string) => {
      const [, value] = new RegExp(`^svc_result_cache_total{.*outcome="${outcome}".*} (\\d+)$`, 'm').exec(text) ?? [];
      return Number(value);
    };
    return { hit: count('hit'), miss: count('miss'), fresh: count('fresh') };
  };

  it('is answered with the same number, with a correlation id and a receipt of its own, and is not simulated again', async () => {
    const countsBefore = await outcomes();
    const [first, again] = [await post(service, '/api/v1/contract/price', body), await post(service, '/api/v1/contract/price', body)];
    for (const answer of [first, again]) {
      expectSuccess(answer);
      expect(answer.body.meta.manifest.runId).to.equal(answer.body.correlationId);
      const receipt = await get(service, `/api/v1/governance/receipts/${answer.body.correlationId}`);
      expect(receipt.body.data.result).to.deep.equal(first.body.data);
    }
    expect(again.body.correlationId).not.to.equal(first.body.correlationId);
    const countsAfter = await outcomes();
    expect(countsAfter).to.deep.equal({ hit: countsBefore.hit + 1, miss: countsBefore.miss + 1, fresh: countsBefore.fresh });

    const replay = await post(service, `/api/v1/governance/receipts/${again.body.correlationId}/replay`, {});
    expect(replay.body.data).to.include({ identical: true });
    expect(await outcomes()).to.deep.equal({ ...countsAfter, fresh: countsAfter.fresh + 1 });
  });
});
