import { expect } from 'chai';
import { expectSuccess } from '../support/envelope.js';
import { get, post } from '../support/http.js';
import { type SharedService, sharedService } from '../support/service.js';

/** A market that no other test prices in. Seven million steps of paths: what takes under a millisecond would not be kept. */
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
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const outcomes = async () => {
    const text = await (await fetch(`http://127.0.0.1:${service.metricsPorts[1]}/metrics`)).text();
    const count = (outcome: string) =>
      Number(text.match(new RegExp(`^svc_recall_total{.*method="priceContract",outcome="${outcome}".*} (\\d+)$`, 'm'))![1]);
    return { hit: count('hit'), miss: count('miss'), fresh: count('fresh') };
  };

  it('is answered with the same number under its own name and with its own receipt, and is not simulated again', async () => {
    const before = await outcomes();
    const [first, again] = [await post(service, '/api/v1/contract/price', body), await post(service, '/api/v1/contract/price', body)];
    for (const answer of [first, again]) {
      expectSuccess(answer);
      expect(answer.body.meta.manifest.runId).to.equal(answer.body.correlationId);
      const receipt = await get(service, `/api/v1/governance/receipts/${answer.body.correlationId}`);
      expect(receipt.body.data.result).to.deep.equal(first.body.data);
    }
    expect(again.body.correlationId).not.to.equal(first.body.correlationId);
    const after = await outcomes();
    expect(after).to.deep.equal({ hit: before.hit + 1, miss: before.miss + 1, fresh: before.fresh });

    const replay = await post(service, `/api/v1/governance/receipts/${again.body.correlationId}/replay`, {});
    expect(replay.body.data).to.include({ identical: true });
    expect(await outcomes()).to.deep.equal({ ...after, fresh: after.fresh + 1 });
  });
});
