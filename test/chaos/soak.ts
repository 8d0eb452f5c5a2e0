/**
 * Mixed load for a long time, and whether anything grows meanwhile: `npm run soak` takes 30 minutes, `npm run soak -- 5` five. The example of every
 * operation that needs no stored data is called in turn, besides prices, documents that are created, read and deleted, jobs, replays of
 * receipts and requests that are refused. Every few seconds the memory, the open files and the delay of the event loop of each process are read,
 * and the 99th percentile of the prices since the last time. Ends with status 1 where something grew, or where a call was not answered as it must be.
 */
import { operations } from '#gateway/operations/index';
import { type Answer, type Body, post, send } from '../support/http.js';
import { killDescendantsAtExit } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';
import { type Outcome, openLoad, quantile } from './load.js';
import { MEASURES, MEBIBYTES_PER_BYTE, type Measure, measured, measureNames, sampleOf, TAIL_OF_PRICES, verdictOn } from './measures.js';
import type { Sample } from './trend.js';

const MINUTES = Number(process.argv[2] ?? 30);
/** Share of the whole time in which compilers, caches and heaps reach their sizes, before the rest is measured. */
const WARM_UP_SHARE = 1 / 3;
const SAMPLE_INTERVAL_MS = 10_000;
const CALLERS = 8;
/** Between two calls of one caller. All together make some 25 calls a second where the machine has nothing else to do. */
const PAUSE_MS = 250;

/** The processes in the order of the ports of `startService`. */
const PROCESSES = ['gateway', 'pricing', 'calibration', 'risk', 'reference', 'worker'] as const;
/** A call and the status that it must have. */
type Call = (service: RunningService, turn: number) => Promise<readonly [answer: Answer, expected: number]>;

/** A service may refuse what it cannot do in time, with Retry-After. */
const BUSY = 503;
const MAX_REFUSED_SHARE = 1e-3;
/** The status of a call whose answer is not what it must be. */
const UNEXPECTED = 0;

