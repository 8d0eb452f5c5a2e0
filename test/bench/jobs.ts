/**
 * Jobs on the embedded queue, with workers of one lane each: how many short jobs end per second, how long one takes from its submission to its end, and
 * how long computations take that workers share in blocks, beside the same calls made at once. One lane has one block computed at a time, which takes
 * one thread: so the speed-up is bounded by the processors. Each result is compared with that of the call made at once, to the last bit.
 *
 *   npm run bench -- jobs
 */
import { availableParallelism, loadavg } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { expectSuccess } from '../support/envelope.js';
import { get, post } from '../support/http.js';
import { ended, startWorker, submitted, type Worker } from '../support/jobs.js';
import { killDescendantsAtExit } from '../support/processes.js';
import { startService } from '../support/service.js';

const [SHORT_JOBS, AT_ONCE, SINGLE_JOBS] = [400, 20, 100];
const SHORT_WORKERS = [1, 4];
const SHARING_WORKERS = [1, 2];
const [POSITIONS, SCENARIOS] = [10_000, 16_384];
const [TRADES, DATES, PATHS] = [2_000, 120, 65_536];
/** Most time that one computation may take, milliseconds. */
const LIMIT_MS = 900_000;

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };

const terms = (i: number, spot = 100) => ({
  spot,
  strike: 70 + (i % 61),
  rate: 0.03,
  volatility: 0.2,
  time: 0.1 + (i % 24) / 12,
  optionType: i % 3 === 0 ? 'put' : 'call',
});
/** The seed is another in each run, as the spot below: results are cached. */
const valueAtRisk = (run: number) => ({
  positions: Array.from({ length: POSITIONS }, (_, i) => ({ underlying: `Share ${i % 20}`, quantity: (i % 9) - 4, ...terms(i) })),
  pricer: { numPaths: SCENARIOS, seed: run },
});
/** Nine in ten in closed form, one by a tree. */
const mixed = (run: number) => ({
  instruments: Array.from({ length: POSITIONS }, (_, i) => {
    const { spot, strike, rate, volatility, time, optionType } = terms(i, 100 + run);
    if (i % 10 > 0) return { kind: 'vanilla', quantity: 1, ...terms(i, 100 + run) };
    const instrument = { strike, time, optionType, exerciseStyle: 'american' };
    const params = { steps: 1_000, treeType: 'crr' };
    return { kind: 'engine', quantity: 1, pricerId: 'binomial_tree', instrument, market: { spot, rate, volatility }, params };
  }),
});
const currencies = ['USD', 'EUR', 'GBP', 'JPY'];
const nettingSet = (run: number) => ({
  trades: Array.from({ length: TRADES }, (_, i) => ({
    type: 'interest_rate_swap',
    currency: currencies[i % 4],
    notional: 1e6 * (1 + (i % 7)),
    side: i % 3 === 0 ? 'receiver' : 'payer',
    fixedRate: 0.01 + 0.00001 * i,
    maturity: 1 + (i % 10),
    fixedFrequency: 2,
    floatingFrequency: 4,
  })),
  market: {
    valuationDate: '2026-11-20',
    curves: Object.fromEntries(currencies.map((currency, i) => [currency, { rate: 0.01 + 0.005 * i }])),
    fx: { EURUSD: 1.1, GBPUSD: 1.3, JPYUSD: 0.0067 },
    volatilities: Object.fromEntries(['EURUSD', 'GBPUSD', 'JPYUSD'].map((pair) => [pair, { type: 'lognormal', volatility: 0.1 }])),
    models: Object.fromEntries(currencies.map((currency) => [currency, { meanReversion: 0.05, volatility: 0.01 }])),
  },
  exposureTimes: Array.from({ length: DATES }, (_, k) => (k + 1) / 12),
  counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
  own: { hazardRate: 0.01, recoveryRate: 0.4 },
  allocation: true,
  pricer: { numPaths: PATHS, seed: run },
});
const SHARED = [
  [
    `value at risk of ${POSITIONS} options, revalued in ${SCENARIOS} scenarios`,
    'riskVarMonteCarlo',
    '/api/v1/risk/var/monte-carlo',
    valueAtRisk,
  ],
  [`portfolio of ${POSITIONS} instruments, one in ten by a tree of 1 000 steps`, 'portfolioMixed', '/api/v1/portfolio/mixed', mixed],
  [`XVA of ${TRADES} swaps, ${DATES} dates, ${PATHS} paths, allocated`, 'calculateXva', '/api/v1/xva/calculate', nettingSet],
] as const;

