import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import pino from 'pino';
import client from 'prom-client';
import { contractPrice, EngineFailure } from '#engine';
import { contractPriceRequest, parse } from '#engine/schemas';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { CallFailure } from '#proto/failure';
import { openSimulations, type Run, type Simulations } from '#services/compute/simulations';

const request = parse(contractPriceRequest, {
  contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
});
/** Seconds of work in hundreds of launches: such a run is under way until its caller goes, and then ends soon. */
const LONG = 2 ** 28;
/** Simulations that run at once. */
const CONCURRENCY = 4;

const price = (simulations: Simulations, numPaths: number, run: Run) =>
  contractPrice({ ...request, pricer: { ...request.pricer, numPaths } }, '2026-01-05', { run: (compute) => simulations.run(compute, run) });

describe('simulations that wait in the queue', () => {
  it('leave it with their caller, and make room for others', async () => {
    const simulations = await openSimulations(
      { preference: 'webasm', workers: 2, costLimit: 4e9, maxWaiting: 1 },
      pino({ level: 'silent' }),
      new client.Registry(),
    );
    const ask = () => {
      const caller = new AbortController();
      const call = { caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId: 't', tier: 'enterprise' }, 'c'), signal: caller.signal };
      const outcome = price(simulations, LONG, { call, backend: '' }).then(
        () => 'OK',
        (failure: CallFailure | EngineFailure) => (failure instanceof EngineFailure ? failure.kind : status[failure.code]),
      );
      return { hangUp: () => caller.abort(), outcome };
    };
    try {
      const running = Array.from({ length: CONCURRENCY }, ask);
      const waiting = ask();
      expect(await ask().outcome).to.equal('UNAVAILABLE');
      waiting.hangUp();
      expect(await waiting.outcome).to.equal('CANCELLED');
      const next = ask();
      for (const { hangUp } of running) hangUp();
      expect(await Promise.all(running.map(({ outcome }) => outcome))).to.deep.equal(new Array(CONCURRENCY).fill('cancelled'));
      // It runs now.
      next.hangUp();
      expect(await next.outcome).to.equal('cancelled');
    } finally {
      await simulations.close();
    }
  });
});

describe('a simulation under way', () => {
  it('reports its progress to its caller and in the list of simulations under way', async () => {
    const registry = new client.Registry();
    const simulations = await openSimulations(
      { preference: 'webasm', workers: 2, costLimit: 4e9, maxWaiting: 1 },
      pino({ level: 'silent' }),
      registry,
    );
    const call = {
      caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId: 't', tier: 'enterprise' }, 'c'),
      signal: new AbortController().signal,
    };
    const counts: number[] = [];
    let reported = 0;
    const progress = (paths: number) => {
      reported += paths;
      counts.push(...simulations.underWay().map(({ correlationId, paths: completed }) => (correlationId === 'c' ? completed : Number.NaN)));
    };
    try {
      const { numPaths } = (await price(simulations, 2 ** 22, { call, backend: '', progress })).result;
      expect(reported).to.equal(numPaths);
      // Four launches of a million paths, each reported when it is done.
      expect(counts).to.deep.equal([1, 2, 3, 4].map((count) => (count * numPaths) / 4));
      expect(simulations.underWay()).to.deep.equal([]);
      expect(await registry.getSingleMetricAsString('svc_simulation_progress_paths_total')).to.include(`_total ${numPaths}`);
    } finally {
      await simulations.close();
    }
  });
});
