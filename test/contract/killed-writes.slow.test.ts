/**
 * The processes through which stored data are written are killed while callers write: whatever was acknowledged is there afterwards, once,
 * with its entry in the audit log. A write whose answer was lost is sent again under its Idempotency-Key, as a client does.
 */
import { hash } from 'blake3-wasm';
import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { makeArtifacts } from '../support/artifacts.js';
import { expectSuccess } from '../support/envelope.js';
import { type Answer, type Body, get, post, send } from '../support/http.js';
import { leftOut, newDatabase } from '../support/mongo/server.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';

const SWAP = { type: 'interest_rate_swap', currency: 'USD', side: 'payer', fixedRate: 0.03, maturity: 5 };
const TRADE = { tradeDate: '2026-03-02', tags: ['killed'] };
const TERMS = { ...SWAP, fixedFrequency: 1, floatingFrequency: 2 };
const PRICER = 'equity_lookback_bs';
const QUOTES_PER_CALL = 20;
/** Largest number of the tenant's artifacts that are deleted. */
const MAX_DELETED = 30;
/** Writes of each kind that are acknowledged between two kills. */
const WRITES_PER_ROUND = 3;
/** The processes in the order in which they are killed. Each writes, or carries what is written. */
const KILLED = ['reference', 'gateway'];
const OUTAGE_MS = 60_000;
/** Between two writes of one kind: enough of them are cut off, and the machine has time for other tests. */
const PAUSE_MS = 100;

/** One write: the same request each time that it is sent. */
interface Write {
  readonly send: () => Promise<Answer>;
  readonly turn: number;
}

/** The writes of one kind, as far as callers know of them. */
interface Written {
  readonly acknowledged: { readonly turn: number; readonly data: Body }[];
  /** Those without an answer, or with one of a service that is down. */
  readonly unknown: Write[];
}

const isAnswer = ({ status }: Answer): boolean => status < 300 || status === 404;
const answerTo = ({ send: sent }: Write): Promise<Answer | undefined> =>
  sent().then(
    (answer) => (isAnswer(answer) ? answer : undefined),
    () => undefined,
  );

