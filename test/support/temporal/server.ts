/**
 * The Temporal of the tests: at TEMPORAL_TEST_ADDRESS, otherwise the server that build.sh builds, otherwise the test server that fetch.sh
 * fetches, otherwise none.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePorts } from '../ports.js';

/** The scripts and the jars stand with the sources, not in dist. */
const folder = path.resolve(import.meta.dirname, '../../../../test/support/temporal');

const configured = process.env.TEMPORAL_TEST_ADDRESS || undefined;
/** The path where build.sh keeps the server; empty where there is no bash. */
const built = (spawnSync('bash', [path.join(folder, 'build.sh'), '--path'], { encoding: 'utf8' }).stdout ?? '').trim();
const isBuilt = existsSync(built);

/** True for a real server, which has priorities, counts what waits, and can keep its state. The one at the address has to have the settings of `DYNAMIC`. */
export const isReal = configured !== undefined || isBuilt;

/** Why no test has a server of its own that keeps its state; undefined where it can. */
export const leftOutOwn = isBuilt ? undefined : 'test/support/temporal/build.sh has not been run';

/** The reason why the tests on Temporal are left out, or undefined where they run. */
export const leftOut = isReal ? undefined : missing();

if (leftOut !== undefined) process.stderr.write(`  The tests on Temporal are left out: ${leftOut}\n`);

function missing(): string | undefined {
  if (!existsSync(path.join(folder, 'jars')))
    return 'TEMPORAL_TEST_ADDRESS is not set and neither build.sh nor fetch.sh in test/support/temporal has been run';
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

/** A server in this process's keeping, with nothing in it. */
async function testServer(): Promise<string> {
  const [port = 0] = await freePorts(1);
  server = isBuilt ? startServer(port) : startJavaServer(port);
  server.unref();
  process.once('exit', () => server?.kill('SIGKILL'));
  await untilListens(server, port);
  return `127.0.0.1:${port}`;
}

/** The server keeps priorities, shares workers among tenants and has one order for all jobs, as k8s/README.md asks of one. */
const DYNAMIC = [
  'matching.useNewMatcher=true',
  'matching.enableFairness=true',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
].flatMap((setting) => ['--dynamic-config-value', setting]);

/** @param database file that keeps the state; absent: the server keeps it in memory */
export function startServer(port: number, database?: string): ChildProcess {
  const settings = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'never', ...DYNAMIC];
  return spawn(built, [...settings, ...(database === undefined ? [] : ['--db-filename', database])], { stdio: 'ignore' });
}

/** Fast compilation matters more than fast code. Its log says nothing of use. */
const startJavaServer = (port: number): ChildProcess =>
  spawn('java', ['-XX:TieredStopAtLevel=1', '-cp', path.join(folder, 'jars', '*'), 'io.temporal.testserver.TestServer', String(port)], {
    stdio: 'ignore',
  });

export async function untilListens(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('the server of Temporal did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    setTimeout(() => socket.destroy(), 1_000).unref();
  });
