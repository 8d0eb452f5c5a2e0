import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/market-data/snapshots';
const curves = '/api/v1/market-data/curves';
const quotes = '/api/v1/market-data/quotes';
const option = { strike: 105, time: 1 };

onEachServiceByTwo('a snapshot', (service, other) => {
  const quote = (symbol: string, value: number, asOf: string, kind = 'spot') =>
    post(service, quotes, { quotes: [{ symbol, value, kind, asOf }] }).then((answer) => expectSuccess(answer));
  const newCurve = async (fields: object = {}, zeroRate = 0.03) => {
    const terms = {
      name: `S-${randomUUID()}`,
      currency: 'EUR',
      kind: 'discount',
      valuationDate: '2026-03-02',
      nodes: [{ time: 1, zeroRate }],
    };
    return expectSuccess(await post(service, curves, { ...terms, ...fields }), 201);
  };
  const create = async (fields: object) => expectSuccess(await post(service, path, { name: 'Close', asOf: '2026-03-02', ...fields }), 201);
  const none = { curveIds: [], surfaceIds: [], correlationIds: [], symbols: [] };
  const price = (body: object) => post(service, '/api/v1/price', { ...option, ...body });

  it('holds what it names by value, and keeps it when that changes', async () => {
    const symbol = `SN-${randomUUID()}`;
    await quote(symbol, 100, '2026-03-02T10:00:00Z');
    await quote(symbol, 111, '2026-03-03T10:00:00Z');
    const curve = await newCurve();
    const created = await create({ ...none, curveIds: [curve.id], symbols: [symbol] });
    expect(created.id).to.match(/^snp_/);
    expect(created.contentHash).to.match(/^blake3:[0-9a-f]{64}$/);
    expect(created).to.deep.include({ curveIds: [curve.id], surfaceIds: [], correlationIds: [], quoteCount: 1 });
    const body = { ...curve, nodes: [{ time: 1, zeroRate: 0.09 }] };
    for (const name of ['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'interpolation']) delete body[name];
    expectSuccess(await send(service, 'PUT', `${curves}/${curve.id}`, { body, headers: { 'If-Match': '"1"' } }));
    const read = expectSuccess(await get(service, `${path}/${created.id}`));
    expect(read.contentHash).to.equal(created.contentHash);
    expect(read.curves).to.have.length(1);
    expect(read.curves[0]).to.deep.include({ id: curve.id, version: 1, asOf: '2026-03-02', nodes: curve.nodes });
    expect(read.quotes[0]).to.deep.include({ symbol, value: 100, asOf: '2026-03-02' });
  });

  it('of everything holds the latest of each name as of then', async () => {
    const name = `ALL-${randomUUID()}`;
    const [older, newer, later] = [
      await newCurve({ name, valuationDate: '2026-02-01' }),
      await newCurve({ name, valuationDate: '2026-02-02' }),
      await newCurve({ name, valuationDate: '2026-03-05' }),
    ];
    const { curveIds } = await create({ symbols: [], surfaceIds: [], correlationIds: [] });
    expect(curveIds).to.include(newer.id).and.not.include(older.id).and.not.include(later.id);
  });

  it('supplies every name of a request that names it, and the replay is equal after the data changed', async () => {
    const symbol = `SN-${randomUUID()}`;
    await quote(symbol, 100, '2026-03-02T10:00:00Z');
    const curve = await newCurve();
    const { id: snapshotId } = await create({ ...none, curveIds: [curve.id], symbols: [symbol] });
    await quote(symbol, 150, '2026-03-02T18:00:00Z');
    expectSuccess(await send(service, 'DELETE', `${curves}/${curve.id}`));
    const expected = expectSuccess(await price({ spot: 100, rate: 0.03, volatility: 0.2 })).price;
    const frozen = { spot: { symbol }, rate: { curveId: curve.id }, volatility: 0.2, snapshotId };
    const answer = await price(frozen);
    expect(expectSuccess(answer).price).to.equal(expected);
    expect(answer.body.meta.manifest.marketDataAsOf).to.equal('2026-03-02');
    expectFailure(await price({ ...frozen, snapshotId: undefined }), 'SVC-RES-001');
    const contract = { type: 'vanilla_call', underlying: 'A', strike: 105, expiry: '2027-03-02' };
    const market = { valuationDate: '2026-03-02', spot: { symbol }, curve: { curveId: curve.id }, volatility: 0.2, snapshotId };
    const values = {
      valuationDate: '2026-03-02',
      spot: 100,
      curve: { times: [1], zeroRates: [0.03], interpolation: 'linear_zero' },
      volatility: 0.2,
    };
    const priced = async (references: object) =>
      expectSuccess(await post(service, '/api/v1/contract/price', { contract, market: references, pricer: { numPaths: 1024 } }));
    expect(await priced(market)).to.deep.equal(await priced(values));
    const batch = {
      options: [
        { ...option, ...frozen },
        { ...option, ...frozen, snapshotId: 'snp_none' },
      ],
    };
    const { results } = expectSuccess(await post(service, '/api/v1/batch/price', batch));
    expect([results[0].price, results[1].error.code]).to.deep.equal([expected, 'SVC-RES-001']);
    const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${answer.body.correlationId}/replay`, undefined));
    expect(replay.differences).to.deep.equal([]);
  });

  it('is not deleted while a receipt names it, and is when none does', async () => {
    const symbol = `SN-${randomUUID()}`;
    await quote(symbol, 100, '2026-03-02T10:00:00Z');
    const [used, unused] = [await create({ ...none, symbols: [symbol] }), await create({ ...none, symbols: [symbol] })];
    const { body } = await price({ spot: { symbol }, rate: 0.03, volatility: 0.2, snapshotId: used.id });
    const { message } = expectFailure(await send(service, 'DELETE', `${path}/${used.id}`), 'SVC-RES-002');
    expect(message).to.include(body.correlationId);
    expectSuccess(await send(service, 'DELETE', `${path}/${unused.id}`));
    expectFailure(await get(service, `${path}/${unused.id}`), 'SVC-RES-001');
    expectSuccess(await get(service, `${path}/${used.id}`));
  });

  it('is listed by name and day, and refused with the field that is wrong', async () => {
    const name = `LIST-${randomUUID()}`;
    const { id } = await create({ ...none, name });
    const listed = async (query: string) =>
      expectSuccess(await get(service, `${path}?name=${name}&${query}`)).items.map((each: Body) => each.id);
    expect(await listed('asOf=2026-03-02')).to.deep.equal([id]);
    expect(await listed('asOf=2026-03-03')).to.deep.equal([]);
    const refused = async (fields: object, pointer: string) =>
      expectFault(await post(service, path, { name: 'Close', asOf: '2026-03-02', ...none, ...fields }), pointer);
    await refused({ asOf: 'yesterday' }, '/asOf');
    const { id: late } = await newCurve({ valuationDate: '2026-03-03' });
    await refused({ curveIds: [late] }, '/curveIds/0');
    const missing = async (fields: object) =>
      expectFailure(await post(service, path, { name: 'Close', asOf: '2026-03-02', ...none, ...fields }), 'SVC-RES-001').details[0].pointer;
    expect(await missing({ surfaceIds: ['srf_none'] })).to.equal('/surfaceIds/0');
    expect(await missing({ symbols: ['none'] })).to.equal('/symbols/0');
    const unknown = expectFailure(
      await price({ spot: { symbol: 'none' }, rate: 0.03, volatility: 0.2, snapshotId: 'snp_none' }),
      'SVC-RES-001',
    );
    expect(unknown.details[0].pointer).to.equal('/snapshotId');
    const outside = expectFailure(await price({ spot: { symbol: 'none' }, rate: 0.03, volatility: 0.2, snapshotId: id }), 'SVC-RES-001');
    expect(outside.details[0]).to.deep.include({ pointer: '/spot/symbol' });
    expect(outside.message).to.include('is not in the snapshot');
  });

  it('does not exist for another tenant', async () => {
    const { id } = await create(none);
    expectFailure(await get(other, `${path}/${id}`), 'SVC-RES-001');
    expectFailure(await send(other, 'DELETE', `${path}/${id}`), 'SVC-RES-001');
    const named = { ...option, spot: 100, rate: 0.03, volatility: 0.2, snapshotId: id };
    expectFailure(await post(other, '/api/v1/price', named), 'SVC-RES-001');
  });
});
