/** Trades that state their dates: booked, valued from their portfolio as the same positions inline, and gone once they have paid. */
import { expect } from 'chai';
import { datedTypes, dateOfDay, dayNumber, statesDates } from '#engine/schemas';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { type Body, get, post } from '#test/support/http';
import { conventions, exchange, market, positions, swap } from '#test/support/instrument-book';
import { service } from '#test/support/shared-service';

const tradeDate = market.valuationDate;
const reportingCurrency = 'USD';
const dated: readonly Body[] = positions.filter((position) => statesDates(position as Body));
const termsOf = ({ id: _, ...terms }: Body): Body => terms;

const portfolio = async (): Promise<string> => expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Dated' }), 201).id;
const book = async (fields: object): Promise<Body> => expectSuccess(await post(service, '/api/v1/trades', { tradeDate, ...fields }), 201);
const valued = async (request: object): Promise<Body> =>
  expectSuccess(await post(service, '/api/v1/portfolio/price', { reportingCurrency, cashflows: true, ...request }));
const dayAfter = (date: string): string => dateOfDay(dayNumber(date) + 1);

describe('trades with dates', () => {
  it('are of every type that has them, but for those on shares', () => {
    const shares = ['equity_forward', 'equity_option'];
    expect([...new Set(dated.map(({ type }) => type))]).to.have.members(datedTypes.filter((type) => !shares.includes(type)));
  });

  it('have in their portfolio the value of the same positions, to the bit, and end with their last payment', async function () {
    this.timeout(60_000);
    const portfolioId = await portfolio();
    const booked: Body[] = [];
    for (const position of dated) booked.push(await book({ portfolioId, terms: termsOf(position) }));
    const alone = await valued({ positions: dated, market });
    const ofPortfolio = await valued({ portfolioId, market });
    expect(ofPortfolio.totalValue).to.equal(alone.totalValue);
    const byId = new Map<string, Body>(ofPortfolio.positions.map((each: Body) => [each.id, each]));
    for (const [index, { id, maturityDate, type }] of booked.entries()) {
      const { id: name, ...inline } = alone.positions[index];
      expect(byId.get(id), name).to.deep.equal({ id, ...inline });
      const paid = (inline.cashflows ?? []).map(({ date }: Body) => date).sort();
      if (paid.length > 0) expect(maturityDate, `${name}, ${type}`).to.equal(paid.at(-1));
    }
  });

  it('are left out from the day of their last payment on', async () => {
    const portfolioId = await portfolio();
    const { maturityDate } = await book({
      portfolioId,
      terms: { type: 'deposit', currency: 'USD', notional: 1e6, fixedRate: 0.04, tenor: '3M' },
    });
    await book({ portfolioId, terms: { type: 'deposit', currency: 'USD', notional: 1e6, fixedRate: 0.04, tenor: '1Y' } });
    expect(maturityDate).to.equal('2026-06-02');
    const on = async (valuationDate: string): Promise<number> =>
      (await valued({ portfolioId, market: { ...market, valuationDate } })).positions.length;
    expect(await on('2026-06-01')).to.equal(2);
    expect(await on(maturityDate)).to.equal(1);
    expect(await on(dayAfter(maturityDate))).to.equal(1);
  });

  it('start on the trade date where they state no start, whenever they are valued', async () => {
    const portfolioId = await portfolio();
    const terms = { type: 'interest_rate_swap', ...swap, ...conventions, tenor: '5Y', fixings: [{ date: tradeDate, value: 0.0215 }] };
    await book({ portfolioId, terms });
    const later = { ...market, valuationDate: '2026-05-04' };
    const ofPortfolio = await valued({ portfolioId, market: later });
    const inline = await valued({ positions: [{ ...terms, startDate: tradeDate }], market: later });
    expect(ofPortfolio.totalValue).to.equal(inline.totalValue);
  });

  it('have the currencies, the assets and the last payment by which they are found', async () => {
    const [rates, shares, currencies] = [
      await book({
        terms: {
          type: 'cap',
          currency: 'EUR',
          strike: 0.03,
          notional: 1e6,
          startDate: '2026-03-04',
          tenor: '3Y',
          paymentLag: 2,
          calendar: 'TARGET',
        },
      }),
      await book({
        terms: { type: 'equity_option', underlying: 'BMW', strike: 82, expiry: '2027-03-01', optionType: 'put', quantity: -5 },
      }),
      await book({ terms: { type: 'fx_forward', ...exchange, deliveryDate: '2027-03-02' } }),
    ];
    expect(rates).to.deep.include({ type: 'cap', currencies: ['EUR'], underlyings: [], maturityDate: '2029-03-07' });
    expect(shares).to.deep.include({ type: 'equity_option', currencies: [], underlyings: ['BMW'], maturityDate: '2027-03-01' });
    expect(currencies).to.deep.include({ type: 'fx_forward', currencies: ['EUR', 'USD'], maturityDate: '2027-03-02' });
    const { items } = expectSuccess(await get(service, '/api/v1/trades?type=cap&currency=EUR&limit=500'));
    expect(items.map(({ id }: Body) => id)).to.include(rates.id);
  });

  it('and credit default swaps, whose years count from the trade date, are aged', async () => {
    const portfolioId = await portfolio();
    const terms = {
      type: 'credit_default_swap',
      currency: 'USD',
      issuer: 'ISSUER',
      side: 'buyer',
      spread: 0.01,
      maturity: 5,
      paymentsPerYear: 4,
      notional: 1e6,
    };
    const { maturityDate } = await book({ portfolioId, terms: { ...terms, quantity: 2 } });
    expect(maturityDate).to.equal('2031-03-01');
    // 100 days later the second coupon has accrued since day 91.25: the first was paid then.
    const valuationDate = '2026-06-10';
    const later = await valued({ portfolioId, market: { ...market, valuationDate } });
    const aged = { ...terms, maturity: 5 - 100 / 365, accrued: 100 / 365 - 1 / 4, quantity: 2 };
    const inline = await valued({ positions: [aged], market: { ...market, valuationDate } });
    expect(later.totalValue).to.be.closeTo(inline.totalValue, 1e-6);
    const today = await valued({ portfolioId, market });
    expect(today.totalValue).to.equal((await valued({ positions: [{ ...terms, quantity: 2 }], market })).totalValue);
    // A position that protects itself for ever costs its premiums: with no default the value is what is still to be paid.
    const safe = { ...market, valuationDate, curves: { USD: { rate: 0 } }, credit: { ISSUER: { hazardRate: 0, recoveryRate: 0.4 } } };
    const { curves, projections, fx, volatilities, fixings, models, assets, ...rest } = safe;
    const premiums = await valued({ portfolioId, market: { ...rest, curves } });
    expect(premiums.totalValue).to.be.closeTo(-2 * 1e6 * 0.01 * (5 - 1 / 4), 1e-6);
  });

  it('have their past fixings from the stored quotes of their index, also in the market of a snapshot', async () => {
    const valuationDate = '2025-03-03';
    const [firstFixing, lastFixing] = [
      { date: '2024-03-04', value: 0.0231 },
      { date: '2024-09-04', value: 0.0219 },
    ];
    // Currencies of this test alone: another test of the same service may keep curves of the usual ones.
    const index = 'REIBOR-6M';
    const put = async (fixings: readonly { readonly date: string; readonly value: number }[]) => {
      const quotes = fixings.map(({ date, value }) => ({ symbol: index, value, asOf: `${date}T10:00:00Z`, kind: 'rate', currency: 'ISK' }));
      expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes }));
    };
    const nodes = [
      { time: 1, zeroRate: 0.022 },
      { time: 5, zeroRate: 0.026 },
    ];
    const curve = { name: 'ISK', currency: 'ISK', kind: 'discount', valuationDate, nodes };
    expectSuccess(await post(service, '/api/v1/market-data/curves', curve), 201);
    const portfolioId = await portfolio();
    const terms = { type: 'interest_rate_swap', ...swap, ...conventions, currency: 'ISK', index, startDate: '2024-03-04', tenor: '4Y' };
    await book({ tradeDate: '2024-02-27', portfolioId, terms });
    const newSnapshot = async (): Promise<string> =>
      expectSuccess(await post(service, '/api/v1/market-data/snapshots', { name: 'Close', asOf: `${valuationDate}T17:00:00Z` }), 201).id;
    const request = { reportingCurrency: 'ISK', portfolioId };

    await put([firstFixing]);
    const early = await valued({ ...request, snapshotId: await newSnapshot() });
    expect(early).to.deep.include({ complete: false });
    expect(early.positions[0].error.message).to.match(/REIBOR-6M must have the fixings of 2024-09-0\d/);
    await put([lastFixing]);
    const priced = await valued({ ...request, snapshotId: await newSnapshot() });
    const inline = {
      valuationDate,
      curves: { ISK: { times: [1, 5], zeroRates: [0.022, 0.026] } },
      fixings: { [index]: [firstFixing, lastFixing] },
    };
    expect(priced.totalValue).to.equal((await valued({ ...request, market: inline })).totalValue);

    const projecting = { ...curve, name: 'REIBOR', kind: 'projection', index, nodes: [{ time: 2, zeroRate: 0.031 }] };
    expectFault(await post(service, '/api/v1/market-data/curves', { ...projecting, kind: 'discount' }), '/index', /of the kind projection/);
    expectSuccess(await post(service, '/api/v1/market-data/curves', projecting), 201);
    const projected = await valued({ ...request, snapshotId: await newSnapshot() });
    const projections = { [index]: { times: [2], zeroRates: [0.031] } };
    expect(projected.totalValue).to.equal((await valued({ ...request, market: { ...inline, projections } })).totalValue);
    expect(projected.totalValue).to.be.above(priced.totalValue);
  });

  it('are explained where one is new in a currency that the book did not have before', async () => {
    const portfolioId = await portfolio();
    const snapshots: string[] = [];
    for (const [day, rate] of [
      ['2025-02-02', 0.03],
      ['2025-02-09', 0.031],
    ] as const) {
      for (const currency of ['RON', 'ZAR']) {
        const curve = { name: currency, currency, kind: 'discount', valuationDate: day, nodes: [{ time: 1, zeroRate: rate }] };
        expectSuccess(await post(service, '/api/v1/market-data/curves', curve), 201);
      }
      const asOf = `${day}T10:00:00Z`;
      const quote = { symbol: 'ZARRON', value: 0.6 + rate, asOf, kind: 'fx', currency: 'RON' };
      expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes: [quote] }));
      const fields = { name: 'Close', asOf: `${day}T17:00:00Z` };
      snapshots.push(expectSuccess(await post(service, '/api/v1/market-data/snapshots', fields), 201).id);
    }
    const deposit = { type: 'deposit', notional: 1e6, fixedRate: 0.03, tenor: '6M' };
    await book({ tradeDate: '2025-01-05', portfolioId, terms: { ...deposit, currency: 'RON' } });
    const { id } = await book({ tradeDate: '2025-02-05', portfolioId, terms: { ...deposit, currency: 'ZAR' } });
    const [from, to] = snapshots.map((snapshotId) => ({ snapshotId }));
    const request = { portfolioId, reportingCurrency: 'RON', from, to };
    const explained = expectSuccess(await post(service, '/api/v1/portfolio/explain', request));
    expect(explained.complete).to.equal(true);
    const { positions: atEnd } = await valued({ portfolioId, reportingCurrency: 'RON', ...to });
    const entrant = atEnd.find((each: Body) => each.id === id);
    expect(explained.newTrades).to.be.closeTo(entrant.valueInReporting, 1e-6);
    // Nothing of it depends on the volatility of the exchange rate, which nobody has quoted; an option does.
    const option = { buyCurrency: 'ZAR', buyAmount: 1e6, sellCurrency: 'RON', sellAmount: 6.2e5, expiry: '2025-08-03', optionType: 'call' };
    await book({ tradeDate: '2025-02-05', portfolioId, terms: { type: 'fx_option', ...option } });
    const withOption = await valued({ portfolioId, reportingCurrency: 'RON', ...to });
    expect(withOption.complete).to.equal(false);
    expect(withOption.positions.find(({ error }: Body) => error !== undefined).error.message).to.match(
      /market\.volatilities.*ZARRON|ZARRON.*volatilit/,
    );
    const { total, carry, roll, fixings, newTrades, deadTrades, crossEffects, byFactor } = explained;
    const factors = byFactor.reduce((sum: number, { pnl }: Body) => sum + pnl, 0);
    expect(carry + roll + fixings + newTrades + deadTrades + crossEffects + factors).to.be.closeTo(total, 1e-6);
  });

  it('are refused by the field that is wrong', async () => {
    const refused = async (terms: object, pointer: string, reason: RegExp): Promise<void> => {
      const { details } = expectFailure(await post(service, '/api/v1/trades', { tradeDate, terms }), 'SVC-REQ-001');
      expect(
        details.map((each: Body) => each.pointer),
        JSON.stringify(details),
      ).to.include(pointer);
      expect(details.find((each: Body) => each.pointer === pointer).reason).to.match(reason);
    };
    const living = { type: 'interest_rate_swap', ...swap, ...conventions, tenor: '5Y' };
    await refused({ ...living, currency: undefined }, '/terms/currency', /is required/);
    await refused({ ...living, currency: 'euro' }, '/terms/currency', /must be a currency/);
    await refused({ ...living, fixedRate: undefined }, '/terms/fixedRate', /is required/);
    await refused({ ...living, fixedFrequencey: 1 }, '/terms/fixedFrequencey', /not a known field/);
    await refused({ ...living, tenor: '5 years' }, '/terms/tenor', /^must be a tenor, such as 3M or 10Y; got "5 years"$/);
    await refused({ ...living, index: 'x'.repeat(65) }, '/terms/index', /64 characters/);
    await refused({ ...living, maturity: '2020-03-02', tenor: undefined }, '/terms/maturity', /after/);
    await refused({ ...living, quantity: 'two' }, '/terms/quantity', /number/);
    await refused(
      { type: 'basis_swap', notional: 1e6, tenor: '3Y', receive: { currency: 'EUR' }, pay: {} },
      '/terms/pay/currency',
      /is required/,
    );
    await refused({ type: 'basis_swap', currency: 'EUR', notional: 1e6, tenor: '3Y' }, '/terms/receive', /must be a leg/);
    await refused({ type: 'fx_option', ...exchange, expiry: '2026-01-02', optionType: 'call' }, '/terms/expiry', /before 2026-03-02/);
    await refused(
      { type: 'fx_swap', near: { ...exchange, maturity: '2027-03-02' }, far: { ...exchange, maturity: '2026-03-04' } },
      '/terms/far/maturity',
      /after/,
    );
    const loan = { type: 'deposit', currency: 'EUR', notional: 1e6, tenor: '3M' };
    await refused({ ...loan, fixedRate: 'four' }, '/terms/fixedRate', /finite number/);
    await refused({ type: 'floating_rate_bond', currency: 'EUR', faceValue: -1, tenor: '3Y' }, '/terms/faceValue', /./);
    const stepped = { ...living, rateSchedule: [{ date: tradeDate, rate: 0.01 }], fixedRate: undefined };
    await refused({ ...stepped, fixedFrequency: 5 }, '/terms/fixedFrequency', /./);
    await refused({ ...stepped, floatingDayCount: 'ACT' }, '/terms/floatingDayCount', /./);
    await refused({ type: 'swap', currency: 'EUR' }, '/terms/type', /"basis_swap"/);
    // A trade in years is held to its own fields.
    await refused({ type: 'interest_rate_swap', ...swap, maturity: 5 }, '/terms/fixedFrequency', /is required/);
  });

  it('are simulated for exposures as the same trades inline; those without a counterparty are left out and said', async () => {
    const counterpartyId = expectSuccess(await post(service, '/api/v1/counterparties', { name: 'Dated bank', type: 'bank' }), 201).id;
    const sets = `/api/v1/counterparties/${counterpartyId}/netting-sets`;
    const nettingSetId = expectSuccess(await post(service, sets, { name: 'Master agreement', agreement: 'isda', currency: 'USD' }), 201).id;
    const outright = { type: 'fx_forward', ...exchange };
    const payer = { type: 'interest_rate_swap', ...swap, ...conventions, tenor: '5Y' };
    await book({ counterpartyId, nettingSetId, terms: { ...outright, deliveryDate: '2027-03-02', quantity: -2 } });
    await book({ counterpartyId, nettingSetId, terms: { ...payer, quantity: 3 } });
    const bond = { type: 'fixed_rate_bond', currency: 'EUR', couponRate: 0.03, tenor: '5Y' };
    const excluded = await book({ counterpartyId, nettingSetId, terms: bond });
    const sold = { type: 'fx_forward', buyCurrency: 'USD', buyAmount: 2.24e6, sellCurrency: 'EUR', sellAmount: 2e6, maturity: 1 };
    const { valuationDate, curves, fx, volatilities, projections } = market;
    const { EURUSD, USD, EUR } = volatilities;
    const request = {
      market: { valuationDate, curves, fx, projections, volatilities: { EURUSD, USD, EUR } },
      reportingCurrency,
      pricer: { numPaths: 1024 },
    };
    const answer = await post(service, '/api/v1/risk/exposure', { nettingSetId, ...request });
    const stored = expectSuccess(answer);
    const trades = [sold, { ...payer, startDate: tradeDate, quantity: 3 }];
    const inline = expectSuccess(await post(service, '/api/v1/risk/exposure', { trades, ...request }));
    expect(stored.exposure).to.deep.equal(inline.exposure);
    expect(stored.exposure.length).to.be.above(2);
    expect(answer.body.meta.manifest.warnings.join()).to.include(`${excluded.id} (fixed_rate_bond: its risk is that of its issuer`);
    expectFault(await post(service, '/api/v1/risk/exposure', { trades: [...trades, bond], ...request }), '/trades/2/type', /issuer/);
  });
});
