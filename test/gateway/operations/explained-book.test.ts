/** Profit and loss of a book of instruments of every type between two days over HTTP, against values in markets that are moved by hand. */
import { expect } from 'chai';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { conventions, exchange, market, positions, swap } from '#test/support/instrument-book';
import { service } from '#test/support/shared-service';

const reportingCurrency = 'USD';
const LEFT_OUT = ['contract', 'convertible', 'own market'];
/** Those whose times are dates, or years of trades. */
const TIMELESS = ['protection'];
const explained = positions.filter(({ id }) => !LEFT_OUT.includes(id) && !TIMELESS.includes(id));
const DAYS = 8;
const fixing = { date: '2026-03-04', value: 0.0234 };
const to = {
  ...market,
  valuationDate: '2026-03-10',
  curves: { USD: { rate: 0.0412 }, EUR: { times: [1, 5, 10], zeroRates: [0.022, 0.0245, 0.0271] }, GBP: market.curves.GBP },
  projections: { 'EURIBOR-6M': { times: [1, 5], zeroRates: [0.0236, 0.0264] } },
  fx: { EURUSD: 1.12, GBPUSD: 1.285 },
  assets: { ACME: { ...market.assets.ACME, spot: 103, volatility: 0.24 }, BMW: { ...market.assets.BMW, spot: 79, dividend: 0.01 } },
  volatilities: { ...market.volatilities, EUR: { type: 'normal', volatility: 0.0082 } },
  fixings: { 'EURIBOR-6M': [...market.fixings['EURIBOR-6M'], fixing] },
};
const explain = (body: object) => post(service, '/api/v1/portfolio/explain', body);
const book = { from: { market }, to: { market: to }, reportingCurrency };

const totalIn = async (moved: object, some: readonly object[]): Promise<number> => {
  const { totalValue, complete } = expectSuccess(
    await post(service, '/api/v1/portfolio/price', { positions: some, market: moved, reportingCurrency }),
  );
  expect(complete).to.equal(true);
  return totalValue;
};

/** Sums of some thirty positions of up to a million, each of whose values rounds. */
const ROUNDING = 1e-7;

interface Parts {
  readonly total: number;
  readonly carry: number;
  readonly roll: number;
  readonly fixings: number;
  readonly byFactor: readonly { readonly factor: { readonly kind: string; readonly name: string }; readonly pnl: number }[];
  readonly newTrades: number;
  readonly deadTrades: number;
  readonly crossEffects: number;
  readonly unexplained: number;
}

const sumOf = ({ carry, roll, fixings, byFactor, newTrades, deadTrades, crossEffects, unexplained }: Parts): number =>
  carry + roll + fixings + byFactor.reduce((sum, { pnl }) => sum + pnl, 0) + newTrades + deadTrades + crossEffects + unexplained;

