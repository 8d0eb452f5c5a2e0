import { kill } from 'node:process';
import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { expectSuccess } from '../support/envelope.js';
import { get, post, send } from '../support/http.js';
import { countedAt, ended, jobOf, onEachEngine, startWorker, submitted, type Worker } from '../support/jobs.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';

/** Trades in four currencies: the sensitivities to their volatilities are fifteen simulations of sixteen shifts, so 240 blocks. */
const trades = Array.from({ length: 5 }, (_, i) => ({
  type: 'interest_rate_swap',
  currency: i % 2 === 0 ? 'USD' : 'EUR',
  notional: 1e6 * (1 + i),
  side: i % 3 === 0 ? 'receiver' : 'payer',
  fixedRate: 0.02 + 0.002 * i,
  maturity: 2 + i,
  fixedFrequency: 2,
  floatingFrequency: 4,
}));
const currencies = ['USD', 'EUR', 'GBP', 'JPY'];
const market = {
  valuationDate: '2026-11-20',
  curves: Object.fromEntries(currencies.map((currency, i) => [currency, { rate: 0.01 + 0.005 * i }])),
  fx: { EURUSD: 1.1, GBPUSD: 1.3, JPYUSD: 0.0067 },
  volatilities: Object.fromEntries(['EURUSD', 'GBPUSD', 'JPYUSD'].map((pair) => [pair, { type: 'lognormal', volatility: 0.1 }])),
  models: Object.fromEntries(currencies.map((currency) => [currency, { meanReversion: 0.05, volatility: 0.01 }])),
};
const forwards = ['GBP', 'JPY'].map((currency) => ({
  type: 'fx_forward',
  buyCurrency: currency,
  buyAmount: currency === 'JPY' ? 1.5e8 : 1e6,
  sellCurrency: 'USD',
  sellAmount: 1.1e6,
  maturity: 3,
}));
const nettingSet = (seed: number, numPaths: number) => ({
  trades: [...trades, ...forwards],
  market,
  exposureTimes: Array.from({ length: 24 }, (_, k) => (k + 1) / 4),
  counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
  own: { hazardRate: 0.01, recoveryRate: 0.4 },
  pricer: { numPaths, seed },
});
const contract = (seed: number) => ({
  contract: { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 2 ** 18, numSteps: 200, seed },
});

/** An option book of two underlyings. */
const positions = Array.from({ length: 2_000 }, (_, i) => ({
  underlying: i % 2 === 0 ? 'ACME' : 'BETA',
  quantity: (i % 7) - 3,
  spot: 100,
  strike: 80 + (i % 41),
  rate: 0.03,
  volatility: 0.2,
  time: 0.1 + (i % 24) / 12,
  optionType: i % 3 === 0 ? 'put' : 'call',
}));
const moves = (seed: number, days = 60) => Array.from({ length: days }, (_, t) => 0.02 * Math.sin(seed * (t + 1) ** 2));
const simulatedRisk = (seed: number) => ({
  positions,
  correlations: [{ asset1: 'ACME', asset2: 'BETA', correlation: 0.4 }],
  pricer: { numPaths: 256, seed },
});
const levels = (count: number, width: number) => Array.from({ length: count }, (_, i) => width * (i / (count - 1) - 0.5));

