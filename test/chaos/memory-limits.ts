import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { defined } from '#services/runtime/defined';
import type { ProcessName } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';
import { post } from '../support/http.js';
import { startFleet } from './fleet.js';
import { failed, openLoad } from './load.js';
import { memoryGroup, peakMemory } from './memory-limit.js';
import { promised, type Scenario } from './scenario.js';

const NAMES = ['gateway', 'pricing', 'calibration', 'risk', 'reference'] as const;
const CALLERS = { full: 12, short: 4 };
const CALLS = { full: 240, short: 12 };
/** Statuses that a caller may see instead of an answer: it is too large, the service is busy, or it took too long. */
const REFUSALS = [413, 429, 503, 504];
const MEBIBYTE = 2 ** 20;

/** Each process is held to the memory that k8s/base grants it, while callers ask for the largest that is admitted, all at once. */
export const memoryLimits: Scenario = {
  name: 'memory-limits',
  promise: 'no process exceeds the memory that k8s/base grants it, whatever mix of admitted requests arrives',
  run: async (effort) => {
    const limits = new Map(NAMES.map((name) => [name as ProcessName, limitOf(name)]));
    const groups = new Map(NAMES.map((name) => [name as ProcessName, memoryGroup(name, defined(limits.get(name), name))]));
    const fleet = await startFleet({
      replicas: { gateway: 1, pricing: 1, calibration: 1, risk: 1, reference: 1 },
      environment: { SIMULATION_TIMEOUT_MS: '30000' },
      memoryGroup: (name) => groups.get(name)?.processes,
    });
    try {
      const pids = NAMES.map((name) => [name, defined(fleet.running(name)[0]!.pid, name)] as const);
      const load = openLoad(async (turn) => (await post({ url: fleet.urls()[0]!, key: fleet.key }, ...largest(turn))).status, {
        callers: CALLERS[effort],
        pauseMs: 0,
      });
      const alive = () =>
        NAMES.every((name) => fleet.running(name).every(({ exitCode, signalCode }) => exitCode === null && signalCode === null));
      while (load.outcomes.length < CALLS[effort] && alive()) await new Promise((resolve) => setTimeout(resolve, 200));
      const peaks = pids.map(([name, pid]) => ({ name, peak: peakMemory(pid), limit: defined(limits.get(name), name) }));
      const survived = alive();
      const outcomes = await load.stop();
      const unexpected = failed(outcomes).filter(({ status }) => !REFUSALS.includes(status));
      const areLimited = [...groups.values()].every(({ processes }) => processes !== undefined);
      const measured =
        `${areLimited ? 'held by control groups' : 'limits not enforced here, peaks read'}: ` +
        peaks.map(({ name, peak, limit }) => `${name} ${Math.round(peak / MEBIBYTE)} of ${limit / MEBIBYTE} MiB`).join(', ') +
        `; ${outcomes.length} calls, ${failed(outcomes).length} refused, ${unexpected.length} of them otherwise than as too large, busy or late` +
        (survived ? '' : '; a process was killed');
      promised(survived && unexpected.length === 0 && peaks.every(({ peak, limit }) => peak <= limit), measured);
      return measured;
    } finally {
      await fleet.stop();
      for (const { close } of groups.values()) close();
    }
  },
};

/** The limit of the manifest, bytes. */
function limitOf(name: string): number {
  const text = readFileSync(path.join(packageRoot, 'k8s/base', `${name}.yaml`), 'utf8');
  const deployment = parseAllDocuments(text)
    .map(
      (document) =>
        document.toJS({}) as {
          kind: string;
          spec: { template: { spec: { containers: [{ resources: { limits: { memory: string } } }] } } };
        },
    )
    .find(({ kind }) => kind === 'Deployment');
  const { memory } = defined(deployment, name).spec.template.spec.containers[0].resources.limits;
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(memory) ?? [];
  return Number(amount) * (unit === 'Gi' ? 1024 : 1) * MEBIBYTE;
}

/** The largest requests of each kind in turn, no two alike. */
function largest(turn: number): readonly [string, object] {
  const market = { spot: 100, rate: 0.03, valuationDate: '2026-01-05' };
  if (turn % 6 === 0) {
    const options = Array.from({ length: 100_000 }, (_, index) => ({
      ...{ spot: 50 + (index % 100), strike: 80 + (index % 37), rate: 0.05, volatility: 0.2 + (turn % 50) / 1000, time: 1 + (index % 11) },
    }));
    return [turn % 12 === 0 ? '/api/v1/batch/greeks' : '/api/v1/batch/price', { options }];
  }
  if (turn % 6 === 1) {
    const contract = { type: 'lookback_call', underlying: 'SPX', strike: 100, expiry: '2036-01-05', monitoring: 'daily' };
    return ['/api/v1/contract/price', { contract, market: { ...market, volatility: 0.2 }, pricer: { seed: turn + 1, numPaths: 2 ** 20 } }];
  }
  if (turn % 6 === 2) {
    const quotes = Array.from({ length: 500 }, (_, i) => ({
      strike: 80 + (i % 41),
      time: 0.25 + (i % 20) / 4,
      impliedVolatility: 0.2 + 0.001 * ((i + turn) % 30),
    }));
    return ['/api/v1/calibrate/heston', { spot: 100, rate: 0.02, quotes }];
  }
  if (turn % 6 === 3) {
    const trades = Array.from({ length: 500 }, (_, index) => ({
      ...{ type: 'interest_rate_swap', id: `swap ${index}`, currency: 'USD', notional: 1e6, side: index % 2 === 0 ? 'payer' : 'receiver' },
      ...{ fixedRate: 0.02 + 0.0001 * (index % 200), maturity: 1 + (index % 30), fixedFrequency: 2, floatingFrequency: 4 },
    }));
    const rates = { curves: { USD: { rate: 0.03 } }, volatilities: { USD: { type: 'normal', volatility: 0.008 } } };
    const exposureTimes = Array.from({ length: 60 }, (_, index) => (index + 1) / 2);
    const market = { ...rates, models: { USD: { meanReversion: 0.03 } } };
    return ['/api/v1/risk/exposure', { trades, market, exposureTimes, pricer: { numPaths: 8192, seed: turn + 1 } }];
  }
  if (turn % 6 === 4) {
    const positions = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ id: `position ${index}`, underlying: `U${index % 50}`, quantity: 100 - (index % 200), spot: 100, strike: 80 + (index % 40) },
      ...{ rate: 0.03, volatility: 0.25, time: 0.25 + (index % 8) / 4, optionType: index % 2 === 0 ? 'call' : 'put' },
    }));
    return ['/api/v1/risk/var/monte-carlo', { positions, pricer: { numPaths: 2 ** 17, seed: turn + 1 } }];
  }
  const days = Array.from({ length: 100_000 }, (_, day) => Math.sin(day + turn));
  return ['/api/v1/risk/backtest', { profitAndLoss: days, valueAtRisk: days.map(() => 2), confidence: 0.95 }];
}
