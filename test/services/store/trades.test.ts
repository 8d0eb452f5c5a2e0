import path from 'node:path';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { counterparties } from '#services/resources/counterparty';
import { newId } from '#services/resources/id';
import { resources } from '#services/resources/index';
import { nettingSets } from '#services/resources/netting-set';
import type { DocumentOf } from '#services/resources/resource';
import { trades } from '#services/resources/trade';
import { planOf } from '#services/store/page';
import { conditionsOf, type Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { Sqlite } from '#services/store/sqlite-driver';
import { pageStatement } from '#services/store/sqlite-page';
import { temporaryFolders } from '#test/support/folder';
import { onEachStore } from '#test/support/stores';

type Trade = DocumentOf<typeof trades>;

const tenantId = 'ten_trades';
const days = (from: string, count: number): string => new Date(Date.parse(from) + count * 86_400_000).toISOString().slice(0, 10);

const aTrade = (index: number): Trade => ({
  ...{ tenantId, id: newId(trades), version: 1, createdAt: 1_700_000_000_000 + index, updatedAt: 1 },
  tradeDate: days('2026-01-01', (index * 7) % 90),
  nettingSetId: `net_${index % 3}`,
  tags: index % 4 === 0 ? undefined : [`tag ${index % 2}`, 'all'],
  terms: { type: 'vanilla' },
  state: index % 10 === 0 ? 'cancelled' : index % 5 === 0 ? 'amended' : 'booked',
  cancelled: index % 10 === 0,
  type: index % 2 === 0 ? 'vanilla' : 'interest_rate_swap',
  underlyings: index % 6 === 0 ? ['SPX', 'NDX'] : ['SPX'],
  currencies: index % 2 === 0 ? [] : ['USD', 'EUR'].slice(0, 1 + (index % 3 === 0 ? 1 : 0)),
  maturityDate: days('2027-01-01', (index * 11) % 365),
});

onEachStore('trades', (newStore) => {
  let store: Store;
  const all = Array.from({ length: 120 }, (_, index) => aTrade(index));

  before(async function () {
    this.timeout(60_000);
    store = await newStore();
    const stored = { tenantId, version: 1, createdAt: 1, updatedAt: 1 };
    await store.insert(counterparties, { ...stored, id: 'cpt_1', name: 'One', type: 'bank', status: 'active' });
    for (const id of ['net_0', 'net_1', 'net_2'])
      await store.insert(nettingSets, { ...stored, id, counterpartyId: 'cpt_1', name: id, agreement: 'isda', currency: 'EUR' });
    await Promise.all(all.map((trade) => store.insert(trades, trade)));
  });

  const cases: readonly [Record<string, string | boolean>, (trade: Trade) => boolean][] = [
    [{ nettingSetId: 'net_1' }, ({ nettingSetId }) => nettingSetId === 'net_1'],
    [{ state: 'amended' }, ({ state }) => state === 'amended'],
    [{ cancelled: false, maturesBefore: '2027-03-01' }, ({ cancelled, maturityDate }) => !cancelled && maturityDate < '2027-03-01'],
    [{ maturesFrom: '2027-06-01' }, ({ maturityDate }) => maturityDate >= '2027-06-01'],
    [{ type: 'vanilla', tag: 'tag 0' }, ({ type, tags }) => type === 'vanilla' && (tags ?? []).includes('tag 0')],
    [{ underlying: 'NDX' }, ({ underlyings }) => underlyings.includes('NDX')],
    [{ currency: 'EUR', tag: 'all' }, ({ currencies, tags }) => currencies.includes('EUR') && (tags ?? []).includes('all')],
    [{ tradedFrom: '2026-02-01', tradedTo: '2026-02-20' }, ({ tradeDate }) => tradeDate >= '2026-02-01' && tradeDate <= '2026-02-20'],
  ];
  for (const [values, holds] of cases)
    for (const sort of ['-createdAt', 'tradeDate', '-maturityDate'])
      it(`are listed by ${JSON.stringify(values)} in the order ${sort}, page by page`, async () => {
        const listed: Trade[] = [];
        let cursor: string | undefined;
        do {
          const page = await store.page(trades, tenantId, { limit: 7, sort, cursor, where: conditionsOf(trades, values) });
          listed.push(...page.items);
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        const field = sort.replace('-', '') as 'createdAt' | 'tradeDate' | 'maturityDate';
        const direction = sort.startsWith('-') ? -1 : 1;
        const order = (a: Trade, b: Trade) => direction * (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.id < b.id ? -1 : 1);
        const expected = all.filter(holds).sort(order);
        expect(expected).not.to.have.length(0);
        expect(listed.map(({ id }) => id)).to.deep.equal(expected.map(({ id }) => id));
      });
});

describe('a list of trades on the embedded store', () => {
  const newFolder = temporaryFolders();
  let db: Database.Database;

  before(async () => {
    const folder = newFolder();
    await (await openSqlite({ folder, resources })).close();
    db = new Sqlite(path.join(folder, 'store.sqlite'), { readonly: true });
  });
  after(() => db.close());

  const planned = (values: Record<string, string | boolean>, sort: string, cursor = false): string[] => {
    const plan = planOf(trades, { limit: 50, sort, where: conditionsOf(trades, values) });
    const { sql, values: bound } = pageStatement(trades, tenantId, cursor ? { ...plan, after: ['2026-01-01', 'trd_x'] } : plan);
    return db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...bound)
      .map((row) => (row as { detail: string }).detail);
  };

  // The gateway asks for these when a caller gives a filter, or a status, and no sort.
  for (const [values, sort] of [
    [{}, '-createdAt'],
    [{ counterpartyId: 'x' }, '-createdAt'],
    [{ nettingSetId: 'x' }, '-createdAt'],
    [{ portfolioId: 'x' }, '-createdAt'],
    [{ state: 'cancelled' }, '-createdAt'],
    [{ type: 'vanilla' }, '-createdAt'],
    [{ underlying: 'x' }, '-createdAt'],
    [{ currency: 'USD' }, '-createdAt'],
    [{ tag: 'x' }, '-createdAt'],
    [{ tradedFrom: '2026-01-01' }, '-tradeDate'],
    [{ tradedTo: '2026-01-01' }, '-tradeDate'],
    [{ maturesBefore: '2026-01-01' }, '-maturityDate'],
    [{ cancelled: false, maturesBefore: '2026-01-01' }, '-maturityDate'],
    [{ state: 'booked', maturesFrom: '2026-01-01' }, '-createdAt'],
    [{ counterpartyId: 'x', state: 'booked', maturesFrom: '2026-01-01', type: 'vanilla' }, '-createdAt'],
  ] as const)
    for (const cursor of [false, true])
      it(`is a range of an index, in its order: ${JSON.stringify(values)}${cursor ? ', from a cursor on' : ''}`, () => {
        const steps = planned(values, sort, cursor);
        for (const step of steps) expect(step).to.match(/^SEARCH \w+ USING (INDEX|PRIMARY KEY|COVERING INDEX)/);
        // A condition bounds the range, and nothing is sorted.
        expect(steps[0]).to.match(
          Object.keys(values).length === 0 ? /tenant=\?/ : /\(.*(=\? AND <expr>|<expr>[<>]|entry=\?|<expr>=\?).*\)/,
        );
      });
});
