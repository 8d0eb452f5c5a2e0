/**
 * The ledger of the embedded store: one row per tenant and kind with the bytes stored (ledger.ts). Triggers keep it in the transaction of
 * each write, whatever makes the write, so that it is exact after any crash.
 */
import type Database from 'better-sqlite3';
import type { AnyResource } from '../resources/resource.js';
import { DOCUMENT_BYTES, kindOf, type StoredBytes, type StoredKind } from './ledger.js';
import { historyTable } from './sqlite-layout.js';

/** Creates the ledger and the triggers that are missing, and counts what is stored where a table had none. Runs within a transaction. */
export function createLedger(db: Database.Database, resources: readonly AnyResource[]): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS ledger (tenant TEXT NOT NULL, kind TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (tenant, kind)) WITHOUT ROWID',
  );
  for (const resource of resources) {
    const kind = kindOf(resource);
    if (kind === undefined) continue;
    createTriggers(db, resource.collection, kind, true);
    if (resource.history) createTriggers(db, historyTable(resource), kind, false);
  }
}

function createTriggers(db: Database.Database, table: string, kind: StoredKind, withBytes: boolean): void {
  const trigger = `${table}_ledger`;
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?").get(`${trigger}_insert`) !== undefined) return;
  const size = (row: string) =>
    `(octet_length(${row}body)${withBytes ? ` + coalesce(octet_length(${row}bytes), 0)` : ''} + ${DOCUMENT_BYTES})`;
  const add = (tenant: string, bytes: string) => `UPDATE ledger SET bytes = bytes + ${bytes} WHERE tenant = ${tenant} AND kind = '${kind}'`;
  db.exec(
    `INSERT INTO ledger (tenant, kind, bytes) SELECT tenant, '${kind}', sum(${size('')}) FROM ${table} WHERE true GROUP BY tenant
       ON CONFLICT (tenant, kind) DO UPDATE SET bytes = bytes + excluded.bytes;
     CREATE TRIGGER ${trigger}_insert AFTER INSERT ON ${table} BEGIN
       INSERT OR IGNORE INTO ledger (tenant, kind, bytes) VALUES (new.tenant, '${kind}', 0);
       ${add('new.tenant', size('new.'))};
     END;
     CREATE TRIGGER ${trigger}_update AFTER UPDATE OF body ON ${table} BEGIN
       ${add('new.tenant', `octet_length(new.body) - octet_length(old.body)`)};
     END;
     CREATE TRIGGER ${trigger}_delete AFTER DELETE ON ${table} BEGIN
       ${add('old.tenant', `-${size('old.')}`)};
     END;`,
  );
}

/** @param tenantId absent: of every tenant */
export function readLedger(prepare: (sql: string) => Database.Statement, tenantId?: string): StoredBytes[] {
  const all = 'SELECT tenant AS tenantId, kind, bytes FROM ledger';
  const rows = tenantId === undefined ? prepare(all).all() : prepare(`${all} WHERE tenant = ?`).all(tenantId);
  return rows as StoredBytes[];
}
