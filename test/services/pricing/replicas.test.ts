import { expect } from 'chai';
import { type Backend, greeksContract, openBackend, priceContract, resolveContract } from '#engine';
import { contractPriceRequest, parse } from '#engine/schemas';
import { type PricingReplica, startReplicas } from '#test/support/pricing-replicas';
import { pause } from '#test/support/service';

const TODAY = '2026-01-05';
const call = { correlationId: '0190a1b2-0000-7000-8000-000000000000', tenantId: 'ten_a' };

const call105 = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' };
const knockOut = {
  type: 'conditional',
  contract: call105,
  condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
};
const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: TODAY };
/** One step a path: sixteen launches, and a fraction of a second. */
const MANY = 2 ** 24;

describe('several pricing services that know of each other', () => {
  let backend: Backend;
  let all: PricingReplica[];
  before(async () => {
    backend = await openBackend('webasm', { workers: 2 });
    const webasm = { SVC_BACKEND: 'webasm', SVC_WORKERS: '1', LOG_LEVEL: 'info' };
    all = await startReplicas([webasm, webasm, webasm, { ...webasm, SVC_BACKEND: 'cpu' }]);
  });
  after(async () => {
    await Promise.all((all ?? []).map(({ stop }) => stop()));
    await backend.close();
  });

  /** What a process computes alone. */
  const alone = async (contract: object, pricer: object, method: typeof priceContract | typeof greeksContract = priceContract) => {
    const request = parse(contractPriceRequest, { contract, market, pricer });
    const resolved = resolveContract(request.contract, request.market, TODAY);
    return method(resolved.contract, resolved.market, request.pricer, backend);
  };
  const ask = async (method: 'priceContract' | 'greeksContract', contract: object, pricer: object) => {
    const bodyJson = JSON.stringify({ contract, market, pricer });
    const { resultJson } = await all[0]!.pricing[method]({ bodyJson, today: TODAY }, call);
    const { description: _, ...result } = JSON.parse(resultJson);
    return result;
  };
  const outcome = (name: string) => all[0]!.metric('svc_replica_launches_total', `outcome="${name}"`);
  const served = (index: number) => all[index]!.metric('svc_replica_launches_served_total');

  it('price on each other what is large, and give the bits of one', async () => {
    // Names are looked up once a process has started.
    let seed = 1;
    do {
      const pricer = { numPaths: MANY, seed: seed++ };
      expect(await ask('priceContract', call105, pricer)).to.deep.equal(await alone(call105, pricer));
    } while ((await served(1)) === 0 || (await served(2)) === 0);
    // What they serve is counted before it arrives, and one may still be on its way.
    const done = await outcome('done');
    expect(done).to.be.within(1, (await served(1)) + (await served(2)));
  });

  it('refuse what they would compute otherwise, and what is their own', async () => {
    expect(await served(0)).to.equal(0);
    expect(await served(3)).to.equal(0);
    expect(await outcome('refused')).to.be.at.least(2);
    expect(all[0]!.output())
      .to.include('a replica is this process itself')
      .and.to.match(/it computes on engine [\d.]+, cpu, /);
  });

  it('share bumped prices too', async () => {
    const pricer = { numPaths: MANY / 2 };
    const before = await outcome('done');
    expect(await ask('greeksContract', knockOut, pricer)).to.deep.equal(await alone(knockOut, pricer, greeksContract));
    expect(await outcome('done')).to.be.greaterThan(before);
  });

  it('give the same bits when one of them is killed in the middle of a run, and count what it lost', async () => {
    const pricer = { numPaths: 2 * MANY };
    const expected = await alone(knockOut, pricer);
    const [failed, before] = [await outcome('failed'), await served(1)];
    const asked = ask('priceContract', knockOut, pricer);
    while ((await served(1)) === before) await pause(5);
    all[1]!.process.kill('SIGKILL');
    expect(await asked).to.deep.equal(expected);
    expect(await outcome('failed')).to.be.greaterThan(failed);
    expect(all[0]!.output()).to.include('a replica is given no launches');
  });

  it('give the same bits while one of them hangs, and do not wait for it', async () => {
    const pricer = { numPaths: MANY, seed: 7 };
    const expected = await alone(knockOut, pricer);
    all[2]!.process.kill('SIGSTOP');
    const start = performance.now();
    expect(await ask('priceContract', knockOut, pricer)).to.deep.equal(expected);
    // The deadline of what it was asked; without it the work is a fraction of a second.
    expect(performance.now() - start).to.be.below(30_000);
    expect(await outcome('late')).to.be.greaterThan(0);
  });
});
