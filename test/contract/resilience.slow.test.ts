import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { type Answer, type Body, get, post } from '../support/http.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';

const CONNECTIONS = 16;
/** Pause between the calls of one connection: short enough that calls are in flight at every kill, long enough for a busy machine. */
const THINK_MS = 5;
/** The deadline of a quick call (gateway/contract/deadlines.ts) with a margin for a busy machine. */
const DEADLINE_MS = 5_000 + 1_000;
/** Longest time for back-off, start and reconnection: many times the usual, for a machine that does other things meanwhile. */
const BACK_MS = 30_000;

const PRICE = '/api/v1/price';
const ENTITLEMENTS = '/api/v1/entitlements';
const RECEIPTS = '/api/v1/governance/receipts';

interface Call {
  readonly path: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Absent where the connection broke, as when the gateway itself is killed. */
  readonly answer?: Answer;
}

/** When the process was killed, and when every call succeeded again. */
interface Outage {
  readonly from: number;
  readonly to: number;
}

describe('a service that is killed under load', () => {
  const calls: Call[] = [];
  const outages = new Map<string, Outage>();
  let service: RunningService;

  const option = (spot: number) => ({ spot, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
  /** The calls in turn: every other one is a price, the rest need no pricing service. */
  const turns = [PRICE, ENTITLEMENTS, PRICE, RECEIPTS];

  async function call(turn: number): Promise<Call> {
    const path = turns[turn % turns.length]!;
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
    this.timeout(180_000);
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

  /** The calls that overlap the outage in time. */
  const during = (name: string): readonly Call[] => {
    const { from, to } = defined(outages.get(name), `the outage of ${name}`);
    return calls.filter(({ startedAt, endedAt }) => endedAt >= from && startedAt <= to);
  };
  const failed = (list: readonly Call[]): readonly Call[] => list.filter(({ answer }) => answer?.status !== 200);

  it('leads to a 503 for the calls that need it, in an envelope and within their deadline', () => {
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

  it('does not affect a call that does not need it', () => {
    const otherAnswers = during('pricing').filter(({ path }) => path !== PRICE);
    expect(otherAnswers.length).to.be.greaterThan(10);
    expect(failed(otherAnswers)).to.deep.equal([]);
  });

  it('lets no price out while its receipt cannot be stored', () => {
    expect(failed(during('reference')).some(({ path }) => path === PRICE)).to.equal(true);
  });

  it('affects no call before or after the outage', () => {
    const outside = calls.filter(({ startedAt, endedAt }) =>
      [...outages.values()].every(({ from, to }) => endedAt < from || startedAt > to),
    );
    expect(outside.length).to.be.greaterThan(100);
    for (const { answer } of outside) expectSuccess(defined(answer, 'an answer'));
  });

  it('breaks connections only if it is the gateway, whose other answers are complete', () => {
    const involved = during('gateway');
    expect(failed(involved).length).to.be.greaterThan(0);
    for (const { answer } of involved) {
      if (answer !== undefined && answer.status !== 200) expectFailure(answer, 'SVC-SYS-002');
    }
  });

  it('loses no receipt of a price that was answered, whichever service was killed', async () => {
    const answered = calls.filter(({ path, answer }) => path === PRICE && answer?.status === 200).map(({ answer }) => answer?.body);
    expect(answered.length).to.be.greaterThan(100);
    const runIds = new Set<string>();
    let cursor: string | undefined;
    do {
      const page: Body = expectSuccess(await get(service, `${RECEIPTS}?limit=500${cursor === undefined ? '' : `&cursor=${cursor}`}`));
      for (const { runId } of page.items) runIds.add(runId);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(answered.map(({ correlationId }) => correlationId).filter((runId) => !runIds.has(runId))).to.deep.equal([]);
    // The stored results are those that were answered.
    for (const { correlationId, data } of answered.filter((_, index) => index % 50 === 0))
      expect(expectSuccess(await get(service, `${RECEIPTS}/${correlationId}`)).result).to.deep.equal(data);
  });

  it('that hangs instead leads to a 504 at the deadline, and answers again when it continues', async function () {
    this.timeout(60_000);
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
