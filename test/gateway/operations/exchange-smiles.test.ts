/** A book on exchange rates whose market quotes smiles by expiry, in the operations on books over HTTP. */
import { expect } from 'chai';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const reportingCurrency = 'USD';
const expiries = [
  { date: '2026-03-09', atm: 0.068, riskReversal25: -0.004, butterfly25: 0.0015 },
  { date: '2026-09-02', atm: 0.075, riskReversal25: -0.007, butterfly25: 0.002 },
  { date: '2027-09-02', atm: 0.08, riskReversal25: -0.009, butterfly25: 0.0024 },
];
const market = {
  valuationDate: '2026-03-02',
  curves: { USD: { rate: 0.04 }, EUR: { rate: 0.022 }, GBP: { rate: 0.038 } },
  fx: { EURUSD: 1.1, GBPUSD: 1.29 },
  volatilities: { EURUSD: { expiries }, GBPUSD: { type: 'lognormal', volatility: 0.1 } },
};
const exchange = { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.14e6 };
const positions = [
  { id: 'call', type: 'fx_option', ...exchange, expiry: '2026-12-02', optionType: 'call', quantity: 2 },
  { id: 'put', type: 'fx_option', ...exchange, sellAmount: 1.02e6, expiry: '2027-06-02', optionType: 'put', quantity: -3 },
  { id: 'outright', type: 'fx_forward', ...exchange, maturity: '2026-12-02' },
];
const book = { positions, market, reportingCurrency };

const withSmiles = (rows: readonly object[], more: object = {}): object => ({
  ...market,
  ...more,
  volatilities: { ...market.volatilities, EURUSD: { expiries: rows } },
});
const totalIn = async (moved: object): Promise<number> =>
  expectSuccess(await post(service, '/api/v1/portfolio/price', { ...book, market: moved })).totalValue;
const raisedBy = (moves: readonly number[]) => expiries.map((row, i) => ({ ...row, atm: row.atm + moves[i]! }));
/** Sums of values of some hundred thousands, each of which rounds. */
const ROUNDING = 1e-8;

