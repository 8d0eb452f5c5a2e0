/**
 * Fields of the embedded store that are lists of texts. A row per entry stands in a table of its own, in the order of the pages, so that
 * a list of the documents with one entry is one range of that table's key.
 */
import type { AnyResource, Stored } from '../resources/resource.js';
import { listFields } from './page.js';

type Prepare = (sql: string) => { run(...values: unknown[]): unknown };

export const entriesTable = ({ collection }: AnyResource): string => `${collection}_entries`;

/** Names that no other table has, so that they need no qualifier in a join. */
export const listsDefinition = (resource: AnyResource): string[] =>
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
