import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { expectFailure, expectSuccess } from '../../support/envelope.js';
import { temporaryFolders } from '../../support/folder.js';
import { get, post } from '../../support/http.js';
import { freePorts } from '../../support/ports.js';
import { childrenOf, isAlive } from '../../support/processes.js';
import { pause, type RunningService, startService } from '../../support/service.js';

const KEY = /svc_(?:live|test)_[0-9A-Za-z]{32}/g;

/** Found nowhere else than in a body. */
const CONFIDENTIAL = 271.8281828;

describe('the supervisor', () => {
  const newFolder = temporaryFolders();

  async function ends(environment: Record<string, string>): Promise<{ code: number; output: string }> {
    const ports = await freePorts(2);
    const supervisor = spawn(process.execPath, [path.join(packageRoot, 'dist/services/supervisor/main.js')], {
      env: { ...process.env, PORT: String(ports[0]), METRICS_PORT: String(ports[1]), SVC_DATA_DIR: newFolder(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [supervisor.stdout, supervisor.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(supervisor, 'close');
    return { code, output };
  }

  for (const [variable, value] of Object.entries({
    PORT: 'http',
    LOG_LEVEL: 'loud',
    SHUTDOWN_GRACE_MS: '-1',
    PRICING_ADDRESS: 'localhost',
    SIMULATION_TIMEOUT_MS: '1',
    SVC_BOOTSTRAP_KEY: 'svc_live_tooShort',
  })) {
    it(`ends, naming ${variable}, when that is wrong, whichever process reads it`, async () => {
      const { code, output } = await ends({ [variable]: value });
      expect(code).to.be.greaterThan(0);
      expect(output).to.match(new RegExp(`\\b${variable}: `));
      expect(output).not.to.include('tooShort');
    });
  }

  describe('on a new data folder and then again', () => {
    // Everything that it can say, so that what it must not say would be in it.
    const environment = { SVC_BOOTSTRAP_KEY: '', LOG_LEVEL: 'trace' };
    let folder: string;
    let first: RunningService;
    let key: string;

    const ready = async (service: RunningService): Promise<string> => {
      while (!service.output().includes('Ready at')) await pause(20);
      return service.output();
    };
    const start = async () => startService({ environment: { ...environment, SVC_DATA_DIR: folder } });

    before(async function () {
      this.timeout(60_000);
      folder = newFolder();
      first = await start();
      key = (await ready(first)).match(KEY)![0];
    });
    after(() => first?.stop());

    it('shows the first key beside a curl with it, and the key works', async () => {
      expect(new Set(first.output().match(KEY))).to.deep.equal(new Set([key]));
      expect(first.output()).to.include(`curl -s http://localhost:${new URL(first.url).port}/api/v1/price -H 'X-API-Key: ${key}'`);
      expectSuccess(await post({ url: first.url, key }, '/api/v1/price', option(CONFIDENTIAL)));
    });

    it('says nothing in its logs of keys and bodies, whatever becomes of the call', async () => {
      const wrong = `${key.slice(0, -3)}xyz`;
      const unknown = `svc_live_${'q'.repeat(32)}`;
      expectFailure(
        await post({ url: first.url, key }, '/api/v1/price', { ...option(CONFIDENTIAL), strike: -CONFIDENTIAL }),
        'SVC-REQ-001',
      );
      for (const presented of [wrong, unknown])
        expectFailure(await post({ url: first.url, key: presented }, '/api/v1/price', option(CONFIDENTIAL)), 'SVC-AUTH-002');
      const { body } = await post({ url: first.url, key }, '/api/v1/price', option(CONFIDENTIAL));
      // Logs are written a few times a second.
      while (!first.output().includes(body.correlationId)) await pause(20);
      const logged = first
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'));
      expect(logged.length).to.be.greaterThan(5);
      for (const line of logged) {
        expect(JSON.parse(line)).to.include.all.keys('level', 'time', 'service', 'msg');
        for (const secret of [key, key.slice('svc_live_'.length), wrong, unknown, String(CONFIDENTIAL)])
          expect(line).not.to.include(secret);
      }
    });

    it('lets the calls in flight finish when it is told to stop, ends with 0 and leaves no process', async () => {
      const children = childrenOf(first.supervisor.pid!);
      expect([...children.keys()]).to.have.members(['gateway', 'pricing', 'calibration', 'risk', 'reference']);
      const large = { options: Array.from({ length: 8_000 }, (_, index) => option(50 + index / 100)) };
      const running = Array.from({ length: 4 }, () => post({ url: first.url, key }, '/api/v1/batch/greeks', large));
      await inFlight(first, running.length);
      const stopped = first.stop();
      for (const answer of await Promise.all(running)) expect(expectSuccess(answer).summary.succeeded).to.equal(large.options.length);
      await stopped;
      expect(first.supervisor.exitCode).to.equal(0);
      expect(first.output()).not.to.include('still in flight');
      expect([...children.values()].filter(isAlive)).to.deep.equal([]);
    });

    it('does not show the key a second time, and the key still works', async () => {
      const second = await start();
      try {
        const output = await ready(second);
        expect(output.match(KEY)).to.equal(null);
        expect(output).to.include('<API_KEY>');
        expectSuccess(await get({ url: second.url, key }, '/api/v1/entitlements'));
      } finally {
        await second.stop();
      }
    });
  });

  it('takes every process with it when it is killed, although nobody reads their logs any more', async () => {
    const service = await startService();
    const children = [...childrenOf(service.supervisor.pid!).values()];
    service.supervisor.stdout!.destroy();
    service.supervisor.kill('SIGKILL');
    const deadline = performance.now() + 10_000;
    while (children.some(isAlive) && performance.now() < deadline) await pause(20);
    const left = children.filter(isAlive);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(left).to.deep.equal([]);
    await service.stop();
  });
});

const option = (spot: number) => ({ spot, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });

/** Returns once the gateway has this many requests that it has not answered. */
async function inFlight(service: RunningService, count: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPorts[0]}/metrics`)).text();
    if (Number(/^svc_http_requests_in_flight\S* (\d+)$/m.exec(metrics)![1]) >= count) return;
    await pause(1);
  }
}
