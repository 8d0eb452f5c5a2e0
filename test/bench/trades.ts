/**
 * Milliseconds to book, get and list trades, with each filter alone, in a tenant of 100 000 trades, beside the same calls in a tenant of
 * 1 000: a list is a range of an index, so that both take alike. BENCH_TRADES is another number than 100 000, and BENCH_STORE=mongodb the
 * other store: at MONGODB_TEST_URI, otherwise the stand-in of the tests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '#services/resources/id';
import { resources } from '#services/resources/index';
import type { DocumentOf } from '#services/resources/resource';
import { trades } from '#services/resources/trade';
import { openMongo } from '#services/store/mongo';
import { conditionsOf, type PageQuery, type Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { dropDatabase, mongoUri } from '../support/mongo/server.js';

type Trade = DocumentOf<typeof trades>;

const SIZES = { ten_small: 1_000, ten_large: Number(process.env.BENCH_TRADES ?? 100_000) } as const;
const ON_MONGODB = process.env.BENCH_STORE === 'mongodb';
const AT_ONCE = 1_000;
const CALLS = 200;
const START = Date.UTC(2020, 0, 1);
const DAY = 86_400_000;
/** Most processor time of any call, milliseconds. */
const MAX_PROCESSOR_MS = 20;

const print = (line: string) => process.stdout.write(`${line}\n`);
const dateAt = (day: number): string => new Date(START + day * DAY).toISOString().slice(0, 10);

function aTrade(tenantId: string, index: number): Trade {
  const booked = START + index * 1_000;
  return {
    ...{ tenantId, id: newId(trades), version: 1, createdAt: booked, updatedAt: booked, createdBy: 'key_1', updatedBy: 'key_1' },
    tradeDate: dateAt((index * 7) % 2_000),
    tags: [`desk ${index % 10}`, `strategy ${index % 500}`],
    terms: {
      ...{ type: 'interest_rate_swap', currency: 'USD', notional: 1e6 + index, side: 'payer', fixedRate: 0.03 },
      ...{ maturity: 5, fixedFrequency: 2, floatingFrequency: 4 },
    },
    state: index % 50 === 0 ? 'cancelled' : 'booked',
    cancelled: index % 50 === 0,
    type: (['interest_rate_swap', 'fx_forward', 'equity_option', 'contract'] as const)[index % 4]!,
    underlyings: index % 4 === 2 ? [`Share ${index % 300}`] : [],
    currencies: index % 4 === 1 ? ['EUR', 'USD'] : ['USD'],
    maturityDate: dateAt(2_000 + ((index * 11) % 4_000)),
  };
}

const LISTS: readonly (readonly [string, Omit<PageQuery, 'limit'>])[] = [
  ['the newest', {}],
  ['by type', { where: conditionsOf(trades, { type: 'fx_forward' }) }],
  ['by state, 1 of 50', { where: conditionsOf(trades, { state: 'cancelled' }) }],
  ['by status booked', { where: conditionsOf(trades, { state: 'booked', maturesFrom: dateAt(1_900) }) }],
  ['by tag, 1 of 10', { where: conditionsOf(trades, { tag: 'desk 3' }) }],
  ['by tag, 1 of 500', { where: conditionsOf(trades, { tag: 'strategy 42' }) }],
  ['by currency', { where: conditionsOf(trades, { currency: 'EUR' }) }],
  ['by underlying, 1 of 300', { where: conditionsOf(trades, { underlying: 'Share 42' }) }],
  ['traded from a date', { where: conditionsOf(trades, { tradedFrom: dateAt(1_000) }), sort: '-tradeDate' }],
  ['maturing before a date', { where: conditionsOf(trades, { maturesBefore: dateAt(2_500) }), sort: '-maturityDate' }],
  ['by type and tag', { where: conditionsOf(trades, { type: 'fx_forward', tag: 'desk 3' }) }],
];

/** Processor time of a call, which other work on the machine does not lengthen, and the median of the time that passed; milliseconds. */
async function timed(call: () => Promise<unknown>): Promise<{ readonly processor: number; readonly median: number }> {
  const times: number[] = [];
  const usageBefore = process.cpuUsage();
  for (let i = 0; i < CALLS; i++) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  const { user, system } = process.cpuUsage(usageBefore);
  times.sort((a, b) => a - b);
  return { processor: (user + system) / 1_000 / CALLS, median: times[CALLS >> 1]! };
}

async function fill(store: Store, tenantId: string, count: number): Promise<number> {
  const from = performance.now();
  for (let start = 0; start < count; start += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, i) => store.insert(trades, aTrade(tenantId, start + i))),
    );
  return (1_000 * count) / (performance.now() - from);
}

const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
const store = ON_MONGODB
  ? await openMongo({ uri: await mongoUri(), database: `svc_bench_${process.pid}`, resources })
  : await openSqlite({ folder, resources });
let slowest = 0;
try {
  const rates = { ten_small: await fill(store, 'ten_small', SIZES.ten_small), ten_large: await fill(store, 'ten_large', SIZES.ten_large) };
  print(`booked in groups of ${AT_ONCE}, each durable: ${Math.round(rates.ten_large)} trades/s up to ${SIZES.ten_large} trades`);
  print(`pages of 50; milliseconds of processor time per call (median of the time that passed), ${CALLS} calls`);
  print('');
  print(`| call | ${Object.values(SIZES).join(' trades | ')} trades |`);
  print('| --- | ---: | ---: |');
  const row = async (name: string, call: (tenantId: string) => () => Promise<unknown>) => {
    const cells: string[] = [];
    for (const tenantId of Object.keys(SIZES)) {
      const { processor, median } = await timed(call(tenantId));
      slowest = Math.max(slowest, processor);
      cells.push(`${processor.toFixed(2)} (${median.toFixed(2)})`);
    }
    print(`| ${name} | ${cells.join(' | ')} |`);
  };
  const someIds = new Map<string, string[]>();
  for (const tenantId of Object.keys(SIZES))
    someIds.set(
      tenantId,
      (await store.page(trades, tenantId, { limit: CALLS, sort: 'tradeDate' })).items.map(({ id }) => id),
    );
  await row('get one', (tenantId) => {
    const ids = someIds.get(tenantId) ?? [];
    let next = 0;
    return () => store.get(trades, tenantId, ids[next++ % ids.length]!);
  });
  for (const [name, query] of LISTS) await row(`list ${name}`, (tenantId) => () => store.page(trades, tenantId, { limit: 50, ...query }));
  const cursors = new Map<string, string | undefined>();
  for (const [tenantId, size] of Object.entries(SIZES)) {
    let cursor: string | undefined;
    for (let passed = 0; passed < size / 2; passed += 500) cursor = (await store.page(trades, tenantId, { limit: 500, cursor })).nextCursor;
    cursors.set(tenantId, cursor);
  }
  await row('list from the middle on', (tenantId) => () => store.page(trades, tenantId, { limit: 50, cursor: cursors.get(tenantId) }));
  let index = SIZES.ten_large;
  await row('book one', (tenantId) => () => store.insert(trades, aTrade(tenantId, index++)));
} finally {
  await store.close();
  if (ON_MONGODB) await dropDatabase(`svc_bench_${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
}
// Of MongoDB the processor time is that of this process alone.
if (slowest > MAX_PROCESSOR_MS) throw new Error(`the slowest call took ${slowest.toFixed(1)} ms; at most ${MAX_PROCESSOR_MS} are expected`);
