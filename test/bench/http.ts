/**
 * Requests per second of `POST /api/v1/price` with authentication, limits, validation, metrics and a durable receipt, compared with an
 * Express server that only echoes the same body, in alternating rounds of one run; and the time from start to the first price.
 * Needs `wrk`.
 */
import { execFile, fork } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { post } from '#test/support/http';
import { startService } from '#test/support/service';
import { defined } from '../support/defined.js';

const SECONDS = 5;
const ROUNDS = 5;
/** Enough connections that some requests are read while others wait for the disk: a receipt is durable before its response is sent. */
const CONNECTIONS = 64;

const body = { spot: 100, strike: 100, rate: 0.05, volatility: 0.2, time: 1 };
/** Black-Scholes price that the service must return. */
const EXPECTED_PRICE = 10.45058357218555;

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];
const print = (line: string) => process.stdout.write(`${line}\n`);

const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));

async function load(url: string, key: string): Promise<number> {
  const script = path.join(folder, 'post.lua');
  writeFileSync(
    script,
    `wrk.method = 'POST'\nwrk.body = '${JSON.stringify(body)}'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.headers['X-API-Key'] = '${key}'\n`,
  );
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '-s', script, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`answers failed:\n${stdout}`);
  return Number(defined(/Requests\/sec:\s+([\d.]+)/.exec(stdout), 'the number of requests per second')[1]);
}

const startedAt = performance.now();
const service = await startService();
const readyAt = performance.now();
const first = await post(service, '/api/v1/price', body);
const firstAt = performance.now();
if (Math.abs(first.body.data.price - EXPECTED_PRICE) > 1e-12) throw new Error(`wrong price: ${JSON.stringify(first.body)}`);

const echo = fork(path.join(import.meta.dirname, 'echo.js'));
const { port } = await new Promise<{ port: number }>((resolve) => echo.once('message', (message) => resolve(message as { port: number })));
try {
  const rates: { echo: number[]; price: number[] } = { echo: [], price: [] };
  // The first round warms up both servers and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await load(`http://127.0.0.1:${port}/echo`, service.key);
    const full = await load(`${service.url}/api/v1/price`, service.key);
    if (round > 0) {
      rates.echo.push(bare);
      rates.price.push(full);
    }
  }
  const ratios = rates.price.map((rate, round) => rate / rates.echo[round]);
  print(`${CONNECTIONS} connections, ${ROUNDS} alternating rounds of ${SECONDS} s; medians`);
  print(`bare Express echo        ${median(rates.echo).toFixed(0)} requests/s`);
  print(`POST /api/v1/price       ${median(rates.price).toFixed(0)} requests/s`);
  print(
    `ratio                    ${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}; ${ROUNDS} rounds)`,
  );
  print(`start to ready           ${((readyAt - startedAt) / 1000).toFixed(2)} s, first price ${(firstAt - readyAt).toFixed(1)} ms later`);
} finally {
  echo.disconnect();
  await service.stop();
}
