/** One list of instruments of every type, valued in one market over HTTP. */
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { conventions, equity, exchange, inYears, market, positions, swap } from '#test/support/instrument-book';
import { service } from '#test/support/shared-service';

interface Value {
  readonly id: string;
  readonly type: string;
  readonly price: number;
  readonly value: number;
  readonly quantity: number;
  readonly currency: string;
  readonly valueInReporting: number;
  readonly pricerId: string;
  readonly cashflows?: readonly {
    readonly date: string;
    readonly amount: number;
    readonly currency: 'USD' | 'EUR' | 'GBP';
    readonly kind: string;
    readonly known: boolean;
  }[];
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly { readonly pointer: string }[] };
}

const priced = (body: object) => post(service, '/api/v1/portfolio/price', body);

describe('over HTTP, a book of instruments of every type', () => {
  it('has the total of the values that its positions have alone, to the bit', async function () {
    this.timeout(60_000);
    const answer = await priced({ positions, market, reportingCurrency: 'USD' });
    const book = expectSuccess(answer);
    const values = book.positions as readonly Value[];
    expect(values.filter(({ error }) => error !== undefined)).to.deep.equal([]);
    expect(book.complete).to.equal(true);
    expect(book.summary).to.deep.equal({ count: positions.length, succeeded: positions.length, failed: 0, priced: positions.length });
    for (const [i, position] of positions.entries()) {
      const one = expectSuccess(await priced({ positions: [position], market, reportingCurrency: 'USD' }));
      expect(one.positions[0], position.id).to.deep.equal(values[i]);
      expect(one.totalValue, position.id).to.equal(values[i]!.valueInReporting);
    }
    expect(book.totalValue).to.equal(values.reduce((sum, { valueInReporting }) => sum + valueInReporting, 0));
  });

  it('gives the prices of the pricers and operations that price its types alone', async () => {
    const aloneOf = async (id: string): Promise<Value> => {
      const [value] = expectSuccess(await priced({ positions: positions.filter((each) => each.id === id), market })).positions;
      return value;
    };
    const engine = async (pricerId: string, instrument: object, ofPricer: object): Promise<number> =>
      expectSuccess(await post(service, '/api/v1/engine/price', { pricerId, instrument, market: ofPricer })).price;
    const { valuationDate, curves, projections, fixings } = market;
    const euro = { curve: curves.EUR, valuationDate };
    const { index: _, ...dated } = conventions;
    expect((await aloneOf('living swap')).price).to.equal(
      await engine(
        'rates_swap_multi_curve',
        {
          ...{ notional: 1e6, side: 'payer', fixedRate: 0.025, startDate: '2024-03-04', tenor: '5Y' },
          ...dated,
          fixings: fixings['EURIBOR-6M'],
        },
        { ...euro, projectionCurve: projections['EURIBOR-6M'] },
      ),
    );
    const { fx, assets, models, volatilities } = market;
    const { 'EURIBOR-6M': __, ...ofCurrencies } = volatilities;
    expect((await aloneOf('swaption')).price).to.equal(
      await engine(
        'cross_asset_trade',
        { type: 'swaption', ...swap, ...inYears, expiry: 1 },
        { valuationDate, fx, assets, models, volatilities: ofCurrencies, curves: { EUR: curves.EUR, USD: curves.USD, GBP: curves.GBP } },
      ),
    );
    const floor = { type: 'floor', strike: 0.02, notional: 1e6, tenor: '3Y', frequency: 2, startDate: valuationDate };
    expect((await aloneOf('floor')).price).to.equal(await engine('rates_cap_floor', floor, { ...euro, normalVolatility: 0.008 }));
    const vanilla = await aloneOf('vanilla');
    const time = (Date.parse('2026-12-18') - Date.parse(valuationDate)) / 86_400_000 / 365;
    const { price } = expectSuccess(
      await post(service, '/api/v1/price', {
        spot: 100,
        strike: 105,
        rate: 0.04,
        volatility: 0.25,
        dividend: 0.01,
        time,
        optionType: 'call',
      }),
    );
    expect([vanilla.price, vanilla.value]).to.deep.equal([price, 10 * price]);
  });

  it('has the cash flows of positions without a choice, whose present values add up to their values', async () => {
    const dated = [
      'living swap',
      'amortising',
      'basis',
      'dated currencies',
      'zero-coupon swap',
      'floater',
      'deposit',
      'outright',
      'exchanges',
    ];
    const book = expectSuccess(await priced({ positions, market, reportingCurrency: 'USD', cashflows: true }))
      .positions as readonly Value[];
    const { curves, fx } = market;
    const zeroRates = {
      USD: () => 0.04,
      GBP: () => 0.038,
      EUR: (t: number) => (t <= 1 ? 0.021 : t <= 5 ? 0.021 + (0.003 * (t - 1)) / 4 : 0.024),
    };
    const rates = { USD: 1, EUR: fx.EURUSD, GBP: fx.GBPUSD };
    expect(Object.keys(curves)).to.have.members(Object.keys(rates));
    for (const id of [...dated, 'bond', 'zero']) {
      const { cashflows = [], valueInReporting, quantity } = book.find((each) => each.id === id)!;
      const present = cashflows.map(({ date, amount, currency }) => {
        const time = (Date.parse(date) - Date.parse(market.valuationDate)) / 86_400_000 / 365;
        return rates[currency] * amount * Math.exp(-zeroRates[currency](time) * time);
      });
      // Sums of amounts of a million, each rounded.
      expect(
        present.reduce((sum, each) => sum + each, 0),
        id,
      ).to.be.closeTo(valueInReporting, 1e-7 * Math.abs(quantity));
      expect(cashflows.map(({ date }) => date)).to.deep.equal(cashflows.map(({ date }) => date).sort());
    }
    const running = book.find(({ id }) => id === 'living swap')!.cashflows!;
    // The floating period that runs has its fixing; the next ones are projected.
    expect(running.filter(({ kind }) => kind === 'floating').map((each) => each.known)).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    const fixing = running.find(({ kind }) => kind === 'floating')!;
    expect([fixing.date, fixing.currency]).to.deep.equal(['2026-03-04', 'EUR']);
    expect(fixing.amount).to.be.closeTo((1e6 * 0.0207 * 181) / 360, 1e-9);
    for (const id of ['swaption', 'vanilla', 'cap', 'american', 'agreement'])
      expect(book.find((each) => each.id === id)).not.to.have.property('cashflows');
    const [sold] = expectSuccess(
      await priced({ positions: [{ ...positions.find(({ id }) => id === 'bond')!, quantity: -3 }], market, cashflows: true }),
    ).positions;
    expect(sold.cashflows[0].amount).to.be.closeTo(-3 * book.find(({ id }) => id === 'bond')!.cashflows![0]!.amount, 1e-12);
  });

  it('counts an amount of another currency at the exchange rate of the market, in whichever order the pair is quoted', async () => {
    const bond = positions.filter(({ id }) => id === 'zero');
    const [inPounds] = expectSuccess(await priced({ positions: bond, market, reportingCurrency: 'GBP' })).positions;
    const inEuros = expectSuccess(await priced({ positions: bond, market, reportingCurrency: 'EUR' }));
    expect(inPounds.valueInReporting).to.equal(inPounds.value);
    // Two multiplications round.
    expect(inEuros.totalValue / ((inPounds.value * 1.29) / 1.1)).to.be.closeTo(1, 1e-14);
    expect(inEuros.byCurrency).to.deep.equal([{ currency: 'GBP', value: inPounds.value, valueInReporting: inEuros.totalValue }]);
    expect(inEuros.currency).to.equal('EUR');
  });

  it('values an exchange of currencies without volatilities, of which it needs none', async () => {
    const { volatilities: _, models: __, ...still } = market;
    const linear = positions.filter(({ id }) => ['swap', 'outright', 'currencies'].includes(id));
    const book = expectSuccess(await priced({ positions: linear, market: still }));
    expect(book.complete).to.equal(true);
    expect(book.totalValue).to.equal(expectSuccess(await priced({ positions: linear, market })).totalValue);
  });

  it('takes no part of it down with a position that is refused, and says what its total leaves out', async () => {
    const wrong = [
      { id: 'unknown type', type: 'swapp' },
      { id: 'no such asset', type: 'vanilla', underlying: 'NONE', strike: 1, time: 1, optionType: 'call' },
      { id: 'no curve', type: 'interest_rate_swap', ...swap, currency: 'CHF', ...inYears },
      { id: 'wrong field', type: 'interest_rate_swap', ...swap, ...inYears, maturity: -1 },
      { id: 'no fixing', type: 'interest_rate_swap', ...swap, startDate: '2024-01-15', tenor: '5Y', ...conventions },
      { id: 'past', type: 'fx_forward', ...exchange, maturity: '2026-01-02' },
      { id: 'no date', type: 'fx_forward', ...exchange, maturity: 'soon' },
      { id: 'no credit', type: 'credit_default_swap', issuer: 'NONE', side: 'buyer', spread: 0.01, maturity: 5, paymentsPerYear: 4 },
      { id: 'two names', type: 'vanilla', kind: 'vanilla' },
      { id: 'wrong contract', type: 'contract', contract: { type: 'vanilla_call', underlying: 'ACME', strike: -1, expiry: '2027-03-02' } },
      { id: 'no leg', type: 'basis_swap', currency: 'EUR', tenor: '3Y', receive: {}, pay: 3 },
      { id: 'wrong leg', type: 'basis_swap', currency: 'EUR', tenor: '3Y', receive: { frequency: 5 }, pay: {} },
      { id: 'no far date', type: 'fx_swap', near: { ...exchange, maturity: '2026-06-02' }, far: { ...exchange, maturity: 1 } },
      { id: 'long', type: 'fra', currency: 'EUR', fixedRate: 0.02, startDate: '2026-06-02', tenor: '18M' },
      { id: 'reset', type: 'cross_currency_swap', tenor: '4Y', resetting: 'pay', receive: {}, pay: {} },
      'no object',
    ];
    const answer = await priced({ positions: [positions[0], ...wrong], market, reportingCurrency: 'USD' });
    const book = expectSuccess(answer);
    expect(book.complete).to.equal(false);
    expect(book.totalValue).to.equal(book.positions[0].valueInReporting);
    expect(book.summary).to.deep.equal({ count: 17, succeeded: 1, failed: 16, priced: 1 });
    expect(answer.body.meta.manifest.warnings).to.include('16 of 17 positions have no value: totals leave them out');
    const failures = (book.positions as readonly Value[]).slice(1);
    expect(failures.map(({ error }) => error?.details?.[0]?.pointer)).to.deep.equal([
      '/positions/1/type',
      '/positions/2/underlying',
      '/market/curves',
      '/positions/4/maturity',
      '/market/fixings/EURIBOR-6M',
      '/positions/6/maturity',
      '/positions/7/maturity',
      '/positions/8/issuer',
      '/positions/9/kind',
      '/positions/10/contract/strike',
      '/positions/11/pay',
      '/positions/12/receive/frequency',
      '/positions/13/far/maturity',
      '/positions/14/tenor',
      '/positions/15/resetting',
      '/positions/16',
    ]);
    expect(failures[4]!.error?.message).to.include('2026-01-15');
    expect(failures.map(({ id }) => id)).to.deep.equal(wrong.map((each) => (typeof each === 'string' ? undefined : each.id)));
  });

  it('has no total where nothing was valued', async () => {
    const answer = await priced({ positions: [{ type: 'fx_forward', ...exchange, maturity: 1 }] });
    const book = expectSuccess(answer);
    expect(book).not.to.have.property('totalValue');
    expect(book.complete).to.equal(false);
    expect(book.positions[0].error.details[0].pointer).to.equal('/positions/0/market');
    expect(expectSuccess(await priced({ positions: [{ strike: -1 }] }))).not.to.have.property('totalValue');
  });

  it('refuses a market that contradicts itself or its positions, with both pointers', async () => {
    const pointers = async (body: object) =>
      expectFailure(await priced(body), 'SVC-REQ-001').details.map(({ pointer }: { pointer: string }) => pointer);
    const withCross = (rate: number) => ({ ...market, fx: { ...market.fx, EURGBP: rate } });
    expect(await pointers({ positions, market: withCross(0.9) })).to.have.members([
      '/market/fx/EURUSD',
      '/market/fx/GBPUSD',
      '/market/fx/EURGBP',
    ]);
    expect(expectSuccess(await priced({ positions: positions.slice(0, 1), market: withCross(0.8527) })).complete).to.equal(true);
    const option = { type: 'vanilla', underlying: 'ACME', spot: 101, strike: 100, rate: 0, volatility: 0.2, time: 1, optionType: 'call' };
    expect(await pointers({ positions: [option], market })).to.deep.equal(['/positions/0/spot', '/market/assets/ACME/spot']);
    expect(await pointers({ positions, market: { ...market, projections: { X: { rate: 'high' } } } })).to.include(
      '/market/projections/X/rate',
    );
    expect(await pointers({ positions, market, reportingCurrency: 'dollars' })).to.deep.equal(['/reportingCurrency']);
  });

  it('is that of a stored portfolio with the trades that name it, each once and as of the valuation date', async () => {
    const portfolio = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Rates and FX' }), 201).id;
    const book = async (terms: object, more: object = { portfolioId: portfolio }) =>
      expectSuccess(await post(service, '/api/v1/trades', { tradeDate: '2025-03-02', terms, ...more }), 201).id as string;
    const twice = await book({ type: 'interest_rate_swap', ...swap, ...inYears });
    const option = await book({ type: 'equity_option', ...equity, maturity: 3, optionType: 'put', quantity: -50 });
    const other = await book({ type: 'fx_forward', ...exchange, maturity: 2 }, {});
    for (const tradeId of [twice, other])
      expectSuccess(await post(service, `/api/v1/portfolios/${portfolio}/positions`, { tradeId, quantity: 2 }), 201);
    const answer = expectSuccess(await priced({ portfolioId: portfolio, market, reportingCurrency: 'USD' }));
    const expected = expectSuccess(
      await priced({
        positions: [
          { type: 'interest_rate_swap', ...swap, ...inYears, maturity: 4, quantity: 2 },
          { type: 'fx_forward', ...exchange, maturity: 1, quantity: 2 },
          { type: 'equity_option', ...equity, maturity: 2, optionType: 'put', quantity: -50 },
        ],
        market,
        reportingCurrency: 'USD',
      }),
    );
    expect(answer.positions.map(({ type, value }: Value) => [type, value])).to.deep.equal(
      expected.positions.map(({ type, value }: Value) => [type, value]),
    );
    expect(answer.positions[2].id).to.equal(option);
    expect(answer.totalValue).to.equal(expected.totalValue);
    const greeks = await post(service, '/api/v1/portfolio/greeks', {
      portfolioId: expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Empty' }), 201).id,
    });
    expectFailure(greeks, 'SVC-REQ-001');
  });
  it('is valued in the market of a snapshot, by the names of its curves or as a whole', async () => {
    // Currencies that no other test quotes.
    const [home, foreign] = ['PLN', 'CZK'];
    const ids: Record<string, string> = {};
    for (const [currency, zeroRate] of [
      [home, 0.05],
      [foreign, 0.04],
    ] as const) {
      const curve = { name: currency, currency, kind: 'discount', valuationDate: market.valuationDate, nodes: [{ time: 1, zeroRate }] };
      ids[currency] = expectSuccess(await post(service, '/api/v1/market-data/curves', curve), 201).id;
    }
    const asOf = `${market.valuationDate}T12:00:00Z`;
    const quote = (symbol: string, value: number, kind: string) => ({ symbol, value, kind, asOf });
    const quotes = [quote(foreign + home, 0.17, 'fx'), quote(`${foreign}${home}.VOL`, 0.07, 'volatility')];
    expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes }));
    const snapshot = { name: 'Close of the book', asOf: market.valuationDate };
    const snapshotId = expectSuccess(await post(service, '/api/v1/market-data/snapshots', snapshot), 201).id;
    const book = [
      { type: 'interest_rate_swap', ...swap, currency: home, ...inYears },
      { type: 'fx_forward', buyCurrency: foreign, buyAmount: 1e6, sellCurrency: home, sellAmount: 1.7e5, maturity: '2027-03-02' },
      { type: 'deposit', currency: foreign, notional: 1e6, fixedRate: 0.03, tenor: '6M' },
    ];
    const values = {
      valuationDate: market.valuationDate,
      curves: { [home]: { times: [1], zeroRates: [0.05] }, [foreign]: { times: [1], zeroRates: [0.04] } },
      fx: { [foreign + home]: 0.17 },
    };
    const stated = expectSuccess(await priced({ positions: book, market: values, reportingCurrency: home }));
    expect(stated.complete).to.equal(true);
    const answer = await priced({ positions: book, snapshotId, reportingCurrency: home });
    expect(expectSuccess(answer)).to.deep.equal(stated);
    expect(answer.body.meta.manifest.marketDataAsOf).to.equal(market.valuationDate);
    const curves = { [home]: { curveId: ids[home] }, [foreign]: { curveId: ids[foreign] } };
    const named = { ...values, curves, fx: { [foreign + home]: { symbol: foreign + home } }, snapshotId };
    expect(expectSuccess(await priced({ positions: book, market: named, reportingCurrency: home }))).to.deep.equal(stated);
    // The market of the request wins.
    const moved = { ...values, fx: { [foreign + home]: 0.18 } };
    expect(expectSuccess(await priced({ positions: book, market: moved, snapshotId, reportingCurrency: home }))).to.deep.equal(
      expectSuccess(await priced({ positions: book, market: moved, reportingCurrency: home })),
    );
    const { details } = expectFailure(await priced({ positions: book, snapshotId: 'snp_none' }), 'SVC-RES-001');
    expect(details[0].pointer).to.equal('/snapshotId');
    const replay = await post(service, `/api/v1/governance/receipts/${answer.body.correlationId}/replay`, undefined);
    expect(expectSuccess(replay)).to.deep.include({ identical: true, differences: [] });
  });
  it('has sensitivities to the factors of its market: the derivatives of its value, and reasons where a kind has none', async () => {
    const greeks = (body: object) => post(service, '/api/v1/portfolio/greeks', body);
    const simulated = ['contract', 'convertible', 'own market'];
    const tenors = [1, 3, 10];
    const body = { positions, market, reportingCurrency: 'USD', tenors };
    const answer = await greeks({ ...body, perPosition: true });
    const book = expectSuccess(answer);
    expect(book.complete).to.equal(false);
    expect(book.currency).to.equal('USD');
    const failed = (book.positions as readonly Value[]).filter(({ error }) => error !== undefined);
    expect(failed.map(({ id }) => id)).to.deep.equal(simulated);
    expect(answer.body.meta.manifest.warnings).to.include(
      `${simulated.length} of ${positions.length} positions have no value: totals leave them out`,
    );
    interface Measured {
      readonly factor: { readonly kind: string; readonly name: string; readonly tenor?: number };
      readonly value: number;
      readonly unit: string;
    }
    const sensitivities = book.sensitivities as readonly Measured[];
    expect(new Set(sensitivities.map(({ factor }) => factor.kind))).to.deep.equal(
      new Set(['rate', 'projection', 'fx', 'spot', 'volatility', 'dividend', 'credit']),
    );
    const rest = positions.filter(({ id }) => !simulated.includes(id));
    const valueIn = async (moved: object): Promise<number> =>
      expectSuccess(await priced({ positions: rest, market: { ...market, ...moved }, reportingCurrency: 'USD' })).totalValue;
    const shifted = (node: number, step: number) => ({
      shift: { times: tenors, zeroRates: tenors.map((_, i) => (i === node ? step : 0)) },
    });
    for (const [kind, name, tenor, moved, step] of [
      [
        'rate',
        'EUR',
        3,
        (change: number) => ({ curves: { ...market.curves, EUR: { ...market.curves.EUR, ...shifted(1, change) } } }),
        1e-5,
      ],
      [
        'rate',
        'USD',
        1,
        (change: number) => ({ curves: { ...market.curves, USD: { times: [1], zeroRates: [0.04], ...shifted(0, change) } } }),
        1e-5,
      ],
      [
        ...(['projection', 'EURIBOR-6M', 3] as const),
        (change: number) => ({ projections: { 'EURIBOR-6M': { ...market.projections['EURIBOR-6M'], ...shifted(1, change) } } }),
        1e-5,
      ],
      ['fx', 'EURUSD', undefined, (change: number) => ({ fx: { ...market.fx, EURUSD: 1.1 + change } }), 1e-5],
      [
        'spot',
        'ACME',
        undefined,
        (change: number) => ({ assets: { ...market.assets, ACME: { ...market.assets.ACME, spot: 100 + change } } }),
        1e-2,
      ],
    ] as const) {
      const { value } = sensitivities.find(({ factor }) => factor.kind === kind && factor.name === name && factor.tenor === tenor)!;
      const slope = ((await valueIn(moved(step))) - (await valueIn(moved(-step)))) / (2 * step);
      // A difference of values of a million over the step keeps some six digits.
      expect(value / slope, `${kind} ${name}`).to.be.closeTo(1, 2e-5);
    }
    const total = (list: readonly Measured[], kind: string) =>
      list.filter(({ factor }) => factor.kind === kind).reduce((sum, { value }) => sum + value, 0);
    const each = (book.positions as readonly { readonly sensitivities?: readonly Measured[] }[]).flatMap((one) => one.sensitivities ?? []);
    expect(total(each, 'rate') / total(sensitivities, 'rate')).to.be.closeTo(1, 1e-9);
    const perPoint = expectSuccess(await greeks({ ...body, positions: rest, units: 'basis_point' }));
    expect(perPoint.complete).to.equal(true);
    expect(total(perPoint.sensitivities, 'rate') / total(sensitivities, 'rate')).to.be.closeTo(1e-4, 1e-12);
    expect(total(perPoint.sensitivities, 'fx')).to.equal(total(sensitivities, 'fx'));
    expect(perPoint.sensitivities.find(({ factor }: Measured) => factor.kind === 'rate').unit).to.equal('basis_point');
    expect(perPoint.positions[0]).to.deep.equal({ id: 'swap', type: 'interest_rate_swap', quantity: 1 });
    expectFault(await greeks({ positions: rest }), '/market');
    expectFault(await greeks({ ...body, tenors: [2, 1] }), '/tenors/1');
    expectFault(await greeks({ ...body, units: 'percent' }), '/units');
  });
});
