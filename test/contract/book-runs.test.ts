/** Runs of a book over HTTP: measures of portfolios and netting sets on a snapshot, with one status, totals, tables and a comparison. */
import { setTimeout as pause } from 'node:timers/promises';
import { tableFromIPC } from 'apache-arrow';
import { expect } from 'chai';
import { parquetReadObjects } from 'hyparquet';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { get, post, send } from '#test/support/http';
import { service } from '#test/support/shared-service';

const PATH = '/desk/v1/runs';
const DAYS = [
  ['2026-03-02', 0.05, 1.5],
  ['2026-03-03', 0.051, 1.52],
] as const;
const buys = (amount: number) => ({
  ...{ type: 'fx_forward', buyCurrency: 'SEK', buyAmount: amount, sellCurrency: 'PLN', sellAmount: 0.35 * amount, maturity: 1 },
});
const sells = (amount: number) => ({
  ...{ type: 'fx_forward', buyCurrency: 'PLN', buyAmount: 0.35 * amount, sellCurrency: 'SEK', sellAmount: amount, maturity: 1 },
});
const swap = (notional: number) => ({
  ...{ type: 'interest_rate_swap', currency: 'SEK', notional, side: 'payer', fixedRate: 0.03 },
  ...{ maturity: 2, fixedFrequency: 1, floatingFrequency: 2 },
});

