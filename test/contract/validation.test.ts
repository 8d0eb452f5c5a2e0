import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '#test/support/envelope';
import { type Body, get, post } from '#test/support/http';
import { pause } from '#test/support/service';
import { service } from '#test/support/shared-service';

describe('a validation run', () => {
  const RUNS = '/api/v1/validation/runs';
  async function ended(body: object): Promise<Body> {
    const started = await post(service, RUNS, body);
    const { id, state } = expectSuccess(started, 202);
    expect(['queued', 'running']).to.include(state);
    expect(started.headers.get('location')).to.equal(`${RUNS}/${id}`);
    let run = expectSuccess(await get(service, `${RUNS}/${id}`));
    for (const deadline = Date.now() + 90_000; !['succeeded', 'failed'].includes(run.state) && Date.now() < deadline; ) {
      await pause(200);
      run = expectSuccess(await get(service, `${RUNS}/${id}`));
    }
    return run;
  }

  it('compares closed forms with their tables in the background, and its report is Markdown, HTML and JSON', async function () {
    this.timeout(120_000);
    const run = await ended({ pricers: ['equity_vanilla_bs', 'equity_digital_bs', 'rates_swaption_lg2f'] });
    expect(run).to.include({ state: 'succeeded', progress: 1 });
    expect(run.results.map(({ pricerId }: Body) => pricerId)).to.have.members([
      'equity_vanilla_bs',
      'equity_digital_bs',
      'rates_swaption_lg2f',
    ]);
    for (const result of run.results) {
      expect(result, JSON.stringify(result)).to.include({ failed: 0 });
      expect(result.cases).to.be.greaterThan(5);
      const { fingerprint, version, validationHistory } = expectSuccess(
        await get(service, `/api/v1/governance/pricers/${result.pricerId}`),
      );
      expect(result).to.include({ fingerprint, pricerVersion: version });
      expect(validationHistory[0]).to.include({ validationRunId: run.id, fingerprint, failed: 0 });
    }
    const report = async (format: string) => get(service, `/api/v1/validation/report?format=${format}&validationRunId=${run.id}`);
    const markdown = await report('markdown');
    expect(markdown.headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
    expect(markdown.text).to.include(run.id).and.to.include('## equity_digital_bs: passed');
    const html = await report('html');
    expect(html.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(html.text).to.include('<svg').and.to.include('Limits of use');
    // The page may use its own style sheet, which a browser knows by its hash, and nothing else.
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html.text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(html.headers.get('content-security-policy')).to.equal(`default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`);
    expect(html.text).to.include('<th scope="col" class="number">expected</th>').and.to.include('<th scope="col">case</th>');
    expect((await report('json')).body).to.deep.include({ validationRunId: run.id, passed: true, failed: 0 });

    // It says how the pricers are used, with which inputs beyond those tested, and what is due.
    const option = { spot: 100, strike: 5_000, rate: 0.05, volatility: 0.2, time: 1 };
    expectSuccess(await post(service, '/api/v1/price', option));
    const overlay = { pricerId: 'equity_digital_bs', kind: 'limitation', statement: 'No skew', owner: 'A desk', reason: 'A test' };
    expectSuccess(await post(service, '/desk/v1/validation/overlays', { ...overlay, expiresOn: '2020-01-01' }), 201);
    const { monitoring, summary, standards } = (await report('json')).body;
    const use = monitoring.uses.find(({ pricerId }: Body) => pricerId === 'equity_vanilla_bs');
    expect(use.purposes).to.include('Vanilla');
    expect(use.outside.map(({ input }: Body) => input)).to.include('strike / spot');
    expect(monitoring.reviews.map(({ pricerId, trigger }: Body) => `${pricerId} ${trigger}`))
      .to.include('equity_vanilla_bs outside_region')
      .and.to.include('equity_digital_bs overlay_expired');
    expect(summary.table.rows.map(([question]: string[]) => question)).to.have.length(4);
    expect(standards.join()).to.include('SR 26-2').and.to.include('SS1/23');
    const sections = await report('markdown');
    for (const title of ['Materiality', 'Live inputs outside the tested region', 'Reviews that are due', 'Overlays'])
      for (const text of [sections.text, (await report('html')).text]) expect(text).to.include(title);

    // With it, the status ga-validated can be asked for.
    const asker = { url: service.url, key: service.keys.colleague };
    const approval = { pricerId: 'equity_digital_bs', toStatus: 'ga-validated', reason: 'a test', evidence: [run.id] };
    const requested = expectSuccess(await post(asker, '/api/v1/governance/approvals', approval), 201);
    expect(requested).to.deep.include({ status: 'pending', evidence: [run.id] });
    const rejected = { decision: 'reject', comment: 'a test' };
    expectSuccess(await post(service, `/api/v1/governance/approvals/${requested.id}/decision`, rejected));
    const lookback = { ...approval, pricerId: 'equity_lookback_bs' };
    expectFailure(await post(asker, '/api/v1/governance/approvals', lookback), 'SVC-RES-002');
  });

  it('holds Greeks, implied volatilities, calibrations, value at risk, hedges and valuation adjustments to their tables', async function () {
    this.timeout(120_000);
    // The cases of Heston calibrations take longer and belong to full runs.
    const measures = [
      ...[
        'smile_sabr_fit',
        'curve_bootstrap',
        'credit_curve_bootstrap',
        'curve_set_newton',
        'riskVarParametric',
        'riskVarHistorical',
        'riskBacktest',
        'hedge_optimisation',
        'calculateXva',
      ],
      'equity_vanilla_bs',
    ];
    const run = await ended({ pricers: measures });
    expect(run.results.map(({ pricerId }: Body) => pricerId)).to.have.members(measures);
    const { body } = await get(service, `/api/v1/validation/report?format=json&validationRunId=${run.id}`);
    expect(body.findings.filter((finding: string) => finding.includes('failed'))).to.deep.equal([]);
    expect(body).to.include({ passed: true, failed: 0 });
    const { cases } = body.pricers.find(({ pricerId }: Body) => pricerId === 'equity_vanilla_bs');
    expect(cases.some(({ id }: Body) => id === 'bs_atm_call: dividendRho')).to.equal(true);
    const { capabilities } = expectSuccess(await get(service, '/api/v1/capabilities'));
    expect(capabilities.find(({ name }: Body) => name === 'Hedging').evidence).to.include('hedge');
    expect(capabilities.find(({ name }: Body) => name === 'Calibration').evidence).to.have.members([
      ...['sabr_calibration', 'heston_calibration', 'curve_bootstrap', 'short_rate_calibration', 'curve_sets'],
    ]);
  });

  it('holds simulated prices to their own error bars when it is full', async function () {
    this.timeout(120_000);
    const run = await ended({ pricers: ['equity_american_lsm'], depth: 'full' });
    expect(run).to.include({ state: 'succeeded' });
    expect(run.results[0], JSON.stringify(run.results)).to.include({ pricerId: 'equity_american_lsm', failed: 0 });
    const { body } = await get(service, `/api/v1/validation/report?format=json&validationRunId=${run.id}`);
    expect(body.pricers[0].coverage.cases).to.equal(run.results[0].cases);
  });

  it('is refused for pricers without cases, and not found by another tenant', async () => {
    const unknown = expectFailure(await post(service, RUNS, { pricers: ['equity_vanilla_bs', 'nothing'] }), 'SVC-RES-001');
    expect(unknown.details).to.deep.equal([{ pointer: '/pricers/1', reason: 'nothing has no reference cases' }]);
    expectFailure(await post(service, RUNS, { pricers: ['equity_american_lsm'] }), 'SVC-RES-001');
    const { id } = expectSuccess(await post(service, RUNS, { pricers: ['equity_digital_bs'] }), 202);
    const other = { url: service.url, key: service.keys.otherTenant };
    expectFailure(await get(other, `${RUNS}/${id}`), 'SVC-RES-001');
    expectFailure(await get(other, `/api/v1/validation/report?validationRunId=${id}`), 'SVC-RES-001');
    expectFailure(await get(other, '/api/v1/validation/report'), 'SVC-RES-001');
  });
});
