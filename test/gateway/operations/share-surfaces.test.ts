/** A book on shares whose market has a surface of volatilities, in the operations on books over HTTP. */
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const reportingCurrency = 'USD';
const [spot, rate, dividend] = [100, 0.03, 0.01];
const surface = {
  ...{ strikes: [80, 90, 100, 110, 125], expiries: [0.5, 1, 2] },
  volatilities: [
    [0.28, 0.25, 0.225, 0.21, 0.2],
    [0.265, 0.242, 0.222, 0.208, 0.198],
    [0.25, 0.235, 0.22, 0.208, 0.2],
  ],
};
const marketWith = (asset: object, more: object = {}) => ({
  ...{ valuationDate: '2026-03-02', curves: { USD: { rate } }, assets: { ACME: { spot, dividend, ...asset } } },
  ...more,
});
const option = { underlying: 'ACME', optionType: 'put', strike: 90, quantity: 100 } as const;
const positions = [
  { id: 'european', type: 'vanilla', ...option, time: 1 },
  { id: 'american', type: 'american', ...option, time: 1, pricer: { exercise: 'continuous' } },
  { id: 'booked', type: 'equity_option', ...option, maturity: 1 },
  {
    id: 'contract',
    type: 'contract',
    quantity: 100,
    contract: { type: 'vanilla_put', underlying: 'ACME', strike: 90, expiry: '2027-03-02' },
  },
];
const market = marketWith({ surface });
const book = { positions, market, reportingCurrency };
const answer = async (operation: string, body: object) => expectSuccess(await post(service, `/api/v1/${operation}`, body));
const totalIn = async (inMarket: object, list: readonly object[] = positions.slice(0, 3)): Promise<number> =>
  (await answer('portfolio/price', { positions: list, market: inMarket, reportingCurrency })).totalValue;

