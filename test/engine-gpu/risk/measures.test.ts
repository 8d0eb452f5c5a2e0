import { expect } from 'chai';
import type { z } from 'zod';
import { EngineFailure, type Fault } from '#engine-gpu/base/failure';
import { parse } from '#engine-gpu/base/faults';
import * as requests from '#engine-gpu/risk/requests';
import { defined } from '#services/runtime/defined';
import { failureOf } from '#test/support/faults';
import { measures } from './whole-measures.js';

const limits = { costLimit: 1e8 };
const call = { underlying: 'A', quantity: 10, spot: 100, strike: 100, rate: 0.02, volatility: 0.2, time: 0.5 };
const put = { underlying: 'B', quantity: -5, spot: 50, strike: 45, rate: 0.02, volatility: 0.3, time: 1, optionType: 'put' };
const correlations = [{ asset1: 'A', asset2: 'B', correlation: 0.5 }];

const faultsOf = (run: () => unknown): readonly Fault[] => failureOf(run).faults;

const read = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => parse(schema, body);
const varOf = (body: object) => measures.portfolioVar(read(requests.portfolioVarRequest, { positions: [call, put], ...body }));

describe('the risk operations', () => {
  it('take underlyings as uncorrelated where no correlations are given, and say so', () => {
    const plain = varOf({});
    const zero = varOf({ correlations: [{ ...correlations[0], correlation: 0 }] });
    expect(plain.warnings).to.have.length(1);
    expect(zero.warnings).to.equal(undefined);
    expect(plain.valueAtRisk).to.equal(zero.valueAtRisk);
    expect(varOf({ correlations }).valueAtRisk).to.be.greaterThan(zero.valueAtRisk);
  });

  for (const [label, body, pointer] of [
    ['a pair that is missing', { positions: [call, put, { ...call, underlying: 'C' }], correlations }, '/correlations'],
    ['a pair given twice', { correlations: [...correlations, { asset1: 'B', asset2: 'A', correlation: 0.1 }] }, '/correlations/1'],
    ['an asset that no position is on', { correlations: [{ ...correlations[0], asset2: 'C' }] }, '/correlations/0/asset2'],
    ['an asset beside itself', { correlations: [...correlations, { asset1: 'A', asset2: 'A', correlation: 1 }] }, '/correlations/1/asset2'],
    ['a volatility that no position needs', { correlations, volatilities: { Z: 0.2 } }, '/volatilities/Z'],
    ['two volatilities of one underlying', { positions: [call, { ...call, strike: 110, volatility: 0.25 }] }, '/positions/1/volatility'],
  ] as const)
    it(`refuse ${label}, and name it`, () => {
      expect(faultsOf(() => varOf(body)).map((fault) => fault.pointer)).to.include(pointer);
    });

  it('refuse correlations that are none', () => {
    const pairs = [
      ['A', 'B', 0.9],
      ['A', 'C', 0.9],
      ['B', 'C', -0.9],
    ].map(([asset1, asset2, correlation]) => ({ asset1, asset2, correlation }));
    const faults = faultsOf(() => varOf({ positions: [call, put, { ...call, underlying: 'C' }], correlations: pairs }));
    expect(faults[0]!.reason).to.match(/positive semi-definite/);
  });

  it('take a volatility for the moves beside those that options are quoted at', () => {
    const skewed = [call, { ...call, strike: 110, volatility: 0.25 }];
    expect(varOf({ positions: skewed, volatilities: { A: 0.2 } }).valueAtRisk).to.be.greaterThan(0);
  });

  it('read no property of Object as an underlying', () => {
    const odd = { ...call, underlying: 'constructor' };
    expect(varOf({ positions: [odd] }).valueAtRisk).to.be.greaterThan(0);
    const historical = { positions: [odd], returns: { A: [0.1, -0.1] } };
    const faults = faultsOf(() => measures.varHistorical(read(requests.historicalVarRequest, historical), limits));
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/returns/constructor', '/returns/A']);
  });

  it('want history of one length, for every underlying and as long as the horizon', () => {
    const shortfallOf = (body: object) =>
      faultsOf(() => measures.varHistorical(read(requests.historicalVarRequest, { positions: [call, put], ...body }), limits));
    expect(shortfallOf({ returns: { A: [0.01, 0.02], B: [0.01, 0.02, 0.03] } })[0]!.pointer).to.equal('/returns');
    expect(shortfallOf({ returns: { A: [0.01, 0.02] } })[0]!.pointer).to.equal('/returns/B');
    expect(shortfallOf({ returns: { A: [0.01, 0.02], B: [0.01, 0.02] }, horizonDays: 3 })[0]!.reason).to.include('3');
  });

  it('refuse what costs more than the limit before they begin', () => {
    const body = read(requests.monteCarloVarRequest, { positions: [call], pricer: { numPaths: 1000 } });
    expect(() => measures.varMonteCarlo(body, { costLimit: 999 })).to.throw(EngineFailure, /at most 999/);
    const grid = read(requests.stressGridRequest, { positions: [call], spotShocks: [0, 0.1], volatilityShocks: [0] });
    expect(() => measures.stressGrid(grid, { costLimit: 1 })).to.throw(EngineFailure, /at most 1/);
  });

  it('give the shortfall of each method, with contributions that add up', () => {
    const returns = { A: [0.01, -0.02, 0.03, -0.04], B: [0.02, -0.01, 0.01, -0.03] };
    for (const body of [
      { method: 'parametric', correlations },
      { method: 'parametric', expansion: 'delta_gamma', correlations },
      { method: 'historical', returns },
      { method: 'monte_carlo', correlations },
    ]) {
      const actual = measures.expectedShortfall(read(requests.expectedShortfallRequest, { positions: [call, put], ...body }), limits);
      const total = actual.components.reduce((sum, { contribution }) => sum + contribution, 0);
      expect(total, body.method).to.be.closeTo(actual.expectedShortfall, 1e-9 * Math.abs(actual.expectedShortfall));
      expect(actual.expectedShortfall, body.method).to.be.at.least(actual.valueAtRisk);
    }
  });

  it('have incremental figures and standard errors of history on request, and no field more without', () => {
    const returns = { A: [0.01, -0.02, 0.03, -0.04, 0.02], B: [0.02, -0.01, 0.01, -0.03, 0.01] };
    const ask = (body: object) =>
      measures.expectedShortfall(
        read(requests.expectedShortfallRequest, { positions: [call, put], method: 'historical', confidence: 0.5, ...body }),
        limits,
      );
    const plain = ask({ returns });
    const request = ask({ returns, incremental: true, withStandardErrors: true });
    const alone = ask({ returns: { A: returns.A }, positions: [call] });
    expect(request.components[1]!.incremental).to.be.closeTo(plain.expectedShortfall - alone.expectedShortfall, 1e-12);
    expect(request.standardErrors?.valueAtRisk).to.be.greaterThan(0);
    expect(request.standardErrors?.expectedShortfall).to.be.greaterThan(0);
    expect(request.standardError).to.equal(request.standardErrors?.expectedShortfall);
    const { standardError: _, standardErrors: __, ...rest } = request;
    expect({ ...rest, components: rest.components.map(({ incremental: ___, ...each }) => each) }).to.deep.equal(plain);
    for (const body of [{}, { method: 'delta_gamma' }])
      expect(
        measures
          .varParametric(read(requests.parametricVarRequest, { positions: [call, put], correlations, incremental: true, ...body }))
          .components.map(({ incremental }) => typeof incremental),
      ).to.deep.equal(['number', 'number']);
  });

  it('refuse incremental figures of more underlyings and scenarios than there is memory for', () => {
    const many = Array.from({ length: 201 }, (_, i) => ({ ...call, underlying: `U${i}` }));
    const requestOf = (body: object) => read(requests.monteCarloVarRequest, { positions: [call], incremental: true, ...body });
    const huge = { costLimit: 1e12 };
    expect(() => measures.varMonteCarlo(requestOf({ positions: many }), huge)).to.throw(EngineFailure, /at most 200 underlyings; got 201/);
    const wide = requestOf({ positions: many.slice(0, 20), pricer: { numPaths: 2 ** 20 } });
    expect(() => measures.varMonteCarlo(wide, huge)).to.throw(EngineFailure, /underlyings × scenarios; got 20971520/);
  });

  it('leave out a marginal figure where the positions are worth next to nothing', () => {
    const worthless = { ...put, strike: 1e-300, spot: 1e-290, quantity: -1 };
    const returns = { A: [0.01, -0.02], B: [-1, 0.5] };
    const body = { method: 'historical', positions: [call, worthless], returns, confidence: 0.5 };
    const { components } = measures.expectedShortfall(read(requests.expectedShortfallRequest, body), limits);
    expect(components[1]).not.to.have.property('marginal');
    expect(components[0]!.marginal).to.be.a('number');
  });

  it('refuse a grid of more shocks than a response has room for, before any is priced', () => {
    const shocks = Array.from({ length: 200 }, (_, k) => k / 1000);
    const body = { positions: [call], spotShocks: shocks, volatilityShocks: shocks, timeShocks: shocks.slice(0, 6) };
    const grid = read(requests.stressGridRequest, body);
    expect(() => measures.stressGrid(grid, { costLimit: 1e12 })).to.throw(EngineFailure, /at most 200000; got 240000/);
  });

  it('give the second derivatives across risk factors, as differences of the ladders do', () => {
    const positions = [call, put, { ...call, quantity: -3, time: 1.7, strike: 120, dividends: [{ time: 0.4, proportion: 0.02 }] }];
    const tenors = [0.25, 1, 2];
    const ladders = (moved: object[]) => measures.sensitivities(read(requests.sensitivitiesRequest, { positions: moved, tenors }));
    const { crossGammas } = measures.sensitivities(read(requests.sensitivitiesRequest, { positions, tenors, crossGammas: true }));
    const h = 1e-5;
    // Central differences of this step are right to about 1e-7 of the sums.
    const slope = (
      move: (position: (typeof positions)[number], by: number) => object,
      figureOf: (ladder: ReturnType<typeof ladders>) => number,
    ) => (figureOf(ladders(positions.map((each) => move(each, h)))) - figureOf(ladders(positions.map((each) => move(each, -h))))) / (2 * h);
    const close = (actual: number | undefined, expected: number) => expect(actual).to.be.closeTo(expected, 1e-5 * (1 + Math.abs(expected)));
    for (const [i, name] of ['A', 'B'].entries()) {
      const atSpot = (position: (typeof positions)[number], shift: number) =>
        position.underlying === name ? { ...position, spot: position.spot + shift } : position;
      const atVolatility = (position: (typeof positions)[number], shift: number) =>
        position.underlying === name ? { ...position, volatility: position.volatility + shift } : position;
      close(
        crossGammas?.spotVolatility[i]?.crossGamma,
        slope(atSpot, ({ byUnderlying }) => byUnderlying[i]!.vega),
      );
      for (const k of tenors.keys()) {
        close(
          crossGammas?.spotRate[3 * i + k]?.crossGamma,
          slope(atSpot, ({ rho }) => rho[k]!.rho),
        );
        close(
          crossGammas?.volatilityRate[3 * i + k]?.crossGamma,
          slope(atVolatility, ({ rho }) => rho[k]!.rho),
        );
      }
    }
    // A node moves the zero rate of an expiry by its share.
    const share = (time: number, k: number) =>
      k === 0
        ? Math.max(0, Math.min(1, (1 - time) / 0.75))
        : k === 1
          ? time <= 1
            ? (time - 0.25) / 0.75
            : 2 - time
          : Math.max(0, time - 1);
    for (const { tenor1, tenor2, crossGamma } of defined(crossGammas, 'cross-gammas').rates) {
      const [first, second] = [tenors.indexOf(tenor1), tenors.indexOf(tenor2)];
      const atNode = (position: (typeof positions)[number], shift: number) => ({
        ...position,
        rate: position.rate + shift * share(position.time, first),
      });
      close(
        crossGamma,
        slope(atNode, ({ rho }) => rho[second]!.rho),
      );
    }
    const inCash = { ...call, dividends: [{ time: 0.1, amount: 1 }] };
    const refused = read(requests.sensitivitiesRequest, { positions: [call, inCash], crossGammas: true });
    expect(faultsOf(() => measures.sensitivities(refused))[0]).to.deep.equal({
      pointer: '/crossGammas',
      reason: 'takes no dividends in cash; positions.1 has some',
    });
  });

  it('know the named scenarios, and name them to who asks for another', () => {
    const ask = (scenarios: object[]) => measures.stress(read(requests.stressRequest, { positions: [call], scenarios }), limits);
    const { results, worst } = ask([{ name: '1987' }, { name: 'mine', spotShock: 0.1 }]);
    expect(results[0]!.description).to.match(/1987/);
    expect(results[1]!.description).to.equal(undefined);
    expect(worst.pnl).to.equal(Math.min(...results.map(({ pnl }) => pnl)));
    expect(faultsOf(() => ask([{ name: '1929' }]))[0]!.reason).to.match(/1987.*or come with shocks/);
  });

  describe('explaining profit and loss', () => {
    const market = (spot: number, volatility: number, valuationDate?: string) => ({
      assets: { A: { spot, volatility } },
      rate: 0.02,
      ...(valuationDate && { valuationDate }),
    });
    const positions = [{ underlying: 'A', quantity: 10, strike: 100, time: 0.5 }];
    const explained = (body: object) => measures.explain(read(requests.explainRequest, { positions, ...body }));

    it('lets the time between the two dates pass', () => {
      const { byGreek, byFactor } = explained({ marketStart: market(100, 0.2, '2026-03-02'), marketEnd: market(100, 0.2, '2026-03-12') });
      expect(byGreek.theta).to.be.lessThan(0);
      expect(byFactor.time).to.be.closeTo(byGreek.theta, 0.05 * Math.abs(byGreek.theta));
    });

    it('moves an option’s own volatility with its underlying’s', () => {
      const book = [{ ...positions[0], volatility: 0.3 }];
      const { byGreek, byFactor } = explained({ positions: book, marketStart: market(100, 0.2), marketEnd: market(100, 0.21) });
      expect(byFactor.volatility).to.be.closeTo(byGreek.vega + byGreek.volga, 1e-4);
    });

    it('divides the cross effect over pairs of factors, with dividends on dates too', () => {
      const dividends = (time: number) => [{ time, amount: 1 }];
      const book = [{ ...positions[0], strike: 115 }];
      for (const isDated of [false, true]) {
        const end = market(101, 0.21, '2026-03-12');
        const marketStart = { ...market(100, 0.2, '2026-03-02') };
        const marketEnd = { ...end, rate: 0.021 };
        if (isDated) {
          marketStart.assets.A = { ...marketStart.assets.A, dividends: dividends(0.25) } as typeof marketStart.assets.A;
          marketEnd.assets.A = { ...marketEnd.assets.A, dividends: dividends(0.2) } as typeof marketStart.assets.A;
        }
        const actual = explained({ positions: book, marketStart, marketEnd, crossTerms: true });
        const { crossTerms = [], higherOrder = 0, ...rest } = actual;
        expect(rest).to.deep.equal(explained({ positions: book, marketStart, marketEnd }));
        expect(crossTerms).to.have.length(10);
        const pairs = crossTerms.reduce((total, { value }) => total + value, 0);
        expect(pairs + higherOrder).to.be.closeTo(actual.cross, 1e-12);
        // Vanna is what spot and volatility give together; pairs explain most of the cross effect.
        const [first] = crossTerms;
        expect(first!.factors).to.deep.equal(['spot', 'volatility']);
        expect(first!.value).to.be.closeTo(actual.byGreek.vanna, 0.2 * Math.abs(actual.byGreek.vanna));
        expect(Math.abs(higherOrder)).to.be.lessThan(0.2 * Math.abs(actual.cross));
      }
    });

    it('wants both dates or neither, in order, and every underlying', () => {
      const pointers = (body: object) => faultsOf(() => explained(body)).map(({ pointer }) => pointer);
      expect(pointers({ marketStart: market(1, 0.2, '2026-03-02'), marketEnd: market(1, 0.2) })).to.deep.equal([
        '/marketEnd/valuationDate',
      ]);
      expect(pointers({ marketStart: market(1, 0.2, '2026-03-02'), marketEnd: market(1, 0.2, '2026-03-01') })).to.deep.equal([
        '/marketEnd/valuationDate',
      ]);
      const elsewhere = { assets: { B: { spot: 1, volatility: 0.2 } }, rate: 0.02 };
      expect(pointers({ marketStart: market(1, 0.2), marketEnd: elsewhere })).to.deep.equal(['/marketEnd/assets/A']);
    });
  });

  describe('hedging', () => {
    const hedge = (body: object) => measures.optimiseHedge(read(requests.hedgeRequest, body));
    const share = { id: 'share', delta: 1 };

    it('hedges the Greeks of positions', async () => {
      const { hedges, residual, status } = await hedge({
        positions: [call],
        instruments: [share, { id: 'option', delta: 0.5, gamma: 0.03, vega: 25 }],
      });
      expect(status).to.equal('optimal');
      expect(hedges).to.have.length(2);
      expect(Math.abs(residual.delta!)).to.be.lessThan(1e-6);
      expect(Object.keys(residual)).to.deep.equal(['delta', 'gamma', 'vega']);
    });

    it('says what is left and what it costs', async () => {
      const { hedges, residual, totalCost } = await hedge({ exposure: { delta: 10 }, instruments: [{ ...share, cost: 2, min: -5 }] });
      expect(hedges[0]).to.deep.equal({ id: 'share', quantity: -5, cost: 10 });
      expect([residual.delta, totalCost]).to.deep.equal([5, 10]);
    });

    it('has no hedges where there is none', async () => {
      const actual = await hedge({ exposure: { delta: 10 }, instruments: [{ ...share, cost: 1, min: 10, max: 20 }], budget: 5 });
      expect(actual).to.deep.include({ hedges: [], status: 'infeasible', residual: { delta: 10 } });
    });

    it('takes a shortfall over scenarios', async () => {
      const exposure = Array.from({ length: 40 }, (_, k) => k - 30);
      const { residual, hedges } = await hedge({
        objective: 'cvar',
        scenarios: { exposure, instruments: exposure.map((pnl) => [-pnl]) },
        instruments: [{ id: 'opposite' }],
        confidence: 0.9,
      });
      expect(hedges[0]!.quantity).to.be.closeTo(1, 1e-6);
      expect(residual.cvar).to.be.closeTo(0, 1e-6);
    });

    it('refuses covariances that no joint law has, and leaves no variance below 0 by rounding', async () => {
      const ask = (exposure: number) =>
        hedge({ objective: 'variance', instruments: [share], covariance: { exposure, cross: [-0.7], instruments: [[0.49]] } });
      const failure = await ask(0.9).catch((error: EngineFailure) => error);
      expect(failure).to.be.instanceOf(EngineFailure);
      expect((failure as EngineFailure).faults[0]).to.deep.include({ pointer: '/covariance/exposure' });
      expect((await ask(1)).residual.variance).to.be.within(0, 1e-15);
      expect((await ask(0.9999999)).residual.variance).to.equal(0);
    });

    for (const [label, body, pointer] of [
      ['an objective without what it needs', { objective: 'variance' }, '/covariance'],
      [
        'what the objective does not read',
        { exposure: { delta: 1 }, covariance: { exposure: 1, cross: [0], instruments: [[1]] } },
        '/covariance',
      ],
      ['exposure and positions together', { exposure: { delta: 1 }, positions: [call] }, '/exposure'],
      ['a row too short', { objective: 'cvar', scenarios: { exposure: [1], instruments: [[]] } }, '/scenarios/instruments/0'],
      ['bounds that leave nothing', { exposure: { delta: 1 }, instruments: [{ ...share, min: 2, max: 1 }] }, '/instruments/0/max'],
    ] as const)
      it(`refuses ${label}`, () => {
        expect(faultsOf(() => read(requests.hedgeRequest, { instruments: [share], ...body })).map((fault) => fault.pointer)).to.include(
          pointer,
        );
      });

    it('refuses a covariance that is not symmetric', () => {
      const covariance = {
        exposure: 1,
        cross: [0, 0],
        instruments: [
          [1, 0.5],
          [0.4, 1],
        ],
      };
      const body = { objective: 'variance', instruments: [share, { id: 'other' }], covariance };
      expect(faultsOf(() => read(requests.hedgeRequest, body))[0]!.pointer).to.equal('/covariance/instruments/1/0');
    });
  });
});
