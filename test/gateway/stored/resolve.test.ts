import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { service } from '#test/support/shared-service';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';

const curves = '/api/v1/market-data/curves';
const quotes = '/api/v1/market-data/quotes';
const terms = { name: 'USD-NAMES', currency: 'USD', kind: 'discount', valuationDate: '2026-03-02' };
const nodes = [
  { time: 0.5, zeroRate: 0.03 },
  { time: 2, zeroRate: 0.04 },
];
const option = { strike: 105, time: 1, optionType: 'put' };

describe('names of stored data in a request', () => {
  const other = { url: service.url, key: service.keys.otherTenant };
  let curveId: string;
  /** Stores a quote under a symbol of its own. */
  const quoted = async (value: number, kind: string, asOf = '2026-03-02T16:00:00.000Z', symbol = `N-${randomUUID()}`) => {
    expectSuccess(await post(service, quotes, { quotes: [{ symbol, value, kind, asOf }] }));
    return symbol;
  };
  const priced = async (path: string, body: object) => {
    const answer = await post(service, path, body);
    return { data: expectSuccess(answer), manifest: answer.body.meta.manifest };
  };

  before(async function () {
    this.timeout(60_000);
    curveId = expectSuccess(await post(service, curves, { ...terms, nodes }), 201).id;
  });

  it('give the price that the values give, in every kind of request', async () => {
    const symbol = await quoted(100, 'spot');
    const volatility = await quoted(0.2, 'volatility');
    const spot = { symbol };
    const curve = { times: [0.5, 2], zeroRates: [0.03, 0.04], interpolation: 'linear_zero' };
    const contract = { type: 'vanilla_call', underlying: 'A', strike: 105, expiry: '2027-03-02' };
    const market = { valuationDate: '2026-03-02' };
    const pricer = { numPaths: 1024 };
    const rateAtOne = 0.03 + 0.01 / 3;
    for (const [path, named, values] of [
      [
        '/api/v1/price',
        { ...option, spot, rate: { curveId }, volatility: { symbol: volatility } },
        { ...option, spot: 100, rate: rateAtOne, volatility: 0.2 },
      ],
      [
        '/api/v1/contract/price',
        { contract, market: { ...market, spot, curve: { curveId }, volatility: 0.2 }, pricer },
        { contract, market: { ...market, spot: 100, curve, volatility: 0.2 }, pricer },
      ],
      [
        '/api/v1/engine/price',
        { pricerId: 'equity_vanilla_bs', instrument: option, market: { spot, curve: { curveId }, volatility: 0.2 } },
        { pricerId: 'equity_vanilla_bs', instrument: option, market: { spot: 100, curve, volatility: 0.2 } },
      ],
      [
        '/api/v1/portfolio/var',
        { positions: [{ ...option, quantity: 5, spot, rate: { curveId, time: 1 }, volatility: 0.2 }] },
        { positions: [{ ...option, quantity: 5, spot: 100, rate: rateAtOne, volatility: 0.2 }] },
      ],
      [
        '/api/v1/portfolio/mixed',
        { instruments: [{ kind: 'vanilla', quantity: 1, ...option, spot, rate: 0.03, volatility: 0.2 }] },
        { instruments: [{ kind: 'vanilla', quantity: 1, ...option, spot: 100, rate: 0.03, volatility: 0.2 }] },
      ],
    ] as const) {
      const [one, two] = [await priced(path, named), await priced(path, values)];
      expect(one.data, path).to.deep.equal(two.data);
      expect(one.manifest.marketDataAsOf, path).to.equal('2026-03-02');
    }
  });

  it('make the manifest as old as the oldest of them', async () => {
    const body = { ...option, rate: 0.03, volatility: 0.2 };
    const today = new Date().toISOString().slice(0, 10);
    expect((await priced('/api/v1/price', { ...body, spot: 100 })).manifest.marketDataAsOf).to.equal(today);
    const spot = { symbol: await quoted(100, 'spot', '2025-12-31T23:59:59.999Z') };
    expect((await priced('/api/v1/price', { ...body, spot, rate: { curveId } })).manifest.marketDataAsOf).to.equal('2025-12-31');
  });

  it('are kept in the receipt with what they stood for, and its replay is equal after the data changed', async () => {
    const symbol = await quoted(100, 'spot');
    const curveId = expectSuccess(await post(service, curves, { ...terms, nodes }), 201).id;
    const body = { ...option, spot: { symbol }, rate: { curveId }, volatility: 0.2 };
    const answer = await post(service, '/api/v1/price', body);
    const first = expectSuccess(answer);
    await quoted(150, 'spot', '2026-03-02T17:00:00.000Z', symbol);
    const replacement = { ...terms, nodes: [{ time: 1, zeroRate: 0.1 }] };
    expectSuccess(await send(service, 'PUT', `${curves}/${curveId}`, { body: replacement, headers: { 'If-Match': '"1"' } }));
    expect((await priced('/api/v1/price', body)).data.price).not.to.equal(first.price);
    const receipt = `/api/v1/governance/receipts/${answer.body.correlationId}`;
    const { request, inputs } = expectSuccess(await get(service, receipt));
    expect(request).to.deep.equal(body);
    expect(inputs.resolved[`quote/${symbol}`]).to.deep.include({ version: 1, asOf: '2026-03-02' });
    expect(inputs.resolved[`quote/${symbol}`].fields.value).to.equal(100);
    expect(inputs.resolved[`curve/${curveId}`]).to.deep.include({ id: curveId, version: 1, asOf: '2026-03-02' });
    expect(inputs.resolved[`curve/${curveId}`].contentHash).to.match(/^blake3:[0-9a-f]{64}$/);
    expectSuccess(await send(service, 'DELETE', `${curves}/${curveId}`));
    const replay = expectSuccess(await post(service, `${receipt}/replay`, undefined));
    expect(replay.differences).to.deep.equal([]);
    expect(replay.result.price).to.equal(first.price);
  });

  it('of nothing are a 404 with the place of the name, also where they belong to another tenant', async () => {
    const symbol = await quoted(100, 'spot');
    const market = { spot: 100, volatility: 0.2, curve: { curveId } };
    const contract = { type: 'vanilla_call', underlying: 'A', strike: 105, expiry: '2027-03-02' };
    for (const [caller, id] of [
      [service, 'crv_none'],
      [other, curveId],
    ] as const) {
      const answer = await post(caller, '/api/v1/contract/price', { contract, market: { ...market, curve: { curveId: id } } });
      const { details, message } = expectFailure(answer, 'SVC-RES-001');
      expect(details[0].pointer).to.equal('/market/curve/curveId');
      expect(message).to.include('market.curve.curveId').and.to.include(id);
    }
    const vanilla = { ...option, spot: { symbol }, rate: 0.03, volatility: 0.2 };
    expectSuccess(await post(service, '/api/v1/price', vanilla));
    expect(expectFailure(await post(other, '/api/v1/price', vanilla), 'SVC-RES-001').details[0].pointer).to.equal('/spot/symbol');
  });

  it('that cannot be used are a 400 with the place of the name and the reason', async () => {
    const rate = await quoted(0.03, 'rate');
    const refused = async (body: object, pointer: string, reason?: RegExp) =>
      expectFault(await post(service, '/api/v1/price', { ...option, spot: 100, rate: 0.03, volatility: 0.2, ...body }), pointer, reason);
    await refused({ spot: { symbol: rate } }, '/spot/symbol', /spot or fx.*rate/);
    await refused({ spot: { symbol: 'a@b' } }, '/spot/symbol');
    await refused({ spot: { symbol: rate, extra: 1 } }, '/spot/extra');
    await refused({ rate: { curveId: 7 } }, '/rate/curveId');
    await refused({ rate: { curveId: '' } }, '/rate/curveId', /at least 1 character/);
    await refused({ volatility: { surfaceId: '' } }, '/volatility/surfaceId', /at least 1 character/);
    await refused({ strike: { symbol: rate } }, '/strike');
    await refused({ volatility: { curveId } }, '/volatility');
    const contract = { type: 'vanilla_call', underlying: 'A', strike: 105, expiry: '2027-03-02' };
    const market = async (fields: object, pointer: string, reason?: RegExp) =>
      expectFault(
        await post(service, '/api/v1/contract/price', { contract, market: { spot: 100, volatility: 0.2, ...fields } }),
        pointer,
        reason,
      );
    await market({ curve: { curveId, times: [1] } }, '/market/curve/times', /curveId stands for it/);
    await market({ curve: { curveId: {} } }, '/market/curve/curveId');
    await market({ curve: { curveId }, valuationDate: '2026-03-01' }, '/market/curve/curveId', /2026-03-01.*2026-03-02/);
    await market({ rate: { curveId } }, '/market/rate/curveId', /`curve`/);
  });

  it('fail alone in a batch', async () => {
    const symbol = await quoted(100, 'spot');
    const good = { ...option, spot: { symbol }, rate: 0.03, volatility: 0.2 };
    const missing = `none-${randomUUID()}`;
    const bad = { ...good, spot: { symbol: missing } };
    const batch = await post(service, '/api/v1/batch/price', { options: [good, bad, { ...good, spot: 100 }] });
    const { results, summary } = expectSuccess(batch);
    expect(summary).to.deep.equal({ count: 3, succeeded: 2, failed: 1 });
    expect(results[0].price).to.equal(results[2].price);
    expect(results[1].error.code).to.equal('SVC-RES-001');
    expect(results[1].error.message).to.include('options.1.spot.symbol');
    const mixed = { instruments: [good, bad].map((each) => ({ kind: 'vanilla', quantity: 1, ...each })) };
    const book = await post(service, '/api/v1/portfolio/mixed', mixed);
    expect(expectSuccess(book).results.map((each: Body) => each.error?.code)).to.deep.equal([undefined, 'SVC-RES-001']);

    // A document that was not there then is not there for the replay either.
    await quoted(100, 'spot', '2026-03-02T17:00:00.000Z', missing);
    for (const { body } of [batch, book]) {
      const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${body.meta.manifest.runId}/replay`, undefined));
      expect(replay.differences).to.deep.equal([]);
    }
  });

  it('are looked up by the run that answers, so that an Idempotency-Key repeats its answer after the data changed', async () => {
    const symbol = await quoted(100, 'spot');
    const body = { ...option, spot: { symbol }, rate: 0.03, volatility: 0.2 };
    const headers = { 'Idempotency-Key': randomUUID() };
    const sendIt = async () => expectSuccess(await send(service, 'POST', '/api/v1/price', { body, headers })).price;
    const first = await sendIt();
    expectSuccess(await send(service, 'DELETE', `${quotes}/${symbol}`));
    expect(await sendIt()).to.equal(first);
  });

  it('serve as the quotes of a curve, which keeps their values', async () => {
    const symbol = await quoted(0.025, 'rate');
    const body = { ...terms, instruments: [{ type: 'deposit', maturity: 1, rate: { symbol } }] };
    expect(expectSuccess(await post(service, curves, body), 201).instruments[0].rate).to.equal(0.025);
  });

  it('are at most 2000 in one request', async () => {
    const options = Array.from({ length: 2_001 }, (_, i) => ({ ...option, spot: { symbol: `none-${i}` }, rate: 0.03, volatility: 0.2 }));
    const { results } = expectSuccess(await post(service, '/api/v1/batch/price', { options }));
    expect(results[0].error.code).to.equal('SVC-RES-001');
    expect(results[2_000].error.code).to.equal('SVC-LIMIT-003');
  });
});
