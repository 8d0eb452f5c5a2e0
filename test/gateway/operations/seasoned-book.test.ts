/** A book of 50 live notes of several ages, from one history of fixings, priced in one batch and as one job. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { ended, submitted } from '#test/support/jobs';
import { seasonedBook } from '#test/support/seasoned-book';
import { onEachService, type RunningService } from '#test/support/service';
import { service } from '#test/support/shared-service';

const pricer = { numPaths: 256 };
const QUOTES_AT_ONCE = 100;

interface Result {
  readonly id: string;
  readonly price: number;
}
interface Priced {
  readonly totalValue: number;
  readonly results: readonly Result[];
}

describe('over HTTP, a seasoned book', () => {
  const { market, notes } = seasonedBook('2026-06-01');
  const instruments = notes.map(({ id, contract }) => ({ kind: 'contract', id, quantity: 1, contract, market, pricer }));
  it('of 50 notes prices in one batch as the notes price one by one', async function () {
    // A hundred simulations, with some twenty kernels to compile.
    this.timeout(120_000);
    const batch = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { instruments }));
    expect(batch.summary).to.deep.equal({ count: 50, succeeded: 50, failed: 0 });
    const prices = new Map((batch as Priced).results.map(({ id, price }) => [id, price]));
    for (const { id, contract } of notes) {
      const one = expectSuccess(await post(service, '/api/v1/contract/price', { contract, market, pricer }));
      expect(prices.get(id), id).to.equal(one.price);
      expect(one.lifecycle, id).to.be.an('array').that.is.not.empty;
    }
  });
});

/** A desk keeps positions, spots and the history of closes stored, and prices the book as of today by its name. */
onEachService('a seasoned book that is stored', (serviceOf, store) => {
  let service: RunningService;
  before(async function () {
    this.timeout(60_000);
    service = await serviceOf();
  });
  const stored = async (quotes: readonly object[]) => {
    for (let from = 0; from < quotes.length; from += QUOTES_AT_ONCE)
      expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes: quotes.slice(from, from + QUOTES_AT_ONCE) }));
  };
  /** A job on the embedded store prices it; jobs of an installation on MongoDB are Temporal's, so there the operation itself does. */
  const pricedAtOnce = async (request: object) => {
    if (store !== 'embedded') return expectSuccess(await post(service, '/api/v1/portfolio/mixed', request));
    const job = await ended(service, await submitted(service, 'portfolioMixed', request), 200_000);
    expect(job.state, JSON.stringify(job.error)).to.equal('succeeded');
    return job.result;
  };

  it('prices as of today in one batch, from stored positions, quotes and fixings', async function () {
    // A hundred simulations and some sixty writes.
    this.timeout(240_000);
    const today = new Date().toISOString().slice(0, 10);
    const { market, notes } = seasonedBook(today);
    const { valuationDate: _, fixings, assets, ...common } = market;
    const symbols = { SPX: `SPX-${randomUUID()}`, NDX: `NDX-${randomUUID()}` };
    const observed = new Set(notes.flatMap(({ contract }) => JSON.stringify(contract).match(/\d{4}-\d\d-\d\d/g) ?? []));
    const quotesOf = (name: keyof typeof symbols) => {
      const closes = fixings[name]!.filter(({ date }) => observed.has(date)).map(({ date, value }) => ({
        asOf: `${date}T21:00:00Z`,
        value,
      }));
      const quotes = [...closes, { asOf: `${today}T00:00:00Z`, value: assets[name].spot }];
      return quotes.map((quote) => ({ ...quote, symbol: symbols[name], kind: 'spot' }));
    };
    await stored([...quotesOf('SPX'), ...quotesOf('NDX')]);
    const byName = {
      ...common,
      assets: { SPX: { ...assets.SPX, spot: { symbol: symbols.SPX } }, NDX: { ...assets.NDX, spot: { symbol: symbols.NDX } } },
      fixings: { SPX: { symbol: symbols.SPX }, NDX: { symbol: symbols.NDX } },
    };
    const { id: portfolioId } = expectSuccess(await post(service, '/api/v1/portfolios', { name: `Live notes ${randomUUID()}` }), 201);
    for (const { contract } of notes) {
      const position = { quantity: 2, instrument: { kind: 'contract', contract, market: byName, pricer } };
      expectSuccess(await post(service, `/api/v1/portfolios/${portfolioId}/positions`, position), 201);
    }
    const byId = await pricedAtOnce({ portfolioId });
    expect(byId.summary).to.deep.equal({ count: 50, succeeded: 50, failed: 0 });
    const instruments = notes.map(({ id, contract }) => ({ kind: 'contract', id, quantity: 2, contract, market, pricer }));
    const byValue: Priced = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { instruments }));
    expect(byId.totalValue).to.equal(byValue.totalValue);
    expect(byId.results.map(({ price }: Result) => price)).to.deep.equal(byValue.results.map(({ price }) => price));
  });
});