describe('over HTTP, the profit and loss of a book of instruments of every type', () => {
  it('is the difference of its values and the cash between them, in parts that add up', async () => {
    const answer = expectSuccess(await explain({ ...book, positions: explained, perPosition: true }));
    expect(answer.failures).to.deep.equal([]);
    expect([answer.complete, answer.currency]).to.deep.equal([true, 'USD']);
    expect(answer.total).to.be.closeTo(answer.endValue - answer.startValue + answer.cash, ROUNDING);
    expect(sumOf(answer)).to.be.closeTo(answer.total, ROUNDING);
    expect(answer.startValue).to.be.closeTo(await totalIn(market, explained), ROUNDING);
    expect(answer.byFactor.map(({ factor: { kind, name } }: Parts['byFactor'][number]) => `${kind} ${name}`)).to.deep.equal([
      ...['spot ACME', 'spot BMW', 'fx EURUSD', 'fx GBPUSD', 'rate USD', 'rate EUR', 'projection EURIBOR-6M'],
      ...['volatility ACME', 'volatility EUR', 'dividend BMW'],
    ]);
    // Models and correlations are those of the first day.
    expect(answer.unexplained).to.be.closeTo(0, ROUNDING);
    const parts = answer.positions as readonly { total: number; cash: number; position: string }[];
    expect(parts.map(({ position }) => position)).to.deep.equal(explained.map(({ id }) => id));
    expect(parts.reduce((sum, { total }) => sum + total, 0)).to.be.closeTo(answer.total, ROUNDING);
  });

  it('has the parts that values in markets moved by hand give', async () => {
    const dated = explained.filter(({ id }) => ['living swap', 'dated swaption', 'outright', 'bond'].includes(id));
    const answer = expectSuccess(await explain({ ...book, positions: dated })) as Parts & { cash: number };
    const { fx, curves } = to;
    const aged = { ...market, valuationDate: to.valuationDate, fixings: to.fixings };
    const [today, later] = [await totalIn(market, dated), await totalIn(aged, dated)];
    const effectOf = (kind: string, name: string) =>
      answer.byFactor.find(({ factor }) => factor.kind === kind && factor.name === name)!.pnl;
    expect(effectOf('fx', 'EURUSD')).to.be.closeTo(
      (await totalIn({ ...aged, fx: { ...market.fx, EURUSD: fx.EURUSD } }, dated)) - later,
      ROUNDING,
    );
    const withEuro = { ...aged, curves: { ...market.curves, EUR: curves.EUR } };
    expect(effectOf('rate', 'EUR')).to.be.closeTo((await totalIn(withEuro, dated)) - later, ROUNDING);
    // The fixing replaces the forward rate of the first market for half a year from its date.
    const rate = (t: number): number => (t <= 1 ? 0.023 : 0.023 + (0.003 * (t - 1)) / 4);
    const [start, end] = [2 / 365, 2 / 365 + 0.5];
    const projected = (Math.exp(rate(end) * end - rate(start) * start) - 1) / 0.5;
    const unfixed = { ...aged, fixings: { 'EURIBOR-6M': [...market.fixings['EURIBOR-6M'], { ...fixing, value: projected }] } };
    expect(answer.fixings).to.be.closeTo(later - (await totalIn(unfixed, dated)), 1e-6);
    const inEuro = dated.filter(({ id }) => id === 'living swap' || id === 'dated swaption');
    const inDollar = dated.filter(({ id }) => id === 'outright' || id === 'bond');
    const passed = DAYS / 365;
    const carry =
      (await totalIn(market, inEuro)) * (Math.exp(0.021 * passed) - 1) + (await totalIn(market, inDollar)) * (Math.exp(0.04 * passed) - 1);
    expect(answer.carry).to.be.closeTo(carry, ROUNDING);
    // The coupons of the swap on 4 March: half a year at the fixing of September, and the fixed one.
    const cash = 1.12 * 1e6 * ((0.0207 * 181) / 360 - 0.025);
    expect(answer.cash).to.be.closeTo(cash, ROUNDING);
    expect(answer.roll).to.be.closeTo((await totalIn(unfixed, dated)) + cash - today - carry, 1e-6);
  });

  it('has what a portfolio bought and what ended between the days', async () => {
    const portfolioId = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Explained' }), 201).id;
    const trade = async (tradeDate: string, stated: object) =>
      expectSuccess(await post(service, '/api/v1/trades', { tradeDate, terms: stated, portfolioId }), 201).id as string;
    const terms = { type: 'fx_forward', ...exchange, maturity: 2 };
    await trade('2025-09-02', terms);
    const ending = await trade('2025-03-05', { ...terms, buyAmount: 2e5, sellAmount: 2.2e5, maturity: 1 });
    const later = await trade('2026-03-09', { ...terms, buyAmount: 3e5, sellAmount: 3.3e5 });
    const answer = expectSuccess(await explain({ ...book, portfolioId, perPosition: true }));
    expect(sumOf(answer)).to.be.closeTo(answer.total, ROUNDING);
    const dead = answer.positions.find(({ position }: { position: string }) => position === ending);
    expect(dead.endValue).to.equal(0);
    // Its exchange is settled at the rate of the end.
    expect(dead.cash).to.be.closeTo(2e5 * 1.12 - 2.2e5, ROUNDING);
    expect(answer.deadTrades).to.be.closeTo(dead.cash - dead.startValue, ROUNDING);
    const bought = answer.positions.find(({ position }: { position: string }) => position === later);
    expect([bought.startValue, bought.cash]).to.deep.equal([0, 0]);
    expect(answer.newTrades).to.equal(bought.endValue);
    expect(bought.total).to.equal(bought.endValue);
  });

  it('leaves out what it cannot value on both days, with the reason and a warning', async () => {
    const failing = ['convertible', 'protection', 'own market'];
    const some = positions.filter(({ id }) => failing.includes(id) || id === 'bond');
    const answer = await explain({ ...book, positions: [...some, { id: 'wrong', ...swap, ...conventions, type: 'swapp' }] });
    const { complete, failures } = expectSuccess(answer);
    expect(complete).to.equal(false);
    expect(failures.map(({ id, index }: { id: string; index: number }) => [id, index])).to.deep.equal([
      ...some.flatMap(({ id }, index) => (failing.includes(id) ? [[id, index]] : [])),
      ['wrong', some.length],
    ]);
    expect(answer.body.meta.manifest.warnings).to.include('4 of 5 positions have no value: totals leave them out');
    expect(answer.body.meta.manifest.marketDataAsOf).to.equal(market.valuationDate);
  });

  it('explains nothing between two markets that are the same', async () => {
    const answer = expectSuccess(await explain({ ...book, to: { market }, positions: explained })) as Parts;
    for (const part of ['total', 'carry', 'fixings', 'crossEffects', 'unexplained'] as const) expect(answer[part], part).to.equal(0);
    expect(answer.byFactor).to.deep.equal([]);
  });

  for (const [name, change, pointer] of [
    ['an end before the start', { from: { market: to }, to: { market } }, '/to/market/valuationDate'],
    ['a day without a market', { from: {} }, '/from/market'],
    ['a market without a date', { to: { market: { ...to, valuationDate: undefined } } }, '/to/market/valuationDate'],
    ['neither positions nor portfolio', { positions: undefined }, '/positions'],
    ['nothing that has a value', { positions: positions.filter(({ id }) => id === 'contract') }, '/positions'],
  ] as const)
    it(`refuses ${name}`, async () => expectFault(await explain({ ...book, positions: explained, ...change }), pointer));

  it('counts dividends that were announced among those of the share', async () => {
    const shares = [
      { type: 'equity_forward', id: 'forward', underlying: 'BMW', strike: 80, maturity: '2027-06-30', quantity: 10 },
      {
        type: 'american',
        id: 'put',
        underlying: 'BMW',
        strike: 80,
        expiry: '2027-06-30',
        optionType: 'put',
        pricer: { exercise: 'continuous' },
      },
    ];
    const announced = { ...market.assets.BMW, dividends: [{ date: '2026-12-15', amount: 2.5 }] };
    const later = { ...market, assets: { ...market.assets, BMW: announced } };
    const answer = expectSuccess(await explain({ from: { market }, to: { market: later }, reportingCurrency, positions: shares }));
    expect(answer.byFactor).to.have.length(1);
    expect(answer.byFactor[0].factor).to.deep.equal({ kind: 'dividend', name: 'BMW' });
    const gain = (await totalIn(later, shares)) - (await totalIn(market, shares));
    expect(answer.byFactor[0].pnl).to.be.closeTo(gain, ROUNDING);
    // Ten shares less the dividend at most, and a put that rises by at most as much.
    expect(gain).to.be.within(-10 * 2.5 * market.fx.EURUSD, -8 * 2.5 * market.fx.EURUSD);
  });

  it('takes the markets of two snapshots', async () => {
    const [home, foreign] = ['NOK', 'DKK'];
    const snapshots: string[] = [];
    for (const [day, rate, value] of [
      ['2026-03-02', 0.05, 1.5],
      ['2026-03-03', 0.051, 1.52],
    ] as const) {
      for (const [currency, zeroRate] of [
        [home, rate],
        [foreign, 0.04],
      ] as const) {
        const curve = { name: `${currency} ${day}`, currency, kind: 'discount', valuationDate: day, nodes: [{ time: 1, zeroRate }] };
        expectSuccess(await post(service, '/api/v1/market-data/curves', curve), 201);
      }
      const quote = { symbol: foreign + home, kind: 'fx', value, asOf: `${day}T12:00:00Z` };
      expectSuccess(
        await post(service, '/api/v1/market-data/quotes', {
          quotes: [quote, { ...quote, symbol: `${foreign}${home}.VOL`, kind: 'volatility', value: 0.07 }],
        }),
      );
      snapshots.push(expectSuccess(await post(service, '/api/v1/market-data/snapshots', { name: `Close ${day}`, asOf: day }), 201).id);
    }
    const [first, second] = snapshots;
    const deposit = { type: 'deposit', currency: foreign, notional: 1e6, fixedRate: 0.03, tenor: '6M', startDate: '2026-03-02' };
    const answer = expectSuccess(
      await explain({ positions: [deposit], from: { snapshotId: first }, to: { snapshotId: second }, reportingCurrency: home }),
    );
    expect(answer.byFactor.map(({ factor }: Parts['byFactor'][number]) => factor)).to.deep.include({ kind: 'fx', name: foreign + home });
    expect(sumOf(answer)).to.be.closeTo(answer.total, ROUNDING);
    expect(answer.unexplained).to.be.closeTo(0, ROUNDING);
  });
});
