import { post, send } from '../support/http.js';
import { sharedStoreLeftOut, startFleet } from './fleet.js';
import { failed, openLoad } from './load.js';
import { promised, type Scenario } from './scenario.js';
import { makeTenant } from './tenants.js';

const TENANTS = 60;
const CALLERS = { full: 30, short: 12 };
/** Restarts of each process. */
const RESTARTS = { full: 6, short: 1 };
const CALLS = { full: 10_000, short: 500 };
const PAUSE_MS = { full: 10, short: 20 };

/** Every replica of every process is replaced by a new one, again and again, while sixty tenants make calls of all kinds. */
export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  promise: 'a rolling restart of every process loses no call',
  run: async (effort) => {
    const keys: string[] = [];
    const two = sharedStoreLeftOut === undefined ? 2 : 1;
    const fleet = await startFleet({
      replicas: { gateway: 2, pricing: 2, calibration: 2, risk: 2, reference: two },
      environment: { SHUTDOWN_GRACE_MS: '20000' },
      prepare: async (store) => {
        for (let index = 0; index < TENANTS; index++) keys.push(await makeTenant(store, `ten_${index}`, 'enterprise'));
      },
    });
    let load: ReturnType<typeof openLoad> | undefined;
    try {
      const failures = new Map<string, number>();
      load = openLoad(
        async (turn) => {
          const urls = fleet.urls();
          const caller = { url: urls[turn % urls.length]!, key: keys[turn % TENANTS]! };
          const [label, answer] = await mixed(caller, turn).catch(({ cause }) => [`broken: ${cause}`, { status: 0 }] as const);
          if (answer.status !== 200) failures.set(`${label} ${answer.status}`, (failures.get(`${label} ${answer.status}`) ?? 0) + 1);
          return answer.status;
        },
        { callers: CALLERS[effort], pauseMs: PAUSE_MS[effort] },
      );
      let restarts = 0;
      const names = ['pricing', 'gateway', 'calibration', 'risk', ...(two === 2 ? (['reference'] as const) : [])] as const;
      for (let round = 0; round < RESTARTS[effort]; round++) {
        for (const name of names) {
          await fleet.roll(name);
          restarts++;
        }
      }
      while (load.outcomes.length < CALLS[effort]) await new Promise((resolve) => setTimeout(resolve, 100));
      const outcomes = await load.stop();
      const measured =
        `${failed(outcomes).length} of ${outcomes.length} calls of ${TENANTS} tenants lost over ${restarts} restarts of ${names.join(', ')}` +
        [...failures].map(([label, count]) => `; ${count} times ${label}`).join('');
      promised(failed(outcomes).length === 0, measured);
      return measured;
    } finally {
      await load?.stop();
      await fleet.stop();
    }
  },
};

/** The calls in turn: prices with receipts, small simulations, calibrations, risk, reads of stored data. */
async function mixed(caller: Parameters<typeof post>[0], turn: number): Promise<readonly [string, { readonly status: number }]> {
  const option = { spot: 50 + (turn % 100), strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
  if (turn % 10 === 1) {
    const quotes = { strikes: [0.01, 0.02, 0.03, 0.04, 0.06], volatilities: [0.3552, 0.2392, 0.1812, 0.1647, 0.1806] };
    // No two alike, so that none is found in the cache.
    const body = { forward: 0.03 + 1e-7 * turn, expiry: 5, beta: 0.5, ...quotes };
    return ['sabr', await post(caller, '/api/v1/calibrate/sabr', body)];
  }
  if (turn % 10 === 3) {
    const contract = { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-05' };
    const market = { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' };
    const body = { contract, market, pricer: { seed: turn + 1, numPaths: 4096 } };
    return ['contract', await post(caller, '/api/v1/contract/price', body)];
  }
  if (turn % 10 === 5) {
    const days = Array.from({ length: 60 }, (_, day) => day);
    const body = { profitAndLoss: days.map((day) => Math.sin(day + turn)), valueAtRisk: days.map(() => 2), confidence: 0.95 };
    return ['backtest', await post(caller, '/api/v1/risk/backtest', body)];
  }
  if (turn % 10 === 7) return ['entitlements', await send(caller, 'GET', '/api/v1/entitlements')];
  if (turn % 10 === 9) {
    const headers = { 'Idempotency-Key': `chaos-${turn}` };
    return ['once', await send(caller, 'POST', '/api/v1/price', { body: option, headers })];
  }
  return ['price', await post(caller, '/api/v1/price', option)];
}
