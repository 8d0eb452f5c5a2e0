import { expect } from 'chai';
import { service } from '#test/support/shared-service';
import { QUOTA } from '../support/callers.js';
import { expectFailure, expectFault, expectSuccess } from '../support/envelope.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { type Answer, get, post } from '../support/http.js';
import { pause } from '../support/service.js';

/** Requests per minute of the Free tier (interface specification, 8). */
const FREE = 100;

/** Largest number of options in a batch. */
const MAX_BATCH = 100_000;

const POLICY = /^"minute";q=(\d+);w=60(?:, "month";q=\d+)?(?:, "compute-seconds";q=\d+)?$/;
const LIMIT = /^"minute";r=(\d+);t=(\d+)$/;

/** The limit, the requests left and the seconds until the window ends, as the headers state them. */
function told({ headers }: Answer): { limit: number; remaining: number; reset: number } {
  const [, limit] = POLICY.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, remaining, reset] = LIMIT.exec(headers.get('ratelimit') ?? '') ?? [];
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
}

describe('limits', () => {
  const asking = (key: string, url = service.url) => get({ url, key }, '/api/v1/entitlements');

  it('let a Free tenant make 100 requests per minute, and refuse the 101st until the minute ends', async () => {
    const key = service.keys.free[0];
    for (let request = 1; request <= FREE; request++) {
      const answer = await asking(key);
      expectSuccess(answer);
      const { limit, remaining, reset } = told(answer);
      expect({ limit, remaining }).to.deep.equal({ limit: FREE, remaining: FREE - request });
      expect(reset).to.be.within(1, 60);
    }
    const refused = await asking(key);
    expectFailure(refused, 'SVC-LIMIT-001');
    expect(told(refused).remaining).to.equal(0);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    // Another tenant has a limit of its own.
    expectSuccess(await asking(service.key));
  });

  it('count requests that are refused for their scope, and refuse them by the limit once it is used up', async () => {
    const key = service.keys.freeNoScope;
    const refused = () => get({ url: service.url, key }, '/api/v1/governance/receipts');
    for (let request = 1; request <= FREE; request++) {
      const answer = await refused();
      expectFailure(answer, 'SVC-AUTH-004');
      expect(told(answer).remaining).to.equal(FREE - request);
    }
    expectFailure(await refused(), 'SVC-LIMIT-001');
  });

  it('let a tenant use up its monthly quota, and refuse what comes after until the month ends', async () => {
    const key = service.keys.quota;
    for (let request = 1; request <= QUOTA; request++) expectSuccess(await asking(key));
    const refused = await asking(key);
    expectFailure(refused, 'SVC-LIMIT-002');
    expect(refused.headers.get('ratelimit-policy')).to.match(new RegExp(`, "month";q=${QUOTA}$`));
    expect(refused.headers.get('ratelimit')).to.equal(`"month";r=0;t=${refused.headers.get('retry-after')}`);
    const now = new Date();
    const secondsLeft = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000;
    // The difference is the time that the answer took, and rounding up.
    expect(Number(refused.headers.get('retry-after'))).to.be.within(secondsLeft - 1, secondsLeft + 10);
  });

  it('count the thread time of runs, and refuse further ones of a tenant that has used up its own; what needs none is still served', async function () {
    this.timeout(60_000);
    const caller = { url: service.url, key: service.keys.oneComputeSecond };
    const simulate = (seed: number) =>
      post(caller, '/api/v1/contract/price', {
        contract: { type: 'lookback_call', underlying: 'SPX', strike: 100, expiry: '2030-01-05', monitoring: 'daily' },
        market: { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' },
        pricer: { seed, numPaths: 2 ** 17 },
      });
    let refused = await simulate(1);
    for (let seed = 2; refused.status === 200; seed++) {
      expect(refused.headers.get('ratelimit-policy')).to.match(/, "compute-seconds";q=1$/);
      // The time is written once a second.
      await pause(500);
      refused = await simulate(seed);
      expect(seed).to.be.below(20);
    }
    expectFailure(refused, 'SVC-LIMIT-002');
    expect(refused.body.error.message).to.include('the monthly quota of 1 compute seconds is used up');
    expect(refused.headers.get('ratelimit')).to.equal(`"compute-seconds";r=0;t=${refused.headers.get('retry-after')}`);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 31 * 86_400);
    expectSuccess(await post(caller, '/api/v1/price', { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 }));
  });

  it('accept a batch of 100 000 options, and refuse one more', async () => {
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    const price = (count: number) => post(service, '/api/v1/batch/price', { options: Array(count).fill(option) });
    expect(expectSuccess(await price(MAX_BATCH)).summary).to.deep.equal({ count: MAX_BATCH, succeeded: MAX_BATCH, failed: 0 });
    expectFault(await price(MAX_BATCH + 1), '/options');
  });

  it('refuse a simulation that would cost too much before it begins', async () => {
    const condition = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoring: 'daily' };
    const call = { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2036-01-05' };
    const contract = { type: 'conditional', contract: call, condition };
    const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
    const started = performance.now();
    const answer = await post(service, '/api/v1/contract/price', { contract, market, pricer: { numPaths: 2 ** 23 } });
    expect(expectFailure(answer, 'SVC-LIMIT-003').message).to.include('paths × steps × assets');
    // Far less than simulating the first of its paths would take.
    expect(performance.now() - started).to.be.below(1_000);
  });

  describe('of two gateways in front of one reference service', () => {
    let second: RunningGateway;

    before(async function () {
      this.timeout(60_000);
      second = await startGateway(service);
    });
    after(() => second?.stop());

    it('share one count: together they admit as many requests as one of them would', async () => {
      const key = service.keys.free[1];
      const answers = await Promise.all(
        Array.from({ length: FREE + 40 }, (_, request) => asking(key, request % 2 === 0 ? service.url : second.url)),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers.length - refused.length).to.equal(FREE);
      for (const answer of refused) expectFailure(answer, 'SVC-LIMIT-001');
      for (const url of [service.url, second.url]) expectFailure(await asking(key, url), 'SVC-LIMIT-001');
    });
  });
});
