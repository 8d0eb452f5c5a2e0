/** Measures of risk of a book of instruments of every type over HTTP, against its value in markets that are moved by hand. */
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { exchange, market, positions } from '#test/support/instrument-book';
import { ended, submitted } from '#test/support/jobs';
import { book, LEFT_OUT, ROUNDING, raised, reportingCurrency, revalued, totalIn } from '#test/support/revalued-book';
import { service } from '#test/support/shared-service';

type Market = typeof market;

const mapValues = <Value>(record: Readonly<Record<string, Value>>, change: (value: Value, name: string) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** The market after shocks of all spots, lognormal volatilities and rates. */
const shocked = ({ curves, projections, assets, volatilities, ...rest }: Market, spot: number, volatility: number, rate: number) => ({
  ...rest,
  curves: mapValues(curves, (curve) => raised(curve, rate)),
  projections: mapValues(projections, (curve) => raised(curve, rate)),
  assets: mapValues(assets, (asset) => ({ ...asset, spot: asset.spot * (1 + spot), volatility: asset.volatility + volatility })),
  volatilities: mapValues(volatilities, (quote) =>
    quote.type === 'lognormal' ? { ...quote, volatility: quote.volatility + volatility } : quote,
  ),
});

const stress = (body: object) => post(service, '/api/v1/risk/stress', body);
const historical = (body: object) => post(service, '/api/v1/risk/var/historical', body);

describe('over HTTP, the risk of a book of instruments of every type', () => {
  it('has under each shock the value that the book has in the shocked market', async function () {
    this.timeout(60_000);
    const scenarios = [
      { name: '2008' },
      { name: 'mine', spotShock: -0.1, volatilityShock: 0.05, rateShock: -0.004 },
      { name: 'rates_up_100' },
    ];
    const answer = await stress({ ...book, scenarios });
    const { baseValue, results, worst, complete, currency } = expectSuccess(answer);
    expect(baseValue).to.equal(await totalIn(market));
    expect([complete, currency]).to.deep.equal([true, 'USD']);
    const shocks = [
      [-0.2816, 0.4429, 0.0015],
      [-0.1, 0.05, -0.004],
      [0, 0, 0.01],
    ] as const;
    for (const [i, [spot, volatility, rate]] of shocks.entries()) {
      expect(results[i].value, results[i].name).to.be.closeTo(await totalIn(shocked(market, spot, volatility, rate)), ROUNDING);
      expect(results[i].pnl).to.be.closeTo(results[i].value - baseValue, ROUNDING);
    }
    expect(worst).to.deep.equal(results.reduce((a: { pnl: number }, b: { pnl: number }) => (b.pnl < a.pnl ? b : a)));
    expect(answer.body.meta.manifest.warnings.join()).to.include('volatilityShock is of lognormal volatilities: the quotes of USD, EUR');
  });

  it('moves single factors, at a tenor on straight lines, and divides the profit and loss over the positions', async () => {
    const moves = { 'rate:EUR:5Y': 0.01, 'rate:EUR:1Y': 0.002, 'fx:EURUSD': -0.05, 'credit:ISSUER': 0.01, 'volatility:USD': 0.001 };
    const { results, baseValue } = expectSuccess(await stress({ ...book, scenarios: [{ name: 'mine', moves }], perPosition: true }));
    const moved = {
      ...market,
      curves: { ...market.curves, EUR: { times: [1, 5, 10], zeroRates: [0.023, 0.034, 0.037] } },
      projections: { 'EURIBOR-6M': { times: [1, 5], zeroRates: [0.025, 0.036] } },
      fx: { ...market.fx, EURUSD: 1.1 * 0.95 },
      credit: { ISSUER: { hazardRate: 0.03, recoveryRate: 0.4 } },
      volatilities: { ...market.volatilities, USD: { type: 'normal', volatility: 0.01 } },
    };
    expect(results[0].value).to.be.closeTo(await totalIn(moved), ROUNDING);
    expect(results[0].moves).to.deep.equal(moves);
    const byPosition = results[0].positions as readonly { position: string; pnl: number }[];
    expect(byPosition.map(({ position }) => position)).to.deep.equal(revalued.map(({ id }) => id));
    for (const [i, { pnl, position }] of byPosition.entries()) {
      const one = [revalued[i]!];
      expect(pnl, position).to.be.closeTo((await totalIn(moved, one)) - (await totalIn(market, one)), ROUNDING);
    }
    expect(byPosition.reduce((sum, { pnl }) => sum + pnl, 0)).to.be.closeTo(results[0].value - baseValue, ROUNDING);
  });

  it('has the same values over a grid of shocks', async () => {
    const grid = { spotShocks: [-0.2, 0], volatilityShocks: [0, 0.1], rateShocks: [0, 0.01] };
    const { results } = expectSuccess(await post(service, '/api/v1/portfolio/stress', { ...book, ...grid }));
    expect(results).to.have.length(8);
    for (const { spotShock, volatilityShock, rateShock, value } of results.slice(0, 4))
      expect(value).to.be.closeTo(await totalIn(shocked(market, spotShock, volatilityShock, rateShock)), ROUNDING);
  });

  it('has the value at risk of the profits and losses that the book has in the markets of a history', async function () {
    this.timeout(60_000);
    const days = 12;
    const wave = (size: number, phase: number) => Array.from({ length: days }, (_, k) => size * Math.sin(1 + 2.3 * k + phase));
    const returns = {
      'spot:ACME': wave(0.02, 0),
      'spot:BMW': wave(0.03, 1),
      'fx:EURUSD': wave(0.008, 2),
      'rate:EUR': wave(0.001, 3),
      'rate:USD': wave(0.0015, 4),
      'projection:EURIBOR-6M': wave(0.001, 3.1),
      'volatility:ACME': wave(0.02, 5),
      'credit:ISSUER': wave(0.002, 6),
    };
    const dates = Array.from({ length: days }, (_, k) => `2026-02-${String(k + 1).padStart(2, '0')}`);
    const request = { ...book, returns, dates, confidence: 0.75, withScenarios: true, byFactorKind: true, withStandardErrors: true };
    const answer = expectSuccess(await historical(request));
    const base = await totalIn(market);
    const pnl: number[] = [];
    for (let k = 0; k < days; k++) {
      const move = (name: keyof typeof returns) => returns[name][k]!;
      const { ACME, BMW } = market.assets;
      const moved = {
        ...market,
        curves: { ...market.curves, EUR: raised(market.curves.EUR, move('rate:EUR')), USD: raised(market.curves.USD, move('rate:USD')) },
        projections: { 'EURIBOR-6M': raised(market.projections['EURIBOR-6M'], move('projection:EURIBOR-6M')) },
        fx: { ...market.fx, EURUSD: market.fx.EURUSD * (1 + move('fx:EURUSD')) },
        assets: {
          ACME: { ...ACME, spot: ACME.spot * (1 + move('spot:ACME')), volatility: ACME.volatility + move('volatility:ACME') },
          BMW: { ...BMW, spot: BMW.spot * (1 + move('spot:BMW')) },
        },
        credit: { ISSUER: { hazardRate: 0.02 + move('credit:ISSUER'), recoveryRate: 0.4 } },
      };
      pnl.push((await totalIn(moved)) - base);
    }
    answer.profitAndLoss.forEach(({ date, pnl: stated }: { date: string; pnl: number }, k: number) => {
      expect(date).to.equal(dates[k]);
      expect(stated, date).to.be.closeTo(pnl[k]!, ROUNDING);
    });
    const sorted = [...pnl].sort((a, b) => a - b);
    // A quarter of twelve scenarios is three.
    expect(answer.valueAtRisk).to.be.closeTo(-sorted[2]!, ROUNDING);
    expect(answer.expectedShortfall).to.be.closeTo(-(sorted[0]! + sorted[1]! + sorted[2]!) / 3, ROUNDING);
    expect(answer.tail.map((each: { pnl: number }) => each.pnl)).to.have.length(3);
    expect(answer.tail[0].date).to.equal(dates[pnl.indexOf(sorted[0]!)]);
    expect(answer.standardErrors.valueAtRisk).to.equal(answer.standardError);
    const components = answer.components as readonly {
      position?: string;
      underlying?: string;
      factorKind?: string;
      contribution: number;
    }[];
    const sumOf = (some: typeof components) => some.reduce((sum, { contribution }) => sum + contribution, 0);
    expect(sumOf(components.filter(({ position }) => position !== undefined))).to.be.closeTo(answer.valueAtRisk, ROUNDING);
    expect(components.flatMap(({ underlying = [] }) => underlying)).to.deep.equal(['BMW', 'ACME']);
    const kinds = components.filter(({ factorKind }) => factorKind !== undefined);
    expect(kinds.map(({ factorKind }) => factorKind)).to.deep.equal(['spot', 'fx', 'rate', 'projection', 'volatility', 'credit']);
  });

  it('compounds the moves of several days by their type', async () => {
    const some = revalued.filter(({ id }) => ['outright', 'vanilla'].includes(id));
    const returns = { 'fx:EURUSD': [0.01, -0.02, 0.015], 'spot:ACME': [0.02, 0.01, -0.03], 'rate:USD:1Y': [0.001, 0.002, -0.001] };
    const request = { ...book, positions: some, returns, horizonDays: 2, withScenarios: true, moves: { spot: 'log' } };
    const { scenarios, profitAndLoss, currency } = expectSuccess(await historical(request));
    expect([scenarios, currency]).to.deep.equal([2, 'USD']);
    const moved = (k: number) => ({
      ...market,
      fx: { ...market.fx, EURUSD: 1.1 * (1 + returns['fx:EURUSD'][k]!) * (1 + returns['fx:EURUSD'][k + 1]!) },
      assets: {
        ...market.assets,
        ACME: { ...market.assets.ACME, spot: 100 * Math.exp(returns['spot:ACME'][k]! + returns['spot:ACME'][k + 1]!) },
      },
      curves: { ...market.curves, USD: { rate: 0.04 + returns['rate:USD:1Y'][k]! + returns['rate:USD:1Y'][k + 1]! } },
    });
    const base = await totalIn(market, some);
    for (const k of [0, 1]) expect(profitAndLoss[k].pnl).to.be.closeTo((await totalIn(moved(k), some)) - base, ROUNDING);
  });

  it('keeps the relation of an exchange rate to those that move it', async () => {
    const fx = { EURUSD: 1.1, GBPUSD: 1.29, EURGBP: 1.1 / 1.29 };
    const bond = revalued.filter(({ id }) => id === 'zero');
    const inTriangle = { market: { ...market, fx }, positions: bond, reportingCurrency: 'EUR' };
    const { results } = expectSuccess(await stress({ ...inTriangle, scenarios: [{ name: 'pound', moves: { 'fx:GBPUSD': 0.1 } }] }));
    // The pound rises against the euro as well.
    expect(results[0].pnl / (results[0].value - results[0].pnl)).to.be.closeTo(0.1, 1e-12);
    const all = { 'fx:EURUSD': [0.01, 0], 'fx:GBPUSD': [0, 0], 'fx:EURGBP': [0.5, 0] };
    const answer = await historical({ ...inTriangle, returns: all });
    expectSuccess(answer);
    expect(answer.body.meta.manifest.warnings.join()).to.include('EURGBP moves as other exchange rates imply, not by its own returns');
  });

  it('leaves out what simulates or has a market of its own, with the reason and a warning', async () => {
    const answer = await stress({ positions, market, reportingCurrency, scenarios: [{ name: '2008' }] });
    const { complete, failures, results } = expectSuccess(answer);
    expect(complete).to.equal(false);
    expect(failures.map(({ id }: { id: string }) => id)).to.deep.equal(LEFT_OUT);
    const [first] = positions.flatMap(({ id }, index) => (id === LEFT_OUT[0] ? [index] : []));
    expect(failures[0].error.details[0].pointer).to.equal(`/positions/${first}/type`);
    expect(answer.body.meta.manifest.warnings).to.include(
      `${LEFT_OUT.length} of ${positions.length} positions have no value: totals leave them out`,
    );
    const alone = expectSuccess(await stress({ ...book, scenarios: [{ name: '2008' }] }));
    expect(results).to.deep.equal(alone.results);
    const onDates = positions.flatMap((each) => (each.id === 'american' ? [{ ...each, pricer: { exercise: 'dates' } }] : []));
    expectFault(
      await stress({ ...book, positions: onDates, scenarios: [{ name: '2008' }] }),
      '/positions',
      /with pricer.exercise continuous/,
    );
  });

  describe('under correlated normal moves', () => {
    const simulated = (body: object) => post(service, '/api/v1/risk/var/monte-carlo', body);
    const volatilities = { 'fx:EURUSD': 0.09, 'rate:USD': 0.01 };
    const correlations = [{ asset1: 'fx:EURUSD', asset2: 'rate:USD', correlation: -0.4 }];
    // They are linear in the exchange rate, and hardly bend in the rate.
    const some = revalued.filter(({ id }) => id === 'outright' || id === 'deposit');
    const settings = { ...book, positions: some, volatilities, correlations, pricer: { numPaths: 16_384 } };

    it('is that of the joint normal law of what the sensitivities say', async function () {
      this.timeout(60_000);
      const greeks = expectSuccess(await post(service, '/api/v1/portfolio/greeks', { ...book, positions: some, tenors: [1] }));
      const slopeOf = (kind: string, name: string): number =>
        greeks.sensitivities.find(({ factor }: { factor: { kind: string; name: string } }) => factor.kind === kind && factor.name === name)
          .value;
      const years = Math.sqrt(10 / 252);
      const [exchange, rate] = [slopeOf('fx', 'EURUSD') * market.fx.EURUSD * 0.09 * years, slopeOf('rate', 'USD') * 0.01 * years];
      const deviation = Math.sqrt(exchange ** 2 + rate ** 2 - 0.8 * exchange * rate);
      const answer = expectSuccess(await simulated({ ...settings, withStandardErrors: true, byFactorKind: true }));
      // The 99 % quantile of a normal law, and the mean beyond it; four standard errors, and a thousandth for what bends.
      const [quantile, beyond] = [2.3263478740408408, 2.6652142203458];
      expect(answer.valueAtRisk).to.be.closeTo(quantile * deviation, 4 * answer.standardError + 1e-3 * deviation);
      expect(answer.expectedShortfall).to.be.closeTo(beyond * deviation, 4 * answer.standardErrors.expectedShortfall + 1e-3 * deviation);
      const parts = answer.components.filter(({ position }: { position?: string }) => position !== undefined);
      const sum = parts.reduce((total: number, { contribution }: { contribution: number }) => total + contribution, 0);
      expect(sum).to.be.closeTo(answer.valueAtRisk, ROUNDING);
      expect(parts[0].standardErrors.contribution).to.be.above(0);
      expect(answer).to.include({ numPaths: 16_384, seed: 42, backend: 'double', complete: true });
      expect(answer.tail).to.have.length(20);
    });

    it('is the same by a job, and with twice the book twice as much', async () => {
      const few = { ...settings, pricer: { numPaths: 1024, seed: 7 } };
      const once = expectSuccess(await simulated(few));
      const job = await ended(service, await submitted(service, 'riskVarMonteCarlo', few));
      expect(job.result.data ?? job.result).to.deep.equal(once);
      const doubled = some.map((each) => ({ ...each, quantity: 2 }));
      expect(expectSuccess(await simulated({ ...few, positions: doubled })).valueAtRisk).to.be.closeTo(2 * once.valueAtRisk, ROUNDING);
    });

    for (const [name, change, pointer] of [
      ['a factor that the market has not', { volatilities: { 'fx:EURCHF': 0.1 }, correlations: undefined }, '/volatilities/fx:EURCHF'],
      ['no volatilities', { volatilities: undefined }, '/volatilities'],
      [
        'a correlation of another factor',
        { correlations: [{ asset1: 'fx:EURUSD', asset2: 'rate:EUR', correlation: 0 }] },
        '/correlations/0/asset2',
      ],
      ['a correlation that is missing', { volatilities: { ...volatilities, 'rate:EUR': 0.01 } }, '/correlations'],
    ] as const)
      it(`refuses ${name}`, async () => expectFault(await simulated({ ...settings, ...change }), pointer));
  });

  describe('by the normal law of its sensitivities', () => {
    const volatilities = { 'fx:EURUSD': 0.09, 'rate:USD': 0.01, 'spot:ACME': 0.25 };
    const correlations = [
      { asset1: 'fx:EURUSD', asset2: 'rate:USD', correlation: -0.4 },
      { asset1: 'fx:EURUSD', asset2: 'spot:ACME', correlation: 0.3 },
      { asset1: 'rate:USD', asset2: 'spot:ACME', correlation: 0.1 },
    ];
    const settings = { ...book, volatilities, correlations };
    const parametric = (body: object) => post(service, '/api/v1/risk/var/parametric', body);
    /** The 99 % quantile of the normal law, and the mean beyond it. */
    const [QUANTILE, BEYOND] = [2.3263478740408408, 2.6652142203458];
    /** Relative: the third derivative over a hundredth of a standard deviation, and closed forms against differences. */
    const TRUNCATION = 2e-5;

    it('is what the sensitivities of portfolio/greeks give, in parts that add up', async () => {
      const tenors = [0.5, 1, 2, 3, 5, 10];
      const greeks = expectSuccess(await post(service, '/api/v1/portfolio/greeks', { ...book, tenors, units: 'per_one' }));
      const slopeOf = (kind: string, name: string): number =>
        greeks.sensitivities
          .filter(({ factor }: { factor: { kind: string; name: string } }) => factor.kind === kind && factor.name === name)
          .reduce((sum: number, { value }: { value: number }) => sum + value, 0);
      const years = Math.sqrt(10 / 252);
      const slopes = [
        slopeOf('fx', 'EURUSD') * market.fx.EURUSD * 0.09 * years,
        slopeOf('rate', 'USD') * 0.01 * years,
        slopeOf('spot', 'ACME') * market.assets.ACME.spot * 0.25 * years,
      ];
      const correlation = [
        [1, -0.4, 0.3],
        [-0.4, 1, 0.1],
        [0.3, 0.1, 1],
      ];
      const variance = slopes.reduce((sum, a, i) => sum + slopes.reduce((part, b, j) => part + a * b * correlation[i]![j]!, 0), 0);
      const answer = expectSuccess(await parametric({ ...settings, byFactorKind: true }));
      expect(answer.standardDeviation / Math.sqrt(variance)).to.be.closeTo(1, TRUNCATION);
      expect(answer.valueAtRisk / answer.standardDeviation).to.be.closeTo(QUANTILE, 1e-12);
      expect(answer.expectedShortfall / answer.standardDeviation).to.be.closeTo(BEYOND, 1e-10);
      const sumOf = (field: string): number =>
        answer.components
          .filter((each: Record<string, unknown>) => each[field] !== undefined)
          .reduce((sum: number, { contribution }: { contribution: number }) => sum + contribution, 0);
      expect(sumOf('position')).to.be.closeTo(answer.valueAtRisk, ROUNDING);
      expect(sumOf('factorKind')).to.be.closeTo(answer.valueAtRisk, ROUNDING);
      expect(answer).to.include({ mean: 0, skewness: 0, excessKurtosis: 0, complete: true, currency: reportingCurrency });
      // portfolio/var is the same measure.
      expect(expectSuccess(await post(service, '/api/v1/portfolio/var', { ...settings, byFactorKind: true }))).to.deep.equal(answer);
    });

    it('falls without a position by its incremental part', async () => {
      const some = revalued.slice(0, 5);
      const whole = expectSuccess(await parametric({ ...settings, positions: some, incremental: true }));
      for (const [i, { incremental }] of whole.components.slice(0, some.length).entries()) {
        const rest = expectSuccess(await parametric({ ...settings, positions: some.filter((_, k) => k !== i) }));
        expect(incremental).to.be.closeTo(whole.valueAtRisk - rest.valueAtRisk, ROUNDING);
      }
    });

    it('is the same by a job, scales with the square root of the horizon, and is 0 where nothing moves', async () => {
      const once = expectSuccess(await parametric(settings));
      const job = await ended(service, await submitted(service, 'riskVarParametric', settings));
      expect(job.result).to.deep.equal(once);
      const longer = expectSuccess(await parametric({ ...settings, horizonDays: 40 }));
      // Steps are shares of the standard deviation of the horizon.
      expect(longer.valueAtRisk / once.valueAtRisk).to.be.closeTo(2, 4 * TRUNCATION);
      const still = { 'fx:EURUSD': 0, 'rate:USD': 0, 'spot:ACME': 0 };
      expect(expectSuccess(await parametric({ ...settings, volatilities: still }))).to.include({ valueAtRisk: 0, standardDeviation: 0 });
    });

    for (const [name, change, pointer] of [
      ['a factor that the market has not', { volatilities: { 'fx:EURCHF': 0.1 }, correlations: undefined }, '/volatilities/fx:EURCHF'],
      ['no volatilities', { volatilities: undefined }, '/volatilities'],
      ['delta-gamma', { method: 'delta_gamma' }, '/method'],
    ] as const)
      it(`refuses ${name}`, async () => expectFault(await parametric({ ...settings, ...change }), pointer));
  });

  describe('under a history of stored quotes', () => {
    const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
    const levels = { 'H.ACME': [100, 102, 99, 101, 104], 'H.RATE': [0.02, 0.021, 0.0205, 0.022, 0.0215], 'H.GAP': [1, 1.1, 1.2, 1.1] };
    before(async () => {
      const quotes = Object.entries(levels).flatMap(([symbol, values]) =>
        values.flatMap((value, k) => [
          { symbol, value: value * 2, kind: 'spot', asOf: `${days[k]}T08:00:00Z` },
          { symbol, value, kind: 'spot', asOf: `${days[k]}T17:00:00Z` },
        ]),
      );
      expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes }));
    });
    const symbols = { 'spot:ACME': 'H.ACME', 'rate:USD:2Y': 'H.RATE' };

    it('has the figures of the moves between the last quotes of its days', async () => {
      const quoted = await historical({ ...book, history: { from: days[0], symbols, moves: { spot: 'log' } }, withScenarios: true });
      const returns = {
        'spot:ACME': [102 / 100, 99 / 102, 101 / 99, 104 / 101].map((ratio) => Math.log(ratio)),
        'rate:USD:2Y': [0.021 - 0.02, 0.0205 - 0.021, 0.022 - 0.0205, 0.0215 - 0.022],
      };
      const stated = await historical({ ...book, returns, moves: { spot: 'log' }, dates: days.slice(1), withScenarios: true });
      const [fromQuotes, expected] = [expectSuccess(quoted), expectSuccess(stated)];
      expect(fromQuotes.profitAndLoss.map(({ date }: { date: string }) => date)).to.deep.equal(days.slice(1));
      // Logarithms differ in their last bits.
      for (const [k, { pnl }] of fromQuotes.profitAndLoss.entries()) expect(pnl).to.be.closeTo(expected.profitAndLoss[k].pnl, ROUNDING);
    });

    it('leaves days out on which a factor has no quote, and says so', async () => {
      const history = { from: days[0], symbols: { ...symbols, 'fx:EURUSD': 'H.GAP' } };
      const answer = await historical({ ...book, history });
      expect(expectSuccess(answer).scenarios).to.equal(3);
      expect(answer.body.meta.manifest.warnings.join()).to.include(
        '1 days of the history are left out, on which not every factor has a quote; there is none of fx:EURUSD on 1 (first 2026-01-09)',
      );
    });

    it('is that of an option book too, by underlying', async () => {
      const options = [
        { underlying: 'H.ACME', quantity: 10, spot: 100, strike: 100, rate: 0.03, volatility: 0.2, time: 1, optionType: 'put' },
      ];
      const quoted = expectSuccess(await historical({ positions: options, history: { from: days[0], to: days[3] } }));
      const returns = { 'H.ACME': [102 / 100 - 1, 99 / 102 - 1, 101 / 99 - 1] };
      expect(quoted).to.deep.equal(expectSuccess(await historical({ positions: options, returns })));
    });

    for (const [name, change, pointer, code = 'SVC-REQ-001'] of [
      ['beside returns', { history: { symbols }, returns: { 'spot:ACME': [0, 0] } }, '/returns'],
      ['of a symbol without quotes', { history: { symbols: { 'spot:ACME': 'H.NONE' } } }, '/history/symbols/spot:ACME', 'SVC-RES-001'],
      ['of no factor', { history: { symbols: { ACME: 'H.ACME' } } }, '/history/symbols/ACME'],
      ['of fewer than three days', { history: { symbols, from: days[3] } }, '/history'],
      ['that is missing', {}, '/returns'],
    ] as const)
      it(`refuses one ${name}`, async () => {
        const { details } = expectFailure(await historical({ ...book, ...change }), code);
        expect(details[0].pointer).to.equal(pointer);
      });
  });

  for (const [name, operation, change, pointer] of [
    ['a factor that the market has not', historical, { returns: { 'spot:NONE': [0.1, 0.2] } }, '/returns/spot:NONE'],
    ['a kind of factor that there is not', historical, { returns: { 'gold:ACME': [0.1, 0.2] } }, '/returns/gold:ACME'],
    [
      'a curve that moves as a whole and at a tenor',
      historical,
      { returns: { 'rate:EUR': [0, 0], 'rate:EUR:1Y': [0, 0] } },
      '/returns/rate:EUR:1Y',
    ],
    ['a tenor that the factor has not', historical, { returns: { 'spot:ACME:1Y': [0, 0] } }, '/returns/spot:ACME:1Y'],
    ['the same factor twice', historical, { returns: { 'rate:EUR:12M': [0, 0], 'rate:EUR:1Y': [0, 0] } }, '/returns/rate:EUR:1Y'],
    ['histories of different lengths', historical, { returns: { 'spot:ACME': [0, 0], 'spot:BMW': [0, 0, 0] } }, '/returns'],
    ['no factor', historical, { returns: {} }, '/returns'],
    ['fewer days than the horizon', historical, { returns: { 'spot:ACME': [0, 0] }, horizonDays: 3 }, '/returns'],
    ['dates of another number', historical, { returns: { 'spot:ACME': [0, 0] }, dates: ['2026-01-02'] }, '/dates'],
    ['time that passes', stress, { scenarios: [{ name: 'a', timeShock: 0.1 }] }, '/scenarios/0/timeShock'],
    ['a move of no factor', stress, { scenarios: [{ name: 'a', moves: { 'fx:EURCHF': 0.1 } }] }, '/scenarios/0/moves/fx:EURCHF'],
    ['a type without a market', stress, { market: undefined, scenarios: [{ name: '2008' }] }, '/market'],
  ] as const)
    it(`refuses ${name}`, async () => expectFault(await operation({ ...book, ...change }), pointer));

  it('is that of a stored portfolio, and of a job whose workers share the scenarios', async function () {
    this.timeout(60_000);
    const portfolioId = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Risk' }), 201).id;
    const terms = { type: 'fx_forward', ...exchange, maturity: 2 };
    expectSuccess(await post(service, '/api/v1/trades', { tradeDate: '2025-03-02', terms, portfolioId }), 201);
    const returns = {
      'fx:EURUSD': Array.from({ length: 50 }, (_, k) => 0.01 * Math.sin(k)),
      'rate:EUR': Array.from({ length: 50 }, () => 0),
    };
    const request = { market, reportingCurrency, returns };
    const stored = expectSuccess(await historical({ ...request, portfolioId }));
    const stated = expectSuccess(await historical({ ...request, positions: [{ ...terms, maturity: 1 }] }));
    expect(stored.valueAtRisk).to.equal(stated.valueAtRisk);
    const job = await ended(service, await submitted(service, 'riskVarHistorical', { ...request, portfolioId }));
    expect(job.state, JSON.stringify(job.error)).to.equal('succeeded');
    expect(job.result.data ?? job.result).to.deep.equal(stored);
  });

  it('has the sensitivities of portfolio/greeks', async () => {
    const settings = { tenors: [1, 5, 10], units: 'basis_point', perPosition: true };
    const ladders = expectSuccess(await post(service, '/api/v1/risk/sensitivities', { ...book, ...settings }));
    expect(ladders).to.deep.equal(expectSuccess(await post(service, '/api/v1/portfolio/greeks', { ...book, ...settings })));
    expectFault(await post(service, '/api/v1/risk/sensitivities', { ...book, crossGammas: true }), '/crossGammas');
  });

  it('has the losses of no scenario where a position has no value in one', async () => {
    const answer = await stress({ ...book, scenarios: [{ name: 'end', spotShock: -1 }] });
    expect(answer.status).to.equal(500);
    expect(answer.body.error.message).to.match(/has no value in the scenario end/);
  });
});
