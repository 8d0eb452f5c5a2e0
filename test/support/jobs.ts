/** Submits jobs, waits for them, and starts workers beside those of the supervisor. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { environmentFor } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';
import { expectSuccess } from './envelope.js';
import { type Answer, get, post } from './http.js';
import { leftOut as mongoLeftOut, newDatabase } from './mongo/server.js';
import { freePorts } from './ports.js';
import type { RunningService } from './service.js';
import { stopProcess, untilReady } from './started.js';
import { leftOut, onTemporal } from './temporal/server.js';

export type Caller = Pick<RunningService, 'url' | 'key'>;

export const submit = (caller: Caller, operation: string, request: unknown, fields: object = {}): Promise<Answer> =>
  post(caller, '/api/v1/jobs', { operation, request, ...fields });

export const submitted = async (caller: Caller, operation: string, request: unknown, fields: object = {}): Promise<string> =>
  expectSuccess(await submit(caller, operation, request, fields), 202).id;

export const jobOf = async (caller: Caller, id: string, wait = 0) => expectSuccess(await get(caller, `/api/v1/jobs/${id}?wait=${wait}`));

/**
 * Runs a suite on the embedded queue, and on Temporal where there is one.
 *
 * @param suite environment gives what the processes of a service need to be told of the engine
 */
export function onEachEngine(
  subject: string,
  suite: (environment: () => Promise<Record<string, string>>, engine: 'embedded' | 'temporal') => void,
): void {
  describe(`${subject}, on the embedded queue`, () => suite(async () => ({}), 'embedded'));
  if (leftOut !== undefined) return;
  // MongoDB is used where it is installed, as in an installation of several machines.
  const store = async (): Promise<Record<string, string>> => (mongoLeftOut === undefined ? { MONGODB_URI: await newDatabase() } : {});
  describe(`${subject}, on Temporal`, () => suite(async () => ({ ...(await onTemporal()), ...(await store()) }), 'temporal'));
}

/** Waits for the end of a job. */
export async function ended(caller: Caller, id: string, limitMs = 120_000) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const job = await jobOf(caller, id, 10);
    if (!['queued', 'running'].includes(job.state)) return job;
    if (performance.now() > deadline) throw new Error(`${id} is ${job.state} at ${job.progress}`);
  }
}

export interface Worker {
  readonly child: ChildProcess;
  /** Sum of its counter of runs and blocks with this outcome. */
  counted(outcome: string): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The counter of runs and blocks with this outcome, of the worker whose metrics are at this port. */
export async function countedAt(metricsPort: number, outcome: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(new RegExp(`^svc_job_runs_total\\{outcome="${outcome}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1]);
}

/** A job worker of its own, of an installation that runs already. */
export async function startWorker(environment: Readonly<Record<string, string>>): Promise<Worker> {
  const [metricsPort] = await freePorts(1);
  const child = spawn(process.execPath, [path.join(packageRoot, 'dist/gateway/worker.js')], {
    env: environmentFor('worker', { ...process.env, ...environment, METRICS_PORT: String(metricsPort) }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(child, [metricsPort!]);
  return { child, counted: (outcome) => countedAt(metricsPort!, outcome), stop: (signal) => stopProcess(child, signal) };
}
