import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { ERROR_STATUS } from '#gateway/contract/errors';
import { operations } from '#gateway/operations/index';
import { service } from '#test/support/shared-service';
import { expectSuccess } from '../support/envelope.js';
import { get, post, send } from '../support/http.js';

/** The processes, in the order of RunningService.metricsPorts. */
const PROCESSES = ['gateway', 'pricing', 'calibration', 'risk', 'reference'];

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

/** The samples of one metric in an exposition, by their labels. */
function samplesOf(text: string, name: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return new Map(lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

describe('metrics', () => {
  const internal = async (process: string, path = '/metrics', init?: RequestInit) =>
    fetch(`http://127.0.0.1:${service.metricsPorts[PROCESSES.indexOf(process)]}${path}`, init);
  const exposition = async (process: string): Promise<string> => (await internal(process)).text();

  for (const process of PROCESSES) {
    it(`of ${process} are served on its internal port without a key, and name the build`, async () => {
      const answer = await internal(process);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
      const text = await answer.text();
      expect(
        [...samplesOf(text, 'svc_build_info')].map(([labels, value]) => [labels.includes(`service="${process}"`), value]),
      ).to.deep.equal([[true, 1]]);
      expect(samplesOf(text, 'nodejs_eventloop_lag_seconds').size).to.equal(1);
    });

    it(`of ${process} share their port with readiness and nothing else`, async () => {
      const ready = await internal(process, '/ready');
      expect({ status: ready.status, body: await ready.json() }).to.deep.equal({ status: 200, body: { ready: true, waitingFor: [] } });
      expect((await internal(process, '/api/v1/price')).status).to.equal(404);
      expect((await internal(process, '/metrics', { method: 'POST' })).status).to.equal(405);
    });
  }

  it('are served on the public port to any valid key', async () => {
    const { status, body } = await send({ url: service.url, key: service.keys.noScope }, 'GET', '/metrics');
    expect(status).to.equal(200);
    const families = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(families(body)).to.deep.equal(families(await exposition('gateway')));
  });

  it('have a series for every operation and every error code from the start', async () => {
    const text = await exposition('gateway');
    const requests = [...samplesOf(text, 'svc_http_requests_total').keys()];
    for (const { id } of operations)
      expect(
        requests.some((labels) => labels.includes(`operation="${id}",status="2xx"`)),
        id,
      ).to.equal(true);
    const errors = [...samplesOf(text, 'svc_http_errors_total').keys()];
    for (const code of Object.keys(ERROR_STATUS))
      expect(
        errors.some((labels) => labels.includes(`code="${code}"`)),
        code,
      ).to.equal(true);
  });

  it('count each answer once, by operation, status and error code', async () => {
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    const count = async (name: string, label: string) => {
      const samples = [...samplesOf(await exposition('gateway'), name)].filter(([labels]) => labels.includes(label));
      return samples.reduce((sum, [, value]) => sum + value, 0);
    };
    const all = () =>
      Promise.all([
        count('svc_http_requests_total', 'operation="priceOption",status="2xx"'),
        count('svc_http_requests_total', 'operation="priceOption",status="4xx"'),
        count('svc_http_errors_total', 'code="SVC-REQ-001"'),
        count('svc_priced_results_total', 'pricer="equity_vanilla_bs"'),
        count('svc_warned_results_total', 'pricer="equity_vanilla_bs"'),
      ]);
    const earlier = await all();
    expectSuccess(await post(service, '/api/v1/price', option));
    // Priced as a call, with a warning.
    expectSuccess(await post(service, '/api/v1/price', { ...option, optionType: 'PUT' }));
    await post(service, '/api/v1/price', { ...option, time: -1 });
    const later = await all();
    expect(later.map((value, index) => value - earlier[index]!)).to.deep.equal([2, 1, 1, 2, 1]);
  });

  it('are few: at most 2 000 series of one process of each kind', async () => {
    const lines = await Promise.all(PROCESSES.map(async (process) => (await exposition(process)).match(/^[a-z][^#\n]*$/gm)?.length ?? 0));
    expect(Math.min(...lines)).to.be.above(50);
    expect(lines.reduce((sum, count) => sum + count)).to.be.at.most(2_000);
  });

  it('carry no key, no tenant and no run', async () => {
    const { body } = await post(service, '/api/v1/price', { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
    await get(service, `/api/v1/governance/receipts/${body.correlationId}`);
    for (const process of PROCESSES) {
      const text = await exposition(process);
      for (const secret of [service.key.slice(0, 17), 'ten_', 'key_', body.correlationId]) expect(text).not.to.include(secret);
    }
  });

  if (!hasPromtool) {
    process.stdout.write('  The exposition is not checked by promtool: it is not installed\n');
    return;
  }

  for (const process of PROCESSES) {
    it(`of ${process} satisfy Prometheus’s own linter`, async () => {
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input: await exposition(process),
        encoding: 'utf8',
      });
      expect(stdout + stderr).to.equal('');
      expect(status).to.equal(0);
    });
  }
});