function killedWrites(subject: string, environment: () => Promise<Record<string, string>>): void {
  describe(subject, () => {
    let service: RunningService;
    let portfolioId: string;
    let artifactIds: string[];
    let amendedId: string;
    const written = new Map<string, Written>();
    const writtenOf = (kind: string): Written => defined(written.get(kind), kind);
    const dataOf = (kind: string): Body[] => writtenOf(kind).acknowledged.map(({ data }) => data);
    const idsOf = (kind: string): string[] => dataOf(kind).map(({ id }) => id);

    const keyed = (path: string, body: object, key: string) => () =>
      send(service, 'POST', path, { body, headers: { 'Idempotency-Key': key } });
    const asOf = (turn: number, index: number): string =>
      new Date(Date.UTC(2026, 0, 1) + 60_000 * (turn * QUOTES_PER_CALL + index)).toISOString();
    const quotesOf = (turn: number) =>
      Array.from({ length: QUOTES_PER_CALL }, (_, index) => ({
        ...{ symbol: 'KILLED', value: turn + 1, kind: 'spot', asOf: asOf(turn, index) },
      }));

    /** The requests of each kind, by turn; undefined: there are no more. */
    const kinds: Readonly<Record<string, (turn: number) => (() => Promise<Answer>) | undefined>> = {
      trade: (turn) => keyed('/api/v1/trades', { ...TRADE, terms: { ...TERMS, notional: 1_000 + turn } }, `trade-${turn}`),
      quotes: (turn) => () => post(service, '/api/v1/market-data/quotes', { quotes: quotesOf(turn) }),
      snapshot: (turn) =>
        keyed('/api/v1/market-data/snapshots', { name: `Killed ${turn}`, asOf: '2026-03-02', symbols: ['STILL'] }, `snapshot-${turn}`),
      portfolio: (turn) => keyed('/api/v1/portfolios', { name: `Killed ${turn}` }, `portfolio-${turn}`),
      position: (turn) => {
        const instrument = { kind: 'vanilla', spot: 100, strike: 100 + turn, rate: 0.05, volatility: 0.2, time: 1 };
        return keyed(`/api/v1/portfolios/${portfolioId}/positions`, { quantity: turn + 1, instrument }, `position-${turn}`);
      },
      approval: (turn) => {
        const toStatus = turn % 2 === 0 ? 'retired' : 'roadmap';
        return keyed('/api/v1/governance/approvals', { pricerId: PRICER, toStatus, reason: `turn ${turn}` }, `approval-${turn}`);
      },
      // An artifact that is gone has been deleted by an attempt before.
      deletion: (turn) => (turn < MAX_DELETED ? () => send(service, 'DELETE', `/api/v1/artifacts/${artifactIds[turn]}`) : undefined),
    };

    /** Amends one trade again and again; the version that is there says whether an amendment without an answer was made. */
    const amendments = { version: 1, notional: 1_000 };
    async function amend(): Promise<void> {
      const path = `/api/v1/trades/${amendedId}`;
      const { version, notional } = amendments;
      const body = { ...TRADE, tags: [], terms: { ...TERMS, notional: notional + 1 } };
      await send(service, 'PUT', path, { body, headers: { 'If-Match': `"${version}"` } }).catch(() => undefined);
      const answer = await get(service, path).catch(() => undefined);
      if (answer?.status !== 200) return;
      const { data } = answer.body;
      expect([version, version + 1]).to.include(data.version);
      expect(data.terms.notional - 1_000).to.equal(data.version - 1);
      Object.assign(amendments, { version: data.version, notional: data.terms.notional });
    }

    async function kill(name: string): Promise<void> {
      const child = () => childrenOf(defined(service.supervisor.pid, 'the supervisor')).get(name);
      const pidBefore = defined(child(), name);
      process.kill(pidBefore, 'SIGKILL');
      for (const deadline = performance.now() + OUTAGE_MS; ; await pause(200)) {
        expect(performance.now(), `${name} is not back`).to.be.below(deadline);
        const now = child();
        if (now !== undefined && now !== pidBefore) return;
      }
    }

    /** All items of a list. */
    async function listed(path: string): Promise<Body[]> {
      const items: Body[] = [];
      for (let cursor = ''; ; ) {
        const page = expectSuccess(await get(service, `${path}&limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`));
        items.push(...page.items);
        if (page.nextCursor === undefined) return items;
        cursor = page.nextCursor;
      }
    }
    const listedIds = async (path: string): Promise<string[]> => (await listed(path)).map(({ id }) => id);

    before(async function () {
      this.timeout(600_000);
      service = await startService({ environment: { LOG_LEVEL: 'fatal', ...(await environment()) }, prepare: makeArtifacts });
      artifactIds = await listedIds('/api/v1/artifacts?');
      portfolioId = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Positions' }), 201).id;
      amendedId = expectSuccess(
        await post(service, '/api/v1/trades', { ...TRADE, tags: [], terms: { ...TERMS, notional: 1_000 } }),
        201,
      ).id;
      const still = { symbol: 'STILL', value: 1, kind: 'spot', asOf: '2026-01-01T00:00:00Z' };
      expectSuccess(await post(service, '/api/v1/market-data/quotes', { quotes: [still] }));

      let stopping = false;
      const loops = Object.entries(kinds).map(async ([kind, requestOf]) => {
        const ofKind: Written = { acknowledged: [], unknown: [] };
        written.set(kind, ofKind);
        for (let turn = 0; !stopping; turn++) {
          const sent = requestOf(turn);
          if (sent === undefined) return;
          const write = { send: sent, turn };
          const answer = await answerTo(write);
          if (answer === undefined) ofKind.unknown.push(write);
          else ofKind.acknowledged.push({ turn, data: answer.body.data });
          await pause(PAUSE_MS);
        }
      });
      const amending = (async () => {
        for (; !stopping; await pause(PAUSE_MS)) await amend();
      })();
      for (const name of [...KILLED, undefined]) {
        const counts = new Map([...written].map(([kind, { acknowledged }]) => [kind, acknowledged.length]));
        const { version } = amendments;
        const hasWritten = (kind: string) =>
          kind === 'deletion' || writtenOf(kind).acknowledged.length >= (counts.get(kind) ?? 0) + WRITES_PER_ROUND;
        while (!Object.keys(kinds).every(hasWritten) || amendments.version < version + WRITES_PER_ROUND) await pause(PAUSE_MS);
        if (name !== undefined) await kill(name);
      }
      stopping = true;
      await Promise.all([...loops, amending]);
      // An attempt that was killed may hold its Idempotency-Key until its lease ends.
      for (const { acknowledged, unknown } of written.values())
        for (const write of unknown)
          for (let answer = await answerTo(write); ; answer = await answerTo(write)) {
            if (answer !== undefined) {
              acknowledged.push({ turn: write.turn, data: answer.body.data });
              break;
            }
            await pause(250);
          }
    });
    after(() => service?.stop());

    it('has met writes that were cut off', () => {
      expect([...written.values()].flatMap(({ unknown }) => unknown)).not.to.deep.equal([]);
    });

    it('keeps every trade once, and every amendment', async () => {
      expect(await listedIds('/api/v1/trades?tag=killed')).to.have.members(idsOf('trade'));
      const { version, history } = expectSuccess(await get(service, `/api/v1/trades/${amendedId}`));
      expect(version).to.equal(amendments.version);
      expect(history.map((each: Body) => each.version)).to.deep.equal(Array.from({ length: version }, (_, index) => index + 1));
    });

    it('keeps every quote', async () => {
      const values = new Map((await listed('/api/v1/market-data/quotes?symbol=KILLED')).map((quote) => [quote.asOf, quote.value]));
      const expected = writtenOf('quotes').acknowledged.flatMap(({ turn }) => quotesOf(turn));
      expect(values.size).to.equal(expected.length);
      for (const quote of expected) expect(values.get(quote.asOf)).to.equal(quote.value);
    });

    it('keeps every snapshot once, with its content', async () => {
      expect(await listedIds('/api/v1/market-data/snapshots?name=Killed')).to.have.members(idsOf('snapshot'));
      for (const { id, contentHash } of dataOf('snapshot')) {
        const snapshot = expectSuccess(await get(service, `/api/v1/market-data/snapshots/${id}`));
        expect(snapshot.contentHash).to.equal(contentHash);
        expect(snapshot.quotes.map(({ symbol }: Body) => symbol)).to.deep.equal(['STILL']);
      }
    });

    it('keeps every portfolio and every position once', async () => {
      const portfolios = await listed('/api/v1/portfolios?');
      expect(portfolios.map(({ id }) => id)).to.have.members([portfolioId, ...idsOf('portfolio')]);
      const { items } = expectSuccess(await get(service, `/api/v1/portfolios/${portfolioId}`));
      expect(items.map(({ id }: Body) => id)).to.have.members(idsOf('position'));
    });

    it('keeps every request for an approval once, the last of them pending', async () => {
      const approvals = await listed(`/api/v1/governance/approvals?pricerId=${PRICER}`);
      expect(approvals.map(({ id }) => id)).to.have.members(idsOf('approval'));
      expect(approvals.filter(({ status }) => status === 'pending').map(({ id }) => id)).to.deep.equal([approvals[0].id]);
    });

    it('keeps the artifacts that were not deleted, whole, and none of the others', async () => {
      const gone = new Set(writtenOf('deletion').acknowledged.map(({ turn }) => artifactIds[turn]));
      expect(gone.size).to.be.above(0);
      const artifacts = await listed('/api/v1/artifacts?');
      expect(artifacts.map(({ id }) => id)).to.have.members(artifactIds.filter((id) => !gone.has(id)));
      for (const { id, blake3 } of artifacts) {
        const { text } = await get(service, `/api/v1/artifacts/${id}/content`);
        expect(hash(text).toString('hex')).to.equal(blake3);
      }
    });

    it('has an entry in the audit log for each, and the chain is whole', async () => {
      const { verification } = expectSuccess(await get(service, '/admin/v1/audit?verify=true&limit=1'));
      expect(verification).to.include({ intact: true });
      const subjects = new Set((await listed('/admin/v1/audit?')).map(({ subject }) => subject));
      const deleted = writtenOf('deletion').acknowledged.map(({ turn }) => artifactIds[turn]);
      const all = [...['trade', 'snapshot', 'portfolio', 'position', 'approval'].flatMap(idsOf), ...deleted];
      expect(all.filter((id) => !subjects.has(id))).to.deep.equal([]);
    });
  });
}

killedWrites('what callers write while the gateway and the reference service are killed', async () => ({}));
if (leftOut === undefined)
  killedWrites('what callers write while the gateway and the reference service are killed, on MongoDB', async () => ({
    MONGODB_URI: await newDatabase(),
  }));