describe('over HTTP, a book on exchange rates with smiles', () => {
  it('has for each option the price that engine/price gives', async () => {
    const { positions: values } = expectSuccess(await post(service, '/api/v1/portfolio/price', book));
    for (const [i, { quantity: _, id: __, ...terms }] of [positions[0]!, positions[1]!]
      .map((each) => ({ quantity: 1, ...each }))
      .entries()) {
      const { expiry, ...trade } = terms as { expiry: string };
      const maturity = (Date.parse(expiry) - Date.parse(market.valuationDate)) / 86_400_000 / 365;
      const request = { pricerId: 'cross_asset_trade', instrument: { ...trade, maturity }, market };
      const { price } = expectSuccess(await post(service, '/api/v1/engine/price', request));
      expect(values[i].price).to.equal(price);
    }
  });

  it('has sensitivities to the volatility of each expiry, by the date that the market states', async () => {
    const { sensitivities } = expectSuccess(await post(service, '/api/v1/portfolio/greeks', book));
    const vegas = sensitivities.filter(({ factor }: { factor: { kind: string } }) => factor.kind === 'volatility');
    expect(vegas.map(({ factor }: { factor: { expiry: string } }) => factor.expiry).toSorted()).to.deep.equal(['2026-09-02', '2027-09-02']);
    for (const { factor, value } of vegas) {
      const moves = expiries.map(({ date }) => (date === factor.expiry ? 1e-5 : 0));
      const [up, down] = [await totalIn(withSmiles(raisedBy(moves))), await totalIn(withSmiles(raisedBy(moves.map((move) => -move))))];
      // Differences of values of 3e5 over 2e-5.
      expect(value, factor.expiry).to.be.closeTo((up - down) / 2e-5, 1e-4);
    }
  });

  it('is revalued at moved volatilities at the money in scenarios', async () => {
    const moves = { 'volatility:EURUSD:6M': 0.01, 'volatility:EURUSD:1Y': 0.02 };
    const scenarios = [
      { name: 'all', volatilityShock: 0.03 },
      { name: 'tenors', moves },
    ];
    const { results, baseValue } = expectSuccess(await post(service, '/api/v1/risk/stress', { ...book, scenarios }));
    expect(baseValue).to.be.closeTo(await totalIn(market), ROUNDING);
    const shocked = withSmiles(raisedBy([0.03, 0.03, 0.03]), { volatilities: undefined });
    const { volatilities, ...rest } = shocked as { volatilities: typeof market.volatilities };
    const all = { ...rest, volatilities: { ...volatilities, GBPUSD: { type: 'lognormal', volatility: 0.13 } } };
    expect(results[0].value).to.be.closeTo(await totalIn(all), ROUNDING);
    const sixMonths = 184 / 365;
    const between = 0.01 + (0.01 * (sixMonths - 0.5)) / 0.5;
    expect(results[1].value).to.be.closeTo(await totalIn(withSmiles(raisedBy([0.01, between, 0.02]))), ROUNDING);
    const returns = { 'volatility:EURUSD:1Y': [0.004, -0.003, 0.002, 0.001], 'fx:EURUSD': [0.01, -0.012, 0.004, -0.002] };
    const request = { ...book, returns, confidence: 0.6, withScenarios: true };
    const { profitAndLoss } = expectSuccess(await post(service, '/api/v1/risk/var/historical', request));
    const moved = withSmiles(raisedBy([0.004, 0.004, 0.004]), { fx: { ...market.fx, EURUSD: 1.1 * 1.01 } });
    expect(profitAndLoss[0].pnl).to.be.closeTo((await totalIn(moved)) - baseValue, ROUNDING);
    expectFault(
      await post(service, '/api/v1/risk/stress', { ...book, scenarios: [{ name: 'one', moves: { 'volatility:GBPUSD:1Y': 0.01 } }] }),
      '/scenarios/0/moves/volatility:GBPUSD:1Y',
      /must have no tenor: the market has one volatility of GBPUSD/,
    );
  });

  it('is explained between two days, on the second of which an expiry has passed', async () => {
    const later = expiries.slice(1).map((row) => ({ ...row, atm: row.atm + 0.004 }));
    const to = withSmiles(later, { valuationDate: '2026-03-10', fx: { ...market.fx, EURUSD: 1.11 } });
    const request = { positions, from: { market }, to: { market: to }, reportingCurrency };
    const { total, startValue, endValue, byFactor, unexplained } = expectSuccess(await post(service, '/api/v1/portfolio/explain', request));
    expect(startValue).to.be.closeTo(await totalIn(market), ROUNDING);
    expect(endValue).to.be.closeTo(await totalIn(to), ROUNDING);
    expect(total).to.be.closeTo(endValue - startValue, ROUNDING);
    expect(byFactor.map(({ factor }: { factor: { kind: string; name: string } }) => `${factor.kind} ${factor.name}`)).to.deep.equal([
      'fx EURUSD',
      'volatility EURUSD',
    ]);
    expect(unexplained).to.be.closeTo(0, ROUNDING);
  });

  it('takes the smiles of a stored surface of the pair by its name', async () => {
    const surfaces = '/api/v1/market-data/surfaces';
    const terms = { name: 'euro', underlying: 'EURUSD', valuationDate: market.valuationDate, spot: 1.1, rate: 0.04, dividend: 0.022 };
    const named = (surfaceId: string, pair = 'EURUSD') => {
      const ofPair = { [pair]: { expiries: { surfaceId } } };
      return { ...book, market: { ...market, volatilities: { ...market.volatilities, ...ofPair } } };
    };
    const valuesIn = async (body: object): Promise<number[]> =>
      expectSuccess(await post(service, '/api/v1/portfolio/price', body)).positions.map(({ price }: { price: number }) => price);
    const deltaQuotes = expiries.map(({ date, ...row }) => ({ expiry: date, ...row }));
    const { id } = expectSuccess(await post(service, surfaces, { ...terms, deltaQuotes }), 201);
    const [quoted, stored] = [await valuesIn(book), await valuesIn(named(id))];
    // The same strikes and volatilities.
    quoted.forEach((value, i) => void expect(stored[i]).to.be.closeTo(value, 1e-6));
    const { baseValue } = expectSuccess(
      await post(service, '/api/v1/risk/stress', { ...named(id), scenarios: [{ name: 'up', volatilityShock: 0.01 }] }),
    );
    expect(baseValue).to.be.closeTo(await totalIn(market), 1e-5);

    const svi = [{ expiry: '2026-12-02', a: 0.003, b: 0.02, rho: -0.3, m: 0.01, sigma: 0.1 }];
    const smooth = expectSuccess(await post(service, surfaces, { ...terms, name: 'svi', svi }), 201).id;
    const [call] = await valuesIn(named(smooth));
    const points = [{ strike: 1.14, expiry: '2026-12-02' }];
    const [{ impliedVolatility: volatility }] = expectSuccess(await post(service, `${surfaces}/${smooth}/evaluate`, { points })).points;
    const constant = {
      ...book,
      market: { ...market, volatilities: { ...market.volatilities, EURUSD: { type: 'lognormal', volatility } } },
    };
    // Between 41 strikes of the parabola: some 1e-6 of volatility, times a vega of 3e5.
    expect(call).to.be.closeTo((await valuesIn(constant))[0]!, 0.05);

    // More strikes than an expiry of a request may have: evenly spaced ones of them.
    const strikes = Array.from({ length: 450 }, (_, i) => 0.8 + i / 600);
    const dense = strikes.map((strike) => ({ expiry: '2026-12-02', strike, impliedVolatility: 0.08 + 0.1 * (strike - 1.1) ** 2 }));
    const many = expectSuccess(await post(service, surfaces, { ...terms, name: 'dense', quotes: dense }), 201).id;
    const [atStrike] = await valuesIn(named(many));
    const smile = { expiries: [{ date: '2026-12-02', strikes: [1.1, 1.14, 1.18], volatilities: [0.08, 0.08016, 0.08064] }] };
    const [ofThree] = await valuesIn({ ...book, market: { ...market, volatilities: { ...market.volatilities, EURUSD: smile } } });
    // The strike of the call is one of three quotes, and between two of 200: some 1e-6 of volatility, times a vega of 3e5.
    expect(atStrike).to.be.closeTo(ofThree!, 0.5);

    const place = '/market/volatilities/GBPUSD/expiries/surfaceId';
    expectFault(
      await post(service, '/api/v1/portfolio/price', named(id, 'GBPUSD')),
      place,
      /must name a surface of GBPUSD; its underlying is EURUSD/,
    );
  });

  it('has in a stored market the latest surface of a pair, until it has expired', async () => {
    // Currencies that no other test quotes.
    const [home, foreign] = ['MXN', 'THB'];
    const pair = foreign + home;
    const resource = async (path: string, body: object) => expectSuccess(await post(service, `/api/v1/market-data/${path}`, body), 201).id;
    for (const [currency, zeroRate] of [
      [home, 0.05],
      [foreign, 0.02],
    ] as const)
      await resource('curves', {
        name: currency,
        currency,
        kind: 'discount',
        valuationDate: market.valuationDate,
        nodes: [{ time: 1, zeroRate }],
      });
    const asOf = `${market.valuationDate}T12:00:00Z`;
    const quotes = [{ symbol: pair, value: 0.52, kind: 'fx', asOf }];
    expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes }));
    const option = { type: 'fx_option', buyCurrency: foreign, buyAmount: 1e6, sellCurrency: home, sellAmount: 5.5e5 };
    const options = [{ ...option, expiry: '2027-03-02', optionType: 'call', quantity: 1 }];
    const valueAt = async (name: string, asOf: string) => {
      const snapshotId = await resource('snapshots', { name, asOf });
      return expectSuccess(await post(service, '/api/v1/portfolio/price', { positions: options, snapshotId, reportingCurrency: home }))
        .positions[0];
    };
    const [unquoted] = [await valueAt('without a surface', market.valuationDate)];
    expect(unquoted.error.details[0]).to.deep.equal({ pointer: '/market/volatilities', reason: `must have an entry for ${pair}` });
    const surface = { name: pair, underlying: pair, valuationDate: market.valuationDate, spot: 0.52, rate: 0.05, dividend: 0.02 };
    const deltaQuotes = expiries.map(({ date, ...row }) => ({ expiry: date, ...row }));
    const surfaceId = await resource('surfaces', { ...surface, deltaQuotes });
    const stated = {
      valuationDate: market.valuationDate,
      curves: { [home]: { times: [1], zeroRates: [0.05] }, [foreign]: { times: [1], zeroRates: [0.02] } },
      fx: { [pair]: 0.52 },
      volatilities: { [pair]: { expiries: { surfaceId } } },
    };
    const { positions: named } = expectSuccess(
      await post(service, '/api/v1/portfolio/price', { positions: options, market: stated, reportingCurrency: home }),
    );
    expect((await valueAt('with a surface', market.valuationDate)).price).to.equal(named[0].price);
    const brief = { ...surface, name: 'brief', valuationDate: '2026-03-03', deltaQuotes: [{ expiry: '2026-03-04', atm: 0.3 }] };
    await resource('surfaces', brief);
    expect((await valueAt('on its day', '2026-03-03')).price).to.be.above(3 * named[0].price);
    const late = await valueAt('after it', '2026-03-04');
    expect(late.error.details[0].reason).to.equal(`must have an entry for ${pair}`);
  });

  it('names the quotes of which no smile can be made, and those of no pair', async () => {
    const bad = withSmiles([{ date: '2027-03-02', atm: 0.08, riskReversal25: 0.4, butterfly25: 0.002 }]);
    const { positions: values, complete } = expectSuccess(await post(service, '/api/v1/portfolio/price', { ...book, market: bad }));
    expect(complete).to.equal(false);
    expect(values[0].error.details[0].pointer).to.equal('/market/volatilities/EURUSD/expiries/0/butterfly25');
    expect(values[2].price).to.be.a('number');
    const ofRates = { ...market, volatilities: { USD: { expiries } } };
    const answer = await post(service, '/api/v1/portfolio/price', { ...book, market: ofRates });
    expectFault(answer, '/market/volatilities/USD/expiries', /must be of a pair of currencies such as EURUSD; got USD/);
    const both = { ...market, volatilities: { EURUSD: { expiries: [{ date: '2027-03-02', time: 1, atm: 0.1 }] } } };
    expectFault(
      await post(service, '/api/v1/portfolio/price', { ...book, market: both }),
      '/market/volatilities/EURUSD/expiries/0',
      /must have exactly one of date and time/,
    );
  });
});
