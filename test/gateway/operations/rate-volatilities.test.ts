/** A book on interest rates whose market has volatilities by expiry, tenor and strike, in the operations on books over HTTP. */
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { get, post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const reportingCurrency = 'EUR';
const swaptions = {
  ...{ type: 'normal', expiries: [1, 3, 5], tenors: [2, 10], strikeSpreads: [-0.01, 0, 0.01] },
  volatilities: [
    [
      [0.0105, 0.0092, 0.0101],
      [0.0096, 0.0085, 0.0094],
    ],
    [
      [0.0099, 0.0087, 0.0096],
      [0.0091, 0.0081, 0.0089],
    ],
    [
      [0.0092, 0.0081, 0.0089],
      [0.0084, 0.0076, 0.0083],
    ],
  ],
};
const caplets = {
  ...{ type: 'normal', expiries: [1, 4], strikes: [0.01, 0.03] },
  volatilities: [
    [0.0094, 0.0101],
    [0.0086, 0.0093],
  ],
};
const valuationDate = '2026-03-02';
const curves = { EUR: { rate: 0.022 } };
const projections = { 'EURIBOR-6M': { times: [1, 10], zeroRates: [0.0225, 0.026] } };
const marketWith = (volatilities: object, more: object = {}) => ({ valuationDate, curves, projections, volatilities, ...more });
const market = marketWith({ EUR: swaptions, 'EURIBOR-6M': caplets });
const ofIndex = { index: 'EURIBOR-6M', currency: 'EUR', notional: 1e6 };
const swaption = {
  ...{ ...ofIndex, type: 'swaption', id: 'swaption', side: 'payer', fixedRate: 0.027, quantity: 2 },
  ...{ expiry: '2028-06-02', startDate: '2028-06-06', tenor: '5Y' },
};
const cap = { ...ofIndex, type: 'cap', id: 'cap', strike: 0.025, startDate: '2026-09-02', tenor: '5Y', quantity: -3 };
const positions = [swaption, cap];
const book = { positions, market, reportingCurrency };
/** Sums of values of some ten thousands, each of which rounds. */
const ROUNDING = 1e-8;

const created = async (path: string, body: object) => expectSuccess(await post(service, path, body), 201);
const answer = async (operation: string, body: object) => expectSuccess(await post(service, `/api/v1/${operation}`, body));
const totalIn = async (inMarket: object): Promise<number> => (await answer('portfolio/price', { ...book, market: inMarket })).totalValue;
const raised = (size: number, expiry?: number) => ({
  ...swaptions,
  volatilities: swaptions.volatilities.map((row, i) =>
    row.map((smile) => smile.map((each) => (expiry === undefined || i === expiry ? each + size : each))),
  ),
});

describe('over HTTP, a book on rates with volatilities by expiry', () => {
  it('has for each option the price that engine/price gives with the whole table', async () => {
    const { positions: values } = await answer('portfolio/price', book);
    const curve = { curve: { times: [1], zeroRates: [0.022] }, projectionCurve: projections['EURIBOR-6M'], valuationDate };
    const { side: optionType, fixedRate: strike, expiry: expiryDate, startDate, tenor, notional } = swaption;
    const single = await answer('engine/price', {
      pricerId: 'rates_swaption_black',
      instrument: { optionType, strike, expiryDate, startDate, tenor, notional },
      market: { ...curve, volatilities: swaptions },
    });
    expect(values[0].price).to.be.closeTo(single.price, ROUNDING);
    const { type, strike: rate, startDate: start, tenor: length } = cap;
    const ofCap = await answer('engine/price', {
      pricerId: 'rates_cap_floor',
      instrument: { type, strike: rate, startDate: start, tenor: length, notional },
      market: { ...curve, volatilities: caplets },
    });
    expect(values[1].price).to.be.closeTo(ofCap.price, ROUNDING);
  });

  it('has sensitivities to the volatilities of the expiries next to that of a swaption', async () => {
    const { sensitivities } = await answer('portfolio/greeks', book);
    const vegas = sensitivities.filter(
      ({ factor }: { factor: { kind: string; name: string } }) => factor.kind === 'volatility' && factor.name === 'EUR',
    );
    expect(vegas.map(({ factor }: { factor: { tenor: number } }) => factor.tenor)).to.deep.equal([1, 3]);
    for (const { factor, value } of vegas) {
      const raisedTotal = (size: number) =>
        totalIn(marketWith({ EUR: raised(size, swaptions.expiries.indexOf(factor.tenor)), 'EURIBOR-6M': caplets }));
      // Differences of values of some ten thousands over 2e-5.
      expect(value).to.be.closeTo(((await raisedTotal(1e-5)) - (await raisedTotal(-1e-5))) / 2e-5, 1e-3);
    }
  });

  it('is revalued and explained at moved volatilities', async () => {
    const scenarios = [
      { name: 'all', moves: { 'volatility:EUR': 0.001 } },
      { name: 'one', moves: { 'volatility:EURIBOR-6M:1Y': 0.001, 'volatility:EURIBOR-6M:4Y': 0 } },
    ];
    const { results } = await answer('risk/stress', { ...book, scenarios });
    expect(results[0].value).to.be.closeTo(await totalIn(marketWith({ EUR: raised(0.001), 'EURIBOR-6M': caplets })), ROUNDING);
    const [first, second] = caplets.volatilities;
    const movedCaplets = { ...caplets, volatilities: [first!.map((each) => each + 0.001), second] };
    expect(results[1].value).to.be.closeTo(await totalIn(marketWith({ EUR: swaptions, 'EURIBOR-6M': movedCaplets })), ROUNDING);
    const to = marketWith({ EUR: raised(0.0005), 'EURIBOR-6M': caplets }, { valuationDate: '2026-03-09' });
    const explained = await answer('portfolio/explain', { positions, from: { market }, to: { market: to }, reportingCurrency });
    expect(explained.total).to.be.closeTo((await totalIn(to)) - (await totalIn(market)), ROUNDING);
    expect(explained.byFactor.map(({ factor }: { factor: { kind: string; name: string } }) => `${factor.kind} ${factor.name}`)).to.include(
      'volatility EUR',
    );
    expect(explained.unexplained).to.be.closeTo(0, ROUNDING);
  });

  it('takes stored tables by their names, with expiries as they come nearer', async () => {
    // No other test values trades in it.
    const [currency, index] = ['CZK', 'PRIBOR-6M'];
    const idOf = async (underlying: string, table: object, asOf: string): Promise<string> =>
      (await created('/desk/v1/market-data/rate-volatilities', { name: 'named', underlying, valuationDate: asOf, table })).id;
    const named = async (asOf: string) => ({
      [currency]: { rateVolatilitiesId: await idOf(currency, swaptions, asOf) },
      [index]: { rateVolatilitiesId: await idOf(index, caplets, asOf) },
    });
    const bookIn = (volatilities: object) => ({
      positions: positions.map((each) => ({ ...each, currency, index })),
      market: { valuationDate, curves: { [currency]: { rate: 0.022 } }, volatilities },
      reportingCurrency: currency,
    });
    const totalWith = async (volatilities: object): Promise<number> => (await answer('portfolio/price', bookIn(volatilities))).totalValue;
    const ofDay = await named(valuationDate);
    expect(await totalWith(ofDay)).to.equal(await totalWith({ [currency]: swaptions, [index]: caplets }));
    const age = (Date.parse(valuationDate) - Date.parse('2025-09-03')) / 86_400_000 / 365;
    const nearer = (table: { readonly expiries: readonly number[] }) => ({ ...table, expiries: table.expiries.map((each) => each - age) });
    const shifted = { [currency]: nearer(swaptions), [index]: nearer(caplets) };
    expect(await totalWith(await named('2025-09-03'))).to.be.closeTo(await totalWith(shifted), ROUNDING);
    const place = `/market/volatilities/${currency}/rateVolatilitiesId`;
    const refused = async (table: object | undefined, reason: RegExp) =>
      expectFault(await post(service, '/api/v1/portfolio/price', bookIn({ ...ofDay, [currency]: table })), place, reason);
    await refused((await named('2018-01-02'))[currency], /must name a table with an expiry after 2026-03-02/);
    await refused(ofDay[index], /must name a table of CZK; this one is of PRIBOR-6M/);
    await refused((await named('2026-03-03'))[currency], /must name what was known on 2026-03-02/);
    const unknown = bookIn({ ...ofDay, [currency]: { rateVolatilitiesId: 'rvl_none' } });
    expectFailure(await post(service, '/api/v1/portfolio/price', unknown), 'SVC-RES-001');
    const bad = { name: 'x', underlying: currency, valuationDate, table: { ...swaptions, expiries: [1, 3] } };
    const answered = await post(service, '/desk/v1/market-data/rate-volatilities', bad);
    expectFault(answered, '/table/volatilities', /must have one entry per expiry, 2; got 3/);
  });

  it('has in a stored market the latest table before a quote, until it has expired, and freezes it with the day', async () => {
    // No other test quotes them.
    const [currency, index] = ['CLP', 'TAB-6M'];
    const curve = { kind: 'discount', valuationDate, nodes: [{ time: 1, zeroRate: 0.022 }] };
    await created('/api/v1/market-data/curves', { ...curve, name: currency, currency });
    const quotes = [{ symbol: `${currency}.VOL`, value: 0.02, kind: 'volatility', asOf: `${valuationDate}T12:00:00Z` }];
    expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes }));
    const options = [
      { ...swaption, currency, index, expiry: '2027-06-02', startDate: '2027-06-04' },
      { ...cap, currency, index },
    ];
    const stated = async (volatilities: object): Promise<number[]> => {
      const inMarket = { valuationDate, curves: { [currency]: { times: [1], zeroRates: [0.022] } }, volatilities };
      const { positions: values } = await answer('portfolio/price', { positions: options, market: inMarket, reportingCurrency: currency });
      return values.map(({ price }: { price?: number }) => price);
    };
    const freeze = (asOf: string) => created('/api/v1/market-data/snapshots', { name: asOf, asOf });
    const pricesIn = async ({ id: snapshotId }: { id: string }): Promise<number[]> => {
      const { positions: values } = await answer('portfolio/price', { positions: options, snapshotId, reportingCurrency: currency });
      return values.map(({ price }: { price?: number }) => price);
    };
    const single = { type: 'normal', volatility: 0.02 };
    expect(await pricesIn(await freeze(valuationDate))).to.deep.equal(await stated({ [currency]: single }));
    for (const [underlying, table] of [
      [currency, swaptions],
      [index, caplets],
    ] as const)
      await created('/desk/v1/market-data/rate-volatilities', { name: 'book', underlying, valuationDate, table });
    const snapshot = await freeze(valuationDate);
    expect(snapshot.rateVolatilitiesIds.length).to.be.at.least(2);
    expect(await pricesIn(snapshot)).to.deep.equal(await stated({ [currency]: swaptions, [index]: caplets }));
    const { rateVolatilities } = expectSuccess(await get(service, `/api/v1/market-data/snapshots/${snapshot.id}`));
    expect(rateVolatilities.find((each: { underlying: string }) => each.underlying === currency)?.table).to.deep.equal(swaptions);
    // A table that is stored later is not in it.
    const brief = { ...swaptions, expiries: [1 / 365, 2 / 365, 3 / 365] };
    await created('/desk/v1/market-data/rate-volatilities', {
      name: 'brief',
      underlying: currency,
      valuationDate: '2026-03-03',
      table: brief,
    });
    expect(await pricesIn(snapshot)).to.deep.equal(await stated({ [currency]: swaptions, [index]: caplets }));
    const [late] = await pricesIn(await freeze('2026-03-06'));
    const alone = {
      valuationDate: '2026-03-06',
      curves: { [currency]: { times: [1], zeroRates: [0.022] } },
      volatilities: { [currency]: single },
    };
    const { positions: values } = await answer('portfolio/price', {
      ...{ positions: options.slice(0, 1), market: alone, reportingCurrency: currency },
    });
    expect(late).to.be.closeTo(values[0].price, ROUNDING);
  });

  it('is refused with a pointer to the number that does not fit', async () => {
    const short = { ...swaptions, volatilities: swaptions.volatilities.slice(1) };
    expectFault(
      await post(service, '/api/v1/portfolio/price', { ...book, market: marketWith({ EUR: short, 'EURIBOR-6M': caplets }) }),
      '/market/volatilities/EUR/volatilities',
      /must have one entry per expiry, 3; got 2/,
    );
  });
});