describe('over HTTP, a book on shares with a surface', () => {
  it('has options at the volatility of their strike and expiry, and contracts on local volatility', async () => {
    const { positions: values } = await answer('portfolio/price', book);
    const flat = { spot, rate, dividend, volatility: 0.242, strike: 90, time: 1, optionType: 'put' };
    const { price } = await answer('price', flat);
    expect(values[0].price).to.be.closeTo(price, 1e-11);
    expect(values[2].price).to.be.closeTo(price, 1e-11);
    const american = await answer('american/price', { ...flat, pricer: { exercise: 'continuous' } });
    expect(values[1].price).to.be.closeTo(american.price, 1e-9);
    // The local volatility reprices quotes within 1e-5 of the spot besides the standard error of the simulation.
    expect(values[3].price).to.be.closeTo(price, 5 * (values[3].standardError ?? 0) + 1e-4 * spot);
  });

  it('takes a stored surface by its name', async () => {
    const terms = { name: 'acme', underlying: 'ACME', valuationDate: '2026-03-02', spot, rate, dividend };
    const { id } = expectSuccess(await post(service, '/api/v1/market-data/surfaces', { ...terms, ...surface }), 201);
    const named = marketWith({ surface: { surfaceId: id } });
    expect(await totalIn(named)).to.be.closeTo(await totalIn(market), 1e-9);
    const unknown = marketWith({ surface: { surfaceId: `${id}x` } });
    expectFailure(await post(service, '/api/v1/portfolio/price', { ...book, market: unknown }), 'SVC-RES-001');
  });

  it('has in a stored market the latest surface of the share, until it has expired, with its dividend yield and its expiries as they come nearer', async () => {
    const stored = async (path: string, body: object) => expectSuccess(await post(service, `/api/v1/market-data/${path}`, body), 201).id;
    const [name, currency] = ['PEAK', 'HUF'];
    const nodes = [{ time: 1, zeroRate: rate }];
    await stored('curves', { name: currency, currency, kind: 'discount', valuationDate: '2026-03-02', nodes });
    const asOf = '2026-03-02T12:00:00Z';
    const quotes = [
      { symbol: name, value: spot, kind: 'spot', currency, asOf },
      { symbol: `${name}.VOL`, value: 0.5, kind: 'volatility', asOf },
    ];
    expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes }));
    const terms = { name, underlying: name, valuationDate: '2026-03-02', spot, rate, dividend };
    const put = { type: 'vanilla', underlying: name, optionType: 'put', strike: 90, quantity: 1, expiry: '2026-12-01' };
    const snapshotIds: string[] = [];
    const priceOn = async (day: string): Promise<number> => {
      const snapshotId = await stored('snapshots', { name: day, asOf: day });
      snapshotIds.push(snapshotId);
      const body = { positions: [put], snapshotId, reportingCurrency: currency };
      return (await answer('portfolio/price', body)).positions[0].price;
    };
    const priceIn = async (valuationDate: string, asset: object): Promise<number> => {
      const stated = { valuationDate, curves: { [currency]: { times: [1], zeroRates: [rate] } }, assets: { [name]: { spot, ...asset } } };
      return (await answer('portfolio/price', { positions: [put], market: stated, reportingCurrency: currency })).positions[0].price;
    };
    const quotedAlone = await priceIn('2026-03-02', { volatility: 0.5 });
    expect(await priceOn('2026-03-02')).to.equal(quotedAlone);
    await stored('surfaces', { ...terms, ...surface });
    expect(await priceOn('2026-03-02')).to.be.closeTo(await priceIn('2026-03-02', { surface, dividend }), 1e-11);
    const age = 73 / 365;
    const nearer = { ...surface, expiries: surface.expiries.map((time) => time - age) };
    expect(await priceOn('2026-05-14')).to.be.closeTo(await priceIn('2026-05-14', { surface: nearer, dividend }), 1e-11);
    // Of three expiries the first has passed.
    const later = {
      ...nearer,
      expiries: surface.expiries.slice(1).map((time) => time - 213 / 365),
      volatilities: surface.volatilities.slice(1),
    };
    expect(await priceOn('2026-10-01')).to.be.closeTo(await priceIn('2026-10-01', { surface: later, dividend }), 1e-11);
    // One snapshot is from before there was a surface.
    const [from, , to] = snapshotIds.map((snapshotId) => ({ snapshotId }));
    const explained = await answer('portfolio/explain', { positions: [put], reportingCurrency: currency, from, to });
    expect(explained.startValue).to.be.closeTo(quotedAlone, 1e-11);
    expect(explained.endValue).to.be.closeTo(await priceIn('2026-05-14', { surface: nearer, dividend }), 1e-11);
    await stored('surfaces', {
      ...terms,
      name: 'brief',
      valuationDate: '2026-10-02',
      strikes: [80, 100],
      expiries: [1 / 365],
      volatilities: [[0.9, 0.9]],
    });
    expect(await priceOn('2026-10-03')).to.be.closeTo(await priceIn('2026-10-03', { volatility: 0.5 }), 1e-11);
  });

  it('has sensitivities by expiry, and is revalued and explained at moved quotes', async () => {
    const raised = (size: number, only?: number) => ({
      ...surface,
      volatilities: surface.volatilities.map((row, i) => row.map((each) => (only === undefined || only === i ? each + size : each))),
    });
    const later = positions.slice(0, 3).map((each) => ({ ...each, ...('maturity' in each ? { maturity: 1.5 } : { time: 1.5 }) }));
    const { sensitivities } = await answer('portfolio/greeks', { ...book, positions: later });
    const vegas = sensitivities.filter(({ factor }: { factor: { kind: string } }) => factor.kind === 'volatility');
    expect(vegas.map(({ factor }: { factor: { tenor: number } }) => factor.tenor)).to.deep.equal([1, 2]);
    for (const [i, { value }] of vegas.entries()) {
      const total = (size: number) => totalIn(marketWith({ surface: raised(size, i + 1) }), later);
      // Differences of values of two thousands over 2e-5; the boundary of an American option is found within 1e-10 of the strike.
      expect(value).to.be.closeTo(((await total(1e-5)) - (await total(-1e-5))) / 2e-5, 1e-4 * Math.abs(value));
    }
    const scenarios = [
      { name: 'up', volatilityShock: 0.03 },
      { name: 'one', moves: { 'volatility:ACME:1Y': 0.02 } },
    ];
    const { results } = await answer('risk/stress', { ...book, positions: positions.slice(0, 3), scenarios });
    expect(results[0].value).to.be.closeTo(await totalIn(marketWith({ surface: raised(0.03) })), 1e-8);
    expect(results[1].value).to.be.closeTo(await totalIn(marketWith({ surface: raised(0.02) })), 1e-8);
    const to = marketWith({ surface: raised(0.01), spot: 103 }, { valuationDate: '2026-03-09' });
    const explained = await answer('portfolio/explain', {
      positions: positions.slice(0, 3),
      from: { market },
      to: { market: to },
      reportingCurrency,
    });
    expect(explained.total).to.be.closeTo(explained.endValue - explained.startValue, 1e-8);
    expect(explained.byFactor.map(({ factor }: { factor: { kind: string } }) => factor.kind)).to.deep.equal(['spot', 'volatility']);
  });

  it('gives a netting set the volatility at the money to its last maturity, and says so', async () => {
    const trades = [
      { type: 'equity_option', id: 'put', ...option, maturity: 1 },
      { type: 'equity_forward', id: 'forward', underlying: 'ACME', strike: 100, maturity: 2, quantity: 10 },
    ];
    const xva = { trades, counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, pricer: { numPaths: 1024, seed: 5 } };
    const ofQuotes = { ...surface, volatilities: surface.volatilities.map((row) => row.map(() => 0.2)) };
    const [flat, one] = [
      await answer('xva/calculate', { ...xva, market: marketWith({ surface: ofQuotes }) }),
      await answer('xva/calculate', { ...xva, market: marketWith({ volatility: 0.2 }) }),
    ];
    expect(flat.cva).to.be.closeTo(one.cva, 1e-10);
    const { meta } = (await post(service, '/api/v1/xva/calculate', { ...xva, market })).body as {
      meta: { manifest: { warnings: string[] } };
    };
    expect(meta.manifest.warnings.join('\n')).to.include(
      'ACME moves by its volatility at the money to 2 years: those of other strikes and expiries count for nothing',
    );
  });
});
