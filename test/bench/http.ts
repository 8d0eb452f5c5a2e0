/**
 * Requests per second of `POST /api/v1/price` with authentication, limits, validation, metrics and a durable receipt, compared with an
 * Express server that only echoes the same body, in alternating rounds of one run; the processor time that each process takes per request, which
 * depends less on what else the machine does; and the time from start to the first price. Needs `wrk`, and Linux for the processor time.
 */
import { execFile, fork } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { defined } from '#services/runtime/defined';
import { post } from '#test/support/http';
import { startService } from '#test/support/service';
import { childrenOf, killDescendantsAtExit, processorSeconds } from '../support/processes.js';

const SECONDS = 5;
const ROUNDS = 5;
/** Enough connections that some requests are read while others wait for the disk: a receipt is durable before its response is sent. */
const CONNECTIONS = 64;

const body = { spot: 100, strike: 100, rate: 0.05, volatility: 0.2, time: 1 };
/** Black-Scholes price that the service must return. */
const EXPECTED_PRICE = 10.45058357218555;

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const print = (line: string) => process.stdout.write(`${line}\n`);

const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));

interface Round {
  /** Requests per second. */
  readonly rate: number;
  readonly requests: number;
}

async function load(url: string, key: string): Promise<Round> {
  const script = path.join(folder, 'post.lua');
  writeFileSync(
    script,
    `wrk.method = 'POST'\nwrk.body = '${JSON.stringify(body)}'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.headers['X-API-Key'] = '${key}'\n`,
  );
  const { stdout } = await promisify(execFile)('wrk', ['-t1', '--timeout', '30s', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '-s', script, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`answers failed:\n${stdout}`);
  return {
    rate: Number(defined(/Requests\/sec:\s+([\d.]+)/.exec(stdout), 'the number of requests per second')[1]),
    requests: Number(defined(/(\d+) requests in/.exec(stdout), 'the number of requests')[1]),
  };
}

const processorMicroseconds = (pid: number): number => 1e6 * processorSeconds(pid);

killDescendantsAtExit();
const startedAt = performance.now();
const service = await startService();
const readyAt = performance.now();
const first = await post(service, '/api/v1/price', body);
const firstAt = performance.now();
if (Math.abs(first.body.data.price - EXPECTED_PRICE) > 1e-12) throw new Error(`wrong price: ${JSON.stringify(first.body)}`);

const echo = fork(path.join(import.meta.dirname, 'echo.js'));
const { port } = await new Promise<{ port: number }>((resolve) => echo.once('message', (message) => resolve(message as { port: number })));
const supervised = childrenOf(defined(service.supervisor.pid, 'the supervisor'));
const processes = new Map([
  ['echo', defined(echo.pid, 'the echo')],
  ...['gateway', 'pricing', 'reference'].map((name) => [name, defined(supervised.get(name), name)] as const),
]);
try {
  const rates: { echo: number[]; price: number[] } = { echo: [], price: [] };
  const perRequest = new Map([...processes.keys()].map((name) => [name, [] as number[]]));
  /** Loads a server and notes what the processes that work for it have taken per request. */
  const measured = async (url: string, names: readonly string[]): Promise<number> => {
    const processorTimes = () => names.map((name) => processorMicroseconds(defined(processes.get(name), name)));
    const timesBefore = processorTimes();
    const { rate, requests } = await load(url, service.key);
    for (const [index, timeAfter] of processorTimes().entries())
      perRequest.get(names[index]!)?.push((timeAfter - timesBefore[index]!) / requests);
    return rate;
  };
  // The first round warms up both servers and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await measured(`http://127.0.0.1:${port}/echo`, ['echo']);
    const full = await measured(`${service.url}/api/v1/price`, ['gateway', 'pricing', 'reference']);
    if (round > 0) {
      rates.echo.push(bare);
      rates.price.push(full);
    }
  }
  const ratios = rates.price.map((rate, round) => rate / rates.echo[round]!);
  const least = (name: string): number => Math.min(...defined(perRequest.get(name), name).slice(1));
  print(`${CONNECTIONS} connections, ${ROUNDS} alternating rounds of ${SECONDS} s; medians`);
  print(`bare Express echo        ${median(rates.echo).toFixed(0)} requests/s`);
  print(`POST /api/v1/price       ${median(rates.price).toFixed(0)} requests/s`);
  print(
    `ratio                    ${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}; ${ROUNDS} rounds)`,
  );
  print(
    `processor time           ${[...processes.keys()].map((name) => `${name} ${least(name).toFixed(0)} µs`).join(', ')} per request, least of the rounds`,
  );
  print(
    `echo over gateway        ${(least('echo') / least('gateway')).toFixed(3)}, the ratio where each process has a processor of its own`,
  );
  print(`start to ready           ${((readyAt - startedAt) / 1000).toFixed(2)} s, first price ${(firstAt - readyAt).toFixed(1)} ms later`);
} finally {
  echo.disconnect();
  await service.stop();
}
