/** The expressions of alerts and dashboards, in a Prometheus that reads a running service under load. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { expectSuccess } from '../support/envelope.js';
import { temporaryFolders } from '../support/folder.js';
import { post } from '../support/http.js';
import { ended, submitted } from '../support/jobs.js';
import { expressions, leftOut, ruleFile } from '../support/kube/monitoring.js';
import { freePorts } from '../support/ports.js';
import { pause, type RunningService, startService } from '../support/service.js';

/** Time in which Prometheus has read the processes often enough for a rate over 15 s. */
const READ_MS = 16_000;
const START_MS = 30_000;

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
const contract = {
  contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2028-01-05' },
  market: { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 1024 },
};

if (leftOut === undefined) {
  describe('Prometheus, beside a service under load', function () {
    this.timeout(180_000);
    const newFolder = temporaryFolders();
    let [service, prometheus, url]: [RunningService?, ChildProcess?, string?] = [];

    /** @throws Error with Prometheus's own message where the expression is wrong */
    async function samplesOf(expression: string): Promise<readonly object[]> {
      const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      const { status, error, data } = (await answer.json()) as { status: string; error?: string; data: { result: object[] } };
      if (status !== 'success') throw new Error(`${expression}: ${error}`);
      return data.result;
    }

    before(async () => {
      service = await startService();
      const folder = newFolder();
      const [port] = await freePorts(1);
      url = `http://127.0.0.1:${port}`;
      const targets = service.metricsPorts.map((each) => `127.0.0.1:${each}`);
      const config = {
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: ['rules.json'],
        scrape_configs: [{ job_name: 'derivatives/derivatives-service', static_configs: [{ targets }] }],
      };
      writeFileSync(path.join(folder, 'prometheus.json'), JSON.stringify(config));
      writeFileSync(path.join(folder, 'rules.json'), JSON.stringify(ruleFile));
      const flags = [
        `--config.file=${folder}/prometheus.json`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ];
      prometheus = spawn('prometheus', flags, { stdio: 'ignore' });
      for (const endsAt = Date.now() + START_MS; Date.now() < endsAt; await pause(200))
        if ((await fetch(`${url}/-/ready`).catch(() => undefined))?.ok) break;
      await load(service);
    });

    after(async () => {
      prometheus?.kill();
      await service?.stop();
    });

    /** Calls of each cost class and a job, until Prometheus has read them. */
    async function load(running: RunningService): Promise<void> {
      const book = { options: Array.from({ length: 2_000 }, (_, i) => ({ ...option, strike: 80 + i / 50 })) };
      for (const endsAt = Date.now() + READ_MS; Date.now() < endsAt; await pause(200)) {
        expectSuccess(await post(running, '/api/v1/price', option));
        // Priced as a call, with a warning.
        expectSuccess(await post(running, '/api/v1/price', { ...option, optionType: 'PUT' }));
        expectSuccess(await post(running, '/api/v1/contract/price', contract));
        expectSuccess(await post(running, '/api/v1/batch/price', book));
        await post(running, '/api/v1/price', { ...option, time: -1 });
      }
      await ended(running, await submitted(running, 'priceOption', option));
    }

    it('reads every process', async () => {
      expect(await samplesOf('up == 1')).to.have.length(service!.metricsPorts.length);
    });

    for (const { shownBy, expression } of expressions)
      it(`evaluates ${shownBy}`, async () => {
        await samplesOf(expression);
      });

    it('has every metric that an expression names', async () => {
      const { data } = (await (await fetch(`${url}/api/v1/label/__name__/values`)).json()) as { data: string[] };
      const named = expressions.flatMap(
        ({ expression }) => expression.match(/\b(?:svc|nodejs|process|cost_class:svc)_[a-z0-9_]+(?::\w+)?/g) ?? [],
      );
      expect([...new Set(named)].filter((name) => !data.includes(name))).to.deep.equal([]);
    });

    it('shows data in every panel that is not of failures alone', async () => {
      const panels = expressions.filter(({ shownBy, expression }) => shownBy.includes('.json: ') && !/> 0$/.test(expression));
      const empty = [];
      for (const { shownBy, expression } of panels) if ((await samplesOf(expression)).length === 0) empty.push(shownBy);
      expect(empty).to.deep.equal([]);
    });
  });
}
