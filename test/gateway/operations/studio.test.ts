import { expect } from 'chai';
import { templates } from '#gateway/studio/templates';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/studio/drafts';
const call = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2031-01-06' };
const market = { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' };
const pricer = { numPaths: 2048 };

onEachServiceByTwo('the studio', (service, other) => {
  const draft = async (fields: object = {}): Promise<string> =>
    expectSuccess(await post(service, path, { name: 'A draft', contract: call, market, ...fields }), 201).id;
  const step = (id: string, name: string, body: object = {}) => post(service, `${path}/${id}/${name}`, body);

  describe('has a template that is priced as given, as a draft too, and has a payoff:', () => {
    for (const { id, name } of templates('2026-01-05'))
      it(name, async () => {
        const { items } = expectSuccess(await get(service, '/api/v1/studio/templates?limit=500'));
        const template = items.find((each: Body) => each.id === id);
        const { contract, market } = template;
        const direct = expectSuccess(await post(service, '/api/v1/contract/price', { contract, market, pricer }));
        expect(Number.isFinite(direct.price)).to.equal(true);
        expect(direct.standardError).to.be.below(Math.abs(direct.price) + 1);
        const created = expectSuccess(
          await post(service, path, { name: template.name, contract, market, notes: template.description }),
          201,
        );
        const priced = expectSuccess(await step(created.id, 'price', { pricer }));
        expect(priced.price).to.be.closeTo(direct.price, 6 * (priced.standardError + direct.standardError) + 1e-9 * Math.abs(direct.price));
        const { points } = expectSuccess(await step(created.id, 'payoff', { pricer: { numPaths: 256 }, points: 2 }));
        for (const point of points) for (const each of ['payoff', 'value', 'standardError']) expect(point[each], each).to.be.a('number');
      });
  });

  it('has at least the twelve templates of the interface, each with a name of its own, whatever the day', async () => {
    const { items } = expectSuccess(await get(service, '/api/v1/studio/templates?limit=500'));
    expect(items.length).to.be.at.least(12);
    expect(new Set(items.map(({ id }: Body) => id)).size).to.equal(items.length);
    const first = expectSuccess(await get(service, '/api/v1/studio/templates?limit=10'));
    const second = expectSuccess(await get(service, `/api/v1/studio/templates?limit=10&cursor=${first.nextCursor}`));
    expect([...first.items, ...second.items]).to.deep.equal(items);
    const dates = JSON.stringify(templates('2040-02-29')).match(/20\d\d-\d\d-\d\d/g) ?? [];
    for (const date of dates) expect(date >= '2040-02-29', date).to.equal(true);
  });

  it('keeps drafts, and refuses a contract or a market that contract/price refuses', async () => {
    const id = await draft({ notes: 'first' });
    expect(expectSuccess(await get(service, `${path}/${id}`))).to.deep.include({
      name: 'A draft',
      contract: call,
      market,
      notes: 'first',
      version: 1,
    });
    const replaced = { name: 'Renamed', contract: call };
    const put = (version: number) => send(service, 'PUT', `${path}/${id}`, { body: replaced, headers: { 'If-Match': `"${version}"` } });
    expect(expectSuccess(await put(1)))
      .to.deep.include({ ...replaced, version: 2 })
      .and.not.to.have.property('market');
    expectFailure(await put(1), 'SVC-RES-003');
    expectFault(await step(id, 'price'), '/market');
    const make = (fields: object) => post(service, path, { name: 'x', contract: call, market, ...fields });
    expectFault(await make({ contract: { ...call, strike: 0 } }), '/contract/strike');
    expectFault(await make({ market: { ...market, volatility: -1 } }), '/market/volatility');
    expectFault(await make({ market: { ...market, assets: {} } }), '/market');
    expectFailure(await make({ market: { ...market, spot: { symbol: 'NO SUCH QUOTE' } } }), 'SVC-RES-001');
    expect(expectSuccess(await send(service, 'DELETE', `${path}/${id}`))).to.deep.equal({ id });
  });

  it('prices a draft as contract/greeks does, in its own market or another, and again after it changed', async () => {
    const id = await draft();
    const direct = (inlineMarket: object) => post(service, '/api/v1/contract/greeks', { contract: call, market: inlineMarket, pricer });
    const answer = await step(id, 'price', { pricer });
    expect(expectSuccess(answer)).to.deep.equal(expectSuccess(await direct(market)));
    const higher = { ...market, spot: 110 };
    expect(expectSuccess(await step(id, 'price', { pricer, market: higher }))).to.deep.equal(expectSuccess(await direct(higher)));
    expectSuccess(await send(service, 'DELETE', `${path}/${id}`));
    const receipt = `/api/v1/governance/receipts/${answer.body.correlationId}`;
    expect(expectSuccess(await get(service, receipt)).inputs.resolved[`draft/${id}`]).to.deep.include({
      id,
      version: 1,
      contract: call,
      market,
    });
    expect(expectSuccess(await post(service, `${receipt}/replay`, undefined))).to.deep.include({ identical: true, differences: [] });
  });

  it('keeps the names of a market, so that a draft is priced in the latest quotes', async () => {
    const symbol = 'STUDIO SPX';
    const quote = (value: number, asOf: string) =>
      post(service, '/api/v1/market-data/quotes', { quotes: [{ symbol, value, asOf, kind: 'spot' }] });
    expectSuccess(await quote(100, '2026-01-02T17:00:00Z'));
    const named = { rate: 0.03, volatility: 0.2, spot: { symbol } };
    const id = await draft({ market: named });
    expect(expectSuccess(await get(service, `${path}/${id}`)).market).to.deep.equal(named);
    const first = await step(id, 'price', { pricer });
    expectSuccess(await quote(120, '2026-01-03T17:00:00Z'));
    const second = expectSuccess(await step(id, 'price', { pricer }));
    expect(second.price).to.be.above(expectSuccess(first).price + 10);
    const receipt = `/api/v1/governance/receipts/${first.body.correlationId}`;
    expect(expectSuccess(await post(service, `${receipt}/replay`, undefined))).to.deep.include({ identical: true, differences: [] });
  });

  it('has a profile whose values are prices at each spot, and a grid whose cells are prices at each shock', async () => {
    const id = await draft();
    const price = async (moves: object) =>
      expectSuccess(await post(service, '/api/v1/contract/price', { contract: call, market: { ...market, ...moves }, pricer }));
    const { underlying, points } = expectSuccess(await step(id, 'payoff', { from: 80, to: 120, points: 3, pricer }));
    expect(underlying).to.equal('SPX');
    for (const { spot, payoff, value, standardError } of points) {
      expect(payoff).to.equal(Math.max(spot - 105, 0));
      expect(value).to.be.closeTo((await price({ spot })).price, 1e-10);
      expect(standardError).to.equal((await price({ spot })).standardError);
    }
    const shocks = { spotShocks: [-0.1, 0], volatilityShocks: [-0.3, 0, 0.1] };
    const answer = await step(id, 'scenarios', { ...shocks, pricer });
    const { basePrice, results } = expectSuccess(answer);
    expect(basePrice).to.equal((await price({})).price);
    expect(results.map(({ spotShock, volatilityShock }: Body) => [spotShock, volatilityShock])).to.deep.equal(
      shocks.spotShocks.flatMap((spot) => shocks.volatilityShocks.map((volatility) => [spot, volatility])),
    );
    for (const cell of results) {
      const moved = { spot: 100 * (1 + cell.spotShock), volatility: Math.max(0, 0.2 + cell.volatilityShock) };
      expect(cell.price).to.be.closeTo((await price(moved)).price, 1e-10);
      expect(cell.pnl).to.equal(cell.price - basePrice);
    }
    const receipt = `/api/v1/governance/receipts/${answer.body.correlationId}`;
    expect(expectSuccess(await post(service, `${receipt}/replay`, undefined))).to.deep.include({ identical: true, differences: [] });
  });

  it('leaves the fixings of a note where its spot moves', async () => {
    const contract = {
      ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX'], observationDates: ['2027-01-05'] },
      ...{ callBarrier: 1, couponBarrier: 1, protectionBarrier: 0.6, couponRate: 0.07, memoryCoupon: false },
    };
    const id = await draft({ contract });
    const { points } = expectSuccess(await step(id, 'payoff', { from: 50, to: 150, points: 2, pricer }));
    expect(points.map(({ payoff }: Body) => payoff)).to.deep.equal([0.5, 1.07]);
    expect(points[0].value).to.be.below(0.6);
    expect(points[1].value).to.be.above(1);
  });

  it('refuses a grid that is too large, and a volatility shock where a model carries the volatility', async () => {
    const id = await draft();
    const shocks = Array.from({ length: 16 }, (_, i) => i / 100);
    expectFault(await step(id, 'scenarios', { spotShocks: shocks, volatilityShocks: shocks }), '/spotShocks');
    const model = { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 0.5, rho: -0.7 };
    const heston = { spot: 100, rate: 0.03, model, valuationDate: '2026-01-05' };
    expectFault(await step(id, 'scenarios', { market: heston, spotShocks: [0], volatilityShocks: [0.1] }), '/volatilityShocks');
    expectFault(await step(id, 'scenarios', { spotShocks: [-1], volatilityShocks: [0] }), '/spotShocks/0');
    expectFault(await step(id, 'payoff', { points: 102 }), '/points');
    expectFault(await step(id, 'price', { market: { ...market, spot: 0 } }), '/market/spot');
  });

  it('makes a published product of a draft, once per Idempotency-Key', async () => {
    const id = await draft({ notes: 'what it is for' });
    const options = { body: { name: 'Launched' }, headers: { 'Idempotency-Key': `publish-${id}` } };
    const first = expectSuccess(await send(service, 'POST', `${path}/${id}/publish`, options), 201);
    expect(first).to.deep.include({ name: 'Launched', description: 'what it is for', type: 'contract', terms: call });
    expect(first).to.include({ status: 'published', version: 1, publishedVersion: 1 });
    expect(expectSuccess(await send(service, 'POST', `${path}/${id}/publish`, options), 201)).to.deep.equal(first);
    expect(expectSuccess(await get(service, `/api/v1/products/${first.id}`))).to.deep.equal(first);
    const ended = await draft({ contract: { ...call, expiry: '2020-01-06' }, market: undefined });
    expect(expectFailure(await step(ended, 'publish'), 'SVC-RES-002').details[0].pointer).to.equal('/contract/expiry');
  });

  it('shows no draft of another tenant', async () => {
    const id = await draft();
    for (const name of ['price', 'payoff', 'publish']) expectFailure(await post(other, `${path}/${id}/${name}`, {}), 'SVC-RES-001');
    expectFailure(await post(other, `${path}/${id}/scenarios`, { spotShocks: [0], volatilityShocks: [0] }), 'SVC-RES-001');
  });
});
