import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/portfolios';
const call = { spot: 100, strike: 105, rate: 0.03, volatility: 0.25, time: 0.5, dividend: 0.01, optionType: 'call' };
const put = { spot: 50, strike: 45, rate: 0.03, volatility: 0.35, time: 0.25, dividend: 0, optionType: 'put' };
const book = [
  { id: 'a', underlying: 'ACME', quantity: -100, ...call },
  { id: 'b', underlying: 'BETA', quantity: 200, ...put },
];
const correlations = [{ asset1: 'ACME', asset2: 'BETA', correlation: 0.4 }];
const returns = { ACME: [0.01, -0.02, 0.005, 0.013], BETA: [0.004, -0.015, 0.011, 0.007] };

onEachServiceByTwo('a stored portfolio', (service, other) => {
  const created = async (): Promise<string> => expectSuccess(await post(service, path, { name: 'A book' }), 201).id;
  const added = async (id: string, position: object) => expectSuccess(await post(service, `${path}/${id}/positions`, position), 201);
  const vanilla = ({ id: _, quantity, ...fields }: (typeof book)[number]) => ({ quantity, instrument: { kind: 'vanilla', ...fields } });
  const ofBook = async (): Promise<{ id: string; ids: string[] }> => {
    const id = await created();
    const ids: string[] = [];
    for (const position of book) ids.push((await added(id, vanilla(position))).id);
    return { id, ids };
  };

  it('has its positions page by page, oldest first, and loses one when it is removed', async () => {
    const { id, ids } = await ofBook();
    const first = expectSuccess(await get(service, `${path}/${id}?limit=1`));
    expect(first).to.include({ id, name: 'A book', version: 1 });
    const second = expectSuccess(await get(service, `${path}/${id}?limit=1&cursor=${first.nextCursor}`));
    expect([...first.items, ...second.items].map((position: Body) => position.id)).to.deep.equal(ids);
    expect(second).not.to.have.property('nextCursor');
    expect(expectSuccess(await send(service, 'DELETE', `${path}/${id}/positions/${ids[0]}`))).to.deep.equal({ id: ids[0] });
    expectFailure(await send(service, 'DELETE', `${path}/${id}/positions/${ids[0]}`), 'SVC-RES-001');
    expect(expectSuccess(await get(service, `${path}/${id}`)).items.map((position: Body) => position.id)).to.deep.equal([ids[1]]);
  });

  it('goes with its positions, and its positions with no other', async () => {
    const [gone, other] = [await ofBook(), await ofBook()];
    expectFailure(await send(service, 'DELETE', `${path}/${other.id}/positions/${gone.ids[0]}`), 'SVC-RES-001');
    expect(expectSuccess(await send(service, 'DELETE', `${path}/${gone.id}`))).to.deep.equal({ id: gone.id });
    expectFailure(await get(service, `${path}/${gone.id}`), 'SVC-RES-001');
    expectFailure(await post(service, `${path}/${gone.id}/positions`, vanilla(book[0]!)), 'SVC-RES-001');
    expect(expectSuccess(await get(service, `${path}/${other.id}`)).items).to.have.length(2);
  });

  it('refuses a market with another spot of an asset than a position states that has a market of its own', async () => {
    const { id, ids } = await ofBook();
    const { underlying, spot } = book[0]!;
    const inMarket = (stated: number) => {
      const market = { rate: 0.03, assets: { [underlying]: { spot: stated, volatility: 0.2 } } };
      return post(service, '/api/v1/portfolio/greeks', { portfolioId: id, market });
    };
    const { details } = expectFailure(await inMarket(spot + 1), 'SVC-REQ-001');
    const reason = `must be ${spot}, the spot that ${ids[0]} states; got ${spot + 1}`;
    expect(details[0]).to.deep.equal({ pointer: `/market/assets/${underlying}/spot`, reason });
    expectSuccess(await inMarket(spot));
  });

  it('keeps every position of 30 that are added at once', async () => {
    const id = await created();
    const all = await Promise.all(Array.from({ length: 30 }, () => added(id, vanilla(book[0]!))));
    const { items } = expectSuccess(await get(service, `${path}/${id}`));
    expect(items.map((position: Body) => position.id)).to.have.members(all.map((position) => position.id));
  });

  it('refuses a position that is not one of a trade, a product or an instrument, and an instrument that its operation refuses', async () => {
    const url = `${path}/${await created()}/positions`;
    const { instrument } = vanilla(book[0]!);
    expectFault(await post(service, url, { quantity: 1 }), '');
    expectFault(await post(service, url, { quantity: 1, instrument, tradeId: 'trd_x' }), '');
    expectFault(await post(service, url, { instrument }), '/quantity');
    expectFault(await post(service, url, { quantity: 1, instrument: { ...instrument, spot: -1 } }), '/instrument/spot');
    expectFault(await post(service, url, { quantity: 1, instrument: { ...instrument, nonsense: 1 } }), '/instrument/nonsense');
    expectFault(await post(service, url, { quantity: 1, instrument: { ...instrument, kind: 'swap' } }), '/instrument/kind');
    expectFault(
      await post(service, url, { quantity: 1, instrument: { ...instrument, kind: 'american', underlying: 'X' } }),
      '/instrument/underlying',
    );
    const contract = { type: 'vanilla_call', underlying: 'X', strike: 0, expiry: '2030-01-01' };
    const market = { spot: 1, rate: 0, volatility: 0.2 };
    expectFault(
      await post(service, url, { quantity: 1, instrument: { kind: 'contract', contract, market } }),
      '/instrument/contract/strike',
    );
    const missing = expectFailure(await post(service, url, { quantity: 1, tradeId: 'trd_none' }), 'SVC-RES-001');
    expect(missing.details).to.deep.equal([{ pointer: '/tradeId', reason: 'trd_none is not there' }]);
    expect(expectFailure(await post(service, url, { quantity: 1, productId: 'prd_none' }), 'SVC-RES-001').details[0].pointer).to.equal(
      '/productId',
    );
  });

  for (const [operation, more] of [
    ['portfolio/price', {}],
    ['portfolio/greeks', {}],
    ['portfolio/var', { correlations }],
    ['portfolio/stress', { spotShocks: [-0.2, 0.1], volatilityShocks: [0, 0.1] }],
    ['portfolio/scenarios', { spotShocks: [-0.1], volatilityShocks: [0], timeShocks: [0, 0.1] }],
    ['risk/var/parametric', { correlations, method: 'delta_gamma' }],
    ['risk/var/historical', { returns, confidence: 0.9 }],
    ['risk/var/monte-carlo', { correlations, pricer: { numPaths: 1024 } }],
    ['risk/expected-shortfall', { method: 'parametric', correlations }],
    ['risk/expected-shortfall', { method: 'historical', returns, confidence: 0.9 }],
    ['risk/stress', { scenarios: [{ name: '2008' }] }],
    ['risk/sensitivities', {}],
    ['hedge/optimize', { instruments: [{ id: 'share', delta: 1, cost: 0.01 }] }],
    ['portfolio/hedgeopt', { instruments: [{ id: 'share', delta: 1, cost: 0.01 }] }],
  ] as const) {
    it(`stands for its positions in ${operation} with ${Object.keys(more).join(', ') || 'nothing else'}`, async () => {
      const { id, ids } = await ofBook();
      const named = expectSuccess(await post(service, `/api/v1/${operation}`, { portfolioId: id, ...more }));
      const positions = book.map((position, index) => ({ ...position, id: ids[index] }));
      expect(named).to.deep.equal(expectSuccess(await post(service, `/api/v1/${operation}`, { positions, ...more })));
    });
  }

  it('stands for its instruments in portfolio/mixed', async () => {
    const id = await created();
    const american = {
      kind: 'american',
      spot: 36,
      strike: 40,
      rate: 0.06,
      volatility: 0.2,
      time: 1,
      optionType: 'put',
      pricer: { numPaths: 4096 },
    };
    const first = await added(id, vanilla(book[0]!));
    const second = await added(id, { quantity: -5, instrument: american });
    const named = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { portfolioId: id }));
    const instruments = [
      { id: first.id, kind: 'vanilla', quantity: -100, ...call },
      { id: second.id, quantity: -5, ...american },
    ];
    expect(named).to.deep.equal(expectSuccess(await post(service, '/api/v1/portfolio/mixed', { instruments })));
    expect(named.summary).to.deep.equal({ count: 2, succeeded: 2, failed: 0 });
    const { message, details } = expectFailure(await post(service, '/api/v1/portfolio/greeks', { portfolioId: id }), 'SVC-REQ-001');
    expect(message).to.include(second.id).and.to.include('american');
    expect(details[0].pointer).to.equal('/portfolioId');
    const valued = expectSuccess(await post(service, '/api/v1/portfolio/price', { portfolioId: id }));
    expect(valued.totalValue).to.equal(named.totalValue);
  });

  it('stands for its positions in portfolio/explain, in the markets of the request', async () => {
    const { id, ids } = await ofBook();
    const assets = (move: number) => ({ ACME: { spot: 100 + move, volatility: 0.25 }, BETA: { spot: 50, volatility: 0.35 + move / 100 } });
    const marketStart = { assets: assets(0), rate: 0.03, valuationDate: '2026-03-02' };
    const marketEnd = { assets: assets(2), rate: 0.031, valuationDate: '2026-03-03' };
    const named = expectSuccess(await post(service, '/api/v1/portfolio/explain', { portfolioId: id, marketStart, marketEnd }));
    const positions = book.map(({ underlying, quantity, strike, time, optionType, volatility }, index) => ({
      ...{ id: ids[index], underlying, quantity, strike, time, optionType, volatility },
    }));
    expect(named).to.deep.equal(expectSuccess(await post(service, '/api/v1/portfolio/explain', { positions, marketStart, marketEnd })));
  });

  it('is in the receipt as it was, so that a replay after it has changed is equal to the last bit', async () => {
    const { id, ids } = await ofBook();
    const { body } = await post(service, '/api/v1/risk/var/monte-carlo', { portfolioId: id, correlations, pricer: { numPaths: 1024 } });
    const receiptPath = `/api/v1/governance/receipts/${body.correlationId}`;
    const resolved = expectSuccess(await get(service, receiptPath)).inputs.resolved[`portfolio/${id}`];
    expect(resolved).to.include({ id, version: 1 });
    expect(resolved.positions.map((position: Body) => position.id)).to.deep.equal(ids);
    expect(resolved.positions[0]).to.deep.include({ version: 1, quantity: -100, instrument: vanilla(book[0]!).instrument });
    expect(resolved.positions[0].contentHash).to.match(/^blake3:[0-9a-f]{64}$/);
    await added(id, vanilla(book[1]!));
    expectSuccess(await send(service, 'DELETE', `${path}/${id}/positions/${ids[0]}`));
    expect(expectSuccess(await post(service, `${receiptPath}/replay`, undefined))).to.deep.include({ identical: true, differences: [] });
    expectSuccess(await send(service, 'DELETE', `${path}/${id}`));
    expect(expectSuccess(await post(service, `${receiptPath}/replay`, undefined))).to.deep.include({ identical: true, differences: [] });
  });

  it('holds an American option at its age, in the market of a book, and names it where European options alone are taken', async () => {
    const id = await created();
    const option = { type: 'american', underlying: 'ACME', strike: 105, optionType: 'put' };
    const terms = { ...option, time: 1, exercise: 'continuous', quantity: -2 };
    const { id: tradeId } = expectSuccess(await post(service, '/api/v1/trades', { tradeDate: '2026-03-02', terms }), 201);
    const position = await added(id, { quantity: 3, tradeId });
    const market = {
      ...{ valuationDate: '2026-06-01', curves: { USD: { rate: 0.03 } } },
      assets: { ACME: { spot: 100, volatility: 0.25, currency: 'USD' } },
    };
    const settings = { pricer: { exercise: 'continuous' } };
    const direct = { ...option, id: position.id, quantity: -6, time: 1 - 91 / 365, ...settings };
    for (const [operation, request] of [
      ['portfolio/price', {}],
      ['portfolio/greeks', {}],
      ['risk/stress', { scenarios: [{ name: '2008' }] }],
    ] as const) {
      const answer = expectSuccess(await post(service, `/api/v1/${operation}`, { portfolioId: id, market, ...request }));
      expect(answer, operation).to.deep.equal(
        expectSuccess(await post(service, `/api/v1/${operation}`, { positions: [direct], market, ...request })),
      );
    }
    const flat = { assets: { ACME: { spot: 100, volatility: 0.25 } }, rate: 0.03, valuationDate: '2026-06-01' };
    const refused = expectFailure(await post(service, '/api/v1/portfolio/greeks', { portfolioId: id, market: flat }), 'SVC-REQ-001');
    expect(refused.message).to.include('holds a trade or product of type american');
    const [{ price }] = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { portfolioId: id, market: flat })).results;
    const alone = { ...option, ...settings, time: 1 - 91 / 365, spot: 100, volatility: 0.25, rate: 0.03 };
    const { type: _type, underlying: _underlying, ...request } = alone;
    expect(price).to.equal(expectSuccess(await post(service, '/api/v1/american/price', request)).price);
  });

  it('holds trades at the age that they have on the valuation date, and not those that are cancelled or have ended', async () => {
    const id = await created();
    const book = async (terms: object, tradeDate = '2026-03-02') =>
      expectSuccess(await post(service, '/api/v1/trades', { tradeDate, terms }), 201).id;
    const option = { type: 'vanilla', underlying: 'ACME', strike: 105, time: 1, optionType: 'call', quantity: 10 };
    const share = { underlying: 'ACME', quantity: -4, strike: 95, maturity: 2 };
    const sent = [
      await book(option),
      await book({ type: 'equity_option', ...share, optionType: 'put' }),
      await book({ type: 'equity_forward', ...share }),
      await book({
        type: 'contract',
        contract: { type: 'vanilla_put', underlying: 'ACME', strike: 90, expiry: '2027-03-02' },
        quantity: 2,
      }),
      await book({ ...option, time: 0.1 }),
      await book(option),
    ];
    expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${sent[5]}`));
    const positions: string[] = [];
    for (const tradeId of sent) positions.push((await added(id, { quantity: 3, tradeId })).id);

    const terms = { spot: 100, rate: 0.03, volatility: 0.25, dividend: 0.01 };
    const market = { assets: { ACME: { spot: 100, volatility: 0.25, dividend: 0.01 } }, rate: 0.03, valuationDate: '2026-06-01' };
    /** 91 days after the trade date. */
    const age = 91 / 365;
    const positionOf = (id: string, quantity: number, strike: number, time: number, optionType: string) => ({
      ...{ id, underlying: 'ACME', quantity, strike, time, optionType },
      ...terms,
    });
    const expected = [
      positionOf(positions[0]!, 30, 105, 1 - age, 'call'),
      positionOf(positions[1]!, -12, 95, 2 - age, 'put'),
      positionOf(`${positions[2]}/0`, -12, 95, 2 - age, 'call'),
      positionOf(`${positions[2]}/1`, 12, 95, 2 - age, 'put'),
      positionOf(positions[3]!, 6, 90, 274 / 365, 'put'),
    ];
    const answer = await post(service, '/api/v1/portfolio/greeks', { portfolioId: id, market });
    expect(expectSuccess(answer)).to.deep.equal(expectSuccess(await post(service, '/api/v1/portfolio/greeks', { positions: expected })));
    expect(answer.body.meta.manifest).to.deep.include({
      marketDataAsOf: '2026-06-01',
      warnings: ['2 positions of the portfolio hold nothing on 2026-06-01 and are left out'],
    });
    const paying = {
      ...market.assets.ACME,
      dividends: [
        { date: '2026-12-01', amount: 1 },
        { time: 0.25, proportion: 0.01 },
      ],
    };
    const dividends = [
      { time: 183 / 365, amount: 1 },
      { time: 0.25, proportion: 0.01 },
    ];
    expect(
      expectSuccess(await post(service, '/api/v1/portfolio/price', { portfolioId: id, market: { ...market, assets: { ACME: paying } } })),
    ).to.deep.equal(
      expectSuccess(await post(service, '/api/v1/portfolio/price', { positions: expected.map((each) => ({ ...each, dividends })) })),
    );
    const receipt = `/api/v1/governance/receipts/${answer.body.correlationId}`;
    const body = { tradeDate: '2026-03-02', terms: { ...option, strike: 50 } };
    expectSuccess(await send(service, 'PUT', `/api/v1/trades/${sent[0]}`, { body, headers: { 'If-Match': '"1"' } }));
    expect(expectSuccess(await post(service, `${receipt}/replay`, undefined))).to.deep.include({ identical: true, differences: [] });
    expectFault(
      await post(service, '/api/v1/portfolio/greeks', { portfolioId: id, market: { ...market, assets: { BETA: market.assets.ACME } } }),
      '/market/assets',
    );
    expectFault(
      await post(service, '/api/v1/portfolio/greeks', { portfolioId: id, market: { ...market, valuationDate: '2099-01-01' } }),
      '/portfolioId',
    );

    const swap = {
      type: 'interest_rate_swap',
      currency: 'USD',
      notional: 1e6,
      side: 'payer',
      fixedRate: 0.03,
      maturity: 5,
      fixedFrequency: 2,
      floatingFrequency: 4,
    };
    await added(id, { quantity: 1, tradeId: await book(swap) });
    const refused = expectFailure(await post(service, '/api/v1/portfolio/greeks', { portfolioId: id, market }), 'SVC-REQ-001');
    expect(refused.message).to.include('interest_rate_swap');
    const mixed = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { portfolioId: id, market }));
    expect(mixed.summary).to.deep.equal({ count: 5, succeeded: 2, failed: 3 });
  });

  it('holds instruments with names in place of values, in the latest quotes, and replays them as they were', async () => {
    const symbol = `BOOK ${randomUUID()}`;
    const quote = (value: number, asOf: string) =>
      post(service, '/api/v1/market-data/quotes', { quotes: [{ symbol, value, asOf, kind: 'spot' }] });
    expectSuccess(await quote(100, '2026-01-02T17:00:00Z'));
    const id = await created();
    await added(id, vanilla({ ...book[0]!, spot: { symbol } as never }));
    for (const operation of ['portfolio/price', 'risk/var/parametric', 'portfolio/mixed']) {
      const value = async (spot: number) => {
        const positions = [{ ...book[0], spot }];
        return operation === 'portfolio/mixed'
          ? { instruments: positions.map(({ underlying: _, id: _id, ...each }) => ({ ...each, kind: 'vanilla' })) }
          : { positions };
      };
      const figures = ({ totalValue, valueAtRisk }: Body) => [totalValue, valueAtRisk];
      const named = await post(service, `/api/v1/${operation}`, { portfolioId: id });
      expect(figures(expectSuccess(named)), operation).to.deep.equal(
        figures(expectSuccess(await post(service, `/api/v1/${operation}`, await value(100)))),
      );
    }
    const { body } = await post(service, '/api/v1/portfolio/price', { portfolioId: id });
    expectSuccess(await quote(120, '2026-01-03T17:00:00Z'));
    expect(expectSuccess(await post(service, '/api/v1/portfolio/price', { portfolioId: id })).totalValue).not.to.equal(
      body.data.totalValue,
    );
    const again = await post(service, `/api/v1/governance/receipts/${body.correlationId}/replay`, undefined);
    expect(expectSuccess(again)).to.deep.include({ identical: true, differences: [] });
  });

  it('of another tenant is not there for any operation, in the words for one that nobody has', async () => {
    const { id } = await ofBook();
    const nobodys = `pfl_${randomUUID()}`;
    for (const [operation, more] of [
      ['portfolio/price', {}],
      ['portfolio/mixed', {}],
      ['risk/var/parametric', {}],
      ['hedge/optimize', { instruments: [{ id: 'share', delta: 1 }] }],
    ] as const) {
      const { message } = expectFailure(await post(other, `/api/v1/${operation}`, { portfolioId: id, ...more }), 'SVC-RES-001');
      const unknown = expectFailure(await post(other, `/api/v1/${operation}`, { portfolioId: nobodys, ...more }), 'SVC-RES-001');
      expect(unknown.details[0].pointer).to.equal('/portfolioId');
      expect(unknown.message.replace(nobodys, id)).to.equal(message);
    }
    expectFailure(await post(other, `${path}/${id}/positions`, { quantity: 1, productId: 'prd_none' }), 'SVC-RES-001');
  });

  it('needs positions, and stands in place of those of the request', async () => {
    const empty = await created();
    expectFault(await post(service, '/api/v1/portfolio/price', { portfolioId: empty }), '/portfolioId');
    expectFault(await post(service, '/api/v1/portfolio/price', { portfolioId: empty, positions: book }), '');
    const market = { spot: 1, rate: 0, volatility: 0 };
    expectFault(await post(service, '/api/v1/portfolio/price', { positions: book, market }), '/market/curves');
    expectFault(await post(service, '/api/v1/portfolio/price', { portfolioId: empty, nonsense: 1 }), '/nonsense');
  });
});