describe('runs of a book', function () {
  this.timeout(60_000);
  const [portfolioIds, snapshotIds]: [string[], string[]] = [[], []];
  let nettingSetId = '';

  before(async () => {
    for (const [day, zeroRate, value] of DAYS) {
      for (const [currency, rate] of [
        ['PLN', zeroRate],
        ['SEK', 0.02],
      ] as const) {
        const curve = { name: `${currency} ${day}`, currency, kind: 'discount', valuationDate: day, nodes: [{ time: 1, zeroRate: rate }] };
        expectSuccess(await post(service, '/api/v1/market-data/curves', curve), 201);
      }
      const quote = { symbol: 'SEKPLN', kind: 'fx', value: 0.35 * (value / 1.5), asOf: `${day}T12:00:00Z` };
      const volatility = { ...quote, symbol: 'SEKPLN.VOL', kind: 'volatility', value: 0.08 };
      expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes: [quote, volatility] }));
      snapshotIds.push(expectSuccess(await post(service, '/api/v1/market-data/snapshots', { name: `Run ${day}`, asOf: day }), 201).id);
    }
    const { id: counterpartyId } = expectSuccess(await post(service, '/api/v1/counterparties', { name: 'Runs', type: 'bank' }), 201);
    const curve = { valuationDate: '2026-03-02', recoveryRate: 0.4, hazardRate: 0.02 };
    expectSuccess(await send(service, 'PUT', `/api/v1/counterparties/${counterpartyId}/credit-curve`, { body: curve }));
    nettingSetId = expectSuccess(
      await post(service, `/api/v1/counterparties/${counterpartyId}/netting-sets`, { name: 'Runs', agreement: 'isda', currency: 'PLN' }),
      201,
    ).id;
    for (const [name, some] of [
      ['first', [buys(1e6), swap(2e6)]],
      ['second', [sells(3e6)]],
    ] as const) {
      const { id } = expectSuccess(await post(service, '/api/v1/portfolios', { name: `Runs: ${name}` }), 201);
      portfolioIds.push(id);
      for (const terms of some)
        expectSuccess(
          await post(service, '/api/v1/trades', { tradeDate: '2026-03-02', counterpartyId, nettingSetId, portfolioId: id, terms }),
          201,
        );
    }
  });

  const requestOn = (day: 0 | 1, more: object = {}) => ({
    ...{ name: 'Night', portfolioIds, snapshotId: snapshotIds[day], reportingCurrency: 'PLN', measures: ['value'] },
    ...more,
  });
  const ended = async (id: string) => {
    for (;;) {
      const run = expectSuccess(await get(service, `${PATH}/${id}`));
      if (!['queued', 'running'].includes(run.status)) return run;
      await pause(100);
    }
  };
  const ran = async (body: object) => {
    const answer = await post(service, PATH, body);
    const { id } = expectSuccess(answer, 202);
    expect(answer.headers.get('location')).to.equal(`${PATH}/${id}`);
    return ended(id);
  };
  const rowsOf = async (id: string, measure: string) =>
    expectSuccess(await get(service, `${PATH}/${id}/results?measure=${measure}&limit=500`)).items;
  const ofPortfolio = async (path: string, portfolioId: string, more: object = {}) =>
    expectSuccess(await post(service, path, { portfolioId, snapshotId: snapshotIds[0], reportingCurrency: 'PLN', ...more }));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  /** Sums of a few amounts of up to a million, in another order. */
  const ROUNDING = 1e-8;

  it('add up what the operations of their measures give', async () => {
    const history = Array.from({ length: 60 }, (_, day) => 0.01 * Math.sin(1 + 7 * day));
    const returns = { 'fx:SEKPLN': history, 'rate:PLN': history.map((move) => move / 10) };
    const run = await ran(
      requestOn(0, {
        nettingSetIds: [nettingSetId],
        measures: ['value', 'sensitivities', 'var', 'stress', 'exposure', 'xva'],
        settings: {
          ...{ sensitivities: { units: 'basis_point' }, var: { returns, confidence: 0.95 }, stress: { scenarios: [{ name: '2008' }] } },
          ...{ exposure: { pricer: { numPaths: 256 } }, xva: { pricer: { numPaths: 256 } } },
        },
      }),
    );
    expect(run).to.deep.include({ status: 'succeeded', failures: [], name: 'Night' });
    expect(run.jobs).to.have.length(10);
    expect(
      run.stages.map((stage: Record<string, unknown>) => ['measure', 'done', 'failed', 'of'].map((field) => stage[field])),
    ).to.deep.equal([
      ...[
        ['value', 2, 0, 2],
        ['sensitivities', 2, 0, 2],
        ['var', 2, 0, 2],
      ],
      ...[
        ['stress', 2, 0, 2],
        ['exposure', 1, 0, 1],
        ['xva', 1, 0, 1],
      ],
    ]);
    const { totals } = run;
    const values = await Promise.all(portfolioIds.map((id) => ofPortfolio('/api/v1/portfolio/price', id)));
    expect(totals.value).to.deep.include({ complete: true, priced: 3, failed: 0 });
    expect(totals.value.totalValue).to.be.closeTo(sum(values.map(({ totalValue }) => totalValue)), ROUNDING);
    const stresses = await Promise.all(portfolioIds.map((id) => ofPortfolio('/api/v1/risk/stress', id, { scenarios: [{ name: '2008' }] })));
    expect(totals.stress).to.have.length(1);
    expect(totals.stress[0].pnl).to.be.closeTo(sum(stresses.map(({ results }) => results[0].pnl)), ROUNDING);
    // The joint figure is that of the sums by scenario: the 57th of 60 profits, the 3rd largest loss.
    const profits = await Promise.all(
      portfolioIds.map((id) => ofPortfolio('/api/v1/risk/var/historical', id, { returns, confidence: 0.95, withScenarios: true })),
    );
    const joint = history
      .map((_, day) => sum(profits.map(({ profitAndLoss }) => profitAndLoss[day].pnl)))
      .sort((one, other) => one - other);
    expect(totals.var).to.deep.include({ portfolios: 2, scenarios: 60, confidence: 0.95 });
    expect(totals.var.valueAtRisk).to.be.closeTo(-joint[2]!, ROUNDING);
    expect(totals.var.expectedShortfall).to.be.closeTo(-sum(joint.slice(0, 3)) / 3, ROUNDING);
    expect(totals.var.valueAtRisk).not.to.be.closeTo(sum(profits.map(({ valueAtRisk }) => valueAtRisk)), 1);
    expect(totals.xva.cva).to.be.above(0);
    const ofRates = totals.sensitivities.find(({ kind, name }: Record<string, string>) => kind === 'rate' && name === 'PLN');
    const rows = await rowsOf(run.id, 'sensitivities');
    const ladder = rows.filter(({ kind, name }: Record<string, string>) => kind === 'rate' && name === 'PLN');
    expect(ofRates).to.deep.include({ unit: 'basis_point' });
    expect(ofRates.value).to.be.closeTo(sum(ladder.map(({ value }: { value: number }) => value)), ROUNDING);
    // The stored totals are those of the answer.
    expect((await ended(run.id)).totals).to.deep.equal(totals);
  });

  it('of one portfolio have its own value at risk, at the confidence that its operation takes by default', async () => {
    const returns = { 'fx:SEKPLN': Array.from({ length: 200 }, (_, day) => 0.01 * Math.sin(3 * day)) };
    const { totals } = await ran(requestOn(0, { portfolioIds: portfolioIds.slice(1), measures: ['var'], settings: { var: { returns } } }));
    const { valueAtRisk, expectedShortfall } = await ofPortfolio('/api/v1/risk/var/historical', portfolioIds[1]!, { returns });
    expect(totals.var).to.deep.include({ portfolios: 1, complete: true, confidence: 0.99, valueAtRisk, expectedShortfall });
    const weighted = { portfolioIds, measures: ['var'], settings: { var: { returns, ageDecay: 0.97 } } };
    const { totals: ofWeighted } = await ran(requestOn(0, weighted));
    expect(ofWeighted.var).to.deep.include({ portfolios: 2, complete: true }).and.not.have.property('valueAtRisk');
    expect(ofWeighted.var.reason).to.match(/weighted by age/);
  });

  it('have tables, as pages and as comma-separated values', async () => {
    const { id } = await ran(requestOn(0));
    const rows = await rowsOf(id, 'value');
    expect(rows.map(({ portfolioId, type }: Record<string, string>) => [portfolioId, type])).to.have.deep.members([
      [portfolioIds[0], 'fx_forward'],
      [portfolioIds[0], 'interest_rate_swap'],
      [portfolioIds[1], 'fx_forward'],
    ]);
    const first = expectSuccess(await get(service, `${PATH}/${id}/results?measure=value&limit=2`));
    const second = expectSuccess(await get(service, `${PATH}/${id}/results?measure=value&limit=2&cursor=${first.nextCursor}`));
    expect([...first.items, ...second.items]).to.deep.equal(rows);
    expect(second).not.to.have.property('nextCursor');
    const file = await get(service, `${PATH}/${id}/results.csv?measure=value`);
    expect(file.headers.get('content-type')).to.equal('text/csv; charset=utf-8; header=present');
    const lines = file.text.split('\r\n');
    expect(lines[0]).to.equal('portfolioId,position,type,currency,value,valueInReporting,pricerId,errorCode,error');
    expect(lines[1]).to.equal(
      [rows[0].portfolioId, rows[0].position, rows[0].type, rows[0].currency, rows[0].value, rows[0].valueInReporting, rows[0].pricerId]
        .join(',')
        .concat(',,'),
    );
    expect(lines).to.have.length(rows.length + 2);
    const bytesOf = async (form: string): Promise<Uint8Array> => {
      const headers = { 'X-API-Key': service.key };
      const response = await fetch(`${service.url}${PATH}/${id}/results.${form}?measure=value`, { headers });
      expect(response.headers.get('content-disposition')).to.equal(`attachment; filename="${id}-value.${form}"`);
      return new Uint8Array(await response.arrayBuffer());
    };
    const stated = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    const parquet = await bytesOf('parquet');
    expect((await parquetReadObjects({ file: parquet.buffer as ArrayBuffer })).map(stated)).to.deep.equal(rows);
    const table = tableFromIPC(await bytesOf('arrow'));
    expect(table.toArray().map((row) => stated(row.toJSON()))).to.deep.equal(rows);
    // An empty column has its type all the same.
    expect(table.schema.fields.map(({ name, type }) => `${name} ${type}`)).to.include.members(['value Float64', 'error Utf8']);
    expectFault(await get(service, `${PATH}/${id}/results?measure=xva`), '/query/measure');
    expectFault(await get(service, `${PATH}/${id}/results?measure=value&cursor=x`), '/query/cursor');
  });

  it('are compared with a former run: totals, values and the parts of the change', async () => {
    const former = await ran(requestOn(0));
    const later = await ran(requestOn(1, { compareWith: former.id }));
    expect(later.measures).to.deep.equal(['value']);
    const compared = expectSuccess(await get(service, `${PATH}/${later.id}/compare?with=${former.id}`));
    const [ofValues] = compared.totals;
    expect(ofValues.before.totalValue).to.equal(former.totals.value.totalValue);
    expect(ofValues.after.totalValue).to.equal(later.totals.value.totalValue);
    const change = ofValues.after.totalValue - ofValues.before.totalValue;
    expect(sum(compared.positions.map((each: { change: number }) => each.change))).to.be.closeTo(change, ROUNDING);
    const sizes = compared.positions.map((each: { change: number }) => Math.abs(each.change));
    expect(sizes).to.deep.equal([...sizes].sort((one: number, other: number) => other - one));
    // Nothing was paid, bought or ended between the days, so that the parts explain the change of the value.
    const partOf = (name: string) => compared.explain.find(({ part }: { part: string }) => part === name).pnl;
    expect(partOf('total')).to.be.closeTo(change, ROUNDING);
    expect(
      sum(compared.explain.filter(({ part }: { part: string }) => part !== 'total').map(({ pnl }: { pnl: number }) => pnl)),
    ).to.be.closeTo(change, ROUNDING);
    expectFailure(await get(service, `${PATH}/${later.id}/compare?with=run_none`), 'SVC-RES-001');
  });

  it('are the same run and the same jobs where their submission is sent again', async () => {
    const again = () => send(service, 'POST', PATH, { body: requestOn(0), headers: { 'Idempotency-Key': 'one-night' } });
    const [first, second] = [expectSuccess(await again(), 202), expectSuccess(await again(), 202)];
    expect(second.id).to.equal(first.id);
    expect(second.jobs).to.deep.equal(first.jobs);
    await ended(first.id);
  });

  it('are listed, and deleted once they have ended', async () => {
    const { id } = await ran(requestOn(0, { name: 'Listed only' }));
    const [listed] = expectSuccess(await get(service, `${PATH}?search=Listed`)).items;
    expect(listed).to.deep.include({ id, status: 'succeeded' });
    expect(expectSuccess(await send(service, 'DELETE', `${PATH}/${id}`))).to.deep.equal({ id, status: 'deleted' });
    expectFailure(await get(service, `${PATH}/${id}`), 'SVC-RES-001');
  });

  it('are cancelled while they run', async () => {
    const slow = { pricer: { numPaths: 262_144 } };
    const { id } = expectSuccess(
      await post(
        service,
        PATH,
        requestOn(0, { nettingSetIds: [nettingSetId], measures: ['exposure', 'xva'], settings: { exposure: slow, xva: slow } }),
      ),
      202,
    );
    expect(expectSuccess(await send(service, 'DELETE', `${PATH}/${id}`))).to.deep.equal({ id, status: 'cancelled' });
    expect(await ended(id)).to.deep.include({ status: 'cancelled' });
  });

  it('keep what succeeded beside what failed, with the reason', async () => {
    const { id: empty } = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Runs: empty' }), 201);
    const run = await ran(requestOn(0, { portfolioIds: [portfolioIds[0], empty] }));
    expect(run.status).to.equal('failed');
    // A total that leaves a portfolio out is not complete.
    expect(run.totals.value).to.deep.include({ complete: false, priced: 2 });
    expect(run.failures).to.have.length(1);
    expect(run.failures[0]).to.deep.include({ measure: 'value', subjectId: empty, code: 'SVC-REQ-001' });
  });

  for (const [name, change, pointer] of [
    ['measures of portfolios without one', { portfolioIds: [] }, '/portfolioIds'],
    ['measures of netting sets without one', { measures: ['xva'] }, '/nettingSetIds'],
    ['settings that the operation would refuse', { settings: { value: { cashflow: true } } }, '/settings/value/cashflow'],
    ['value at risk without a history', { measures: ['var'] }, '/settings/var'],
    ['a measure that is named twice', { measures: ['value', 'value'] }, '/measures/1'],
    ['a measure that is none', { measures: ['values'] }, '/measures/0'],
  ] as const)
    it(`refuse ${name}`, async () => expectFault(await post(service, PATH, requestOn(0, change)), pointer));

  it('refuse a portfolio that is named twice, which a total would count twice', async () => {
    const twice = [portfolioIds[0], portfolioIds[1], portfolioIds[0]];
    expectFault(await post(service, PATH, requestOn(0, { portfolioIds: twice })), '/portfolioIds/2');
  });

  for (const [name, change, pointer] of [
    ['a portfolio', { portfolioIds: ['pfl_none'] }, '/portfolioIds/0'],
    ['a snapshot', { snapshotId: 'snp_none' }, '/snapshotId'],
    ['a former run', { compareWith: 'run_none' }, '/compareWith'],
  ] as const)
    it(`refuse ${name} that is not there`, async () => {
      const { body } = await post(service, PATH, requestOn(0, change));
      expect(body.error.code).to.equal('SVC-RES-001');
      expect(body.error.details[0].pointer).to.equal(pointer);
    });

  describe('by a schedule', () => {
    const SCHEDULES = '/desk/v1/schedules';
    const { snapshotId: _, ...repeated } = { ...requestOn(0), snapshot: 'latest' };
    const scheduleOf = (more: object = {}) => ({
      ...{ name: 'Every night', cron: '30 22 * * 1-5', timeZone: 'Europe/Zurich', compareWithPrevious: true },
      ...{ run: { ...repeated, portfolioIds }, ...more },
    });
    const make = (id: string, body: object = {}) => post(service, `${SCHEDULES}/${id}/runs`, body);

    it('are made by a job that waits for the time, takes the latest snapshot and submits the next', async () => {
      const answer = await post(service, SCHEDULES, scheduleOf());
      const { id, next } = expectSuccess(answer, 201);
      expect(answer.headers.get('location')).to.equal(`${SCHEDULES}/${id}`);
      const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Zurich', timeStyle: 'short', dateStyle: 'full' });
      expect(local.format(new Date(next.at))).to.match(/^(Mon|Tues|Wednes|Thurs|Fri)day.* at 22:30$/);
      expect(new Date(next.at).getTime()).to.be.within(Date.now(), Date.now() + 4 * 86_400_000);
      const waiting = expectSuccess(await get(service, `/api/v1/jobs/${next.jobId}`));
      expect(waiting).to.deep.include({ state: 'queued', notBefore: next.at, operation: 'makeScheduledRun' });
      // The job of the schedule will do this at its time.
      const { runId } = expectSuccess(await make(id, { at: next.at }), 202);
      const first = await ended(runId);
      expect(first).to.deep.include({ status: 'succeeded', name: 'Night', snapshotId: snapshotIds[1] });
      const moved = expectSuccess(await get(service, `${SCHEDULES}/${id}`));
      expect(moved.last).to.deep.equal({ at: next.at, runId });
      expect(new Date(moved.next.at).getTime()).to.be.above(new Date(next.at).getTime());
      // The same time again, as where its job is run again, makes no second run.
      expect(expectSuccess(await make(id, { at: next.at }), 202)).to.deep.equal({ runId });
      expect(expectSuccess(await get(service, `${SCHEDULES}/${id}`)).next).to.deep.equal(moved.next);
      const second = await ended(expectSuccess(await make(id, { at: moved.next.at }), 202).runId);
      expect(second).to.deep.include({ status: 'succeeded', compareWith: runId });
      const { items } = expectSuccess(await get(service, `${SCHEDULES}?search=Every`));
      expect(items.map((each: { id: string }) => each.id)).to.deep.equal([id]);
      expect(expectSuccess(await send(service, 'DELETE', `${SCHEDULES}/${id}`))).to.deep.equal({ id });
      expectFailure(await make(id), 'SVC-RES-001');
    });

    it('go on where a run could not be made, and say why', async () => {
      const { id, next } = expectSuccess(
        await post(service, SCHEDULES, scheduleOf({ run: { ...repeated, portfolioIds: ['pfl_none'] } })),
        201,
      );
      expectFailure(await make(id, { at: next.at }), 'SVC-RES-001');
      const { last, next: following } = expectSuccess(await get(service, `${SCHEDULES}/${id}`));
      expect(last).to.deep.include({ at: next.at });
      expect(last.error.code).to.equal('SVC-RES-001');
      expect(new Date(following.at).getTime()).to.be.above(new Date(next.at).getTime());
      await send(service, 'DELETE', `${SCHEDULES}/${id}`);
    });

    it('begin anew by hand where the job of the next was cancelled', async () => {
      const { id, next } = expectSuccess(await post(service, SCHEDULES, scheduleOf()), 201);
      expectSuccess(await send(service, 'DELETE', `/api/v1/jobs/${next.jobId}`));
      await ended(expectSuccess(await make(id), 202).runId);
      const again = expectSuccess(await get(service, `${SCHEDULES}/${id}`)).next;
      expect(again.at).to.equal(next.at);
      expect(expectSuccess(await get(service, `/api/v1/jobs/${again.jobId}`)).state).to.equal('queued');
      expectSuccess(await send(service, 'DELETE', `${SCHEDULES}/${id}`));
    });

    for (const [name, change, pointer] of [
      ['an expression that is none of cron', { cron: '61 * * * *' }, '/cron'],
      ['one of six fields', { cron: '0 30 22 * * 1-5' }, '/cron'],
      ['one that never comes', { cron: '0 0 31 2 *' }, '/cron'],
      ['a time zone that is none', { timeZone: 'Europe/Nowhere' }, '/timeZone'],
      ['a run without a snapshot', { run: { ...repeated, snapshot: undefined, portfolioIds: ['pfl_x'] } }, '/run/snapshotId'],
      ['a run with a misspelt field', { run: { ...repeated, portfolioId: [] } }, '/run/portfolioId'],
    ] as const)
      it(`refuse ${name}`, async () => expectFault(await post(service, SCHEDULES, scheduleOf(change)), pointer));
  });

  it('need the scopes of their measures', async () => {
    const key = service.keys.only.portfolio;
    const answer = await post({ ...service, key }, PATH, requestOn(0, { nettingSetIds: [nettingSetId], measures: ['xva'] }));
    expectFailure(answer, 'SVC-AUTH-004');
  });
});
