/** The MongoDB of the tests: at MONGODB_TEST_URI, otherwise the stand-in that fetch.sh fetches, otherwise none. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';

/** The jars stand with the sources, not in dist. */
const folder = path.resolve(import.meta.dirname, '../../../../test/support/mongo');

const configured = process.env.MONGODB_TEST_URI || undefined;

/** The reason why the tests on MongoDB are left out, or undefined where they run. */
export const leftOut = configured === undefined ? missing() : undefined;

if (leftOut !== undefined) process.stderr.write(`  The tests on MongoDB are left out: ${leftOut}\n`);

function missing(): string | undefined {
  if (!existsSync(path.join(folder, 'jars'))) return 'MONGODB_TEST_URI is not set and test/support/mongo/fetch.sh has not been run';
  if (spawnSync('java', ['-version']).status !== 0) return 'MONGODB_TEST_URI is not set and there is no java to run the stand-in';
  return undefined;
}

let started: Promise<string> | undefined;

/** Its URI; the stand-in starts at the first call and ends with this process. */
export function mongoUri(): Promise<string> {
  started ??= configured === undefined ? standIn() : Promise.resolve(configured);
  return started;
}

/** The URI of a database that nothing else has used. */
export async function newDatabase(): Promise<string> {
  const [, server, options = ''] = /^([^:]+:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(await mongoUri()) ?? [];
  return `${server}/svc_test_${randomUUID()}${options}`;
}

export async function dropDatabase(name: string): Promise<void> {
  const client = new MongoClient(await mongoUri());
  await client.db(name).dropDatabase();
  await client.close();
}

const JAVA_OPTIONS = [
  // The stand-in runs for seconds, so fast compilation matters more than fast code.
  '-XX:TieredStopAtLevel=1',
  // The stand-in encodes the answer of findOneAndUpdate after it releases the document, so that the update of another thread can
  // appear in the answer. With one thread the answer is the document after this update, as MongoDB guarantees.
  '-Dio.netty.eventLoopThreads=1',
];

async function standIn(): Promise<string> {
  const child = spawn('java', [...JAVA_OPTIONS, '-cp', path.join(folder, 'jars', '*'), path.join(folder, 'MongoStandIn.java')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const uri = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]: string[]) => line),
    once(child, 'exit').then(() => undefined),
  ]);
  if (uri === undefined) throw new Error(`the MongoDB stand-in did not start: ${errors.join('\n')}`);
  // Its standard input closes when this process ends, and the stand-in ends with it.
  child.unref();
  return uri;
}
