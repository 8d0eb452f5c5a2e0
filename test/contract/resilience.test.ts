import { expect } from 'chai';
import { defined } from '../support/defined.js';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { type Answer, type Body, get, post } from '../support/http.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';

const CONNECTIONS = 16;
/** Between a connection's calls: load enough that every kill meets calls in flight, and little enough for a busy machine. */
const THINK_MS = 5;
/** The deadline of a call that one look-up or one closed form answers (gateway/deadlines.ts), and what a busy machine adds. */
const DEADLINE_MS = 5_000 + 1_000;
/** Back-off, start and reconnection, several times what they take. */
const BACK_MS = 10_000;

const PRICE = '/api/v1/price';
const ENTITLEMENTS = '/api/v1/entitlements';
const RECEIPTS = '/api/v1/governance/receipts';

interface Call {
  readonly path: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Absent: the connection broke, as it does where the gateway itself is killed. */
  readonly answer?: Answer;
}

/** When the process was killed, and when everything was well again. */
interface Outage {
  readonly from: number;
  readonly to: number;
}

describe('a service that is killed under load', () => {
  const calls: Call[] = [];
  const outages = new Map<string, Outage>();
  let service: RunningService;

  const option = (spot: number) => ({ spot, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
  /** Two prices, then one of the calls that need no pricing. */
  const turns = [PRICE, ENTITLEMENTS, PRICE, RECEIPTS];

  async function call(turn: number): Promise<Call> {
    const path = turns[turn % turns.length];
    const startedAt = performance.now();
    const answer = await (path === PRICE ? post(service, path, option(50 + (turn % 100))) : get(service, path)).catch(() => undefined);
    return { path, startedAt, endedAt: performance.now(), ...(answer && { answer }) };
  }

  const processOf = (name: string): number => defined(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get(name), name);

  async function kill(name: string): Promise<void> {
    const from = performance.now();
    process.kill(processOf(name), 'SIGKILL');
    await pause(50);
    for (;;) {
      const answers = await Promise.all(turns.map((_, turn) => call(turn)));
      if (answers.every(({ answer }) => answer?.status === 200)) break;
      expect(performance.now() - from, `${name} is not back`).to.be.below(BACK_MS);
      await pause(50);
    }
    outages.set(name, { from, to: performance.now() });
  }

  before(async function () {
    this.timeout(90_000);
    service = await startService({ environment: { LOG_LEVEL: 'fatal' } });
    let loading = true;
    const connection = async (first: number): Promise<void> => {
      for (let turn = first; loading; turn++) {
        calls.push(await call(turn));
        await pause(THINK_MS);
      }
    };
    const connections = Array.from({ length: CONNECTIONS }, (_, index) => connection(index));
    try {
      await pause(300);
      for (const name of ['pricing', 'reference', 'gateway']) {
        await kill(name);
        await pause(300);
      }
    } finally {
      loading = false;
      await Promise.all(connections);
    }
  });
  after(() => service?.stop());

  /** Calls that had any part in the outage. */
  const during = (name: string): readonly Call[] => {
    const { from, to } = defined(outages.get(name), `the outage of ${name}`);
    return calls.filter(({ startedAt, endedAt }) => endedAt >= from && startedAt <= to);
  };
  const failed = (list: readonly Call[]): readonly Call[] => list.filter(({ answer }) => answer?.status !== 200);

  it('has its calls answered 503, in an envelope and inside their deadline', () => {
    for (const name of ['pricing', 'reference']) {
      const refused = failed(during(name));
      expect(refused.length, name).to.be.greaterThan(0);
      for (const { answer, startedAt, endedAt } of refused) {
        const refusal = defined(answer, `the answer of ${name}`);
        expectFailure(refusal, 'SVC-SYS-002');
        expect(refusal.headers.get('retry-after')).to.equal('1');
        expect(endedAt - startedAt).to.be.below(DEADLINE_MS);
      }
    }
  });

  it('harms no call that does not need it', () => {
    const others = during('pricing').filter(({ path }) => path !== PRICE);
    expect(others.length).to.be.greaterThan(10);
    expect(failed(others)).to.deep.equal([]);
  });

  it('keeps a price from leaving while its receipt cannot be kept', () => {
    expect(failed(during('reference')).some(({ path }) => path === PRICE)).to.equal(true);
  });

  it('harms no call before and after', () => {
    const outside = calls.filter(({ startedAt, endedAt }) =>
      [...outages.values()].every(({ from, to }) => endedAt < from || startedAt > to),
    );
    expect(outside.length).to.be.greaterThan(100);
    for (const { answer } of outside) expectSuccess(defined(answer, 'an answer'));
  });

  it('breaks connections only where it is the gateway, whose answers are otherwise whole', () => {
    const involved = during('gateway');
    expect(failed(involved).length).to.be.greaterThan(0);
    for (const { answer } of involved) {
      if (answer !== undefined && answer.status !== 200) expectFailure(answer, 'SVC-SYS-002');
    }
  });

  it('loses no receipt of a price that was answered, whichever was killed', async () => {
    const answered = calls.filter(({ path, answer }) => path === PRICE && answer?.status === 200).map(({ answer }) => answer?.body);
    expect(answered.length).to.be.greaterThan(100);
    const kept = new Set<string>();
    let cursor: string | undefined;
    do {
      const page: Body = expectSuccess(await get(service, `${RECEIPTS}?limit=500${cursor === undefined ? '' : `&cursor=${cursor}`}`));
      for (const { runId } of page.items) kept.add(runId);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(answered.map(({ correlationId }) => correlationId).filter((runId) => !kept.has(runId))).to.deep.equal([]);
    // And what was kept is what was answered.
    for (const { correlationId, data } of answered.filter((_, index) => index % 50 === 0))
      expect(expectSuccess(await get(service, `${RECEIPTS}/${correlationId}`)).result).to.deep.equal(data);
  });

  it('has its calls answered 504 at their deadline where it hangs instead, and answers again when it goes on', async function () {
    this.timeout(30_000);
    const pid = processOf('pricing');
    process.kill(pid, 'SIGSTOP');
    try {
      const hung = call(turns.indexOf(PRICE));
      expectSuccess(defined((await call(turns.indexOf(ENTITLEMENTS))).answer, 'an answer'));
      const { answer, startedAt, endedAt } = await hung;
      expectFailure(defined(answer, 'an answer'), 'SVC-SYS-003');
      expect(endedAt - startedAt).to.be.below(DEADLINE_MS);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expectSuccess(defined((await call(turns.indexOf(PRICE))).answer, 'an answer'));
  });
});
