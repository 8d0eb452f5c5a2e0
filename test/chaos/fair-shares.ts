import { insertKey } from '#services/reference/access/keys';
import { PLATFORM, type Tenant, tenants } from '#services/resources/tenant';
import { post } from '../support/http.js';
import { pause, startService } from '../support/service.js';
import { promised, type Scenario } from './scenario.js';

const LARGE_RUNS = 12;
/** Each 2.6 thousand million path steps: half a minute on two threads, and near the limit of one simulation. */
const LARGE_PATHS = 2 ** 20;
const LIMIT_MS = 1_000;
const ROUNDS = { full: 100, short: 15 };
const PAUSE_MS = 200;
/** A small simulation of the same tenant begins when large ones have had their second. */
const OWN_LIMIT_MS = 10_000;

/** One tenant of the Free tier asks for as much as it may while another, of the Enterprise tier, makes small simulations. */
export const fairShares: Scenario = {
  name: 'fair-shares',
  promise: `${LARGE_RUNS} of the largest simulations of a Free tenant do not move an Enterprise tenant’s 15 ms simulation beyond ${LIMIT_MS / 1000} s, nor one of its own beyond ${OWN_LIMIT_MS / 1000} s`,
  run: async (effort) => {
    let free = '';
    const service = await startService({
      environment: { LOG_LEVEL: 'fatal', SVC_BACKEND: 'webasm', SIMULATION_TIMEOUT_MS: '20000' },
      prepare: async (store) => {
        const tenant = { tenantId: PLATFORM, id: 'ten_free', version: 1, createdAt: 0, updatedAt: 0, name: 'free', disabled: false };
        await store.insert(tenants, { ...tenant, tier: 'free', requestsPerMinute: 0, monthlyQuota: 0 } satisfies Tenant);
        const keyTerms = {
          tenantId: 'ten_free',
          name: 'free',
          scopes: ['price' as const],
          environment: 'live' as const,
          expiresAt: undefined,
        };
        free = (await insertKey(store, keyTerms, Date.now())).raw;
      },
    });
    try {
      // Compiles the kernel of the small simulation.
      await post(service, '/api/v1/contract/price', small(0));
      const alone = await times(service, 10);
      const large = Array.from({ length: LARGE_RUNS }, (_, seed) =>
        post({ ...service, key: free }, '/api/v1/contract/price', largest(seed + 1)).then(({ status, headers }) => ({
          status,
          retryAfter: headers.get('retry-after'),
        })),
      );
      await pause(500);
      const ownTimes = times({ ...service, key: free }, 3);
      const loaded = await times(service, ROUNDS[effort]);
      const ownMs = Math.round(Math.max(...(await ownTimes)));
      const ends = await Promise.all(large);
      const refused = ends.filter(({ status }) => status === 503);
      const unexpected = ends.filter(
        ({ status, retryAfter }) => ![200, 503, 504].includes(status) || (status === 503 && retryAfter === null),
      );
      const measured =
        `alone ${median(alone)} ms in the median; beside ${LARGE_RUNS} largest ones ${median(loaded)} ms, at most ${Math.round(Math.max(...loaded))} ms, those of the Free tenant itself at most ${ownMs} ms; ` +
        `of the largest, ${ends.filter(({ status }) => status === 200).length} answered, ${ends.filter(({ status }) => status === 504).length} ended at their deadline, ${refused.length} refused with 503 and Retry-After, ${unexpected.length} answered otherwise`;
      promised(Math.max(...loaded) <= LIMIT_MS && ownMs <= OWN_LIMIT_MS && unexpected.length === 0, measured);
      return measured;
    } finally {
      await service.stop();
    }
  },
};

const market = { spot: 100, rate: 0.03, valuationDate: '2026-01-05' };
const small = (seed: number) => ({
  contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
  market: { ...market, volatility: 0.2 },
  pricer: { seed, numPaths: 2 ** 20 },
});
const largest = (seed: number) => ({
  contract: { type: 'lookback_call', underlying: 'SPX', strike: 100, expiry: '2036-01-05', monitoring: 'daily' },
  market: { ...market, model: { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 0.5, rho: -0.7 } },
  pricer: { seed, numPaths: LARGE_PATHS },
});

/** @returns milliseconds of each of so many small simulations, each of a seed of its own, so that none is found in the cache */
async function times(service: Parameters<typeof post>[0], count: number): Promise<number[]> {
  const durations: number[] = [];
  for (let round = 0; round < count; round++) {
    const startedAt = performance.now();
    const { status, text } = await post(service, '/api/v1/contract/price', small(1 + Math.floor(Math.random() * 2 ** 30)));
    if (status !== 200) throw new Error(`a small simulation was answered ${status}: ${text}`);
    durations.push(performance.now() - startedAt);
    await pause(PAUSE_MS);
  }
  return durations;
}

const median = (values: readonly number[]): number => Math.round([...values].sort((one, other) => one - other)[values.length >> 1]!);
