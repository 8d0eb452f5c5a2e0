/** Documents of several kinds that a scenario stores, to be read again under another version. */
import { expectSuccess } from '../support/envelope.js';
import { get, post } from '../support/http.js';
import type { Caller } from '../support/jobs.js';

type Fields = Readonly<Record<string, unknown>>;
/** The address of each document, with its fields when it was written. */
export type KeptDocuments = Map<string, Fields>;

/** Writes a trade with its portfolio, and a curve, as often as the count says. @param version name of the version that writes them */
export async function writeDocuments(caller: Caller, version: string, count: number, documents: KeptDocuments): Promise<void> {
  const create = async (path: string, body: object): Promise<Fields> => expectSuccess(await post(caller, path, body), 201);
  for (let index = 0; index < count; index++) {
    const name = `${version} ${index}`;
    const portfolio = await create('/api/v1/portfolios', { name });
    const swap = { type: 'interest_rate_swap', currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.03, maturity: 5 };
    const trade = await create('/api/v1/trades', {
      ...{ tradeDate: '2026-03-02', portfolioId: portfolio.id },
      terms: { ...swap, fixedFrequency: 1, floatingFrequency: 2 },
    });
    const curve = { name, currency: 'USD', kind: 'discount', valuationDate: '2026-03-02', nodes: [{ time: 1, zeroRate: 0.04 }] };
    const market = await create('/api/v1/market-data/curves', curve);
    documents.set(`/api/v1/trades/${trade.id}`, trade);
    documents.set(`/api/v1/market-data/curves/${market.id}`, market);
  }
}

/** The addresses of documents that are not as they were written, in the fields that both versions know. */
export async function differing(caller: Caller, documents: KeptDocuments): Promise<string[]> {
  const addresses: string[] = [];
  for (const [address, written] of documents) {
    const { status, body } = await get(caller, address);
    const shared = Object.keys(written).filter((name) => name in (body.data ?? {}));
    const isSame = shared.includes('id') && shared.every((name) => JSON.stringify(body.data[name]) === JSON.stringify(written[name]));
    if (status !== 200 || !isSame) addresses.push(address);
  }
  return addresses;
}
