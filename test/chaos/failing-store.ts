/** The store fails while prices are asked for: its disk is full, its server cannot be reached, its file is cut off. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';
import { get, post } from '../support/http.js';
import { dropDatabase, leftOut, mongoUri } from '../support/mongo/server.js';
import { pause, type RunningService, startService } from '../support/service.js';
import { openWire } from '../support/wire.js';
import { failed, openLoad } from './load.js';
import { missingReceipts } from './receipts.js';
import { type Effort, promised, type Scenario } from './scenario.js';

const CALLERS = 8;
const PAUSE_MS = 5;
/** From the end of the fault until prices are served again. */
const MAX_RECOVERY_MS = 10_000;
const FAULT_MS = { full: 15_000, short: 3_000 };

const option = (turn: number) => ({ spot: 50 + (turn % 100), strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
const priced = async (service: RunningService, turn = 0) => post(service, '/api/v1/price', option(turn));

/** Breaks the store of a service under load, mends it, and compares what callers saw and what is left with the promise. */
async function underFault(
  service: RunningService,
  effort: Effort,
  fault: { readonly begin: () => void; readonly end: () => void },
): Promise<string> {
  const acknowledged: string[] = [];
  const load = openLoad(
    async (turn) => {
      const { status, body } = await priced(service, turn);
      if (status === 200) acknowledged.push(body.correlationId);
      return status;
    },
    { callers: CALLERS, pauseMs: PAUSE_MS },
  );
  try {
    await pause(1_000);
    const countBefore = acknowledged.length;
    fault.begin();
    await pause(FAULT_MS[effort]);
    const during = acknowledged.length;
    fault.end();
    const from = performance.now();
    while (performance.now() - from < 2 * MAX_RECOVERY_MS && (await priced(service)).status !== 200) await pause(20);
    const recovery = Math.round(performance.now() - from);
    await pause(500);
    const calls = await load.stop();
    const unexpected = failed(calls).filter(({ status }) => status !== 503 && status !== 504);
    const { length: missing } = await missingReceipts(service, acknowledged);
    const { chain } = (await get(service, '/api/v1/governance/receipts?verify=true&limit=1')).body.data;
    const measured =
      `${countBefore} calls answered before, ${during - countBefore} while it lasted; ${failed(calls).length} of ${calls.length} failed, ${unexpected.length} of them ` +
      `otherwise than with 503 or 504; back after ${recovery} ms; ${missing} of ${acknowledged.length} receipts missing, chain ${chain.intact ? 'intact' : 'broken'}`;
    const failedInBetween = failed(calls).length > 0;
    promised(
      countBefore > 0 && failedInBetween && recovery <= MAX_RECOVERY_MS && unexpected.length + missing === 0 && chain.intact,
      measured,
    );
    return measured;
  } finally {
    await load.stop();
  }
}

const DISK_BYTES = 24 * 2 ** 20;

const mountDisk = (folder: string): Buffer =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder], { stdio: 'pipe' });
const unmountDisk = (folder: string): Buffer => execFileSync('umount', [folder]);

function diskLeftOut(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-disk-'));
  try {
    mountDisk(folder);
    unmountDisk(folder);
    return undefined;
  } catch {
    return 'this user may not mount a small disk';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fill(file: string): void {
  const chunk = Buffer.alloc(64 * 1024);
  try {
    for (;;) appendFileSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

export const fullDisk: Scenario = {
  name: 'full-disk',
  promise: `while the disk of the embedded store is full, calls that need it end with 503; no acknowledged receipt is lost, and ${MAX_RECOVERY_MS / 1000} s after there is room it serves again`,
  leftOut: diskLeftOut,
  run: async (effort) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-disk-'));
    mountDisk(folder);
    try {
      // A disk as small as this one is within the reserve from the start, where tenants are told of their quota; here it is to be really full.
      const environment = { LOG_LEVEL: 'fatal', SVC_DATA_DIR: path.join(folder, 'data'), SVC_DISK_RESERVE_MB: '0' };
      const service = await startService({ environment });
      const ballast = path.join(folder, 'ballast');
      try {
        return await underFault(service, effort, { begin: () => fill(ballast), end: () => rmSync(ballast) });
      } finally {
        await service.stop();
      }
    } finally {
      unmountDisk(folder);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export const storeCutOff: Scenario = {
  name: 'store-cut-off',
  promise: `while MongoDB cannot be reached, calls that need it end with 503 or 504; no acknowledged receipt is lost, and ${MAX_RECOVERY_MS / 1000} s after it is back they are served again`,
  leftOut: () => leftOut,
  run: async (effort) => {
    const { hostname, port } = new URL(await mongoUri());
    const wire = await openWire(Number(port), hostname);
    const database = `svc_test_${randomUUID()}`;
    try {
      const service = await startService({
        environment: { LOG_LEVEL: 'fatal', MONGODB_URI: `mongodb://127.0.0.1:${wire.port}/${database}` },
      });
      try {
        return await underFault(service, effort, { begin: wire.cut, end: wire.mend });
      } finally {
        await service.stop();
      }
    } finally {
      wire.close();
      await dropDatabase(database);
    }
  },
};

export const damagedStore: Scenario = {
  name: 'damaged-store',
  promise:
    'a service whose file was cut off does not start and names the way back; a restored backup has every receipt acknowledged before it was made',
  run: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-damaged-'));
    const [data, restored, file] = ['data', 'restored', 'backup'].map((name) => path.join(folder, name));
    const command = (name: string, dataDir: string) =>
      execFileSync(process.execPath, [path.join(packageRoot, 'dist/services/reference/backup.js'), name, file!], {
        env: { ...process.env, MONGODB_URI: '', SVC_DATA_DIR: dataDir },
      });
    try {
      const service = await startService({ environment: { LOG_LEVEL: 'fatal', SVC_DATA_DIR: data! } });
      const runs: string[] = [];
      for (let turn = 0; turn < 200; turn += 1) runs.push((await priced(service, turn)).body.correlationId);
      command('backup', data!);
      await service.stop();
      truncateSync(path.join(data!, 'store.sqlite'), 20_000);
      const refusal = await startService({ environment: { LOG_LEVEL: 'fatal', SVC_DATA_DIR: data! } }).then(
        async (started) => {
          await started.stop();
          return 'it started';
        },
        (error: Error) => error.message,
      );
      command('restore', restored!);
      const again = await startService({ environment: { LOG_LEVEL: 'fatal', SVC_DATA_DIR: restored! } });
      try {
        const caller = { url: again.url, key: service.key };
        const { length: missing } = await missingReceipts(caller, runs);
        const replay = (await post(caller, `/api/v1/governance/receipts/${runs[0]}/replay`, {})).body.data;
        const named = refusal.includes('npm run restore');
        const measured = `the start was ${named ? 'refused with the way back' : `not refused so: ${refusal}`}; ${missing} of ${runs.length} receipts missing, replay ${replay?.identical ? 'identical' : 'not identical'}`;
        promised(named && missing === 0 && replay?.identical === true, measured);
        return measured;
      } finally {
        await again.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