const option = (turn: number) => ({ spot: 50 + (turn % 100), strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
const price: Call = async (service, turn) => [await post(service, '/api/v1/price', option(turn)), 200];

/** Their documents would pile up, and a job is submitted below. */
const LEFT_OUT = ['createSnapshot', 'putCorrelation', 'putQuotes', 'submitJob', 'startValidationRun', 'requestApproval'];

/** Examples that stand alone. What is simulated gets another seed each time, so that no result comes from the cache. */
const examples: readonly Call[] = operations
  .filter(({ method, path, example, status = 200 }) => method === 'POST' && example !== undefined && !path.includes('{') && status === 200)
  .filter(({ id }) => !LEFT_OUT.includes(id))
  .map(({ path, example }) => async (service, turn) => {
    const request = example as Body;
    const body = request.pricer === undefined ? request : { ...request, pricer: { ...request.pricer, seed: turn + 1 } };
    return [await post(service, path, body), 200];
  });

const otherCalls: readonly Call[] = [
  async (service, turn) => {
    const created = await post(service, '/api/v1/counterparties', { name: `soak ${turn}`, type: 'bank', country: 'DE' });
    if (created.status !== 201) return [created, 201];
    const path = `/api/v1/counterparties/${created.body.data.id}`;
    const read = await send(service, 'GET', path);
    return [read.status === 200 ? await send(service, 'DELETE', path) : read, 200];
  },
  async (service, turn) => {
    const priced = await post(service, '/api/v1/price', option(turn));
    const replayed = await post(service, `/api/v1/governance/receipts/${priced.body.correlationId}/replay`, {});
    return [replayed, replayed.body.data?.identical ? 200 : UNEXPECTED];
  },
  async (service, turn) => {
    const submitted = await post(service, '/api/v1/jobs', { operation: 'priceOption', request: option(turn) });
    if (submitted.status !== 202) return [submitted, 202];
    return [await send(service, 'GET', `/api/v1/jobs/${submitted.body.data.id}?wait=10`), 200];
  },
  async (service, turn) => {
    const once = { body: option(turn), headers: { 'Idempotency-Key': `soak-${turn}` } };
    const [first, again] = [await send(service, 'POST', '/api/v1/price', once), await send(service, 'POST', '/api/v1/price', once)];
    return [again, first.body.correlationId === again.body.correlationId ? 200 : UNEXPECTED];
  },
  async (service) => [await send(service, 'GET', '/api/v1/governance/receipts?limit=20'), 200],
  async (service) => [await send(service, 'GET', '/api/v1/entitlements'), 200],
  async (service, turn) => [await post(service, '/api/v1/price', { ...option(turn), volatility: -1 }), 400],
  async (service) => [await send(service, 'POST', '/api/v1/price', { raw: '[{'.repeat(1000) }), 400],
  async (service, turn) => [await send({ ...service, key: `svc_test_${'0'.repeat(32)}` }, 'GET', `/api/v1/trades/${turn}`), 401],
];

const calls = [...examples, ...otherCalls];
killDescendantsAtExit();
const service = await startService({ environment: { LOG_LEVEL: 'fatal', SVC_BACKEND: 'webasm' } });
const print = (line: string) => process.stdout.write(`${line}\n`);
const wrong = new Map<string, number>();
let refused = 0;
const prices: Outcome[] = [];
const startedAt = performance.now();
const seconds = () => (performance.now() - startedAt) / 1000;

const load = openLoad(
  async (turn) => {
    const isPrice = turn % 2 === 0;
    const callStartedAt = performance.now();
    const kind = (turn >> 1) % calls.length;
    const [answer, expected] = await (isPrice ? price : calls[kind]!)(service, turn);
    const { status } = answer;
    if (isPrice) prices.push({ turn, startedAt: callStartedAt, endedAt: performance.now(), status });
    if (status === BUSY && answer.headers.has('retry-after')) refused++;
    else if (status !== expected) {
      const failure = `${isPrice ? 'price' : `call ${kind}`}: ${status} in place of ${expected}, ${answer.body?.error?.message ?? ''}`;
      wrong.set(failure, (wrong.get(failure) ?? 0) + 1);
    }
    return status;
  },
  { callers: CALLERS, pauseMs: PAUSE_MS },
);

const samples = new Map<string, Sample[]>();
const keep = (name: string, value: number) => samples.set(name, [...(samples.get(name) ?? []), { at: seconds(), value }]);
try {
  print(`${MINUTES} minutes; ${calls.length} kinds of calls besides prices`);
  while (seconds() < MINUTES * 60) {
    await pause(SAMPLE_INTERVAL_MS);
    const warm = seconds() > MINUTES * 60 * WARM_UP_SHARE;
    const texts = await Promise.all(service.metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()));
    const latest = prices.splice(0);
    print(
      `${(seconds() / 60).toFixed(1).padStart(5)} min  ${PROCESSES.map((name, index) => `${name} ${Math.round(MEBIBYTES_PER_BYTE * sampleOf(texts[index]!, MEASURES.memory.metric))}`).join(', ')} MiB`,
    );
    if (!warm) continue;
    for (const [index, process] of PROCESSES.entries())
      for (const measure of measureNames) keep(`${process} ${measure}`, measured(texts[index]!, measure));
    if (latest.length > 0) keep('price', quantile(latest, 0.99));
  }
  const outcomes = await load.stop();
  const wrongly = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  print(`${outcomes.length} calls in ${(seconds() / 60).toFixed(1)} minutes, ${refused} refused as busy, ${wrongly} answered wrongly`);
  for (const [failure, count] of wrong) print(`  ${count} times ${failure}`);
  let findings = wrong.size + (refused > MAX_REFUSED_SHARE * outcomes.length ? 1 : 0);
  const judge = (name: string, measure: Pick<Measure, 'unit' | 'flat'>) => {
    const { isFlat, line } = verdictOn(name, samples.get(name) ?? [], measure);
    if (!isFlat) findings++;
    print(line);
  };
  for (const process of PROCESSES) for (const measure of measureNames) judge(`${process} ${measure}`, MEASURES[measure]);
  judge('price', TAIL_OF_PRICES);
  print(findings === 0 ? 'verdict: nothing grows' : `verdict: ${findings} findings`);
  process.exitCode = findings === 0 ? 0 : 1;
} finally {
  await load.stop();
  await service.stop();
}
process.exit();
