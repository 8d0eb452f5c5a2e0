import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { EngineFailure, resolveContract } from '#engine';
import { contractPriceRequest, parse } from '#engine/schemas';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { CallFailure } from '#proto/failure';
import { openSimulations } from '#services/compute/simulations';
import { createLog } from '#services/runtime/log';

const request = parse(contractPriceRequest, {
  contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
});
const { contract, market } = resolveContract(request.contract, request.market, '2026-01-05');
/** Seconds of work in hundreds of launches: such a one holds its turn until its caller goes, and then ends soon. */
const LONG = { numPaths: 2 ** 28 };
/** As many run at once. */
const AT_ONCE = 4;

describe('simulations that wait for their turn', () => {
  it('leave the queue with their caller, and make room for others', async () => {
    const simulations = await openSimulations(
      { preference: 'webasm', workers: 2, costLimit: 4e9, queue: 1 },
      createLog('test', 'silent'),
      new client.Registry(),
    );
    const ask = () => {
      const caller = new AbortController();
      const call = { caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId: 't' }, 'c'), signal: caller.signal };
      const outcome = simulations.price(contract, market, LONG, { call, backend: '' }).then(
        () => 'OK',
        (failure: CallFailure | EngineFailure) => (failure instanceof EngineFailure ? failure.kind : status[failure.code]),
      );
      return { hangUp: () => caller.abort(), outcome };
    };
    try {
      const running = Array.from({ length: AT_ONCE }, ask);
      const waiting = ask();
      expect(await ask().outcome).to.equal('UNAVAILABLE');
      waiting.hangUp();
      expect(await waiting.outcome).to.equal('CANCELLED');
      const next = ask();
      for (const { hangUp } of running) hangUp();
      expect(await Promise.all(running.map(({ outcome }) => outcome))).to.deep.equal(new Array(AT_ONCE).fill('cancelled'));
      // It has its turn now.
      next.hangUp();
      expect(await next.outcome).to.equal('cancelled');
    } finally {
      await simulations.close();
    }
  });
});

describe('a simulation under way', () => {
  it('tells how far it has come, to whoever runs it and in the list of what runs', async () => {
    const registry = new client.Registry();
    const simulations = await openSimulations(
      { preference: 'webasm', workers: 2, costLimit: 4e9, queue: 1 },
      createLog('test', 'silent'),
      registry,
    );
    const call = { caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId: 't' }, 'c'), signal: new AbortController().signal };
    const seen: number[] = [];
    let told = 0;
    const progress = (paths: number) => {
      told += paths;
      seen.push(...simulations.running().map(({ correlationId, paths: done }) => (correlationId === 'c' ? done : Number.NaN)));
    };
    try {
      const { numPaths } = await simulations.price(contract, market, { numPaths: 2 ** 22 }, { call, backend: '', progress });
      expect(told).to.equal(numPaths);
      // Four launches of a million paths, each told of when it is done.
      expect(seen).to.deep.equal([1, 2, 3, 4].map((count) => (count * numPaths) / 4));
      expect(simulations.running()).to.deep.equal([]);
      expect(await registry.getSingleMetricAsString('svc_simulation_progress_paths_total')).to.include(`_total ${numPaths}`);
    } finally {
      await simulations.close();
    }
  });
});
