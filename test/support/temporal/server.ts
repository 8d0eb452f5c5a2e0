/** The Temporal of the tests: at TEMPORAL_TEST_ADDRESS, otherwise its test server, which fetch.sh fetches, otherwise none. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePorts } from '../ports.js';

/** The jars stand with the sources, not in dist. */
const folder = path.resolve(import.meta.dirname, '../../../../test/support/temporal');

const configured = process.env.TEMPORAL_TEST_ADDRESS || undefined;

/** True for a real server, which supports priorities and persists its state. */
export const isReal = configured !== undefined;

/** The reason why the tests on Temporal are left out, or undefined where they run. */
export const leftOut = configured === undefined ? missing() : undefined;

if (leftOut !== undefined) process.stderr.write(`  The tests on Temporal are left out: ${leftOut}\n`);

function missing(): string | undefined {
  if (!existsSync(path.join(folder, 'jars'))) return 'TEMPORAL_TEST_ADDRESS is not set and test/support/temporal/fetch.sh has not been run';
  if (spawnSync('java', ['-version']).status !== 0) return 'TEMPORAL_TEST_ADDRESS is not set and there is no java to run the test server';
  return undefined;
}

let started: Promise<string> | undefined;
let server: ChildProcess | undefined;

/** Its address; the test server starts at the first call and ends with this process. */
export function temporalAddress(): Promise<string> {
  started ??= configured === undefined ? testServer() : Promise.resolve(configured);
  return started;
}

/** Environment that connects the processes of a service to Temporal. Each call gives a task queue of its own. */
export async function onTemporal(): Promise<Record<string, string>> {
  // Once for all workers, whose start would take seconds longer.
  await (await import('#services/jobs/temporal-bundle')).workflowBundle();
  return { TEMPORAL_ADDRESS: await temporalAddress(), TEMPORAL_TASK_QUEUE: randomUUID() };
}

const START_LIMIT_MS = 60_000;

async function testServer(): Promise<string> {
  const [port] = await freePorts(1);
  // Fast compilation matters more than fast code. Its log says nothing of use.
  server = spawn(
    'java',
    ['-XX:TieredStopAtLevel=1', '-cp', path.join(folder, 'jars', '*'), 'io.temporal.testserver.TestServer', String(port)],
    {
      stdio: 'ignore',
    },
  );
  server.unref();
  process.once('exit', () => server?.kill('SIGKILL'));
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await listens(port!))) {
    if (server.exitCode !== null || performance.now() > deadline) throw new Error('the test server of Temporal did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `127.0.0.1:${port}`;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    setTimeout(() => socket.destroy(), 1_000).unref();
  });
