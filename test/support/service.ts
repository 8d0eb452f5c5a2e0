/** Starts the whole service as a user does: the supervisor and its six processes, on free ports, with an empty store. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootstrap } from '#services/reference/access/bootstrap';
import { defined } from '#services/runtime/defined';
import { packageRoot } from '#services/runtime/version';
import { openStore } from '#services/store/open';
import type { Store } from '#services/store/port';
import { makeArtifacts } from './artifacts.js';
import { type CallerKeys, makeCallers } from './callers.js';
import { isFullRun } from './effort.js';
import { leftOut, newDatabase } from './mongo/server.js';
import { freePorts, freeRun } from './ports.js';
import { stopProcess, untilReady } from './started.js';
import { onTemporal, leftOut as temporalLeftOut } from './temporal/server.js';

export interface RunningService {
  readonly url: string;
  /** Key of the first tenant: Enterprise tier, every scope. */
  readonly key: string;
  /** The environment variables of its processes, besides those of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ports of the gateway, pricing, calibration, risk, reference and the worker, in this order. */
  readonly metricsPorts: readonly number[];
  readonly supervisor: ChildProcess;
  readonly output: () => string;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly environment?: Record<string, string>;
  /** Fills the store before the processes start; the first tenant and its key exist already. */
  readonly prepare?: (store: Store) => Promise<void>;
}

export async function startService({ environment: overrides = {}, prepare }: StartOptions = {}): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-test-'));
  const key = `svc_test_${base62(32)}`;
  const [port, pricing, calibration, risk, reference] = await freePorts(5);
  const metrics = await freeRun(6);
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_PORT: String(metrics),
    PRICING_ADDRESS: `127.0.0.1:${pricing}`,
    CALIBRATION_ADDRESS: `127.0.0.1:${calibration}`,
    RISK_ADDRESS: `127.0.0.1:${risk}`,
    REFERENCE_ADDRESS: `127.0.0.1:${reference}`,
    SVC_DATA_DIR: path.join(folder, 'data'),
    SVC_BOOTSTRAP_KEY: key,
    SVC_SERVICE_SECRET: base62(43),
    LOG_LEVEL: 'warn',
    ...overrides,
  };
  if (prepare !== undefined) {
    const store = await openStore({ dataDir: environment.SVC_DATA_DIR, mongoUri: overrides.MONGODB_URI });
    await bootstrap(store, key, Date.now());
    await prepare(store);
    await store.close();
  }
  const supervisor = spawn(process.execPath, [path.join(packageRoot, 'dist/services/supervisor/main.js')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  supervisor.stdout.on('data', (chunk) => (output += chunk));
  supervisor.stderr.on('data', (chunk) => (output += chunk));

  const metricsPorts = [0, 1, 2, 3, 4, 5].map((index) => metrics + index);
  const removeFolder = () => {
    process.off('exit', removeFolder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.on('exit', removeFolder);
  try {
    await untilReady(supervisor, metricsPorts, () => output);
  } catch (error) {
    removeFolder();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${environment.PORT}`,
    key,
    environment,
    metricsPorts,
    supervisor,
    output: () => output,
    stop: async () => {
      await stopProcess(supervisor);
      removeFolder();
    },
  };
}

/** A service with tenants and keys of every kind. It trusts one proxy, so that a test can choose its address (X-Forwarded-For). */
export interface SharedService extends RunningService {
  readonly keys: CallerKeys;
}

/** A shared service may wait for the start of its database too. */
const SHARED_START_LIMIT_MS = 100_000;

/** Kind of store in which a shared service keeps its data. */
type StoreName = 'embedded' | 'mongodb';

const shared = new Map<StoreName, Promise<SharedService>>();

/** One service per store for all suites that only send requests. It runs until the test run ends. */
export function sharedService(store: StoreName = 'embedded'): Promise<SharedService> {
  const running = shared.get(store) ?? startShared(store);
  shared.set(store, running);
  return running;
}

/** The shared service at an address. */
export async function sharedServiceAt(url: string): Promise<SharedService> {
  const running = await Promise.all(shared.values());
  return defined(
    running.find((each) => each.url === url),
    `a shared service at ${url}`,
  );
}

/** Environment of an installation of several machines: MongoDB, and Temporal for jobs where it is installed. */
async function onMongoDb(): Promise<Record<string, string>> {
  return { MONGODB_URI: await newDatabase(), ...(temporalLeftOut === undefined && (await onTemporal())) };
}

async function startShared(store: StoreName): Promise<SharedService> {
  let keys: CallerKeys | undefined;
  const service = await startService({
    environment: { TRUSTED_PROXIES: '1', ...(store === 'mongodb' && (await onMongoDb())) },
    prepare: async (opened) => {
      keys = await makeCallers(opened);
      await makeArtifacts(opened);
    },
  });
  return { ...service, keys: defined(keys, 'the keys of the callers') };
}

/** Runs a suite of requests against a service on each store; on MongoDB in a full run, where one is available. */
export function onEachService(subject: string, suite: (service: () => Promise<SharedService>, store: StoreName) => void): void {
  describe(subject, () => suite(() => sharedService(), 'embedded'));
  if (isFullRun && leftOut === undefined) describe(`${subject}, on MongoDB`, () => suite(() => sharedService('mongodb'), 'mongodb'));
}

/** Whoever sends requests. */
export type Caller = Pick<RunningService, 'url' | 'key'>;

/** Like `onEachService`, for suites of requests by two tenants: the service is started before the first test. */
export function onEachServiceByTwo(subject: string, suite: (first: Caller, other: Caller) => void): void {
  onEachService(subject, (sharedOne) => {
    let service: SharedService | undefined;
    before(async function () {
      this.timeout(SHARED_START_LIMIT_MS);
      service = await sharedOne();
    });
    const callerBy = (keyOf: (running: SharedService) => string): Caller => ({
      get url() {
        return defined(service, 'the service').url;
      },
      get key() {
        return keyOf(defined(service, 'the service'));
      },
    });
    suite(
      callerBy(({ key }) => key),
      callerBy(({ keys }) => keys.otherTenant),
    );
  });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const base62 = (length: number): string => Array.from(randomBytes(length), (byte) => ALPHABET[byte % 62]).join('');
