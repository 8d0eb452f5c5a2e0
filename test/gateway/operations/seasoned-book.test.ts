/** A book of 50 live notes of several ages, from one history of fixings, priced in one batch and as one job. */
import { expect } from 'chai';
import { expectSuccess } from '#test/support/envelope';
import { get, post } from '#test/support/http';
import { SEASONED_BOOK } from '#test/support/seasoned-book';
import { type RunningService, sharedService } from '#test/support/service';

const { market, notes } = SEASONED_BOOK;
const pricer = { numPaths: 1024 };
const instruments = notes.map(({ id, contract }) => ({ kind: 'contract', id, quantity: 1, contract, market, pricer }));

interface Result {
  readonly id: string;
  readonly price: number;
}

describe('over HTTP, a seasoned book', () => {
  let service: RunningService;
  before(async () => {
    service = await sharedService();
  });

  it('of 50 notes prices in one batch, as a job too, as the notes price one by one', async function () {
    // A hundred simulations with some forty kernels to compile, and the batch once more as a job.
    this.timeout(120_000);
    expect(instruments).to.have.length(50);
    const batch = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { instruments }));
    expect(batch.summary).to.deep.equal({ count: 50, succeeded: 50, failed: 0 });
    const prices = new Map((batch.results as Result[]).map(({ id, price }) => [id, price]));
    for (const { id, contract } of notes) {
      const one = expectSuccess(await post(service, '/api/v1/contract/price', { contract, market, pricer }));
      expect(prices.get(id), id).to.equal(one.price);
      expect(one.lifecycle, id).to.be.an('array').that.is.not.empty;
    }
    const { id: job } = expectSuccess(await post(service, '/api/v1/jobs', { operation: 'portfolioMixed', request: { instruments } }), 202);
    let ended = expectSuccess(await get(service, `/api/v1/jobs/${job}?wait=30`));
    while (ended.state === 'queued' || ended.state === 'running') ended = expectSuccess(await get(service, `/api/v1/jobs/${job}?wait=30`));
    expect(ended.state).to.equal('succeeded');
    expect(ended.result.totalValue).to.equal(batch.totalValue);
  });
});
