/**
 * How the embedded store keeps a document: tables, indexes, and a row as a document.
 *
 * Of fields that are lists of texts, a row per entry stands in a table of its own, in the order of the pages, so that a list of the
 * documents with one entry is one range of that table's key.
 */
import type { AnyResource, Document, Resource, Stored } from '../resources/resource.js';
import { endOfPrefix, indexedFields, listFields } from './page.js';
import type { Condition } from './port.js';

export interface Row {
  tenant: string;
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
  created_by: string | null;
  updated_by: string | null;
  body: string;
}

export const COLUMNS = 'tenant, id, version, created_at, updated_at, created_by, updated_by, body';

export type Value = string | number;

const STORED_COLUMNS: Readonly<Record<string, string>> = { id: 'id', createdAt: 'created_at' };

/** A field as a column or an expression on the body; the indexes are on the same expressions. */
export const columnOf = (field: string): string => STORED_COLUMNS[field] ?? `json_extract(body, '$.${field}')`;

const OPERATORS = { equals: '=', atLeast: '>=', atMost: '<=', below: '<' } as const;

/**
 * The conditions of a query but those on lists, as expressions and their values.
 *
 * @param checked conditions that are checked row by row and choose no index, which a unary plus says to SQLite
 */
export function filterOf(
  { collection }: AnyResource,
  tenantId: string,
  conditions: readonly Condition[],
  checked: readonly Condition[] = [],
): { sql: string[]; values: Value[] } {
  const sql = ['tenant = ?'];
  const values: Value[] = [tenantId];
  for (const condition of conditions) {
    const { field, match, value } = condition;
    if (match === 'contains') continue;
    const column = `${checked.includes(condition) ? '+' : ''}${columnOf(field)}`;
    if (match === 'prefix') {
      if (typeof value !== 'string') throw new Error(`a prefix of ${field} of ${collection} must be text`);
      sql.push(`${column} >= ?`, `${column} < ?`);
      values.push(value, endOfPrefix(value));
    } else {
      sql.push(`${column} ${OPERATORS[match]} ?`);
      // JSON's true and false are 1 and 0 to SQLite.
      values.push(typeof value === 'boolean' ? Number(value) : value);
    }
  }
  return { sql, values };
}

export const historyTable = ({ collection }: AnyResource): string => `${collection}_history`;

const TABLE_COLUMNS = `tenant TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, created_by TEXT, updated_by TEXT, body TEXT NOT NULL`;

/** Tables and indexes of a resource. Every index but a unique one ends in the order of the pages that it serves. */
export function definition(resource: AnyResource): string {
  const { collection, unique, history } = resource;
  const index = (kind: string, name: string, columns: string[]) =>
    `CREATE ${kind} IF NOT EXISTS ${collection}_by_${name} ON ${collection} (${columns.join(', ')});`;
  const { equal, sorted } = indexedFields(resource);
  return [
    `CREATE TABLE IF NOT EXISTS ${collection} (${TABLE_COLUMNS}, bytes BLOB, PRIMARY KEY (tenant, id));`,
    ...(history
      ? [`CREATE TABLE IF NOT EXISTS ${historyTable(resource)} (${TABLE_COLUMNS}, PRIMARY KEY (tenant, id, version)) WITHOUT ROWID;`]
      : []),
    ...listsDefinition(resource),
    index('INDEX', 'creation', ['tenant', 'created_at', 'id']),
    ...unique.map(({ fields, within }) => {
      const columns = fields.map(columnOf);
      return index('UNIQUE INDEX', `unique_${fields.join('_')}`, within === 'everywhere' ? columns : ['tenant', ...columns]);
    }),
    ...equal.map((field) => index('INDEX', field, ['tenant', columnOf(field), 'created_at', 'id'])),
    ...sorted.map((field) => index('INDEX', `order_of_${field}`, ['tenant', columnOf(field), 'id'])),
  ].join(' ');
}

/** The values of a row, in the order of COLUMNS. */
export function valuesOf(document: Stored): (Value | null)[] {
  const { tenantId, id, version, createdAt, updatedAt, createdBy, updatedBy } = document;
  return [tenantId, id, version, createdAt, updatedAt, createdBy ?? null, updatedBy ?? null, bodyOf(document)];
}

export function bodyOf({ tenantId, id, version, createdAt, updatedAt, createdBy, updatedBy, ...fields }: Stored): string {
  return JSON.stringify(fields);
}

export function documentOf<F extends object>({ storedSchema }: Resource<F>, row: Row): Document<F> {
  return {
    ...storedSchema.parse(JSON.parse(row.body)),
    tenantId: row.tenant,
    id: row.id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.created_by !== null && { createdBy: row.created_by }),
    ...(row.updated_by !== null && { updatedBy: row.updated_by }),
  };
}

type Prepare = (sql: string) => { run(...values: unknown[]): unknown };

export const entriesTable = ({ collection }: AnyResource): string => `${collection}_entries`;

/** Names that no other table has, so that they need no qualifier in a join. */
const listsDefinition = (resource: AnyResource): string[] =>
  listFields(resource).length === 0
    ? []
    : [
        `CREATE TABLE IF NOT EXISTS ${entriesTable(resource)} (of_tenant TEXT NOT NULL, field TEXT NOT NULL, entry TEXT NOT NULL,
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
    prepare(`INSERT INTO ${entriesTable(resource)} (of_tenant, field, entry, of_created_at, of_id) VALUES (?, ?, ?, ?, ?)`).run(
      ...[document.tenantId, field, entry, document.createdAt, document.id],
    );
}

export function removeEntries(prepare: Prepare, resource: AnyResource, document: Stored): void {
  for (const { field, entry } of entriesOf(resource, document))
    prepare(
      `DELETE FROM ${entriesTable(resource)} WHERE of_tenant = ? AND field = ? AND entry = ? AND of_created_at = ? AND of_id = ?`,
    ).run(document.tenantId, field, entry, document.createdAt, document.id);
}
