import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { expectFailure, expectSuccess } from '../../support/envelope.js';
import { temporaryFolders } from '../../support/folder.js';
import { get, post } from '../../support/http.js';
import { freePorts } from '../../support/ports.js';
import { childrenOf, descendantsOf, environmentOf, isAlive } from '../../support/processes.js';
import { pause, type RunningService, startService } from '../../support/service.js';

const KEY = /svc_(?:live|test)_[0-9A-Za-z]{32}/g;

/** A number that occurs only in request bodies. */
const CONFIDENTIAL = 271.8281828;

describe('the supervisor', () => {
  const newFolder = temporaryFolders();

  /** Starts the supervisor and waits for its end. */
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
    SVC_SERVICE_SECRET: 'tooShort',
    SVC_WORKER: '2',
  })) {
    it(`ends and names ${variable} where its value is wrong, whichever process reads it`, async () => {
      const { code, output } = await ends({ [variable]: value });
      expect(code).to.be.greaterThan(0);
      expect(output).to.match(new RegExp(`\\b${variable}: `));
      expect(output).not.to.include('tooShort');
    });
  }

  it('ends without announcing that it is ready where another program uses a port, and names port, process and variable', async () => {
    const first = await startService();
    try {
      const { METRICS_PORT, PORT, PRICING_ADDRESS } = first.environment;
      const [port, metricsPort] = await freePorts(2);
      const free = { PORT: String(port), METRICS_PORT: String(metricsPort) };
      for (const [chosen, expected] of [
        [
          { PORT: PORT! },
          `Port ${PORT} on 127.0.0.1, for the process gateway, is used by another program: stop that program, or set PORT.`,
        ],
        [
          { PRICING_ADDRESS: PRICING_ADDRESS! },
          `Port ${PRICING_ADDRESS!.split(':')[1]} on 127.0.0.1, for the process pricing, is used by another program: stop that program, or set PRICING_ADDRESS.`,
        ],
        [{ METRICS_PORT: METRICS_PORT! }, 'or set METRICS_PORT.'],
        // Everything at once, as when the service is started a second time.
        [{ ...first.environment, SVC_DATA_DIR: newFolder() }, 'is used by another program'],
      ] as const) {
        const { code, output } = await ends({ ...(await freeAddresses()), ...free, ...chosen });
        expect(code).to.equal(1);
        expect(output).to.include(expected);
        expect(output).not.to.include('Ready at');
      }
      // The first is not disturbed.
      expectSuccess(await get(first, '/api/v1/entitlements'));
    } finally {
      await first.stop();
    }
  }).timeout(120_000);

  it('gives each process only the variables that it reads', async () => {
    const service = await startService({ environment: { UNRELATED_SECRET: 'x', SVC_SERVICE_SECRET: '' } });
    try {
      const secrets = new Set<string>();
      for (const [name, pid] of childrenOf(pidOf(service))) {
        const variables = environmentOf(pid);
        expect(variables.has('SVC_BOOTSTRAP_KEY'), name).to.equal(name === 'reference');
        expect(variables.has('TRUSTED_PROXIES') || variables.has('UNRELATED_SECRET'), name).to.equal(false);
        secrets.add(variables.get('SVC_SERVICE_SECRET') ?? '');
      }
      // One secret of its own making, of 256 bits, the same for all.
      expect([...secrets]).to.have.length(1);
      expect([...secrets][0]).to.match(/^[\w-]{43}$/);
      expectSuccess(await get(service, '/api/v1/entitlements'));
    } finally {
      await service.stop();
    }
  });

  it('stops in order when a terminal and npm both send it the signal of one Ctrl-C', async () => {
    const service = await startService();
    const children = [...childrenOf(pidOf(service)).values()];
    const ended = once(service.supervisor, 'exit');
    service.supervisor.kill('SIGINT');
    service.supervisor.kill('SIGINT');
    await pause(20);
    service.supervisor.kill('SIGINT');
    expect((await ended)[0]).to.equal(0);
    expect(children.filter(isAlive)).to.deep.equal([]);
    await service.stop();
  });

  it('stops with all its processes when npm start is told to stop', async () => {
    const [port, metricsPort] = await freePorts(2);
    const npm = spawn('npm', ['start'], {
      cwd: packageRoot,
      env: { ...process.env, ...(await freeAddresses()), PORT: String(port), METRICS_PORT: String(metricsPort), SVC_DATA_DIR: newFolder() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk));
    while (!output.includes('Ready at') && npm.exitCode === null) await pause(50);
    expect(output).to.include('Ready at');
    const descendants = descendantsOf(npm.pid ?? 0);
    expect(descendants.length).to.be.at.least(6);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    const deadline = performance.now() + 15_000;
    while (descendants.some(isAlive) && performance.now() < deadline) await pause(20);
    const survivors = descendants.filter(isAlive);
    for (const pid of survivors) process.kill(pid, 'SIGKILL');
    expect(survivors).to.deep.equal([]);
  }).timeout(60_000);

  describe('on a new data folder and then again', () => {
    // Everything that it can log, so that what it must not log would appear.
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
      [key = ''] = (await ready(first)).match(KEY) ?? [];
    });
    after(() => first?.stop());

    it('shows the first key and a curl command with it, and the key works', async () => {
      expect(new Set(first.output().match(KEY))).to.deep.equal(new Set([key]));
      expect(first.output()).to.include(`curl -s http://localhost:${new URL(first.url).port}/api/v1/price -H 'X-API-Key: ${key}'`);
      expectSuccess(await post({ url: first.url, key }, '/api/v1/price', option(CONFIDENTIAL)));
    });

    it('logs no keys and no bodies, whether calls succeed or fail', async () => {
      const wrong = `${key.slice(0, -3)}xyz`;
      const unknown = `svc_live_${'q'.repeat(32)}`;
      expectFailure(
        await post({ url: first.url, key }, '/api/v1/price', { ...option(CONFIDENTIAL), strike: -CONFIDENTIAL }),
        'SVC-REQ-001',
      );
      for (const presented of [wrong, unknown])
        expectFailure(await post({ url: first.url, key: presented }, '/api/v1/price', option(CONFIDENTIAL)), 'SVC-AUTH-002');
      const { body } = await post({ url: first.url, key }, '/api/v1/price', option(CONFIDENTIAL));
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

    it('finishes the calls in flight on SIGTERM, exits with status 0 and leaves no process', async () => {
      const children = childrenOf(pidOf(first));
      expect([...children.keys()]).to.have.members(['gateway', 'worker', 'pricing', 'calibration', 'risk', 'reference']);
      const large = { options: Array.from({ length: 40_000 }, (_, index) => option(50 + index / 500)) };
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

  it('takes every process with it when it is killed, although nobody reads their logs', async () => {
    const service = await startService();
    const children = [...childrenOf(pidOf(service)).values()];
    service.supervisor.stdout?.destroy();
    service.supervisor.kill('SIGKILL');
    const deadline = performance.now() + 10_000;
    while (children.some(isAlive) && performance.now() < deadline) await pause(20);
    const survivors = children.filter(isAlive);
    for (const pid of survivors) process.kill(pid, 'SIGKILL');
    expect(survivors).to.deep.equal([]);
    await service.stop();
  });
});

const pidOf = ({ supervisor }: RunningService): number => supervisor.pid ?? Number.NaN;

async function freeAddresses(): Promise<Record<string, string>> {
  const names = ['PRICING_ADDRESS', 'CALIBRATION_ADDRESS', 'RISK_ADDRESS', 'REFERENCE_ADDRESS'];
  const ports = await freePorts(names.length);
  return Object.fromEntries(names.map((name, index) => [name, `127.0.0.1:${ports[index]}`]));
}

const option = (spot: number) => ({ spot, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });

/** Returns when the gateway has at least this many requests in flight. */
async function inFlight(service: RunningService, count: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPorts[0]}/metrics`)).text();
    const [, inFlightNow] = /^svc_http_requests_in_flight\S* (\d+)$/m.exec(metrics) ?? [];
    if (Number(inFlightNow) >= count) return;
    await pause(1);
  }
}