onEachEngine('jobs that workers share in blocks', (environment) => {
  let service: RunningService;
  const workers: Worker[] = [];
  before(async () => {
    // Every unit is a block of its own: the more blocks, the more can go wrong. Those of one computation are more than may wait.
    service = await startService({ environment: { JOB_BLOCK_MS: '1', JOB_LANES: '1', RISK_QUEUE: '8', ...(await environment()) } });
  });
  after(async () => {
    for (const worker of workers) await worker.stop();
    await service.stop();
  });
  const countOf = (job: { manifest: { blocks?: { count: number; arithmetic: string }[] } }) =>
    defined(job.manifest.blocks, 'the blocks of the manifest').reduce((sum, { count }) => sum + count, 0);

  const sensitivitiesAtOnce = async (request: object) => expectSuccess(await post(service, '/api/v1/xva/sensitivities', request));

  for (const [operation, path, requestOf, arithmetic] of [
    ['calculateXva', '/api/v1/xva/calculate', (seed: number) => ({ ...nettingSet(seed, 4096), allocation: true }), 'double'],
    [
      'riskExposure',
      '/api/v1/risk/exposure',
      (seed: number) => {
        const { counterparty: _, own: __, ...request } = nettingSet(seed, 4096);
        return request;
      },
      'double',
    ],
    ['priceContract', '/api/v1/contract/price', contract, 'webasm'],
  ] as const)
    it(`give what ${operation} gives at once, to the last bit, and say what computed the blocks`, async () => {
      const job = await ended(service, await submitted(service, operation, requestOf(7)));
      expect(job.error).to.equal(undefined);
      expect(job).to.deep.include({ state: 'succeeded', progress: 1, attempts: 1 });
      expect(job.manifest.blocks).to.deep.equal([{ count: 16, arithmetic }]);
      const answer = await post(service, path, requestOf(7));
      expect(job.result).to.deep.equal(expectSuccess(answer));
      expect(answer.body.meta.manifest).not.to.have.property('blocks');
      const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${job.manifest.runId}/replay`, {}));
      expect(replay.identical).to.equal(true);
    }).timeout(120_000);

  for (const [operation, path, requestOf] of [
    [
      'riskVarHistorical',
      '/api/v1/risk/var/historical',
      (seed: number) => ({ positions, returns: { ACME: moves(seed), BETA: moves(seed + 1) } }),
    ],
    ['riskVarMonteCarlo', '/api/v1/risk/var/monte-carlo', simulatedRisk],
    ['riskExpectedShortfall', '/api/v1/risk/expected-shortfall', (seed: number) => ({ ...simulatedRisk(seed), method: 'monte_carlo' })],
    [
      'riskStress',
      '/api/v1/risk/stress',
      () => ({ positions, scenarios: levels(30, 0.8).map((spotShock, k) => ({ name: `${k}`, spotShock })) }),
    ],
    ['portfolioStress', '/api/v1/portfolio/stress', () => ({ positions, spotShocks: levels(6, 0.8), volatilityShocks: levels(6, 0.2) })],
  ] as const)
    it(`give what ${operation} of an option book gives at once, to the last bit`, async () => {
      const job = await ended(service, await submitted(service, operation, requestOf(7)));
      expect(job.error).to.equal(undefined);
      expect(job).to.deep.include({ state: 'succeeded', progress: 1, attempts: 1 });
      // How many there are depends on the speed of the machine.
      expect(job.manifest.blocks).to.deep.equal([{ count: countOf(job), arithmetic: 'double' }]);
      expect(countOf(job)).to.be.greaterThan(1);
      const answer = await post(service, path, requestOf(7));
      expect(job.result).to.deep.equal(expectSuccess(answer));
      expect(job.manifest.pricerId).to.equal(answer.body.meta.manifest.pricerId);
      const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${job.manifest.runId}/replay`, {}));
      expect(replay.identical).to.equal(true);
    }).timeout(120_000);

  it('give what portfolioMixed gives at once, to the last bit, instrument by instrument', async () => {
    const instruments = Array.from({ length: 40 }, (_, i) => {
      const position = { id: `held ${i}`, quantity: i - 20 };
      if (i === 7) return { ...position, kind: 'vanilla', ...positions[0], underlying: undefined, spot: -1 };
      if (i === 8) return { ...position, kind: 'nothing' };
      if (i === 10) return { ...position, kind: 'contract', ...contract(10), pricer: { numPaths: 2 ** 28, numSteps: 10_000 } };
      if (i % 4 === 0) return { ...position, kind: 'contract', ...contract(i), pricer: { numPaths: 4096 } };
      return { ...position, kind: 'vanilla', spot: 100, strike: 80 + i, rate: 0.03, volatility: 0.2, time: 1, optionType: 'put' };
    });
    const job = await ended(service, await submitted(service, 'portfolioMixed', { instruments }));
    expect(job.error).to.equal(undefined);
    expect(job).to.deep.include({ state: 'succeeded', progress: 1, attempts: 1 });
    expect(countOf(job)).to.be.greaterThan(1);
    for (const { arithmetic } of job.manifest.blocks) expect(arithmetic).to.be.oneOf(['double', 'webasm', 'double and webasm']);
    const answer = await post(service, '/api/v1/portfolio/mixed', { instruments });
    const data = expectSuccess(answer);
    expect(data.summary).to.deep.equal({ count: 40, succeeded: 37, failed: 3 });
    expect(job.result).to.deep.equal(data);
    const { blocks: _, runId, ...manifest } = job.manifest;
    expect({ ...manifest, runId: '' }).to.deep.equal({ ...answer.body.meta.manifest, runId: '' });
    const replay = expectSuccess(await post(service, `/api/v1/governance/receipts/${runId}/replay`, {}));
    expect(replay.identical).to.equal(true);
  }).timeout(120_000);

  it('are computed as one where they have nothing to share', async () => {
    const request = { positions: positions.slice(0, 2), method: 'parametric', volatilities: { ACME: 0.2, BETA: 0.2 } };
    const job = await ended(service, await submitted(service, 'riskExpectedShortfall', request));
    expect(job.manifest).not.to.have.property('blocks');
    expect(job.result).to.deep.equal(expectSuccess(await post(service, '/api/v1/risk/expected-shortfall', request)));
  });

  it('of 200 blocks have the same bits on two workers of which one is killed as at once, and show their progress', async () => {
    // So many paths that each of the 240 shifts takes longer than the shortest block (JOB_BLOCK_MS), on a fast machine too.
    const request = nettingSet(3, 8192);
    const second = await startWorker(service.environment);
    workers.push(second);
    const id = await submitted(service, 'xvaSensitivities', request);
    const pids = new Set<number>();
    const progress = async () => {
      const { progress: now, state } = await jobOf(service, id);
      pids.add(now);
      return state === 'succeeded' ? 1 : now;
    };
    while ((await progress()) < 0.2) await pause(20);
    // The supervisor starts another in its place.
    kill(defined(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get('worker'), 'the worker'), 'SIGKILL');
    while ((await progress()) < 0.6) await pause(20);
    const job = await ended(service, id, 120_000);
    expect(countOf(job)).to.be.at.least(200);
    expect(await second.counted('succeeded')).to.be.greaterThan(20);
    expect([...pids].sort((a, b) => a - b)).to.deep.equal([...pids]);
    expect(job.result).to.deep.equal(await sensitivitiesAtOnce(request));
    const attempts: {
      readonly work: string;
      readonly block?: number;
      readonly worker: string;
      readonly endedAt?: string;
      readonly outcome: string;
    }[] = expectSuccess(await get(service, `/desk/v1/jobs/${id}/attempts?limit=500`)).items;
    const computed = attempts.filter(({ work, outcome }) => work === 'block' && outcome === 'succeeded');
    expect(new Set(computed.map(({ block }) => block)).size).to.equal(countOf(job));
    // The one that was killed, the one in its place, and the second.
    expect(new Set(attempts.map(({ worker }) => worker)).size).to.equal(3);
    for (const { endedAt, outcome } of attempts) expect(outcome === 'lost' || endedAt !== undefined, outcome).to.equal(true);
  }).timeout(240_000);

  for (const [operation, path, computing, requestOf] of [
    [
      'riskVarHistorical',
      '/api/v1/risk/var/historical',
      'risk',
      (seed: number) => ({ positions, returns: { ACME: moves(seed, 400), BETA: moves(seed + 1, 400) } }),
    ],
    [
      'portfolioMixed',
      '/api/v1/portfolio/mixed',
      'pricing',
      (seed: number) => ({
        instruments: Array.from({ length: 60 }, (_, i) => ({
          ...{ id: `held ${i}`, quantity: i - 30, kind: 'contract' },
          ...{ ...contract(100 * seed + i), pricer: { numPaths: 2 ** 14, seed: 100 * seed + i } },
        })),
      }),
    ],
  ] as const)
    it(`of ${operation} have the same bits as at once where all workers and the service that computes are killed meanwhile`, async () => {
      for (let seed = 11, wasCutOff = false; !wasCutOff; seed++) {
        const id = await submitted(service, operation, requestOf(seed), { maxAttempts: 5 });
        let { progress } = await jobOf(service, id);
        while (progress === 0) ({ progress } = await jobOf(service, id));
        const children = childrenOf(defined(service.supervisor.pid, 'the supervisor'));
        for (const name of ['worker', computing]) kill(defined(children.get(name), name), 'SIGKILL');
        for (const worker of workers.splice(0)) await worker.stop('SIGKILL');
        // On a fast machine a job can be over before it is hit; another one follows then.
        wasCutOff = (await jobOf(service, id)).state === 'running';
        const job = await ended(service, id);
        expect(job.error).to.equal(undefined);
        expect(job.manifest.blocks).to.deep.equal([{ count: countOf(job), arithmetic: job.manifest.blocks[0].arithmetic }]);
        // The gateway connects again by itself, later than the worker or before it.
        let answer = await post(service, path, requestOf(seed));
        for (; answer.status === 503; answer = await post(service, path, requestOf(seed))) await pause(100);
        expect(job.result).to.deep.equal(expectSuccess(answer));
      }
    }).timeout(240_000);

  it('lose nothing when the queue and all workers are killed: what was done is not computed again', async () => {
    const request = nettingSet(4, 1024);
    const id = await submitted(service, 'xvaSensitivities', request);
    const progress = async () => {
      const answer = await get(service, `/api/v1/jobs/${id}`);
      return answer.status === 200 ? answer.body.data.progress : 0;
    };
    const progressFrom = async (least: number): Promise<number> => {
      for (;;) {
        const now = await progress();
        if (now >= least) return now;
        await pause(20);
      }
    };
    const progressBefore = await progressFrom(0.4);
    const children = childrenOf(defined(service.supervisor.pid, 'the supervisor'));
    for (const name of ['reference', 'worker']) kill(defined(children.get(name), name), 'SIGKILL');
    for (const worker of workers) await worker.stop('SIGKILL');
    expect(await progressFrom(0.01)).to.be.at.least(progressBefore);
    const job = await ended(service, id, 120_000);
    expect(job.state).to.equal('succeeded');
    expect(job.result).to.deep.equal(await sensitivitiesAtOnce(request));
  }).timeout(240_000);

  it('stop within a second when they are cancelled', async () => {
    const worker = await startWorker(service.environment);
    workers.push(worker);
    const id = await submitted(service, 'xvaSensitivities', nettingSet(5, 2 ** 16), { priority: 9 });
    while ((await jobOf(service, id)).progress === 0) await pause(20);
    expect(expectSuccess(await send(service, 'DELETE', `/api/v1/jobs/${id}`)).state).to.equal('cancelled');
    const start = performance.now();
    // The claims that two workers lost: one alone could be between two blocks at the time.
    const lost = async () => (await worker.counted('lost')) + (await countedAt(service.metricsPorts[5]!, 'lost'));
    while ((await lost()) === 0) {
      // The machine that runs the tests may be busy; the promise, one second, is of one that is not.
      expect(performance.now() - start, 'milliseconds since the job was cancelled').to.be.below(10_000);
      await pause(20);
    }
  }).timeout(60_000);

  it('are refused by their operation as at once', async () => {
    const answer = await post(service, '/api/v1/jobs', {
      operation: 'calculateXva',
      request: { ...nettingSet(1, 1024), exposureTimes: [0] },
    });
    expect(answer.status).to.equal(400);
    // A failure that only the computing service can see fails the job as it fails the operation.
    const tooMuch = { ...contract(1), pricer: { numPaths: 2 ** 28, numSteps: 10_000 } };
    const job = await ended(service, await submitted(service, 'priceContract', tooMuch));
    expect(job).to.deep.include({ state: 'failed', attempts: 1 });
    expect(job.error.code).to.equal('SVC-LIMIT-003');
  });
});
