/**
 * Processor time and time to write 100 000 quotes into the embedded store, and to write them again unchanged: day after day of 1 000
 * symbols, as the operation sends them on, and in the order of their symbols.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { documents } from '#services/reference/documents/documents';
import { resources } from '#services/resources/index';
import { openSqlite } from '#services/store/sqlite';

const COUNT = 100_000;
const SYMBOLS = 1_000;
/** Number of quotes in one call of the reference service. */
const PER_CALL = 5_000;
const DAY_MS = 86_400_000;
/** Most processor time of the whole, milliseconds: some 50 µs per quote. */
const MAX_PROCESSOR_MS = 10_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const caller = callerOf({ ...UNKNOWN_IDENTITY, tenantId: 'ten_bench', keyId: 'key_1' }, '0190a1b2-0000-7000-8000-000000000000');
const asTheyCome = Array.from({ length: COUNT }, (_, i) => ({
  symbol: `SYM${i % SYMBOLS}`,
  value: 100 + (i % 97) / 8,
  asOf: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / SYMBOLS) * DAY_MS).toISOString(),
  kind: 'spot',
  currency: 'USD',
  source: 'bench',
}));
const bySymbol = asTheyCome.toSorted((one, other) => (one.symbol < other.symbol ? -1 : Number(one.symbol > other.symbol)));

print('| order | written | again, unchanged |');
print('| --- | ---: | ---: |');
let slowestMs = 0;
for (const [name, quotes] of [
  ['as they come', asTheyCome],
  ['by symbol', bySymbol],
] as const) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
  const store = await openSqlite({ folder, resources });
  const { upsert } = documents(resources, store, Date.now);
  const cells: string[] = [];
  for (let round = 0; round < 2; round++) {
    const [from, usageBefore] = [performance.now(), process.cpuUsage()];
    for (let start = 0; start < COUNT; start += PER_CALL)
      await upsert(caller, 'quotes', JSON.stringify(quotes.slice(start, start + PER_CALL)));
    const { user, system } = process.cpuUsage(usageBefore);
    const processor = (user + system) / 1_000;
    slowestMs = Math.max(slowestMs, processor);
    cells.push(`${Math.round(processor)} ms (${Math.round(performance.now() - from)})`);
  }
  print(`| ${name} | ${cells.join(' | ')} |`);
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
if (slowestMs > MAX_PROCESSOR_MS)
  throw new Error(`100 000 quotes took ${Math.round(slowestMs)} ms; at most ${MAX_PROCESSOR_MS} are expected`);
