import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Answer, type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/market-data/surfaces';
const terms = { name: 'ACME', underlying: 'ACME', valuationDate: '2026-03-02', spot: 100, rate: 0.03, dividend: 0.01 };
const grid = {
  expiries: [0.5, 1, 2],
  strikes: [80, 100, 120],
  volatilities: [
    [0.25, 0.2, 0.18],
    [0.24, 0.205, 0.19],
    [0.235, 0.21, 0.2],
  ],
};
const parameters = { a: 0.02, b: 0.1, rho: -0.4, m: 0.05, sigma: 0.2 };

onEachServiceByTwo('a stored volatility surface', (service, other) => {
  const store = (fields: object) => post(service, path, { ...terms, ...fields });
  const create = async (fields: object) => expectSuccess(await store(fields), 201);
  const evaluate = async (id: string, points: object[]) => expectSuccess(await post(service, `${path}/${id}/evaluate`, { points }));

  /** Checks that the receipt of a surface's fit can be replayed, and that the surface names it. */
  async function expectReplayable(answer: Answer, pricerId: string): Promise<void> {
    const { calibrationRunId, slices } = expectSuccess(answer, 201);
    expect(answer.body.meta.manifest).to.include({ pricerId, runId: calibrationRunId });
    const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${calibrationRunId}/replay`, {}));
    expect(replay.identical).to.equal(true);
    expect(replay.result.slices).to.deep.equal(slices);
  }

  it('of a grid gives back its quotes, with forwards and without arbitrage', async () => {
    const { id, slices, arbitrage } = await create(grid);
    expect(id).to.match(/^srf_/);
    expect(arbitrage).to.deep.equal({ calendar: [], butterfly: [] });
    expect(slices.map(({ time }: Body) => time)).to.deep.equal(grid.expiries);
    expect(slices[1].forward).to.be.closeTo(100 * Math.exp(0.02), 1e-12);
    const { points } = await evaluate(id, [
      { strike: 80, time: 0.5 },
      { strike: 120, expiry: '2028-03-01' },
    ]);
    expect(points[0]).to.include({ strike: 80, time: 0.5, expiry: '2026-09-01' });
    expect(points[0].impliedVolatility).to.be.closeTo(0.25, 1e-14);
    expect(points[0].totalVariance).to.be.closeTo(0.25 ** 2 * 0.5, 1e-15);
    expect(points[1].impliedVolatility).to.be.closeTo(0.2, 1e-14);
    for (const { localVolatility } of points) expect(localVolatility).to.be.within(0.1, 0.5);
  });

  it('that is flat has the same implied and local volatility everywhere', async () => {
    const { id } = await create({ quotes: [{ time: 1, strike: 100, impliedVolatility: 0.3 }] });
    const strikes = [20, 100, 400];
    const { points } = await evaluate(
      id,
      [0.01, 1, 5].flatMap((time) => strikes.map((strike) => ({ strike, time }))),
    );
    for (const { impliedVolatility, localVolatility } of points) {
      expect(impliedVolatility).to.be.closeTo(0.3, 1e-14);
      expect(localVolatility).to.be.closeTo(0.3, 1e-14);
    }
  });

  it('has SVI smiles fitted to its quotes where it asks for them, with what they miss', async () => {
    const strikes = [70, 80, 90, 100, 110, 120, 135];
    const variance = (k: number, { a, b, rho, m, sigma } = parameters) => a + b * (rho * (k - m) + Math.hypot(k - m, sigma));
    const quotes = [0.5, 1].flatMap((time) =>
      strikes.map((strike) => ({ time, strike, impliedVolatility: Math.sqrt(variance(Math.log(strike / (100 * Math.exp(0.02 * time))))) })),
    );
    const { id, slices, arbitrage } = await create({ quotes, fit: 'svi' });
    expect(arbitrage).to.deep.equal({ calendar: [], butterfly: [] });
    for (const [i, slice] of (slices as Body[]).entries()) {
      const time = [0.5, 1][i]!;
      expect(slice.svi.rho).to.be.closeTo(parameters.rho, 1e-6);
      expect(slice.svi.a).to.be.closeTo(parameters.a * time, 1e-6);
      expect(slice.fit).to.include({ constrained: false, converged: true });
      expect(slice.fit.rmse).to.be.below(1e-9);
      expect(slice.fit.fitted.map(({ strike }: Body) => strike)).to.deep.equal(strikes);
    }
    await expectReplayable(await store({ quotes, fit: 'svi' }), 'surface_svi_fit');
    const { points } = await evaluate(id, [{ strike: 95, time: 1 }]);
    expect(points[0].impliedVolatility).to.be.closeTo(Math.sqrt(variance(Math.log(95 / (100 * Math.exp(0.02))))), 1e-8);

    expectFault(
      await store({ quotes: quotes.slice(0, 4), fit: 'svi' }),
      '/quotes/0/impliedVolatility',
      /at least 5 quotes of 2026-09-01.*there are 4/,
    );
    expectFault(await store({ svi: [{ time: 1, ...parameters }], fit: 'svi' }), '/fit', /must be left out beside svi/);
  });

  it('has SSVI fitted to its quotes where it asks for it, or from its parameters, without arbitrage', async () => {
    const ssvi = { expiries: [0.5, '2027-03-02', 2], volatilities: [0.22, 0.21, 0.2], rho: -0.4, eta: 0.8, gamma: 0.4 };
    const created = await create({ ssvi, strict: true });
    expect(created.arbitrage).to.deep.equal({ calendar: [], butterfly: [] });
    expect(created).not.to.have.property('calibrationRunId');
    expect(created.ssvi.thetas[1]).to.be.closeTo(0.21 ** 2, 1e-15);
    // (3.1) of its slice: a = θ(1 − ρ²)/2, b = θφ/2.
    expect(created.slices[1].svi.a).to.be.closeTo((0.21 ** 2 * (1 - 0.16)) / 2, 1e-15);
    const strikes = [80, 95, 105, 125];
    const places = [0.5, 1, 2].flatMap((time) => strikes.map((strike) => ({ time, strike })));
    const { points } = await evaluate(created.id, places);
    const quotes = places.map((place, i) => ({ ...place, impliedVolatility: points[i].impliedVolatility }));
    const answer = await store({ quotes, fit: 'ssvi' });
    await expectReplayable(answer, 'surface_ssvi_fit');
    const fitted = expectSuccess(answer, 201);
    expect(fitted.arbitrage).to.deep.equal({ calendar: [], butterfly: [] });
    for (const name of ['rho', 'eta', 'gamma'] as const) expect(fitted.ssvi[name]).to.be.closeTo(ssvi[name], 1e-6);
    for (const [i, slice] of (fitted.slices as Body[]).entries()) {
      expect(slice.fit.maxError).to.be.below(1e-9);
      expect(slice.fit.fitted).to.have.length(4);
      expect(slice.svi.b).to.be.closeTo(created.slices[i].svi.b, 1e-8);
    }
    // θφ²(1 + |ρ|) = 41, above 4.
    const steep = { ...ssvi, eta: 8 };
    expectFault(await store({ ssvi: steep, strict: true }), '/ssvi/volatilities/0');
    expect((await create({ ssvi: steep })).warnings).to.have.length(1);
    expectFault(await store({ ssvi, fit: 'ssvi' }), '/fit', /must be left out beside ssvi/);
    expectFault(await store({ quotes: quotes.slice(0, 3), fit: 'ssvi' }), '/fit', /at least 4 quotes for ssvi.*there are 3/);
    expectFault(await store({ ssvi: { ...ssvi, volatilities: [0.2] } }), '/ssvi/volatilities', /one entry per expiry, 3; got 1/);
    expectFault(await store({ ssvi: { ...ssvi, expiries: [1, 0.5, 2] } }), '/ssvi/expiries/1', /must be after 1/);
  });

  it('of SVI parameters has their total variance, and Dupire’s local volatility of it', async () => {
    const later = { ...parameters, a: 0.05, b: 0.12 };
    const { id, slices, arbitrage } = await create({
      svi: [
        { time: 1, ...parameters },
        { expiry: '2028-03-01', ...later },
      ],
    });
    expect(slices.map(({ svi }: Body) => svi)).to.deep.equal([parameters, later]);
    expect(arbitrage).to.deep.equal({ calendar: [], butterfly: [] });
    const w = (k: number, { a, b, rho, m, sigma }: typeof parameters) => a + b * (rho * (k - m) + Math.hypot(k - m, sigma));
    const [k, time] = [-0.1, 1.5];
    const { points } = await evaluate(id, [{ strike: 100 * Math.exp(0.02 * time + k), time }]);
    const mean = (log: number) => 0.5 * (w(log, parameters) + w(log, later));
    expect(points[0].totalVariance).to.be.closeTo(mean(k), 1e-14);
    // Gatheral (2006), (1.10), with derivatives by central differences.
    const h = 1e-4;
    const slope = (mean(k + h) - mean(k - h)) / (2 * h);
    const curvature = (mean(k + h) - 2 * mean(k) + mean(k - h)) / (h * h);
    const v = mean(k);
    const density = (1 - (0.5 * k * slope) / v) ** 2 - 0.25 * slope ** 2 * (1 / v + 0.25) + 0.5 * curvature;
    const local = Math.sqrt((w(k, later) - w(k, parameters)) / density);
    expect(points[0].localVolatility).to.be.closeTo(local, 1e-6);
  });

  it('of quotes by delta has their strikes: N(d₁) is the delta without the dividend', async () => {
    const { slices } = await create({
      quotes: [
        { time: 1, delta: 0.25, impliedVolatility: 0.19 },
        { time: 1, delta: -0.25, impliedVolatility: 0.23 },
        { time: 1, strike: 102, impliedVolatility: 0.2 },
      ],
    });
    const [put, , call] = slices[0].strikes as [number, number, number];
    const forward = 100 * Math.exp(0.02);
    const d1 = (strike: number, volatility: number) => Math.log(forward / strike) / volatility + 0.5 * volatility;
    // N⁻¹(0.25 e^0.01) = −0.666610…: tables of the normal distribution.
    expect(d1(call, 0.19)).to.be.closeTo(-0.66661, 1e-4);
    expect(d1(put, 0.23)).to.be.closeTo(0.66661, 1e-4);
  });

  it('of the quotes of an exchange rate has their risk reversals, and prices options', async () => {
    const pair = { name: 'USDJPY', underlying: 'USDJPY', spot: 90.68, rate: 0.0042875, dividend: 0.003525 };
    const deltaQuotes = [
      { expiry: '2026-04-02', atm: 0.21, riskReversal25: -0.053, butterfly25: 0.00184 },
      { expiry: '2027-03-02', atm: 0.2, riskReversal25: -0.05, butterfly25: 0.002, riskReversal10: -0.09, butterfly10: 0.009 },
      { time: 2, atm: 0.19 },
    ];
    const deltaConvention = { premiumAdjusted: true, butterfly: 'market' };
    const { id, slices } = await create({ ...pair, deltaQuotes, deltaConvention });
    expect(slices.map(({ strikes }: Body) => strikes.length)).to.deep.equal([3, 5, 1]);
    const [{ strikes, volatilities }] = slices;
    expect(volatilities[2] - volatilities[0]).to.be.closeTo(-0.053, 1e-15);
    // F e^(−σ²T/2): the premium-adjusted delta of the straddle is 0.
    expect(strikes[1]).to.be.closeTo(90.68 * Math.exp((0.0042875 - 0.003525 - 0.5 * 0.21 ** 2) * (31 / 365)), 1e-12);
    const option = { spot: 90.68, strike: strikes[0], rate: 0.0042875, dividend: 0.003525, time: 31 / 365 };
    const price = async (volatility: unknown) => expectSuccess(await post(service, '/api/v1/price', { ...option, volatility }));
    expect(await price({ surfaceId: id })).to.deep.equal(await price(volatilities[0]));
    const fitted = await create({ ...pair, deltaQuotes: [deltaQuotes[1]], deltaConvention, fit: 'svi' });
    // Five points of a spline are no curve of SVI.
    expect(fitted.slices[0].fit.maxError).to.be.below(0.005);
  });

  it('may take its forwards from a stored curve of its day, and keeps them', async () => {
    const curve = { name: 'USD', currency: 'USD', kind: 'discount', valuationDate: '2026-03-02', nodes: [{ time: 1, zeroRate: 0.05 }] };
    const { id: forwardCurveId } = expectSuccess(await post(service, '/api/v1/market-data/curves', curve), 201);
    const stored = await create({ ...grid, rate: undefined, forwardCurveId });
    expect(stored.slices[1].forward).to.be.closeTo(100 * Math.exp(0.04), 1e-12);
    expect(stored).to.deep.include({ forwardCurveId, forwardCurveVersion: 1 });
    expectFailure(await send(service, 'DELETE', `/api/v1/market-data/curves/${forwardCurveId}`), 'SVC-RES-002');
    expectFault(await store({ ...grid, rate: undefined, forwardCurveId, valuationDate: '2026-03-03' }), '/forwardCurveId', /2026-03-03/);
    expectFailure(await store({ ...grid, rate: undefined, forwardCurveId: 'crv_none' }), 'SVC-RES-001');
  });

  it('with arbitrage is stored with the offending points and a warning, or refused where it is strict', async () => {
    // The volatility of the second expiry is far below that of the first: variance falls.
    const calendar = {
      ...grid,
      volatilities: [
        [0.4, 0.4, 0.4],
        [0.2, 0.2, 0.2],
        [0.3, 0.3, 0.3],
      ],
    };
    const stored = await create(calendar);
    expect(stored.arbitrage.calendar.map(({ time }: Body) => time)).to.include(1);
    expect(stored.warnings[0]).to.match(/allows arbitrage at \d+ points/);
    const { arbitrage } = await evaluate(stored.id, [{ strike: 100, time: 1 }]);
    expect(arbitrage).to.deep.equal(stored.arbitrage);
    expectFault(await store({ ...calendar, strict: true }), '/volatilities/1/1', /calendar spread/);
    const butterfly = { quotes: [0.1, 0.5, 0.1].map((impliedVolatility, i) => ({ time: 1, strike: 95 + 5 * i, impliedVolatility })) };
    expect((await create(butterfly)).arbitrage.butterfly).not.to.deep.equal([]);
    const refused = expectFailure(await store({ ...butterfly, strict: true }), 'SVC-REQ-001');
    expect(refused.details[0].pointer).to.match(/^\/quotes\/\d\/impliedVolatility$/);
    expectFault(await store({ svi: [{ time: 1, ...parameters, b: 3 }], strict: true }), '/svi/0');
  });

  it('is replaced by a caller who names its version, and is listed by underlying, name and day', async () => {
    const underlying = `U${Date.now()}`;
    const { id } = await create({ ...grid, underlying });
    const flat = { ...terms, underlying, quotes: [{ time: 1, strike: 100, impliedVolatility: 0.3 }] };
    expectFailure(await send(service, 'PUT', `${path}/${id}`, { body: flat }), 'SVC-RES-004');
    expectSuccess(await send(service, 'PUT', `${path}/${id}`, { body: flat, headers: { 'If-Match': '"1"' } }));
    const ids = async (query: string) => expectSuccess(await get(service, `${path}?${query}`)).items.map((item: Body) => item.id);
    expect(await ids(`underlying=${underlying}&name=AC&asOf=2026-03-02`)).to.deep.equal([id]);
    expect(await ids(`underlying=${underlying}&asOf=2026-03-03`)).to.deep.equal([]);
    expect((await evaluate(id, [{ strike: 50, time: 3 }])).points[0].impliedVolatility).to.be.closeTo(0.3, 1e-14);
  });

  it('is refused with the field that is wrong', async () => {
    const refused = async (fields: object, pointer: string, reason?: RegExp) => expectFault(await store(fields), pointer, reason);
    await refused({}, '', /quotes or deltaQuotes or \(expiries, strikes, volatilities\) or svi/);
    await refused({ ...grid, svi: [{ time: 1, ...parameters }] }, '');
    await refused({ ...grid, rate: undefined }, '', /rate or forwardCurveId/);
    await refused({ ...grid, spot: 0 }, '/spot');
    await refused({ ...grid, volatilities: [[0.2, 0.2, 0.2]] }, '/volatilities', /one row per expiry, 3/);
    await refused({ ...grid, volatilities: [[0.2, 0.2], ...grid.volatilities.slice(1)] }, '/volatilities/0', /one entry per strike, 3/);
    await refused({ ...grid, volatilities: [[0.2, 0, 0.2], ...grid.volatilities.slice(1)] }, '/volatilities/0/1');
    await refused({ ...grid, strikes: [80, 80, 120] }, '/strikes/1');
    await refused({ ...grid, expiries: [0.5, '2026-08-01', 2] }, '/expiries/1');
    await refused({ ...grid, expiries: ['2026-03-02', 1, 2] }, '/expiries/0', /after 2026-03-02/);
    await refused({ quotes: [{ time: 1, strike: 100, delta: 0.5, impliedVolatility: 0.2 }] }, '/quotes/0', /strike and delta/);
    await refused({ quotes: [{ strike: 100, impliedVolatility: 0.2 }] }, '/quotes/0', /expiry and time/);
    await refused({ quotes: [{ time: 1, delta: 0.995, impliedVolatility: 0.2 }] }, '/quotes/0/delta');
    await refused({ quotes: [1, 2].map(() => ({ time: 1, strike: 100, impliedVolatility: 0.2 })) }, '/quotes/1/impliedVolatility', /twice/);
    const atm = { time: 1, atm: 0.1 };
    await refused({ deltaConvention: { premiumAdjusted: true } }, '/deltaQuotes', /is required/);
    await refused({ ...grid, deltaConvention: {} }, '', /only one of/);
    await refused({ deltaQuotes: [{ ...atm, riskReversal25: 0.01 }] }, '/deltaQuotes/0/butterfly25', /required with riskReversal25/);
    await refused(
      { deltaQuotes: [{ ...atm, riskReversal25: 0.3, butterfly25: 0 }] },
      '/deltaQuotes/0/butterfly25',
      /put a volatility above 0/,
    );
    await refused({ deltaQuotes: [atm, atm] }, '/deltaQuotes/1', /expiry of another; got 1/);
    await refused({ deltaQuotes: [{ ...atm, expiry: '2027-03-02' }] }, '/deltaQuotes/0', /expiry and time/);
    // A refused expiry is the one fault.
    const early = { expiry: '2026-03-02', impliedVolatility: 0.2, delta: 0.25 };
    for (const fields of [{ quotes: [early] }, { deltaQuotes: [{ expiry: early.expiry, atm: 0.1, riskReversal25: 0, butterfly25: 0 }] }])
      expect(expectFailure(await store(fields), 'SVC-REQ-001').details).to.have.length(1);
    await refused({ quotes: [{ time: 100, delta: 0.25, impliedVolatility: 9 }] }, '/quotes/0/delta', /strike a number above 0/);
    await refused({ svi: [{ time: 1, ...parameters, a: -0.5 }] }, '/svi/0', /negative total variance/);
    await refused({ svi: [1, 1].map((time) => ({ time, ...parameters })) }, '/svi/1', /expiry of another/);
    await refused({ svi: [{ time: 1, ...parameters, rho: 1.1 }] }, '/svi/0/rho');
    const { id } = await create(grid);
    for (const [points, pointer] of [
      [[{ strike: 100 }], '/points/0'],
      [[{ strike: 100, time: 0 }], '/points/0/time'],
      [[{ strike: 100, expiry: '2026-03-02' }], '/points/0/expiry'],
      [[{ strike: -1, time: 1 }], '/points/0/strike'],
    ] as const)
      expectFault(await post(service, `${path}/${id}/evaluate`, { points }), pointer);
  });

  it('stands for the volatility of an option, for a local volatility model and for the quotes of a calibration', async () => {
    const { id: surfaceId } = await create(grid);
    const volatilityAt = async (strike: number, time: number) =>
      (await evaluate(surfaceId, [{ strike, time }])).points[0].impliedVolatility;
    const option = { spot: 100, strike: 105, rate: 0.03, dividend: 0.01, time: 1 };
    const data = async (url: string, body: object) => expectSuccess(await post(service, url, body));
    const implied = await volatilityAt(105, 1);
    expect(await data('/api/v1/price', { ...option, volatility: { surfaceId } })).to.deep.equal(
      await data('/api/v1/price', { ...option, volatility: implied }),
    );
    expect(await data('/api/v1/price', { ...option, volatility: { surfaceId, strike: 80, time: 0.5 } })).to.deep.equal(
      await data('/api/v1/price', { ...option, volatility: 0.25 }),
    );
    const contract = { type: 'vanilla_call', underlying: 'ACME', strike: 105, expiry: '2027-03-02' };
    const market = { valuationDate: '2026-03-02', spot: 100, rate: 0.03, dividend: 0.01 };
    const pricer = { numPaths: 1024 };
    expect(await data('/api/v1/contract/price', { contract, market: { ...market, volatility: { surfaceId } }, pricer })).to.deep.equal(
      await data('/api/v1/contract/price', { contract, market: { ...market, volatility: implied }, pricer }),
    );
    const model = { type: 'local_vol', timeSteps: 20 };
    const localVol = (fields: object) =>
      data('/api/v1/contract/price', { contract, market: { ...market, model: { ...model, ...fields } }, pricer });
    expect(await localVol({ surfaceId })).to.deep.equal(await localVol(grid));
    const dupire = (params: object) =>
      data('/api/v1/engine/price', {
        pricerId: 'equity_local_vol_dupire',
        instrument: { strike: 105, time: 1 },
        market: { spot: 100, rate: 0.03, dividend: 0.01 },
        params: { timeSteps: 50, spotSteps: 50, ...params },
      });
    expect(await dupire({ surfaceId })).to.deep.equal(await dupire(grid));
    const quotes = grid.expiries.flatMap((time, i) =>
      grid.strikes.map((strike, j) => ({ strike, time, impliedVolatility: grid.volatilities[i]![j] })),
    );
    const heston = (quotes: unknown) => data('/api/v1/calibrate/heston', { spot: 100, rate: 0.03, dividend: 0.01, quotes });
    expect(await heston({ surfaceId })).to.deep.equal(await heston(quotes));
    const refused = await post(service, '/api/v1/contract/price', {
      contract: { type: 'basket_call', underlyings: ['A', 'B'], strike: 100, expiry: '2027-03-02' },
      market: { rate: 0.03, assets: { A: { spot: 100, volatility: { surfaceId } }, B: { spot: 100, volatility: 0.2 } } },
    });
    expectFault(refused, '/market/assets/A/volatility/surfaceId', /give `strike` and `time`/);
    const early = { contract, market: { ...market, valuationDate: '2026-03-01', volatility: { surfaceId } } };
    expectFault(await post(service, '/api/v1/contract/price', early), '/market/volatility/surfaceId', /2026-03-01/);
    const conflicting = { contract, market: { ...market, model: { ...model, surfaceId, strikes: [1, 2, 3] } } };
    expectFault(await post(service, '/api/v1/contract/price', conflicting), '/market/model/strikes', /surfaceId stands for it/);
  });

  it('does not exist for another tenant', async () => {
    const { id } = await create(grid);
    expectFailure(await get(other, `${path}/${id}`), 'SVC-RES-001');
    expectFailure(await post(other, `${path}/${id}/evaluate`, { points: [{ strike: 1, time: 1 }] }), 'SVC-RES-001');
    const named = await post(other, '/api/v1/price', { spot: 100, strike: 105, rate: 0.03, time: 1, volatility: { surfaceId: id } });
    expectFailure(named, 'SVC-RES-001');
  });
});
