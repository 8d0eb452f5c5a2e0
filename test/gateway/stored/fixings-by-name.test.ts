import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { service } from '#test/support/shared-service';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { get, post } from '../../support/http.js';

const valuationDate = '2026-03-02';
const pricer = { numPaths: 1024 };

describe('fixings by the name of stored quotes', () => {
  const quoted = async (kind: string, values: readonly (readonly [asOf: string, value: number])[], symbol = `F-${randomUUID()}`) => {
    const quotes = values.map(([asOf, value]) => ({ symbol, value, kind, asOf }));
    expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes }));
    return symbol;
  };
  /** Daily closes, one of them corrected on the day, and what is not yet known on the valuation date. */
  const history = [
    ['2025-12-30T16:00:00Z', 90],
    ['2026-01-15T09:00:00Z', 120],
    ['2026-01-15T16:00:00Z', 97],
    ['2026-02-16T16:00:00Z', 104],
    ['2026-03-02T09:00:00Z', 101],
    ['2026-04-15T16:00:00Z', 140],
  ] as const;
  const fixings = [
    { date: '2026-01-15', value: 97 },
    { date: '2026-02-16', value: 104 },
  ];
  const contract = {
    type: 'asian_call',
    underlying: 'ACME',
    strike: 100,
    expiry: '2026-06-15',
    observationDates: ['2026-01-15', '2026-02-16', '2026-04-15', '2026-06-15'],
  };
  const market = { spot: 101, volatility: 0.25, rate: 0.03, valuationDate };
  const price = async (path: string, body: object) => expectSuccess(await post(service, path, body));

  it('are the last quote of each day before the valuation date', async () => {
    const symbol = await quoted('spot', history);
    const byValue = await price('/api/v1/contract/price', { contract, market: { ...market, fixings: { ACME: fixings } }, pricer });
    for (const name of [{ symbol }, { symbol, from: '2026-01-01' }])
      expect(await price('/api/v1/contract/price', { contract, market: { ...market, fixings: { ACME: name } }, pricer })).to.deep.equal(
        byValue,
      );
    const short = { symbol, from: '2026-02-01' };
    expectFault(
      await post(service, '/api/v1/contract/price', { contract, market: { ...market, fixings: { ACME: short } }, pricer }),
      '/contract/observationDates/0',
      /2026-01-15/,
    );
  });

  it('are those of a floating rate too, by the valuation date of the market beside it', async () => {
    const symbol = await quoted('rate', [
      ['2026-01-02T11:00:00Z', 0.024],
      ['2026-01-05T11:00:00Z', 0.025],
      ['2026-04-01T11:00:00Z', 0.5],
    ]);
    const instrument = { side: 'payer', fixedRate: 0.03, startDate: '2026-01-05', tenor: '2Y', notional: 1_000_000 };
    const curve = { times: [1, 5], zeroRates: [0.025, 0.028] };
    const body = (fixings: unknown) => ({
      ...{ pricerId: 'rates_swap_multi_curve', instrument: { ...instrument, fixings } },
      market: { curve, valuationDate },
    });
    const values = [
      { date: '2026-01-02', value: 0.024 },
      { date: '2026-01-05', value: 0.025 },
    ];
    expect(await price('/api/v1/engine/price', body({ symbol }))).to.deep.equal(await price('/api/v1/engine/price', body(values)));
  });

  it('skip the rest of a day with more quotes than one read has', async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => [new Date(Date.UTC(2026, 1, 16, 8) + 1000 * i).toISOString(), 50 + i] as const);
    const symbol = await quoted('spot', [['2026-01-15T16:00:00Z', 97], ...many, ['2026-02-16T20:00:00Z', 104]]);
    const request = (fixings: unknown) => ({ contract, market: { ...market, fixings: { ACME: fixings } }, pricer });
    expect(await price('/api/v1/contract/price', request({ symbol }))).to.deep.equal(
      await price('/api/v1/contract/price', request(fixings)),
    );
  });

  it('stay in the receipt, so that a replay is equal after a quote was corrected', async () => {
    const symbol = await quoted('spot', history);
    const answer = await post(service, '/api/v1/contract/price', {
      contract,
      market: { ...market, fixings: { ACME: { symbol } } },
      pricer,
    });
    const { price: priceBefore } = expectSuccess(answer);
    expect(answer.body.meta.manifest.marketDataAsOf).to.equal(valuationDate);
    await quoted('spot', [['2026-02-16T17:00:00Z', 130]], symbol);
    const again = await price('/api/v1/contract/price', { contract, market: { ...market, fixings: { ACME: { symbol } } }, pricer });
    expect(again.price).to.be.above(priceBefore);
    const receipt = `/api/v1/governance/receipts/${answer.body.correlationId}`;
    const { inputs } = expectSuccess(await get(service, receipt));
    const resolved = inputs.resolved[`series/${symbol}//${valuationDate}`];
    expect(resolved.fields.map(({ value }: { value: number }) => value)).to.deep.equal([90, 97, 104]);
    expect(resolved.contentHash).to.match(/^blake3:[0-9a-f]{64}$/);
    const replay = expectSuccess(await post(service, `${receipt}/replay`, undefined));
    expect(replay.differences).to.deep.equal([]);
    expect(replay.result.price).to.equal(priceBefore);
  });

  it('are refused where there are none, where they are of another kind, and in a snapshot, which holds no series', async () => {
    const pointer = '/market/fixings/ACME/symbol';
    const priced = (fixings: object, more: object = {}) =>
      post(service, '/api/v1/contract/price', { contract, market: { ...market, ...more, fixings: { ACME: fixings } }, pricer });
    const rate = await quoted('rate', history);
    expectFault(await priced({ symbol: rate }), pointer, /spot or fx.*rate/);
    const later = await quoted('spot', [['2026-03-02T09:00:00Z', 101]]);
    const none = expectFailure(await priced({ symbol: later }), 'SVC-RES-001');
    expect(none.message).to.include(`there is no quote of ${later} before ${valuationDate}`);
    expect(none.details[0].pointer).to.equal(pointer);
    const symbol = await quoted('spot', history);
    const snapshot = { name: `F-${randomUUID()}`, asOf: '2026-03-02', symbols: [symbol] };
    const { id } = expectSuccess(await post(service, '/api/v1/market-data/snapshots', snapshot), 201);
    const inside = expectFailure(await priced({ symbol }, { snapshotId: id }), 'SVC-RES-001');
    expect(inside.message).to.include('holds the latest quote').and.to.include('give the values');
  });
});
