import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { z } from 'zod';
import { identities } from '#engine';
import type { Operation } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { tablesOf } from '#gateway/validation/cases';
import { defined } from '#services/runtime/defined';
import { packageRoot } from '#services/runtime/version';

interface Row {
  readonly tag: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
}

/** Number of operations per tag (interface specification, 1.4). */
const TAGS: Readonly<Record<string, number>> = {
  Health: 2,
  Pricing: 1,
  Vanilla: 5,
  American: 1,
  Convertible: 1,
  'Structured Products': 2,
  'Contract DSL': 4,
  Portfolio: 8,
  Portfolios: 6,
  Risk: 8,
  XVA: 3,
  Hedging: 1,
  Calibration: 3,
  'Market Data': 25,
  Counterparties: 19,
  Trades: 5,
  Products: 16,
  Governance: 10,
  Validation: 3,
  Jobs: 3,
  Artifacts: 4,
  Studio: 10,
};

const table: readonly Row[] = parse(readFileSync(path.join(packageRoot, 'test/reference/operations.yaml'), 'utf8'));

describe('the table of operations', () => {
  it('has the 140 operations of the interface, each with one tag', () => {
    expect(table).to.have.length(140);
    const counts: Record<string, number> = {};
    for (const { tag } of table) counts[tag] = (counts[tag] ?? 0) + 1;
    expect(counts).to.deep.equal(TAGS);
  });

  it('names no operation and no route twice', () => {
    expect(new Set(table.map(({ operationId }) => operationId)).size).to.equal(140);
    expect(new Set(table.map(({ method, path }) => `${method} ${path}`)).size).to.equal(140);
  });
});

describe('the operations served', () => {
  const rows = new Map(table.map((row) => [row.operationId, row]));

  for (const { id, method, path, tag, scope } of operations) {
    it(`include ${id} with the tag, method, path and scope of the table`, () => {
      const { operationId, ...row } = defined(rows.get(id), id);
      expect({ tag, method, path, scope }).to.deep.equal({ tag: row.tag, method: row.method, path: row.path, scope: row.scope });
    });
  }

  it('need a key, except /health', () => {
    expect(operations.filter(({ scope }) => scope === 'none').map(({ path }) => path)).to.deep.equal(['/health']);
  });

  it('price kinds that a pricer has, and are held to existing reference tables', () => {
    const kinds = identities.flatMap(({ prices = [] }) => prices);
    for (const { id, prices = [] } of operations) if (prices !== 'all') expect(kinds, id).to.include.members([...prices]);
    for (const name of tablesOf(() => true)) expect(existsSync(path.join(packageRoot, `test/reference/${name}.json`)), name).to.equal(true);
  });

  after(() => {
    const served = new Set(operations.map(({ id }) => id));
    const toCome = table.filter(({ operationId }) => !served.has(operationId)).map(({ operationId }) => operationId);
    if (toCome.length > 0) process.stdout.write(`\n  ${served.size} of 140 operations are served; to come: ${toCome.join(', ')}\n`);
  });
});

describe('every list', () => {
  const shapeOf = (each: Operation): Readonly<Record<string, unknown>> =>
    'response' in each && each.response instanceof z.ZodObject ? each.response.shape : {};
  const lists = operations.filter((each) => each.method === 'GET' && 'nextCursor' in shapeOf(each));
  const queryOf = ({ query }: Operation): Readonly<Record<string, unknown>> => (query as z.ZodObject | undefined)?.shape ?? {};

  it('has items, which can be sorted', () => {
    expect(lists).to.have.length.above(15);
    for (const list of lists) {
      expect(shapeOf(list), list.id).to.have.property('items');
      expect(queryOf(list), list.id).to.have.property('sort');
    }
  });

  it('can be searched, but for those with so many documents that a search would hold up the store: they have filters with an index', () => {
    const unsearched = lists.filter((list) => !('search' in queryOf(list))).map(({ id }) => id);
    expect(unsearched).to.have.members(['listQuotes', 'getQuoteHistory', 'listTrades', 'listReceipts', 'getPortfolio']);
  });
});
