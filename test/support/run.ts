/**
 * Runs the tests that TESTS names, and passes its arguments to mocha. All tests are three runs: first the quick ones and those that compute at length, two
 * files at a time, then the slow ones of services, which measure how long things take and have the machine. The last line has the counts of all.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { COUNTS_FILE } from './testing-page.js';

const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const SLOW = ['computing', 'slow'];
const PARTS: Readonly<Record<string, readonly string[]>> = { all: ['quick', ...SLOW], slow: SLOW };
/** Files that are named are one part. */
const isNamed = process.argv.slice(2).some((argument) => argument.endsWith('.test.js'));
const parts = (isNamed ? undefined : PARTS[process.env.TESTS ?? '']) ?? [undefined];

/** True of the run whose counts `npm run testing` writes down. */
const isWhole = !isNamed && process.env.TESTS === 'all';

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** @returns the counts of the last line, or undefined where the run ended without them */
async function run(part: string | undefined): Promise<Counts | undefined> {
  const child = spawn(process.execPath, [mocha, ...process.argv.slice(2)], {
    env: { ...process.env, ...(part !== undefined && { TESTS_PART: part }), ...(isWhole && { TEST_COUNTS: COUNTS_FILE }) },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  let tail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    tail = (tail + chunk.toString()).slice(-200);
  });
  await new Promise((resolve) => child.once('close', resolve));
  if (child.signalCode !== null) process.exit(1);
  const counts = /(\d+) passed, (\d+) failed\n$/.exec(tail);
  return counts === null ? undefined : { passed: Number(counts[1]), failed: Number(counts[2]) };
}

if (isWhole) rmSync(COUNTS_FILE, { force: true });
const results: (Counts | undefined)[] = [];
for (const part of parts) results.push(await run(part));
const ended = results.filter((each) => each !== undefined);
if (parts.length > 1 && ended.length === parts.length) {
  const sum = (count: keyof Counts) => ended.reduce((total, each) => total + each[count], 0);
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
}
process.exitCode = ended.length === parts.length && ended.every(({ failed }) => failed === 0) ? 0 : 1;
