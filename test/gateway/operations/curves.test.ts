import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/market-data/curves';
const terms = { name: 'EUR-TEST', currency: 'EUR', kind: 'discount', valuationDate: '2026-03-02' };

onEachServiceByTwo('a stored curve', (service, other) => {
  const create = async (fields: object) => expectSuccess(await post(service, path, { ...terms, ...fields }), 201);
  const evaluate = async (id: string, body: object) => expectSuccess(await post(service, `${path}/${id}/evaluate`, body));

  it('is kept with date, time, discount factor and zero rate of each node, whatever was given of them', async () => {
    const { id, nodes, interpolation } = await create({
      nodes: [
        { date: '2026-03-02', discountFactor: 1 },
        { date: '2027-03-02', discountFactor: 0.97 },
        { time: 2, zeroRate: 0.031 },
      ],
    });
    expect(id).to.match(/^crv_/);
    expect(interpolation).to.equal('log_linear');
    expect(nodes).to.deep.equal([
      { date: '2027-03-02', time: 1, discountFactor: 0.97, zeroRate: -Math.log(0.97) },
      { date: '2028-03-01', time: 2, discountFactor: Math.exp(-0.062), zeroRate: 0.031 },
    ]);
    expect(expectSuccess(await get(service, `${path}/${id}`)).nodes).to.deep.equal(nodes);
  });

  it('of zero rates alone is joined in straight lines of the zero rate, like the same curve in a request', async () => {
    const { interpolation, id } = await create({ nodes: [1, 3].map((time) => ({ time, zeroRate: 0.01 * time })) });
    expect(interpolation).to.equal('linear_zero');
    const { points } = await evaluate(id, { times: [0, 2, 5] });
    for (const [i, rate] of [0.01, 0.02, 0.03].entries()) expect(points[i].zeroRate).to.be.closeTo(rate, 1e-16);
  });

  it('of instruments is fitted when it is written and reproduces them, with the residuals beside it', async () => {
    const instruments = [
      { type: 'deposit', maturity: 0.5, rate: 0.03 },
      { type: 'ois', maturity: 2, rate: 0.032 },
    ];
    const created = await create({ instruments });
    const fitted = expectSuccess(await post(service, '/api/v1/calibrate/curve', { valuationDate: terms.valuationDate, instruments }));
    expect(created.residuals).to.deep.equal(fitted.residuals);
    expect(created.nodes).to.deep.equal(fitted.nodes.map(({ forwardRate: _, ...node }: Body) => node));
    expect(created.instruments).to.have.length(2);
    const { points } = await evaluate(created.id, { times: [0.5] });
    // Simple interest over half a year.
    expect(points[0].discountFactor).to.be.closeTo(1 / (1 + 0.03 * 0.5), 1e-15);
  });

  it('of instruments has the receipt of the run that fitted them, whose replay writes nothing', async () => {
    const instruments = [{ type: 'ois', maturity: 2, rate: 0.032 }];
    const named = { ...terms, name: 'EUR-REPLAYED' };
    const answer = await post(service, path, { ...named, instruments });
    const created = expectSuccess(answer, 201);
    const { manifest } = answer.body.meta;
    expect(manifest).to.include({ pricerId: 'curve_bootstrap', marketDataAsOf: terms.valuationDate, runId: answer.body.correlationId });
    expect(created.calibrationRunId).to.equal(manifest.runId);
    const receipt = expectSuccess(await get(service, `/api/v1/governance/receipts/${manifest.runId}`));
    expect(receipt).to.deep.include({ operationId: 'calibrateCurve', manifest });
    expect(receipt.result.residuals).to.deep.equal(created.residuals);
    const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${manifest.runId}/replay`, {}));
    expect(replay.identical).to.equal(true);
    expect(expectSuccess(await get(service, `${path}?name=${named.name}`)).items).to.have.length(1);

    // A price on it leads to that run, and so does its replay.
    const option = { spot: 100, strike: 100, rate: { curveId: created.id }, volatility: 0.2, time: 1, optionType: 'call' };
    const priced = await post(service, '/api/v1/price', option);
    expectSuccess(priced);
    expect(priced.body.meta.manifest.calibrations).to.deep.equal([{ name: `curve/${created.id}`, runId: manifest.runId }]);
    const replayed = await post(service, `/api/v1/governance/receipts/${priced.body.correlationId}/replay`, {});
    expect(expectSuccess(replayed).identical).to.equal(true);
    expect(replayed.body.meta.manifest.calibrations).to.deep.equal(priced.body.meta.manifest.calibrations);

    // The other instruments are fitted by a run of their own; of nodes, nothing is fitted.
    const replaced = await send(service, 'PUT', `${path}/${created.id}`, {
      body: { ...named, instruments: [{ ...instruments[0], rate: 0.033 }] },
      headers: { 'If-Match': answer.headers.get('etag') ?? '' },
    });
    expect(expectSuccess(replaced).calibrationRunId).to.equal(replaced.body.correlationId);
    expect(replaced.body.meta.manifest.runId).to.equal(replaced.body.correlationId);
    const ofNodes = await post(service, path, { ...terms, nodes: [{ time: 1, zeroRate: 0.03 }] });
    expect(expectSuccess(ofNodes, 201)).not.to.have.property('calibrationRunId');
    expect(ofNodes.body).not.to.have.property('meta');
    const onNodes = await post(service, '/api/v1/price', { ...option, rate: { curveId: ofNodes.body.data.id } });
    expect(onNodes.body.meta.manifest).not.to.have.property('calibrations');
  });

  it('of instruments may be discounted on another of its currency and day, which then cannot be deleted', async () => {
    const discounting = await create({ name: 'EUR-OIS', nodes: [{ time: 10, zeroRate: 0.02 }] });
    const swap = { type: 'swap', maturity: 2, rate: 0.03 };
    const projection = await create({ kind: 'projection', instruments: [swap], discountCurveId: discounting.id });
    expect(projection).to.deep.include({ discountCurveId: discounting.id, discountCurveVersion: 1 });
    const alone = await create({ kind: 'projection', instruments: [swap] });
    expect(projection.nodes[0].zeroRate).not.to.equal(alone.nodes[0].zeroRate);
    const { message } = expectFailure(await send(service, 'DELETE', `${path}/${discounting.id}`), 'SVC-RES-002');
    expect(message).to.include(projection.id);
    for (const [fields, reason] of [
      [{ currency: 'USD' }, /USD.*EUR/],
      [{ valuationDate: '2026-03-03' }, /2026-03-03.*2026-03-02/],
    ] as const) {
      const refused = await post(service, path, { ...terms, instruments: [swap], discountCurveId: discounting.id, ...fields });
      expectFault(refused, '/discountCurveId', reason);
    }
    const missing = await post(service, path, { ...terms, instruments: [swap], discountCurveId: 'crv_none' });
    expect(expectFailure(missing, 'SVC-RES-001').details[0].pointer).to.equal('/discountCurveId');
  });

  it('is evaluated at dates or times: discount factor, zero rate, and the forward rate, instantaneous or over a tenor', async () => {
    const { id } = await create({ nodes: [1, 2].map((time) => ({ time, discountFactor: Math.exp(-0.02 * time * time) })) });
    const { points } = await evaluate(id, { times: [0.5, 1.5] });
    // Log-linear: the forward rate is 2 % in the first year and 6 % in the second.
    expect(points[0].forwardRate).to.be.closeTo(0.02, 1e-15);
    expect(points[1].forwardRate).to.be.closeTo(0.06, 1e-15);
    expect(points[1].discountFactor).to.be.closeTo(Math.exp(-0.02 - 0.03), 1e-15);
    expect(points[1].zeroRate).to.be.closeTo(0.05 / 1.5, 1e-15);
    const tenor = await evaluate(id, { dates: ['2026-09-02'], forwardTenor: '1Y' });
    const [{ date, time, forwardRate }] = tenor.points;
    expect({ date, time }).to.deep.equal({ date: '2026-09-02', time: 184 / 365 });
    expect(forwardRate).to.be.closeTo(0.02 * (1 - time) + 0.06 * time, 1e-15);
  });

  it('is replaced by a caller who names its version, and is listed by currency, kind, name and day', async () => {
    const name = `LIST-${Date.now()}`;
    const created = await create({ name, currency: 'CHF', kind: 'inflation', nodes: [{ time: 1, zeroRate: 0.01 }] });
    const replaced = await send(service, 'PUT', `${path}/${created.id}`, {
      body: { ...terms, name, currency: 'CHF', kind: 'inflation', nodes: [{ time: 1, zeroRate: 0.02 }] },
      headers: { 'If-Match': '"1"' },
    });
    expect(expectSuccess(replaced)).to.deep.include({ version: 2 });
    const ids = async (query: string) => expectSuccess(await get(service, `${path}?${query}`)).items.map(({ id }: Body) => id);
    expect(await ids(`name=${name}&currency=CHF&kind=inflation&asOf=2026-03-02`)).to.deep.equal([created.id]);
    for (const none of ['currency=EUR', 'kind=discount', 'asOf=2026-03-03']) expect(await ids(`name=${name}&${none}`)).to.deep.equal([]);
    expect((await evaluate(created.id, { times: [1] })).points[0].zeroRate).to.equal(0.02);
  });

  it('is refused with the field that is wrong', async () => {
    const refused = async (fields: object, pointer: string, reason?: RegExp) =>
      expectFault(await post(service, path, { ...terms, ...fields }), pointer, reason);
    const nodes = [{ time: 1, zeroRate: 0.02 }];
    await refused({}, '', /nodes and instruments/);
    await refused({ nodes, instruments: [{ type: 'deposit', maturity: 1, rate: 0.02 }] }, '', /nodes and instruments/);
    await refused({ nodes: [{ zeroRate: 0.02 }] }, '/nodes/0', /date and time/);
    await refused({ nodes: [{ time: 1 }] }, '/nodes/0', /discountFactor and zeroRate/);
    await refused({ nodes: [...nodes, { time: 1, zeroRate: 0.03 }] }, '/nodes/1/time', /after the node before it/);
    await refused({ nodes: [{ date: '2026-03-01', discountFactor: 1 }] }, '/nodes/0/date', /2026-03-02/);
    await refused({ nodes: [{ date: '2226-03-01', discountFactor: 1 }] }, '/nodes/0/date', /100 years/);
    await refused({ nodes: [{ time: 0, discountFactor: 0.9 }] }, '/nodes/0/discountFactor', /must be 1/);
    await refused({ nodes: [{ date: '2026-03-03', discountFactor: 0.5 }] }, '/nodes/0/discountFactor', /zero rate/);
    await refused({ nodes: [{ time: 0, discountFactor: 1 }] }, '/nodes', /after the valuation date/);
    await refused({ nodes: [{ time: 1, discountFactor: 0 }] }, '/nodes/0/discountFactor');
    await refused({ nodes, currency: 'Euro' }, '/currency');
    await refused({ nodes, kind: 'yield' }, '/kind');
    await refused({ nodes, valuationDate: '2026-02-30' }, '/valuationDate');
    await refused({ nodes, dayCount: 'ACT/360' }, '/dayCount', /instruments only/);
    await refused({ instruments: [{ type: 'swap', tenor: '2Y' }] }, '/instruments/0/rate');
    await refused({ instruments: [{ type: 'swap', start: '2020-01-01', tenor: '2Y', rate: 0.02 }] }, '/instruments/0/start');
    const impossible = [
      { type: 'deposit', maturity: 1, rate: 0.01 },
      { type: 'swap', maturity: 2, rate: 1.5 },
    ];
    expectFailure(await post(service, path, { ...terms, instruments: impossible }), 'SVC-CALC-002');
    const { id } = await create({ nodes });
    for (const [body, pointer] of [
      [{}, ''],
      [{ dates: ['2026-03-01'] }, '/dates/0'],
      [{ times: [101] }, '/times/0'],
      [{ times: [1], forwardTenor: 'soon' }, '/forwardTenor'],
    ] as const)
      expectFault(await post(service, `${path}/${id}/evaluate`, body), pointer);
  });

  it('does not exist for another tenant', async () => {
    const { id } = await create({ nodes: [{ time: 1, zeroRate: 0.02 }] });
    expectFailure(await get(other, `${path}/${id}`), 'SVC-RES-001');
    expectFailure(await post(other, `${path}/${id}/evaluate`, { times: [1] }), 'SVC-RES-001');
    const body = { ...terms, instruments: [{ type: 'swap', maturity: 2, rate: 0.03 }], discountCurveId: id };
    expectFailure(await post(other, path, body), 'SVC-RES-001');
  });
});
