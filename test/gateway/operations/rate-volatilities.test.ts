/** A book on interest rates whose market has volatilities by expiry, tenor and strike, in the operations on books over HTTP. */
import { expect } from 'chai';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
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

  it('is refused with a pointer to the number that does not fit', async () => {
    const short = { ...swaptions, volatilities: swaptions.volatilities.slice(1) };
    expectFault(
      await post(service, '/api/v1/portfolio/price', { ...book, market: marketWith({ EUR: short, 'EURIBOR-6M': caplets }) }),
      '/market/volatilities/EUR/volatilities',
      /must have one entry per expiry, 3; got 2/,
    );
  });
});
