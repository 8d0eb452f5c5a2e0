import { expect } from 'chai';
import pino from 'pino';
import client from 'prom-client';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { openSimulations } from '#services/compute/simulations';
import { openWorkerPool } from '#services/compute/worker-pool';
import { pricingHandlers } from '#services/pricing/handlers';
import type { OptionTask } from '#services/pricing/option-prices';

const log = pino({ level: 'silent' });

/** Seven million path steps, because a result that takes less than 1 ms would not be cached. */
const body = {
  contract: {
    type: 'conditional',
    contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
    condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoring: 'weekly' },
  },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 2 ** 17 },
};

describe('the pricing service', () => {
  it('simulates a request that is sent again only for a replay, and with the same number', async () => {
    const registry = new client.Registry();
    const simulations = await openSimulations({ preference: 'webasm', workers: 1, costLimit: 4e9, maxWaiting: 1 }, log, registry);
    const options = openWorkerPool<OptionTask>({
      worker: new URL('../../../services/pricing/option-worker.js', import.meta.url),
      threads: 1,
      maxWaiting: 1,
      tasks: 'options by finite differences',
      outOfMemory: 'cost',
      heapMib: 128,
      startsEmpty: true,
      registry: new client.Registry(),
      log,
    });
    const handlers = pricingHandlers({ simulations, options, costLimit: 4e9, blockMs: 1000, registry, now: () => new Date() });
    const call = {
      caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId: 't', tier: 'enterprise' }, 'c'),
      signal: new AbortController().signal,
    };
    const ask = async (fresh: boolean) => {
      const reply = await handlers.priceContract({ bodyJson: JSON.stringify(body), today: '2026-01-05', backend: '', fresh }, call);
      return reply.resultJson ?? '';
    };
    const outcomes = async () => {
      const values = (await registry.getSingleMetric('svc_result_cache_total')?.get())?.values ?? [];
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    };
    try {
      const first = await ask(false);
      expect(JSON.parse(first)).to.include.keys('price', 'standardError');
      expect(await outcomes()).to.deep.equal({ hit: 0, miss: 1, shared: 0, fresh: 0 });
      expect(await ask(false)).to.equal(first);
      expect(await outcomes()).to.deep.equal({ hit: 1, miss: 1, shared: 0, fresh: 0 });
      expect(await ask(true)).to.equal(first);
      expect(await outcomes()).to.deep.equal({ hit: 1, miss: 1, shared: 0, fresh: 1 });
    } finally {
      await simulations.close();
      await options.close();
    }
  });
});
