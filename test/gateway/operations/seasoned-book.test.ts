/** A book of 50 live notes of several ages, from one history of fixings, priced in one batch and as one job. */
import { expect } from 'chai';
import { expectSuccess } from '#test/support/envelope';
import { get, post } from '#test/support/http';
import { SEASONED_BOOK } from '#test/support/seasoned-book';
import { type RunningService, sharedService } from '#test/support/service';

const { market, notes } = SEASONED_BOOK;
const pricer = { numPaths: 256 };
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

  const priced = async () => {
    const batch = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { instruments }));
    expect(batch.summary).to.deep.equal({ count: 50, succeeded: 50, failed: 0 });
    return batch as { readonly totalValue: number; readonly results: readonly Result[] };
  };

  it('of 50 notes prices in one batch as the notes price one by one', async function () {
    // A hundred simulations, with some twenty kernels to compile.
    this.timeout(120_000);
    const prices = new Map((await priced()).results.map(({ id, price }) => [id, price]));
    for (const { id, contract } of notes) {
      const one = expectSuccess(await post(service, '/api/v1/contract/price', { contract, market, pricer }));
      expect(prices.get(id), id).to.equal(one.price);
      expect(one.lifecycle, id).to.be.an('array').that.is.not.empty;
    }
  });

  it('is worth the same as a job', async function () {
    this.timeout(120_000);
    const { id } = expectSuccess(await post(service, '/api/v1/jobs', { operation: 'portfolioMixed', request: { instruments } }), 202);
    let job = expectSuccess(await get(service, `/api/v1/jobs/${id}?wait=30`));
    while (job.state === 'queued' || job.state === 'running') job = expectSuccess(await get(service, `/api/v1/jobs/${id}?wait=30`));
    expect(job.state, JSON.stringify(job.error)).to.equal('succeeded');
    expect(job.result.totalValue).to.equal((await priced()).totalValue);
  });
});
