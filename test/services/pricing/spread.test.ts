import { expect } from 'chai';
import { type Backend, type Launch, openBackend, resolveContract } from '#engine';
import { contractPriceRequest, parse } from '#engine/schemas';
import { priceContract } from '#engine-gpu/method/monte-carlo';
import { type Replica, spread } from '#services/pricing/spread';
import { pause } from '#test/support/service';

const request = parse(contractPriceRequest, {
  contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
  market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
});
const { contract, market } = resolveContract(request.contract, request.market, '2026-01-05');
/** Sixteen launches: four at once stay here, what comes beside them is sent away. */
const MANY = { numPaths: 2 ** 24 };

/** Of no time. */
const SMALL: Launch = {
  source: 'function kernel(a, n) { return a[2] * n + this.thread.x; }',
  arrays: [Float32Array.of(1, 2, 3, 4)],
  numbers: [3],
  width: 64,
  rows: 1,
  outputs: 1,
};

describe('a simulation that is spread over replicas', () => {
  let local: Backend;
  let alone: object;
  before(async () => {
    local = await openBackend('webasm', { workers: 2 });
    alone = await priceContract(contract, market, MANY, local);
  });
  after(() => local.close());

  interface Told extends Replica {
    asked: number;
    lateness: number;
  }
  const replica = (answer: (launch: Launch, arithmetic: string) => Promise<Float32Array>): Told => {
    let busy = 0;
    const told: Told = {
      asked: 0,
      lateness: 0,
      busy: () => busy,
      run: async (launch, arithmetic) => {
        told.asked++;
        busy++;
        try {
          return await answer(launch, arithmetic);
        } finally {
          busy--;
        }
      },
      late: () => {
        told.lateness++;
      },
    };
    return told;
  };
  const honest = () => replica(async (launch) => (await local.run(launch)).values);
  const priceOver = (...replicas: Replica[]) =>
    priceContract(
      contract,
      market,
      MANY,
      spread(local, () => replicas),
    );

  for (const count of [1, 2, 15])
    it(`gives on ${count} more the bits that it gives alone`, async () => {
      const replicas = Array.from({ length: count }, honest);
      expect(await priceOver(...replicas)).to.deep.equal(alone);
      expect(replicas.reduce((total, { asked }) => total + asked, 0)).to.be.greaterThan(0);
    });

  it('computes again what a replica loses, and gives the same bits', async () => {
    const lost = replica(() => Promise.reject(new Error('gone')));
    expect(await priceOver(lost, honest())).to.deep.equal(alone);
    expect(lost.asked).to.be.greaterThan(0);
  });

  it('takes back what a replica keeps when nothing else is left, and tells it', async () => {
    const hung = replica(() => new Promise<Float32Array>(() => undefined));
    expect(await priceOver(hung)).to.deep.equal(alone);
    expect(hung.lateness).to.equal(hung.asked).and.to.be.greaterThan(0);
  });

  it('takes back what a replica keeps though there is always something to do here', async () => {
    const hung = replica(() => new Promise<Float32Array>(() => undefined));
    const backend = spread(local, () => [hung]);
    let under = true;
    const others = Array.from({ length: 8 }, async () => {
      while (under) await backend.run(SMALL);
    });
    while (hung.lateness === 0) await pause(1);
    under = false;
    await Promise.all(others);
    expect(hung.lateness).to.equal(hung.asked);
  });

  it('is shared with others that run at the same time, on all that there is', async () => {
    const replicas = [honest(), honest()];
    const backend = spread(local, () => replicas);
    const seeds = [1, 2, 3, 4];
    const together = await Promise.all(seeds.map((seed) => priceContract(contract, market, { ...MANY, seed }, backend)));
    for (const [i, seed] of seeds.entries())
      expect(together[i]).to.deep.equal(await priceContract(contract, market, { ...MANY, seed }, local));
    for (const { asked } of replicas) expect(asked).to.be.greaterThan(8);
  });

  it('keeps to itself what is small', async () => {
    const asked = honest();
    await priceContract(
      contract,
      market,
      { numPaths: 2 ** 21 },
      spread(local, () => [asked]),
    );
    expect(asked.asked).to.equal(0);
  });

  it('keeps to itself what runs here on another backend than its own', async () => {
    // gpu.js translates no comma for webasm, and cpu takes its place.
    const comma: Launch = {
      source: 'function kernel(a, n) { let x = 0.0; for (let i = 0; i < n; i++) { x = (x, x + a[i]); } return x; }',
      arrays: [Float32Array.of(1, 2, 3, 4)],
      numbers: [3],
      width: 64,
      rows: 64,
      outputs: 1,
    };
    await local.run(comma);
    const asked = honest();
    const backend = spread(local, () => [asked]);
    const results = await Promise.all(Array.from({ length: 8 }, () => backend.run(comma)));
    expect(results.map(({ backend: ran }) => ran)).to.deep.equal(new Array(8).fill('cpu'));
    expect(results.map(({ fallbacks }) => fallbacks.length)).to.deep.equal(new Array(8).fill(1));
    expect(asked.asked).to.equal(0);
  });

  it('ends with its caller, whatever replicas keep of it', async () => {
    const caller = new AbortController();
    const hung = replica(() => new Promise<Float32Array>(() => undefined));
    const backend = spread(local, () => [hung]);
    const run = priceContract(contract, market, { ...MANY, signal: caller.signal }, backend).catch(({ kind }) => kind);
    while (hung.asked === 0) await pause(1);
    caller.abort();
    expect(await run).to.equal('cancelled');
  });
});
