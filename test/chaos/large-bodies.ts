import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAllDocuments } from 'yaml';
import { defined } from '#services/runtime/defined';
import { packageRoot } from '#services/runtime/version';
import { post, send } from '../support/http.js';
import { childrenOf } from '../support/processes.js';
import { type RunningService, startService } from '../support/service.js';
import { failed, openLoad } from './load.js';
import { promised, type Scenario } from './scenario.js';

const MIB = 2 ** 20;
const LARGEST = 32 * MIB;
/** Largest delay of the gateway’s event loop beyond that of an idle process on the same machine, which other programs may use too. */
const MAX_LOOP_DELAY_MS = 50;
const ROUNDS = { full: 4, short: 1 };
const BATCH = 100_000;
/** The deadline for the end of a body. */
const BODY_LIMIT_MS = 60_000;

/** Bodies that cost far more to read than to send, and the largest that are admitted. */
export const largeBodies: Scenario = {
  name: 'large-bodies',
  promise: `whatever bodies arrive, the event loop is held for less than ${MAX_LOOP_DELAY_MS} ms at the 99th percentile, no process needs more memory than k8s/base gives it, and small requests are answered`,
  run: async (effort) => {
    const service = await startService({ environment: { LOG_LEVEL: 'fatal' } });
    const pids = [...childrenOf(defined(service.supervisor.pid, 'the supervisor'))].filter(([name]) => existsSync(manifestOf(name)));
    const load = openLoad(async () => (await post(service, '/api/v1/price', OPTION)).status, { callers: 4, pauseMs: 20 });
    const idle = fork(path.join(import.meta.dirname, 'idle-loop.js'));
    const heldMs = async (): Promise<number> => {
      idle.send('tell');
      const [[idleMs], gatewayMs] = await Promise.all([once(idle, 'message'), loopDelayMs(service)]);
      return Math.max(0, gatewayMs - idleMs);
    };
    try {
      const all = attacks();
      await heldMs();
      const delays: number[] = [];
      const outcomes: Outcome[] = [];
      for (let round = 0; round < ROUNDS[effort]; round++) {
        outcomes.push(...(await Promise.all(all.map((attack) => outcomeOf(attack, service)))));
        delays.push(await heldMs());
      }
      const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
      const calls = await load.stop();
      const memory = pids.map(([name, pid]) => ({ name, used: peakBytes(pid), limit: limitBytes(name) }));
      const over = memory.filter(({ used, limit }) => used > limit);
      const measured =
        `event loop held for ${Math.round(Math.max(...delays))} ms at the 99th percentile, beyond that of an idle process; ` +
        `${memory.map(({ name, used, limit }) => `${name} ${Math.round(used / MIB)} of ${limit / MIB} MiB`).join(', ')}; ` +
        `${count('as promised')} bodies answered as promised, ${count('late')} not sent within ${BODY_LIMIT_MS / 1000} s, ${count('otherwise')} answered otherwise; ` +
        `${failed(calls).length} of ${calls.length} small requests failed`;
      promised(Math.max(...delays) < MAX_LOOP_DELAY_MS && over.length + failed(calls).length + count('otherwise') === 0, measured);
      return measured;
    } finally {
      idle.disconnect();
      await load.stop();
      await service.stop();
    }
  },
};

const OPTION = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };

interface Attack {
  readonly raw: Buffer;
  readonly encoding?: string;
  /** The status, unless it is 503 with Retry-After. */
  readonly expected: number;
}

/** `late`: the connection was closed because its caller took longer than a body may, as on a machine without a free processor. */
type Outcome = 'as promised' | 'late' | 'otherwise';

async function outcomeOf({ raw, encoding, expected }: Attack, service: RunningService): Promise<Outcome> {
  const startedAt = performance.now();
  const headers = encoding === undefined ? {} : { 'Content-Encoding': encoding };
  try {
    const { status, headers: told } = await send(service, 'POST', '/api/v1/batch/greeks', { raw, headers });
    return status === expected || (status === 503 && told.get('retry-after') !== null) ? 'as promised' : 'otherwise';
  } catch (error) {
    if (performance.now() - startedAt < BODY_LIMIT_MS) throw error;
    return 'late';
  }
}

function attacks(): readonly Attack[] {
  const filled = (unit: string, start: string) => Buffer.from(start + unit.repeat(Math.floor((LARGEST - start.length) / unit.length)));
  const fields = Buffer.from(`{${Array.from({ length: 2_400_000 }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`);
  const batch = Buffer.from(
    JSON.stringify({ options: Array.from({ length: BATCH }, (_, index) => ({ ...OPTION, spot: 50 + index / 1_001 })) }),
  );
  return [
    { raw: filled('[', '{"options":'), expected: 400 },
    { raw: filled('{},', '{"options":['), expected: 400 },
    { raw: filled('"",', '{"options":['), expected: 400 },
    { raw: filled('\\"', '{"options":"'), expected: 400 },
    { raw: fields, expected: 400 },
    { raw: gzipSync(filled(' ', '{')), encoding: 'gzip', expected: 413 },
    { raw: batch, expected: 200 },
    { raw: batch, expected: 200 },
  ];
}

/** @returns milliseconds since the last time that it was asked */
async function loopDelayMs({ metricsPorts }: RunningService): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPorts[0]}/metrics`)).text();
  return 1000 * Number(defined(/^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)/m.exec(text), 'the delay of the event loop')[1]);
}

const peakBytes = (pid: number): number =>
  1024 * Number(defined(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')), 'the peak memory')[1]);

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly resources: { readonly limits: { readonly memory: string } } }[] };
    };
  };
}

const manifestOf = (name: string): string => path.join(packageRoot, 'k8s/base', `${name}.yaml`);

/** The memory that the manifest of a process grants it. */
function limitBytes(name: string): number {
  const documents = parseAllDocuments(readFileSync(manifestOf(name), 'utf8'));
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const deployment = defined(
    manifests.find(({ kind }) => kind === 'Deployment'),
    `the Deployment of ${name}`,
  );
  const [, count, unit] = defined(/^(\d+)(Mi|Gi)$/.exec(deployment.spec.template.spec.containers[0]!.resources.limits.memory), 'a limit');
  return Number(count) * (unit === 'Gi' ? 1024 : 1) * MIB;
}
