import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/market-data/quotes';

onEachServiceByTwo('quotes', (service, other) => {
  const put = async (quotes: object[], caller: { url: string; key: string } = service) =>
    expectSuccess(await post(caller, path, { quotes }));
  const quote = (symbol: string, asOf: string, value: number, more: object = {}) => ({ symbol, asOf, value, kind: 'spot', ...more });
  const pathOf = (symbol: string) => `${path}/${encodeURIComponent(symbol)}`;
  /** A symbol that no other test uses. */
  const newSymbol = (stem = 'T') => `${stem} ${randomUUID().slice(0, 13)}`;
  const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T17:00:00.000Z`;

  it('are inserted, updated or unchanged by symbol and time, and the answer says which', async () => {
    const symbol = newSymbol();
    const first = await put([quote(symbol, day(1), 100), quote(symbol, day(2), 101)]);
    expect(first).to.deep.equal({
      results: [1, 2].map((number) => ({ symbol, asOf: day(number), outcome: 'inserted' })),
      summary: { inserted: 2, updated: 0, unchanged: 0, succeeded: 2, failed: 0 },
    });
    const second = await put([quote(symbol, '2026-03-01T17:00:00Z', 100), quote(symbol, day(2), 102), quote(symbol, day(3), 103)]);
    expect(second.results.map(({ outcome }: Body) => outcome)).to.deep.equal(['unchanged', 'updated', 'inserted']);
    expect(second.summary).to.deep.equal({ inserted: 1, updated: 1, unchanged: 1, succeeded: 3, failed: 0 });
  });

  it('that are refused fail alone, with the reason', async () => {
    const symbol = newSymbol();
    const { results, summary } = await put([
      quote(symbol, day(1), 1),
      { ...quote(symbol, day(2), 1), kind: 'price' },
      quote('', 'yesterday', 1, { colour: 'red' }),
      quote(symbol, day(3), 3),
    ]);
    expect(summary).to.deep.equal({ inserted: 2, updated: 0, unchanged: 0, succeeded: 2, failed: 2 });
    expect(results[1].error.code).to.equal('SVC-REQ-001');
    expect(results[1]).to.deep.include({ index: 1 });
    expect(results[1].error.message).to.match(/^quotes\.1\.kind must be/);
    const pointers = results[2].error.details.map(({ pointer }: Body) => pointer);
    expect(pointers).to.have.members(['symbol', 'asOf', 'colour'].map((field) => `/quotes/2/${field}`));
    expect(results[3]).to.deep.include({ symbol, outcome: 'inserted' });
  });

  it('are refused altogether where none can be stored', async () => {
    const quotes = [quote('', day(1), 1), quote(newSymbol(), 'yesterday', 1)];
    expectFault(
      await post(service, '/api/v1/market-data/quotes', { quotes }),
      '/quotes/0/symbol',
      /^must be letters, digits, single spaces/,
    );
  });

  it('are read as of now or as of a time, under any symbol that is admitted', async () => {
    for (const symbol of ['EUR/USD', '^GSPC (TR) $1', 'S&P #500+', 'a.b-c_d:e=f!*'].map((stem) => `${stem}${randomUUID().slice(0, 8)}`)) {
      await put([quote(symbol, day(1), 1.1, { currency: 'USD', source: 'desk' }), quote(symbol, day(3), 1.3)]);
      const latest = await get(service, pathOf(symbol));
      expect(expectSuccess(latest), symbol).to.deep.include({
        symbol,
        value: 1.3,
        asOf: day(3),
        kind: 'spot',
        version: 1,
        createdBy: 'key_first',
      });
      expect(latest.headers.get('etag')).to.equal('"1"');
      const asOf = async (time: string) => get(service, `${pathOf(symbol)}?asOf=${time}`);
      expect(expectSuccess(await asOf(day(2)))).to.include({ value: 1.1, asOf: day(1), currency: 'USD', source: 'desk' });
      expect(expectSuccess(await asOf('2026-03-03T17:00:00Z'))).to.include({ value: 1.3 });
      expect(expectFailure(await asOf('2026-02-28T00:00:00Z'), 'SVC-RES-001').message).to.include(symbol);
      expectFault(await asOf('yesterday'), '/query/asOf');
    }
    expectFailure(await get(service, pathOf(newSymbol())), 'SVC-RES-001');
    expectFault(await get(service, pathOf('a@b')), '/path/symbol');
  });

  it('are not read under a symbol that theirs begins with', async () => {
    const symbol = newSymbol();
    await put([quote(`${symbol}X`, day(1), 1)]);
    expectFailure(await get(service, pathOf(symbol)), 'SVC-RES-001');
    expectFailure(await get(service, `${pathOf(symbol)}/history`), 'SVC-RES-001');
    expectFailure(await send(service, 'DELETE', pathOf(symbol)), 'SVC-RES-001');
  });

  it('have a history in the order of time, from a time on and before another, page by page', async () => {
    const symbol = newSymbol();
    await put(Array.from({ length: 9 }, (_, index) => quote(symbol, day(index + 1), index + 1)));
    const history = async (query: Record<string, string>) =>
      expectSuccess(await get(service, `${pathOf(symbol)}/history?${new URLSearchParams(query)}`));
    const values = ({ items }: Body): number[] => items.map(({ value }: Body) => value);
    expect(values(await history({}))).to.deep.equal([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const period = { from: day(3), to: day(8), sort: 'asOf', limit: '2' };
    const pages = [await history(period)];
    for (let next = pages[0].nextCursor; next !== undefined; next = pages.at(-1).nextCursor)
      pages.push(await history({ ...period, cursor: next }));
    expect(pages.map(values)).to.deep.equal([[3, 4], [5, 6], [7]]);
    expect(values(await history({ from: '2027-01-01T00:00:00Z' }))).to.deep.equal([]);
    expectFailure(await get(service, `${pathOf(newSymbol())}/history`), 'SVC-RES-001');
  });

  it('are listed by the beginning of their symbol, kind and source', async () => {
    const stem = newSymbol('L');
    await put([
      quote(`${stem} B`, day(1), 2, { source: 'desk' }),
      quote(`${stem} A`, day(2), 1.5, { kind: 'rate' }),
      quote(`${stem} A`, day(1), 1, { kind: 'rate' }),
    ]);
    const list = async (query: Record<string, string>) =>
      expectSuccess(await get(service, `${path}?${new URLSearchParams({ symbol: stem, ...query })}`)).items.map(({ value }: Body) => value);
    expect(await list({})).to.deep.equal([1, 1.5, 2]);
    expect(await list({ sort: '-symbol' })).to.deep.equal([2, 1.5, 1]);
    expect(await list({ sort: '-asOf', limit: '1' })).to.deep.equal([1.5]);
    expect(await list({ kind: 'rate' })).to.deep.equal([1, 1.5]);
    expect(await list({ source: 'desk' })).to.deep.equal([2]);
    for (const query of ['kind=price', 'symbol=a@b', 'series=x', 'sort=value'])
      expectFault(await get(service, `${path}?${query}`), `/query/${query.split('=')[0]}`);
  });

  it('are deleted one by one or all of a symbol', async () => {
    const symbol = newSymbol();
    await put([1, 2, 3].map((number) => quote(symbol, day(number), number)));
    const remove = (query = '') => send(service, 'DELETE', `${pathOf(symbol)}${query}`);
    expect(expectSuccess(await remove(`?asOf=${day(3)}`))).to.deep.equal({ id: `${symbol}@${day(3)}`, deleted: 1 });
    expectFailure(await remove(`?asOf=${day(3)}`), 'SVC-RES-001');
    expect(expectSuccess(await get(service, pathOf(symbol)))).to.include({ value: 2 });
    expect(expectSuccess(await remove())).to.deep.equal({ id: symbol, deleted: 2 });
    expectFailure(await remove(), 'SVC-RES-001');
  });

  it('of another tenant are not there, and the same symbol and time are free for one’s own', async () => {
    const symbol = newSymbol();
    await put([quote(symbol, day(1), 1)]);
    for (const call of [
      () => get(other, pathOf(symbol)),
      () => get(other, `${pathOf(symbol)}/history`),
      () => send(other, 'DELETE', pathOf(symbol)),
    ])
      expectFailure(await call(), 'SVC-RES-001');
    expectFailure(await send(other, 'DELETE', `${pathOf(symbol)}?asOf=${day(1)}`), 'SVC-RES-001');
    expect(expectSuccess(await get(other, `${path}?symbol=${encodeURIComponent(symbol)}`)).items).to.deep.equal([]);
    expect((await put([quote(symbol, day(1), 2)], other)).summary).to.include({ inserted: 1 });
    expect(expectSuccess(await get(service, pathOf(symbol)))).to.include({ value: 1, version: 1 });
    expect(expectSuccess(await send(other, 'DELETE', pathOf(symbol)))).to.include({ deleted: 1 });
    expect(expectSuccess(await get(service, pathOf(symbol)))).to.include({ value: 1 });
  });
});
