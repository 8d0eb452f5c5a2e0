/** An upgrade in a running installation: from an earlier version to this one, and back. */
import { existsSync } from 'node:fs';
import { packageRoot } from '#services/runtime/version';
import { get, post } from '../support/http.js';
import { ended, submitted } from '../support/jobs.js';
import { onTemporal, leftOut as temporalLeftOut } from '../support/temporal/server.js';
import { sharedStoreLeftOut, startFleet } from './fleet.js';
import { failed, openLoad } from './load.js';
import { mixedCall } from './mixed-calls.js';
import { missingReceipts } from './receipts.js';
import { promised, type Scenario } from './scenario.js';

const CALLERS = { full: 20, short: 6 };
const DOCUMENTS = { full: 100, short: 10 };
const PAUSE_MS = 20;

/** Folder of an earlier version, built; empty where none is named. */
const older = process.env.OLDER_BUILD ?? '';

/** Services before those that call them. */
const ORDER = ['reference', 'pricing', 'calibration', 'risk', 'worker', 'gateway'] as const;

type Caller = Parameters<typeof post>[0];

/** The processes without which no job goes on: one is under way whenever such a process is replaced. */
const WORKS_ON_JOBS: ReadonlySet<string> = new Set(['reference', 'pricing', 'worker']);
/** A job of a second or more, in blocks. */
const simulation = (seed: number) => ({
  contract: { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 2 ** 20, numSteps: 200, seed },
});

type Fields = Readonly<Record<string, unknown>>;
/** Documents that callers have stored: the address of each, with its fields when it was written. */
type Stored = Map<string, Fields>;

export const rollingUpgrade: Scenario = {
  name: 'rolling-upgrade',
  promise: 'an upgrade process by process, and the way back, lose no call, no document, no receipt and no job',
  leftOut: () => (existsSync(older) ? sharedStoreLeftOut : 'OLDER_BUILD does not name a folder of test/chaos/older-build.sh'),
  run: async (effort) => {
    const temporal = temporalLeftOut === undefined ? await onTemporal() : undefined;
    const fleet = await startFleet({
      replicas: { gateway: 2, pricing: 2, calibration: 2, risk: 2, reference: 2, worker: temporal === undefined ? 0 : 2 },
      environment: { SHUTDOWN_GRACE_MS: '20000', JOB_BLOCK_MS: '100', ...temporal },
      root: older,
    });
    let load: ReturnType<typeof openLoad> | undefined;
    try {
      const caller = (turn: number): Caller => {
        const urls = fleet.urls();
        return { url: urls[turn % urls.length]!, key: fleet.key };
      };
      const failures = new Map<string, number>();
      const receipts: string[] = [];
      load = openLoad(
        async (turn) => {
          const [label, answer] = await mixedCall(caller(turn), turn).catch(({ cause }) => [`broken: ${cause}`, undefined] as const);
          const status = answer?.status ?? 0;
          if (status !== 200) failures.set(`${label} ${status}`, (failures.get(`${label} ${status}`) ?? 0) + 1);
          else if (label === 'price') receipts.push(answer?.body.meta.manifest.runId);
          return status;
        },
        { callers: CALLERS[effort], pauseMs: PAUSE_MS },
      );
      const stored: Stored = new Map();
      const faults: string[] = [];
      const jobs: string[] = [];
      await write(caller(0), 'older', DOCUMENTS[effort], stored);
      for (const [version, root] of [
        ['newer', packageRoot],
        ['older', older],
      ] as const) {
        for (const name of ORDER)
          for (const _ of [...fleet.running(name)]) {
            if (temporal !== undefined && WORKS_ON_JOBS.has(name))
              jobs.push(await submitted(caller(jobs.length), 'priceContract', simulation(jobs.length)));
            await fleet.roll(name, root);
          }
        faults.push(...(await differing(caller(0), stored)).map((address) => `${address} differs under the ${version} version`));
        await write(caller(1), version, DOCUMENTS[effort], stored);
      }
      for (const id of jobs) {
        const { state, error } = await ended(caller(0), id);
        if (state !== 'succeeded') faults.push(`the job ${id} has ${state}: ${error?.message}`);
      }
      const outcomes = await load.stop();
      faults.push(...(await missingReceipts(caller(0), receipts)).map((runId) => `the receipt ${runId} is missing`));
      const measured =
        `${failed(outcomes).length} of ${outcomes.length} calls lost; ${stored.size} documents and ${receipts.length} receipts read under both versions, ` +
        `${temporal === undefined ? 'no jobs, as there is no Temporal' : `${jobs.length} jobs ended`}; ${faults.length} faults${faults
          .slice(0, 5)
          .map((fault) => `; ${fault}`)
          .join('')}` +
        [...failures].map(([label, count]) => `; ${count} times ${label}`).join('');
      promised(failed(outcomes).length === 0 && faults.length === 0, measured);
      return measured;
    } finally {
      await load?.stop();
      await fleet.stop();
    }
  },
};

/** Writes documents of several kinds. */
async function write(caller: Caller, version: string, count: number, stored: Stored): Promise<void> {
  for (let index = 0; index < count; index++) {
    const name = `${version} ${index}`;
    const portfolio = await created(caller, '/api/v1/portfolios', { name });
    const swap = { type: 'interest_rate_swap', currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.03, maturity: 5 };
    const trade = await created(caller, '/api/v1/trades', {
      ...{ tradeDate: '2026-03-02', portfolioId: portfolio.id },
      terms: { ...swap, fixedFrequency: 1, floatingFrequency: 2 },
    });
    const curve = { name, currency: 'USD', kind: 'discount', valuationDate: '2026-03-02', nodes: [{ time: 1, zeroRate: 0.04 }] };
    const market = await created(caller, '/api/v1/market-data/curves', curve);
    stored.set(`/api/v1/trades/${trade.id}`, trade);
    stored.set(`/api/v1/market-data/curves/${market.id}`, market);
  }
}

async function created(caller: Caller, path: string, body: object): Promise<Fields> {
  const answer = await post(caller, path, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** The addresses of documents that are not as they were written, in the fields that both versions know. */
async function differing(caller: Caller, stored: Stored): Promise<string[]> {
  const addresses: string[] = [];
  for (const [address, written] of stored) {
    const { status, body } = await get(caller, address);
    const shared = Object.keys(written).filter((name) => name in (body.data ?? {}));
    const isSame = shared.includes('id') && shared.every((name) => JSON.stringify(body.data[name]) === JSON.stringify(written[name]));
    if (status !== 200 || !isSame) addresses.push(address);
  }
  return addresses;
}
