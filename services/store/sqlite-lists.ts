/**
 * Fields of the embedded store that are lists of texts. A row per entry stands in a table of its own, in the order of the pages, so that
 * a list of the documents with one entry is one range of that table's key.
 */
import type { AnyResource, Stored } from '../resources/resource.js';
import { listFields } from './page.js';
import type { Condition } from './port.js';
import type { Value } from './sqlite-layout.js';

type Prepare = (sql: string) => { run(...values: unknown[]): unknown };

const tableOf = ({ collection }: AnyResource): string => `${collection}_entries`;

/** Names that no other table has, so that they need no qualifier in a join. */
export const listsDefinition = (resource: AnyResource): string[] =>
  listFields(resource).length === 0
    ? []
    : [
        `CREATE TABLE IF NOT EXISTS ${tableOf(resource)} (of_tenant TEXT NOT NULL, field TEXT NOT NULL, entry TEXT NOT NULL,
          of_created_at INTEGER NOT NULL, of_id TEXT NOT NULL, PRIMARY KEY (of_tenant, field, entry, of_created_at, of_id)) WITHOUT ROWID;`,
      ];

/** Every entry of a document's lists, once. */
function entriesOf(resource: AnyResource, document: Stored): { readonly field: string; readonly entry: string }[] {
  return listFields(resource).flatMap((field) => {
    const list = (document as unknown as Record<string, unknown>)[field];
    return Array.isArray(list) ? [...new Set(list as string[])].map((entry) => ({ field, entry })) : [];
  });
}

export function addEntries(prepare: Prepare, resource: AnyResource, document: Stored): void {
  for (const { field, entry } of entriesOf(resource, document))
    prepare(`INSERT INTO ${tableOf(resource)} (of_tenant, field, entry, of_created_at, of_id) VALUES (?, ?, ?, ?, ?)`).run(
      ...[document.tenantId, field, entry, document.createdAt, document.id],
    );
}

export function removeEntries(prepare: Prepare, resource: AnyResource, document: Stored): void {
  for (const { field, entry } of entriesOf(resource, document))
    prepare(`DELETE FROM ${tableOf(resource)} WHERE of_tenant = ? AND field = ? AND entry = ? AND of_created_at = ? AND of_id = ?`).run(
      document.tenantId,
      field,
      entry,
      document.createdAt,
      document.id,
    );
}

/** Where a page is read from: the table of the resource, behind the entries that the first condition on a list selects. */
export interface PageSource {
  readonly from: string;
  readonly sql: readonly string[];
  readonly values: readonly Value[];
  /** The column that stands for a column of the resource, so that the entries give the order. */
  readonly columnOf: (column: string) => string;
}

const ENTRY_COLUMNS: Readonly<Record<string, string>> = { created_at: 'of_created_at', id: 'of_id' };

export function pageSource(resource: AnyResource, tenantId: string, where: readonly Condition[]): PageSource {
  const { collection } = resource;
  const [first, ...others] = where.filter(({ match }) => match === 'contains');
  if (first === undefined) return { from: collection, sql: [], values: [], columnOf: (column) => column };
  const table = tableOf(resource);
  return {
    // CROSS JOIN keeps the order: entries first, then each document by its key.
    from: `${table} CROSS JOIN ${collection} ON tenant = of_tenant AND id = of_id`,
    sql: [
      'of_tenant = ? AND field = ? AND entry = ?',
      ...others.map(
        () =>
          `EXISTS (SELECT 1 FROM ${table} AS other WHERE other.of_tenant = tenant AND other.field = ? AND other.entry = ?
            AND other.of_created_at = created_at AND other.of_id = id)`,
      ),
    ],
    values: [tenantId, first.field, String(first.value), ...others.flatMap(({ field, value }) => [field, String(value)])],
    columnOf: (column) => ENTRY_COLUMNS[column] ?? column,
  };
}
