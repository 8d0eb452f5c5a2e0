import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/products';
const call = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2031-01-06' };
const knockOut = {
  type: 'conditional',
  contract: call,
  condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
};
const note = {
  ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX', 'NDX'], observationDates: ['2030-01-07', '2031-01-06'] },
  ...{ callBarrier: 1, couponBarrier: 0.7, protectionBarrier: 0.6, couponRate: 0.07, memoryCoupon: true, notional: 1000 },
};
const bond = { faceValue: 100, couponRate: 0.02, couponFrequency: 2, maturity: 5, conversionRatio: 2 };
const straddle = { strategy: 'straddle', underlying: 'SPX', strike: 100, expiry: '2031-01-06' };
const option = { strike: 105, time: 0.5, optionType: 'put' };

const market = { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' };
const two = {
  assets: { SPX: { spot: 5000, volatility: 0.18 }, NDX: { spot: 17_500, volatility: 0.24 } },
  ...{ correlations: [{ asset1: 'SPX', asset2: 'NDX', correlation: 0.8 }], rate: 0.03, valuationDate: '2026-01-05' },
};
const credit = { spot: 40, rate: 0.03, volatility: 0.3, hazardRate: 0.02, recoveryRate: 0.4 };
const flat = { spot: 100, rate: 0.03, volatility: 0.2, dividend: 0.01 };
const pricer = { numPaths: 2048 };

onEachServiceByTwo('a product', (service, other) => {
  const created = async (type: string, terms: object, fields: object = {}): Promise<Body> =>
    expectSuccess(await post(service, path, { name: `A ${type}`, type, terms, ...fields }), 201);
  const replace = (id: string, version: number, body: object) =>
    send(service, 'PUT', `${path}/${id}`, { body, headers: { 'If-Match': `"${version}"` } });
  const step = (id: string, name: string, body?: object) => post(service, `${path}/${id}/${name}`, body);
  const versionsOf = async (id: string): Promise<[number, string][]> =>
    expectSuccess(await get(service, `${path}/${id}/versions`)).items.map(({ version, status }: Body) => [version, status]);

  it('goes from draft to published to retired, and each version stays as it was', async () => {
    const { id, ...draft } = await created('contract', knockOut);
    expect(draft).to.deep.include({ status: 'draft', version: 1, terms: knockOut }).and.not.to.have.property('publishedVersion');
    expectFailure(await step(id, 'retire'), 'SVC-RES-002');
    expect(expectSuccess(await step(id, 'publish'))).to.include({ status: 'published', version: 2, publishedVersion: 2 });
    expectFailure(await step(id, 'publish'), 'SVC-RES-002');
    const next = { name: 'Next', type: 'contract', terms: call };
    expect(expectSuccess(await replace(id, 2, next))).to.include({ status: 'draft', version: 3, publishedVersion: 2, name: 'Next' });
    expect(expectSuccess(await get(service, `${path}/${id}/versions/2`))).to.deep.include({
      status: 'published',
      version: 2,
      terms: knockOut,
    });
    expectFailure(await send(service, 'DELETE', `${path}/${id}`), 'SVC-RES-002');
    expect(expectSuccess(await step(id, 'publish'))).to.include({ status: 'published', version: 4, publishedVersion: 4 });
    expectSuccess(await replace(id, 4, { ...next, terms: knockOut }));
    expect(expectSuccess(await step(id, 'retire'))).to.deep.include({ status: 'retired', version: 6, terms: call });
    for (const name of ['publish', 'retire']) expectFailure(await step(id, name), 'SVC-RES-002');
    expectFailure(await replace(id, 6, next), 'SVC-RES-002');
    expect(await versionsOf(id)).to.deep.equal([
      [1, 'draft'],
      [2, 'published'],
      [3, 'draft'],
      [4, 'published'],
      [5, 'draft'],
      [6, 'retired'],
    ]);
    const first = expectSuccess(await get(service, `${path}/${id}/versions?limit=4`));
    const second = expectSuccess(await get(service, `${path}/${id}/versions?limit=4&cursor=${first.nextCursor}`));
    expect([...first.items, ...second.items].map(({ version }: Body) => version)).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expectFailure(await get(service, `${path}/${id}/versions/7`), 'SVC-RES-001');
    expect(expectSuccess(await send(service, 'DELETE', `${path}/${id}`))).to.deep.equal({ id });
    expectFailure(await get(service, `${path}/${id}/versions/2`), 'SVC-RES-001');
  });

  it('is not replaced without the version that is there, and one of 20 concurrent replacements wins', async () => {
    const { id } = await created('contract', call);
    const body = { name: 'Other', type: 'contract', terms: call };
    expectFailure(await send(service, 'PUT', `${path}/${id}`, { body }), 'SVC-RES-004');
    expectFailure(await replace(id, 2, body), 'SVC-RES-003');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => replace(id, 1, { ...body, name: `by ${i}` })));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).to.have.length(1);
    expect(expectSuccess(await get(service, `${path}/${id}`)).name).to.equal(won[0]!.body.data.name);
  });

  it('is priced in a snapshot as in the market that the snapshot holds, and again when the market has moved', async () => {
    const [day, asset, second] = ['2026-01-05', 'PRODUCT-ONE', 'PRODUCT-TWO'];
    const stored = async (collection: string, body: object) =>
      expectSuccess(await post(service, `/api/v1/market-data/${collection}`, body), 201);
    const quoted = async (symbol: string, value: number, kind: string) =>
      expectSuccess(
        await post(service, '/api/v1/market-data/quotes', {
          quotes: [{ symbol, value, kind, asOf: `${day}T12:00:00Z`, currency: 'CHF' }],
        }),
      );
    const curve = await stored('curves', {
      name: 'CHF',
      currency: 'CHF',
      kind: 'discount',
      valuationDate: day,
      nodes: [{ time: 1, zeroRate: 0.01 }],
    });
    await quoted(asset, 100, 'spot');
    await quoted(second, 50, 'spot');
    await quoted(`${second}.VOL`, 0.3, 'volatility');
    const smile = { expiries: [0.5, 2, 6], strikes: [80, 100, 120], volatilities: [1, 2, 3].map(() => [0.22, 0.2, 0.19]) };
    const surface = await stored('surfaces', {
      name: asset,
      underlying: asset,
      valuationDate: day,
      spot: 100,
      rate: 0.01,
      dividend: 0.02,
      ...smile,
    });
    const matrix = {
      name: 'Products',
      assets: [asset, second],
      matrix: [
        [1, 0.5],
        [0.5, 1],
      ],
    };
    expectSuccess(await post(service, '/api/v1/market-data/correlations', matrix), 200, 201);
    const named = { curveIds: [curve.id], surfaceIds: [surface.id], symbols: [asset, second, `${second}.VOL`] };
    const { id: snapshotId } = await stored('snapshots', { name: 'Close', asOf: day, ...named });
    const one = { spot: 100, dividend: 0.02, valuationDate: day, curve: { curveId: curve.id } };
    const dupire = { type: 'local_vol', surfaceId: surface.id };
    const assets = { [asset]: { spot: 100, dividend: 0.02, model: dupire }, [second]: { spot: 50, volatility: 0.3 } };
    const correlations = [{ asset1: asset, asset2: second, correlation: 0.5 }];
    for (const [type, terms, stated] of [
      ['contract', { ...call, underlying: asset }, { ...one, volatility: { surfaceId: surface.id } }],
      ['strategy', { ...straddle, underlying: asset }, { ...one, model: dupire }],
      ['vanilla', { ...option, underlying: asset }, { spot: 100, rate: 0.01, dividend: 0.02, volatility: { surfaceId: surface.id } }],
      ['american', { ...option, underlying: asset, exercise: 'continuous' }, { spot: 100, rate: 0.01, dividend: 0.02, model: dupire }],
      ['structured', { ...note, underlyings: [asset, second] }, { assets, correlations, valuationDate: day, curve: { curveId: curve.id } }],
    ] as const) {
      const { id } = await created(type, terms);
      const settings = ['vanilla', 'american'].includes(type) ? {} : { pricer };
      const first = await step(id, 'price', { snapshotId, ...settings });
      expect(expectSuccess(first), type).to.deep.equal(expectSuccess(await step(id, 'price', { market: stated, ...settings })));
      expect(first.body.meta.manifest.marketDataAsOf).to.equal(day);
      await quoted(asset, 110, 'spot');
      expect(expectSuccess(await step(id, 'price', { snapshotId, ...settings })), type).to.deep.equal(first.body.data);
      await quoted(asset, 100, 'spot');
      expectSuccess(await step(id, 'greeks', { snapshotId, ...settings }));
    }
    const { id: bondId } = await created('convertible', bond);
    expectFault(await step(bondId, 'price', { snapshotId }), '/snapshotId', /names no asset/);
    const { id: elsewhere } = await created('contract', { ...call, underlying: 'NOT-QUOTED' });
    expect(expectFailure(await step(elsewhere, 'price', { snapshotId }), 'SVC-RES-001').message).to.include('NOT-QUOTED');
    expectFault(await step(bondId, 'price', { snapshotId, market: credit }), '', /only one of market or snapshotId/);
  });

  it('is refused where its terms are not those of its type, with a pointer', async () => {
    const make = (type: string, terms: object) => post(service, path, { name: 'x', type, terms });
    expectFault(await make('contract', { ...call, strike: -1 }), '/terms/strike');
    expectFault(await make('contract', { ...knockOut, contract: { ...call, expiry: 'soon' } }), '/terms/contract/expiry');
    expectFault(await make('structured', { ...note, couponRate: -1 }), '/terms/couponRate');
    expectFault(await make('convertible', { ...bond, maturity: 0 }), '/terms/maturity');
    expectFault(await make('vanilla', { ...option, spot: 100 }), '/terms/spot');
    expectFault(await make('american', { ...option, exercise: 'sometimes' }), '/terms/exercise');
    expectFault(await make('strategy', { ...straddle, strategy: 'condor' }), '/terms/strategy');
    expectFault(await make('swap', {}), '/type');
    expectFault(await post(service, path, { name: 'a\u0007bell', type: 'contract', terms: call }), '/name');
    expectFault(await post(service, path, { name: 'x', type: 'contract', terms: call, status: 'published' }), '/status');
  });

  for (const [type, terms, priced, greeks] of [
    [
      'contract',
      knockOut,
      ['contract/price', { contract: knockOut, market, pricer }],
      ['contract/greeks', { contract: knockOut, market, pricer }],
    ],
    [
      'structured',
      note,
      ['structured/price', { product: note, market: two, pricer }],
      ['contract/greeks', { contract: { type: 'scaled', contract: { ...note, notional: undefined }, factor: 1000 }, market: two, pricer }],
    ],
    [
      'strategy',
      straddle,
      ['strategy/price', { strategy: straddle, market, pricer }],
      ['contract/greeks', { contract: { type: 'strategy', ...straddle }, market, pricer }],
    ],
    ['convertible', bond, ['convertible/price', { bond, market: credit }], ['convertible/price', { bond, market: credit }]],
    ['vanilla', option, ['price', { ...option, ...flat }], ['greeks', { ...option, ...flat }]],
    ['american', option, ['american/price', { ...option, ...flat, pricer }], ['american/price', { ...option, ...flat, pricer }]],
  ] as const)
    it(`of type ${type} is priced, with its Greeks, to the last bit as its terms are directly, and again after it changed`, async () => {
      const { id } = await created(type, terms);
      for (const [name, [operation, request]] of [
        ['price', priced],
        ['greeks', greeks],
      ] as const) {
        const direct = expectSuccess(await post(service, `/api/v1/${operation}`, request));
        const shared = { market: 'market' in request ? request.market : flat, ...('pricer' in request && { pricer }) };
        const answer = await step(id, name, shared);
        expect(expectSuccess(answer)).to.deep.equal(direct);
        const { correlationId } = answer.body;
        const receipt = expectSuccess(await get(service, `/api/v1/governance/receipts/${correlationId}`));
        expect(receipt).to.deep.include({ operationId: `${name}Product`, request: shared });
        expect(receipt.inputs.resolved[`product/${id}`]).to.deep.include({ id, type });
        if (name === 'price') expectSuccess(await replace(id, 1, { name: 'Changed', type: 'contract', terms: call }));
        const again = await post(service, `/api/v1/governance/receipts/${correlationId}/replay`, undefined);
        expect(expectSuccess(again)).to.deep.include({ identical: true, differences: [] });
        if (name === 'price') expectSuccess(await replace(id, 2, { name: 'Changed back', type, terms }));
      }
    });

  it('is priced in its published version until the next one is published, or in the version that is asked for', async () => {
    const { id } = await created('contract', call);
    expectSuccess(await step(id, 'publish'));
    expectSuccess(await replace(id, 2, { name: 'Next', type: 'contract', terms: { ...call, strike: 50 } }));
    const price = async (version?: number) => expectSuccess(await step(id, 'price', { market, version })).price;
    const direct = async (strike: number) =>
      expectSuccess(await post(service, '/api/v1/contract/price', { contract: { ...call, strike }, market })).price;
    expect(await price()).to.equal(await direct(105));
    expect(await price(1)).to.equal(await direct(105));
    expect(await price(3)).to.equal(await direct(50));
    expectFailure(await step(id, 'price', { market, version: 9 }), 'SVC-RES-001');
    expectSuccess(await step(id, 'publish'));
    expect(await price()).to.equal(await direct(50));
  });

  it('names what is wrong in the market, the settings or the terms at its place', async () => {
    const contract = await created('contract', knockOut);
    expectFault(await step(contract.id, 'price', { market: { ...market, volatility: -1 } }), '/market/volatility');
    expectFault(await step(contract.id, 'price', { market: { rate: 0 } }), '/market');
    expectFault(await step(contract.id, 'price', { market, pricer: { paths: 1 } }), '/pricer/paths');
    expectFault(await step(contract.id, 'price', { market: { ...market, valuationDate: '2032-01-01' } }), '/terms/contract/expiry');
    const vanilla = await created('vanilla', { ...option, underlying: 'ACME' });
    expectFault(await step(vanilla.id, 'price', { market: { ...flat, volatility: -1 } }), '/market/volatility');
    expectFault(await step(vanilla.id, 'price', { market: flat, pricer }), '/pricer');
    const assets = { ACME: { spot: 100, volatility: 0.2 } };
    expect(expectSuccess(await step(vanilla.id, 'price', { market: { assets, rate: 0.03 } })).price).to.be.a('number');
    const american = await created('american', { ...option, exercise: 'dates' });
    const withDividend = { ...flat, dividends: [{ time: 0.25, amount: 2 }] };
    expectFault(await step(american.id, 'price', { market: withDividend }), '/terms/exercise', /must be continuous with dividends/);
    expectFault(await step(american.id, 'price', { market: withDividend, pricer: { exercise: 'dates' } }), '/pricer/exercise');
    const convertible = await created('convertible', bond);
    expectFault(await step(convertible.id, 'price', { market: { ...credit, hazardRate: undefined } }), '/market/hazardRate');
  });

  it('that has ended is found invalid and is not published', async () => {
    const { id } = await created('contract', { ...knockOut, contract: { ...call, expiry: '2020-01-06' } });
    const { valid, problems } = expectSuccess(await step(id, 'validate', {}));
    expect(valid).to.equal(false);
    expect(problems.map(({ pointer }: Body) => pointer)).to.deep.equal(['/terms/contract/expiry']);
    expect(expectFailure(await step(id, 'publish'), 'SVC-RES-002').details).to.deep.equal(problems);
    const structured = await created('structured', { ...note, observationDates: ['2020-01-06', '2031-01-06'] });
    expect(expectSuccess(await step(structured.id, 'validate', {})).problems[0].pointer).to.equal('/terms/observationDates/0');
    for (const [type, terms] of [
      ['contract', knockOut],
      ['structured', note],
      ['strategy', straddle],
      ['vanilla', option],
      ['american', option],
      ['convertible', bond],
    ] as const) {
      const fine = await created(type, terms);
      expect(expectSuccess(await step(fine.id, 'validate', {}))).to.deep.include({ valid: true, problems: [] });
    }
  });

  it('is described in words, with its assets and the dates on which it may pay', async () => {
    const described = async (type: string, terms: object) => expectSuccess(await step((await created(type, terms)).id, 'describe', {}));
    const direct = expectSuccess(await post(service, '/api/v1/contract/describe', { contract: knockOut }));
    expect(await described('contract', knockOut)).to.deep.equal({
      ...direct,
      ...{ horizon: '2031-01-06', underlyings: ['SPX'], cashflowDates: ['2031-01-06'] },
    });
    expect(await described('structured', note)).to.deep.include({ underlyings: ['SPX', 'NDX'], cashflowDates: note.observationDates });
    const convertible = await described('convertible', bond);
    expect(convertible.cashflowDates).to.have.length(10);
    expect(convertible.cashflowDates.at(-1)).to.equal(convertible.horizon);
    expect(convertible.description).to.equal(
      'bond of 100 that matures in 5 years, pays 2% per year in 2 coupons, is convertible into 2 shares at any time',
    );
    expect((await described('vanilla', option)).description).to.equal('right to sell the underlying at 105 in 0.5 years');
    const american = await described('american', { ...option, underlying: 'ACME' });
    expect(american.description).to.equal('right to sell ACME at 105 at any time within 0.5 years');
  });

  it('has a payoff profile over the end of its spot', async () => {
    const profile = async (type: string, terms: object, request: object) =>
      expectSuccess(await step((await created(type, terms)).id, 'payoff', request));
    const straddled = await profile('strategy', straddle, { from: 80, to: 120, points: 5 });
    expect(straddled).to.deep.equal({
      underlying: 'SPX',
      start: { SPX: 100 },
      points: [80, 90, 100, 110, 120].map((spot) => ({ spot, payoff: Math.abs(spot - 100) })),
    });
    const { points } = await profile('convertible', bond, { from: 25, to: 75, points: 3 });
    expect(points).to.deep.equal([
      { spot: 25, payoff: 100 },
      { spot: 50, payoff: 100 },
      { spot: 75, payoff: 150 },
    ]);
    const { id } = await created('contract', knockOut);
    expect(expectSuccess(await step(id, 'payoff', {})).points).to.have.length(101);
    expectFault(await step(id, 'payoff', { underlying: 'NDX' }), '/underlying');
    expectFault(await step(id, 'payoff', { from: 100, to: 90 }), '/to');
    expectFault(await step(id, 'payoff', { spots: { NDX: 1 } }), '/spots/NDX');
    expectFault(await step(id, 'payoff', { points: 1 }), '/points');
  });

  it('is cloned into a draft of its own', async () => {
    const { id } = await created('contract', call, { description: 'first' });
    expectSuccess(await step(id, 'publish'));
    const clone = expectSuccess(await step(id, 'clone', { name: 'Copy' }), 201);
    expect(clone).to.deep.include({ name: 'Copy', description: 'first', status: 'draft', version: 1, terms: call });
    expect(clone.id).not.to.equal(id);
    expect(expectSuccess(await step(id, 'clone', {}), 201).name).to.equal('A contract');
  });

  it('in a portfolio is valued in its published version, and is not deleted while it is held', async () => {
    const { id } = await created('strategy', straddle);
    expectSuccess(await step(id, 'publish'));
    const portfolio = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'of products' }), 201).id;
    const position = expectSuccess(await post(service, `/api/v1/portfolios/${portfolio}/positions`, { quantity: 3, productId: id }), 201);
    const valued = await post(service, '/api/v1/portfolio/price', { portfolioId: portfolio, market });
    const { price } = expectSuccess(await step(id, 'price', { market }));
    expect(expectSuccess(valued).totalValue).to.be.closeTo(3 * price, 1e-9 * price);
    expect(valued.body.meta.manifest.marketDataAsOf).to.equal(market.valuationDate);
    expect(expectSuccess(valued).positions.map((each: Body) => each.id)).to.deep.equal([`${position.id}/0`, `${position.id}/1`]);
    const mixed = expectSuccess(await post(service, '/api/v1/portfolio/mixed', { portfolioId: portfolio, market }));
    expect(mixed.totalValue).to.be.closeTo(3 * price, 1e-9 * price);
    const unpriced = expectSuccess(await post(service, '/api/v1/portfolio/price', { portfolioId: portfolio }));
    expect(unpriced).to.include({ complete: false }).and.not.to.have.property('totalValue');
    expect(unpriced.positions[0].error.details[0].pointer).to.equal('/positions/0/market');
    expectSuccess(await step(id, 'retire'));
    expect(expectFailure(await send(service, 'DELETE', `${path}/${id}`), 'SVC-RES-002').message).to.include(position.id);
  });

  it('has a term sheet with its payoff and scenarios from half the start to one and a half of it', async () => {
    const { id } = await created('contract', call);
    const { body: sheet } = await get(service, `${path}/${id}/term-sheet?format=json`);
    const moves = sheet.scenarios.map(({ move }: Body) => Math.round(100 * move));
    expect(moves).to.deep.equal([-50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50]);
    expect(sheet.payoff.points).to.have.length(101);
    const { text } = await get(service, `${path}/${id}/term-sheet?format=markdown`);
    expect(text).to.include(`| Last payment | ${call.expiry} |`);
  });

  it('of another tenant is not there for any step', async () => {
    const { id } = await created('contract', call);
    for (const name of ['publish', 'retire', 'validate', 'describe', 'payoff', 'clone', 'price', 'greeks'])
      expectFailure(await post(other, `${path}/${id}/${name}`, name === 'price' || name === 'greeks' ? { market } : {}), 'SVC-RES-001');
    expectFailure(await get(other, `${path}/${id}/term-sheet`), 'SVC-RES-001');
    expectFailure(await get(other, `${path}/${id}/versions/1`), 'SVC-RES-001');
  });
});
