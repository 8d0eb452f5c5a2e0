import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { tradeExamples } from '#engine/schemas';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/trades';
const option = { type: 'vanilla', underlying: 'ACME', strike: 105, time: 50, optionType: 'put' };
/** Years of 365 days after a date. */
const later = (date: string, years: number): string => new Date(Date.parse(date) + years * 365 * 86_400_000).toISOString().slice(0, 10);
/** A month ago, when no example of a trade had matured by today. */
const lately = later(new Date().toISOString(), -1 / 12);
const contract = { type: 'worst_of_call', underlyings: ['SPX', 'NDX'], strike: 100, expiry: '2031-06-30' };
const bond = { faceValue: 100, couponRate: 0.02, couponFrequency: 2, maturity: 5, conversionRatio: 2 };
const product = {
  ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX'], observationDates: ['2030-01-05', '2031-01-06'] },
  ...{ callBarrier: 1, couponBarrier: 0.7, protectionBarrier: 0.6, couponRate: 0.07, memoryCoupon: true, notional: 1000 },
};

onEachServiceByTwo('a trade', (service, other) => {
  const booked = async (terms: object, fields: object = {}) =>
    expectSuccess(await post(service, path, { tradeDate: '2026-03-02', terms, ...fields }), 201);
  const one = async (id: string) => expectSuccess(await get(service, `${path}/${id}`));
  const amend = (id: string, version: number, body: object) =>
    send(service, 'PUT', `${path}/${id}`, { body: { tradeDate: '2026-03-02', ...body }, headers: { 'If-Match': `"${version}"` } });
  const cancel = (id: string, headers = {}) => send(service, 'DELETE', `${path}/${id}`, { headers });
  const list = async (query: Record<string, string>) => expectSuccess(await get(service, `${path}?${new URLSearchParams(query)}`));

  for (const terms of tradeExamples)
    it(`is booked as the ${terms.type} of a netting set, with its currencies, assets and last payment`, async () => {
      const data = await booked(terms, { tradeDate: lately });
      expect(data).to.deep.include({ type: terms.type, status: 'booked', version: 1, createdBy: 'key_first' });
      expect(data.id).to.match(/^trd_[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(data.maturityDate).to.equal(later(lately, terms.maturity));
      expect(await one(data.id)).to.deep.include(data);
      const expected = terms.type === 'cross_currency_swap' || terms.type.startsWith('fx') ? 2 : terms.type.startsWith('equity') ? 0 : 1;
      expect(data.currencies).to.have.length(expected);
      expect(data.underlyings).to.deep.equal('underlying' in terms ? [terms.underlying] : []);
    });

  for (const [terms, underlyings, maturityDate] of [
    [option, ['ACME'], later('2026-03-02', 50)],
    [{ ...option, time: 0.5 }, ['ACME'], '2026-09-01'],
    [{ ...option, type: 'american', exercise: 'continuous', quantity: -2 }, ['ACME'], later('2026-03-02', 50)],
    [{ type: 'contract', contract, quantity: -3 }, ['SPX', 'NDX'], '2031-06-30'],
    [{ type: 'structured', product }, ['SPX'], '2031-01-06'],
    [{ type: 'convertible', bond }, [], '2031-03-01'],
  ] as const)
    it(`is booked as the instrument of a pricing operation: ${terms.type}`, async () => {
      const data = await booked(terms);
      expect(data).to.deep.include({ type: terms.type, underlyings: [...underlyings], currencies: [], maturityDate });
      expect(data.terms).to.include({ quantity: 'quantity' in terms ? terms.quantity : 1 });
    });

  it('is refused with a pointer where its terms, its tags or what it refers to are wrong', async () => {
    const book = (fields: object) => post(service, path, { tradeDate: '2026-03-02', terms: option, ...fields });
    expectFault(await book({ terms: { ...option, strike: -1 } }), '/terms/strike');
    expectFault(await book({ terms: { ...option, spot: 100 } }), '/terms/spot');
    expectFault(await book({ terms: { ...option, exercise: 'continuous' } }), '/terms/exercise');
    expectFault(await book({ terms: { type: 'future' } }), '/terms/type');
    expectFault(await book({ terms: { ...tradeExamples[0], currency: 'usd' } }), '/terms/currency');
    expectFault(await book({ terms: { type: 'contract', contract: { ...contract, expiry: '2026-02-30' } } }), '/terms/contract/expiry');
    expectFault(await book({ terms: { type: 'convertible', bond: { ...bond, maturity: 0 } } }), '/terms/bond/maturity');
    expectFault(await book({ tradeDate: '2026-13-01' }), '/tradeDate');
    expectFault(await book({ tags: ['a', 'a'] }), '/tags');
    expectFault(await book({ status: 'booked' }), '/status');
    for (const field of ['counterpartyId', 'portfolioId', 'nettingSetId']) {
      const { details } = expectFailure(await book({ [field]: 'none' }), 'SVC-RES-001');
      expect(details).to.deep.equal([{ pointer: `/${field}`, reason: 'none is not there' }]);
    }
  });

  it('is in a netting set of its own counterparty', async () => {
    const make = async (name: string) => expectSuccess(await post(service, '/api/v1/counterparties', { name, type: 'bank' }), 201).id;
    const [counterpartyId, another] = [await make('of a netting set'), await make('another')];
    const set = { name: 'Options', agreement: 'isda', currency: 'EUR' };
    const nettingSetId = expectSuccess(await post(service, `/api/v1/counterparties/${counterpartyId}/netting-sets`, set), 201).id;
    const { id } = await booked(option, { counterpartyId, nettingSetId });
    expect((await list({ nettingSetId })).items.map((each: Body) => each.id)).to.deep.equal([id]);
    for (const wrong of [another, undefined]) {
      expectFault(
        await post(service, path, { tradeDate: '2026-03-02', terms: option, nettingSetId, counterpartyId: wrong }),
        '/nettingSetId',
      );
      expectFault(await amend(id, 1, { terms: option, nettingSetId, counterpartyId: wrong }), '/nettingSetId');
    }
    const nettingSetPath = `/api/v1/counterparties/${counterpartyId}/netting-sets/${nettingSetId}`;
    expect(expectFailure(await send(service, 'DELETE', nettingSetPath), 'SVC-RES-002').message).to.include(id);
  });

  it('is not booked with a suspended counterparty, whose former trades are amended and cancelled', async () => {
    const fields = { name: 'suspended', type: 'bank' };
    const counterparty = expectSuccess(await post(service, '/api/v1/counterparties', fields), 201);
    const [{ id }, other] = [await booked(option, { counterpartyId: counterparty.id }), await booked(option)];
    const suspended = { ...fields, status: 'suspended' };
    expectSuccess(
      await send(service, 'PUT', `/api/v1/counterparties/${counterparty.id}`, { body: suspended, headers: { 'If-Match': '"1"' } }),
    );
    const terms = { tradeDate: '2026-03-02', terms: option, counterpartyId: counterparty.id };
    for (const answer of [await post(service, path, terms), await amend(other.id, 1, terms)])
      expect(expectFailure(answer, 'SVC-RES-002').details).to.deep.equal([
        { pointer: '/counterpartyId', reason: 'is the id of a suspended counterparty' },
      ]);
    expectSuccess(await amend(id, 1, { ...terms, tags: ['amended'] }));
    expectSuccess(await send(service, 'DELETE', `${path}/${id}`));
  });

  it('keeps what it refers to from being deleted', async () => {
    const portfolio = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'of a trade' }), 201);
    const counterparty = expectSuccess(await post(service, '/api/v1/counterparties', { name: 'of a trade', type: 'bank' }), 201);
    const { id } = await booked(option, { portfolioId: portfolio.id, counterpartyId: counterparty.id });
    for (const path of [`/api/v1/portfolios/${portfolio.id}`, `/api/v1/counterparties/${counterparty.id}`])
      expect(expectFailure(await send(service, 'DELETE', path), 'SVC-RES-002').message).to.include(id);
  });

  it('has a history of what was booked, amended and cancelled, by whom and what changed', async () => {
    const { id } = await booked(option, { tags: ['a'] });
    const amended = await amend(id, 1, { terms: { ...option, strike: 110 }, tags: ['a', 'b'] });
    expect(expectSuccess(amended)).to.deep.include({ id, version: 2, status: 'amended', tags: ['a', 'b'] });
    expect(amended.headers.get('etag')).to.equal('"2"');
    expect(expectSuccess(await cancel(id))).to.deep.equal({ id, version: 3, status: 'cancelled' });
    const { history, ...trade } = await one(id);
    expect(trade).to.deep.include({ status: 'cancelled', version: 3 });
    expect(trade.terms).to.deep.include({ strike: 110 });
    expect(history.map(({ version, event, by: author }: Body) => [version, event, author])).to.deep.equal([
      [1, 'booked', 'key_first'],
      [2, 'amended', 'key_first'],
      [3, 'cancelled', 'key_first'],
    ]);
    expect(history.map(({ changes }: Body) => changes)).to.deep.equal([
      [],
      [
        { pointer: '/tags/1', from: null, to: 'b' },
        { pointer: '/terms/strike', from: 105, to: 110 },
      ],
      [],
    ]);
    for (const { at: time } of history) expect(Math.abs(Date.parse(time) - Date.now())).to.be.below(60_000);
  });

  it('that is cancelled is neither amended nor cancelled again, and one that is not needs the version that is there', async () => {
    const { id } = await booked(option);
    expectFailure(await send(service, 'PUT', `${path}/${id}`, { body: { tradeDate: '2026-03-02', terms: option } }), 'SVC-RES-004');
    expectFailure(await amend(id, 2, { terms: option }), 'SVC-RES-003');
    expectFailure(await cancel(id, { 'If-Match': '"2"' }), 'SVC-RES-003');
    expectSuccess(await cancel(id, { 'If-Match': '"1"' }));
    expectFailure(await amend(id, 2, { terms: option }), 'SVC-RES-002');
    expectFailure(await cancel(id), 'SVC-RES-002');
    expect((await one(id)).history).to.have.length(2);
  });

  it('loses no amendment among concurrent ones, and is cancelled once while it is amended', async () => {
    const { id } = await booked(option);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => amend(id, 1, { terms: { ...option, strike: index + 1 } })));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).to.have.length(1);
    expect((await one(id)).terms.strike).to.equal(won[0]!.body.data.terms.strike);
    const [cancellations, amendments] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => cancel(id))),
      Promise.all(Array.from({ length: 5 }, () => amend(id, 2, { terms: option }))),
    ]);
    expect(cancellations.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of cancellations.filter(({ status }) => status !== 200)) expectFailure(answer, 'SVC-RES-002');
    const { history, status } = await one(id);
    expect(status).to.equal('cancelled');
    expect(history).to.have.length(3 + amendments.filter((answer) => answer.status === 200).length);
  });

  it('is listed by every filter, alone and with others', async () => {
    const mark = randomUUID();
    const portfolio = expectSuccess(await post(service, '/api/v1/portfolios', { name: mark }), 201).id;
    const counterparty = expectSuccess(await post(service, '/api/v1/counterparties', { name: mark, type: 'bank' }), 201).id;
    const swap = tradeExamples[0];
    const created = {
      swap: (await booked(swap, { tags: [mark, 'x'], counterpartyId: counterparty, tradeDate: '2026-01-05' })).id,
      basket: (await booked({ type: 'contract', contract }, { tags: [mark], portfolioId: portfolio, tradeDate: '2026-02-05' })).id,
      matured: (await booked({ ...option, time: 0.5 }, { tags: [mark], tradeDate: '2020-01-06' })).id,
      amended: (await booked(option, { tags: ['before'] })).id,
      cancelled: (await booked(option, { tags: [mark, 'x'], portfolioId: portfolio })).id,
    };
    expectSuccess(await amend(created.amended, 1, { tradeDate: '2126-03-03', terms: { ...option, underlying: 'BETA' }, tags: [mark] }));
    expectSuccess(await cancel(created.cancelled));
    const names = async (query: Record<string, string>): Promise<string[]> => {
      const { items } = await list({ tag: mark, ...query });
      return items.map(({ id }: Body) => Object.entries(created).find(([, each]) => each === id)?.[0]);
    };
    expect(await names({})).to.deep.equal(['cancelled', 'amended', 'matured', 'basket', 'swap']);
    expect(await names({ sort: 'tradeDate' })).to.deep.equal(['matured', 'swap', 'basket', 'cancelled', 'amended']);
    expect(await names({ status: 'booked' })).to.deep.equal(['basket', 'swap']);
    expect(await names({ status: 'amended' })).to.deep.equal(['amended']);
    expect(await names({ status: 'cancelled' })).to.deep.equal(['cancelled']);
    expect(await names({ status: 'matured' })).to.deep.equal(['matured']);
    expect(await names({ type: 'contract' })).to.deep.equal(['basket']);
    expect(await names({ underlying: 'NDX' })).to.deep.equal(['basket']);
    expect(await names({ underlying: 'BETA' })).to.deep.equal(['amended']);
    expect(await names({ currency: swap.currency })).to.deep.equal(['swap']);
    expect(await names({ counterpartyId: counterparty })).to.deep.equal(['swap']);
    expect(await names({ portfolioId: portfolio })).to.deep.equal(['cancelled', 'basket']);
    expect(await names({ tradedFrom: '2026-02-05', tradedTo: '2026-03-02' })).to.deep.equal(['cancelled', 'basket']);
    expect(await names({ maturesBefore: '2031-01-05', status: 'booked' })).to.deep.equal(['swap']);
    expect(await names({ maturesBefore: '2020-07-08' })).to.deep.equal(['matured']);
    expect((await list({ tag: 'x', portfolioId: portfolio })).items).to.have.length(1);
    expect((await list({ portfolioId: portfolio, status: 'cancelled' })).items).to.have.length(1);
    expect((await list({ nettingSetId: `net_${mark}` })).items).to.deep.equal([]);
    const first = await list({ tag: mark, limit: '3' });
    const second = await list({ tag: mark, limit: '3', cursor: first.nextCursor });
    expect([...first.items, ...second.items]).to.have.length(5);
    expect(second).not.to.have.property('nextCursor');
    for (const [filter, value] of Object.entries({ status: 'open', type: 'bond', tradedFrom: 'yesterday', sort: 'terms' }))
      expectFault(await get(service, `${path}?${filter}=${value}`), `/query/${filter}`);
    expect(expectSuccess(await get(other, `${path}?tag=${mark}`)).items).to.deep.equal([]);
  });

  it('of another tenant cannot be referred to, amended or cancelled', async () => {
    const { id } = await booked(option);
    const theirs = expectSuccess(await post(other, '/api/v1/portfolios', { name: 'theirs' }), 201).id;
    expectFailure(await post(other, `/api/v1/portfolios/${theirs}/positions`, { quantity: 1, tradeId: id }), 'SVC-RES-001');
    expectFailure(await post(service, path, { tradeDate: '2026-03-02', terms: option, portfolioId: theirs }), 'SVC-RES-001');
    expectFailure(await send(other, 'DELETE', `${path}/${id}`), 'SVC-RES-001');
    expect((await one(id)).status).to.equal('booked');
  });
});