const print = (line: string) => process.stdout.write(`${line}\n`);
const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;
const since = (start: number): number => performance.now() - start;
const load = () => `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors`;

const limits = { SIMULATION_TIMEOUT_MS: String(LIMIT_MS), RISK_COST_LIMIT: '4e9' };
killDescendantsAtExit();
const service = await startService({ environment: { JOB_LANES: '1', ...limits } });
const workers: Worker[] = [];
/** The supervisor has one worker already. */
async function haveWorkers(count: number): Promise<void> {
  while (workers.length < count - 1) workers.push(await startWorker(service.environment));
  while (workers.length > count - 1) await workers.pop()?.stop();
}

const atOnce = async (path: string, request: object) => expectSuccess(await post(service, path, request));
let price: object;

/** @returns the job @throws Error where it has not succeeded */
async function succeeded(operation: string, request: object) {
  const job = await ended(service, await submitted(service, operation, request), LIMIT_MS);
  if (job.state !== 'succeeded') throw new Error(`the job is ${job.state}: ${JSON.stringify(job.error)}`);
  return job;
}

async function shortJob(): Promise<void> {
  const { result } = await succeeded('priceOption', option);
  if (!isDeepStrictEqual(result, price)) throw new Error(`a job gave ${JSON.stringify(result)}, the call ${JSON.stringify(price)}`);
}

/** Jobs per second. */
async function throughput(): Promise<number> {
  const start = performance.now();
  let remaining = SHORT_JOBS;
  const client = async () => {
    while (remaining-- > 0) await shortJob();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return SHORT_JOBS / (since(start) / 1_000);
}

/** Milliseconds from the submission of one job to the answer that it has ended. */
async function latencies(): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SINGLE_JOBS; i++) {
    const start = performance.now();
    await shortJob();
    times.push(since(start));
  }
  return times;
}

/** @throws Error where the result is not that of the call made at once */
async function shared(operation: string, path: string, request: object) {
  const start = performance.now();
  const job = await succeeded(operation, request);
  const seconds = since(start) / 1_000;
  const artifact = job.artifactId === undefined ? undefined : await get(service, `/api/v1/artifacts/${job.artifactId}/content`);
  const { data, meta } = artifact?.body ?? { data: job.result, meta: { manifest: job.manifest } };
  if (!isDeepStrictEqual(data, await atOnce(path, request))) throw new Error(`${operation} as a job has another result than at once`);
  const counts = (meta.manifest.blocks ?? []) as readonly { readonly count: number }[];
  return { seconds, blocks: counts.reduce((sum, { count }) => sum + count, 0) };
}

try {
  price = await atOnce('/api/v1/price', option);
  await throughput();
  print('| workers | short jobs per second | one job: median, ms | 99 of 100, ms | machine |');
  print('| ---: | ---: | ---: | ---: | --- |');
  for (const count of SHORT_WORKERS) {
    await haveWorkers(count);
    const rate = await throughput();
    const times = await latencies();
    print(`| ${count} | ${rate.toFixed(0)} | ${quantile(times, 0.5).toFixed(0)} | ${quantile(times, 0.99).toFixed(0)} | ${load()} |`);
  }
  print('');
  print('| computation | at once, s | workers | as a job, s | blocks | speed-up over one worker | machine |');
  print('| --- | ---: | ---: | ---: | ---: | ---: | --- |');
  for (const [label, operation, path, requestOf] of SHARED) {
    const start = performance.now();
    await atOnce(path, requestOf(0));
    const direct = (since(start) / 1_000).toFixed(1);
    let alone: number | undefined;
    for (const count of SHARING_WORKERS) {
      await haveWorkers(count);
      const { seconds, blocks } = await shared(operation, path, requestOf(count));
      alone ??= seconds;
      print(`| ${label} | ${direct} | ${count} | ${seconds.toFixed(1)} | ${blocks} | ${(alone / seconds).toFixed(2)} | ${load()} |`);
    }
  }
} finally {
  for (const worker of workers) await worker.stop();
  await service.stop();
}
process.exit(0);
