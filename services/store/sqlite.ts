/**
 * The embedded store: SQLite in a folder, for one process.
 *
 * One table per resource: key, version, times and writers are columns, the other fields JSON, found by indexes on expressions, so
 * that a new field needs no migration. All writes of one event-loop turn share one commit (WAL, synchronous=FULL: on disk before the
 * caller is answered). A write of several statements, as of a document and its former version, runs within one turn of the one
 * process that has the file, so no other write comes between its statements.
 *
 * The counts of the minute are in a file of their own that is not synced at each commit: they survive the process but may lose their
 * last moments when the machine fails. That file is locked while the store is open, so that a second process is refused, while
 * store.sqlite stays open to readers such as a backup.
 */
import { statfs } from 'node:fs/promises';
import type Database from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import type { AnyResource, Document, Resource, Stored } from '../resources/resource.js';
import type { Changed } from './change.js';
import { groupCommit } from './group-commit.js';
import { makeChange, requireMade } from './make-change.js';
import {
  checkConditions,
  historyPlan,
  listFields,
  missingReference,
  notIdentified,
  notThere,
  planOf,
  REFERRERS_LIMIT,
  referencesOf,
  referencesTo,
  referredTo,
  refuseReferences,
  staleVersion,
  toPage,
  uniqueField,
} from './page.js';
import { MINUTE, type Store, type UpsertOutcome } from './port.js';
import { isTaken, openBeside, openFiles, sqliteFailure } from './sqlite-file.js';
import {
  addEntries,
  bodyOf,
  COLUMNS,
  columnOf,
  documentOf,
  filterOf,
  historyTable,
  type Row,
  removeEntries,
  valuesOf,
} from './sqlite-layout.js';
import { readLedger } from './sqlite-ledger.js';
import { pageStatement } from './sqlite-page.js';
import { unattended } from './unattended.js';

/** Documents of one bulk write between two turns of the event loop: some 30 ms, so that other calls are answered in between. */
const UPSERT_CHUNK = 500;

export interface SqliteOptions {
  /** Created when it is not there. */
  readonly folder: string;
  readonly resources: readonly AnyResource[];
  /** Milliseconds to wait for another process that is about to close the folder. */
  readonly lockWait?: number;
  /**
   * Set for a command that reads or writes a few documents while another process may have the folder: SQLite lets them write in turn. The
   * counts of the minute are then the command's own.
   */
  readonly beside?: true;
  readonly now?: () => number;
}

/** @throws StoreFailure unavailable, when another process has the folder or it cannot be written */
export async function openSqlite({ folder, resources, lockWait = 5000, beside, now = Date.now }: SqliteOptions): Promise<Store> {
  const { db, counts } = beside ? openBeside(folder, resources) : openFiles(folder, resources, lockWait);
  const minute = await minuteCounts(counts);

  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const begin = db.prepare('BEGIN IMMEDIATE');
  const end = db.prepare('COMMIT');
  const commit = groupCommit<() => void, void>(async (operations) => {
    try {
      begin.run();
      const outcomes = operations.map((operation): PromiseSettledResult<void> => {
        try {
          return { status: 'fulfilled', value: operation() };
        } catch (error) {
          // A full disk or a failed write may have rolled back the whole transaction; a violated constraint undoes its own statement only.
          if (!db.inTransaction) throw error;
          return { status: 'rejected', reason: error };
        }
      });
      end.run();
      return outcomes;
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
  });

  /** An operation that throws has written nothing: it checks first and writes then. */
  async function durably<T>(operation: () => T): Promise<T> {
    let result: T | undefined;
    try {
      await commit(() => {
        result = operation();
      });
    } catch (error) {
      throw sqliteFailure(error);
    }
    return result as T;
  }

  async function read<T>(query: () => T): Promise<T> {
    try {
      return query();
    } catch (error) {
      throw sqliteFailure(error);
    }
  }

  const requireReferences = (resource: AnyResource, document: Stored): void => {
    for (const reference of referencesOf(resource, document)) {
      if (prepare(`SELECT 1 FROM ${reference.to} WHERE tenant = ? AND id = ?`).get(document.tenantId, reference.id) === undefined)
        throw missingReference(reference);
    }
  };

  const refuseWhileReferredTo = (resource: AnyResource, tenantId: string, id: string): void => {
    const referrers = referencesTo(resources, resource).keeping.map(({ resource: { collection }, field }) => ({
      collection,
      ids: prepare(`SELECT id FROM ${collection} WHERE tenant = ? AND ${columnOf(field)} = ? LIMIT ${REFERRERS_LIMIT}`)
        .all(tenantId, id)
        .map((row) => (row as Row).id),
    }));
    const refusal = referredTo(id, referrers);
    if (refusal !== undefined) throw refusal;
  };

  const insert = (resource: AnyResource, document: Stored, bytes?: Buffer): void => {
    requireReferences(resource, document);
    prepare(`INSERT INTO ${resource.collection} (${COLUMNS}, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
      ...valuesOf(document),
      bytes ?? null,
    );
    addEntries(prepare, resource, document);
  };

  const replace = (resource: AnyResource, document: Stored, expectedVersion: number): Stored => {
    const { collection } = resource;
    const { tenantId, id, updatedBy } = document;
    const former = prepare(`SELECT ${COLUMNS} FROM ${collection} WHERE tenant = ? AND id = ?`).get(tenantId, id) as Row | undefined;
    if (former === undefined) throw notThere(id);
    if (former.version !== expectedVersion) throw staleVersion(id, former.version, expectedVersion);
    requireReferences(resource, document);
    const row = prepare(
      `UPDATE ${collection} SET version = version + 1, updated_at = ?, updated_by = ?, body = ? WHERE tenant = ? AND id = ? RETURNING ${COLUMNS}`,
    ).get(now(), updatedBy ?? null, bodyOf(document), tenantId, id);
    if (resource.history) {
      const { version, created_at, updated_at, created_by, updated_by, body } = former;
      prepare(
        `INSERT INTO ${historyTable(resource)} (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (tenant, id, version) DO UPDATE SET body = excluded.body`,
      ).run(...[tenantId, id, version, created_at, updated_at, created_by, updated_by, body]);
    }
    const replaced = documentOf(resource, row as Row);
    if (listFields(resource).length > 0) {
      removeEntries(prepare, resource, documentOf(resource, former));
      addEntries(prepare, resource, replaced);
    }
    return replaced;
  };

  const remove = (resource: AnyResource, tenantId: string, id: string, expectedVersion?: number): boolean => {
    const { collection } = resource;
    const there = prepare(`SELECT ${COLUMNS} FROM ${collection} WHERE tenant = ? AND id = ?`).get(tenantId, id) as Row | undefined;
    if (there === undefined) return false;
    if (expectedVersion !== undefined && there.version !== expectedVersion) throw staleVersion(id, there.version, expectedVersion);
    refuseWhileReferredTo(resource, tenantId, id);
    prepare(`DELETE FROM ${collection} WHERE tenant = ? AND id = ?`).run(tenantId, id);
    if (listFields(resource).length > 0) removeEntries(prepare, resource, documentOf(resource, there));
    for (const { resource: part, field } of referencesTo(resources, resource).owned)
      prepare(`DELETE FROM ${part.collection} WHERE tenant = ? AND ${columnOf(field)} = ?`).run(tenantId, id);
    if (resource.history) prepare(`DELETE FROM ${historyTable(resource)} WHERE tenant = ? AND id = ?`).run(tenantId, id);
    return true;
  };

  const savepoint = db.prepare('SAVEPOINT entry');
  const release = db.prepare('RELEASE entry');
  /** Undoes what follows the savepoint. @throws Error the cause, where it has rolled back the whole transaction, as a full disk may */
  const undo = (cause: unknown): void => {
    if (!db.inTransaction) throw cause;
    db.exec('ROLLBACK TO entry');
    release.run();
  };

  return {
    insert: (resource, document, bytes) => durably(() => insert(resource, document, bytes)),

    append: (resource, documents, changes = []) =>
      durably(() => {
        refuseReferences(resource);
        const outcomes: Promise<Changed>[] = [];
        for (const [index, document] of documents.entries()) {
          const change = changes[index];
          savepoint.run();
          try {
            insert(resource, document);
          } catch (error) {
            undo(error);
            if (index === 0 || !isTaken(error)) throw error;
            return { inserted: index, outcomes };
          }
          try {
            const changed = change && requireMade(change, makeChange({ insert, replace, remove }, change));
            release.run();
            outcomes.push(Promise.resolve(changed));
          } catch (error) {
            undo(error);
            outcomes.push(unattended(Promise.reject(sqliteFailure(error))));
            return { inserted: index, outcomes };
          }
        }
        return { inserted: documents.length, outcomes };
      }),

    get: (resource, tenantId, id) =>
      read(() => {
        const row = prepare(`SELECT ${COLUMNS} FROM ${resource.collection} WHERE tenant = ? AND id = ?`).get(tenantId, id);
        return row === undefined ? undefined : documentOf(resource, row as Row);
      }),

    version: (resource, tenantId, id, version) =>
      read(() => {
        const selectVersion = (table: string) => prepare(`SELECT ${COLUMNS} FROM ${table} WHERE tenant = ? AND id = ? AND version = ?`);
        const row =
          selectVersion(resource.collection).get(tenantId, id, version) ??
          (resource.history ? selectVersion(historyTable(resource)).get(tenantId, id, version) : undefined);
        return row === undefined ? undefined : documentOf(resource, row as Row);
      }),

    bytes: ({ collection }, tenantId, id) =>
      read(() => {
        const row = prepare(`SELECT bytes FROM ${collection} WHERE tenant = ? AND id = ?`).get(tenantId, id);
        return (row as { bytes: Buffer | null } | undefined)?.bytes ?? undefined;
      }),

    find: (resource, field, value) =>
      read(() => {
        const column = columnOf(uniqueField(resource, field));
        const row = prepare(`SELECT ${COLUMNS} FROM ${resource.collection} WHERE ${column} = ?`).get(value);
        return row === undefined ? undefined : documentOf(resource, row as Row);
      }),

    page: (resource, tenantId, query) =>
      read(() => {
        const plan = planOf(resource, query);
        const { sql, values } = pageStatement(resource, tenantId, plan);
        const rows = prepare(sql).all(...values);
        return toPage(
          rows.map((row) => documentOf(resource, row as Row)),
          plan,
        );
      }),

    count: (resource, tenantId, limit, conditions = []) =>
      read(() => {
        checkConditions(resource, conditions);
        const { sql, values } = filterOf(resource, tenantId, conditions);
        const some = `SELECT 1 FROM ${resource.collection} WHERE ${sql.join(' AND ')} LIMIT ?`;
        const row = prepare(`SELECT count(*) AS found FROM (${some})`).get(...values, limit);
        return (row as { found: number }).found;
      }),

    replace: <F extends object>(resource: Resource<F>, document: Document<F>, expectedVersion: number) =>
      durably(() => replace(resource, document, expectedVersion) as Document<F>),

    upsert: async (resource, documents) => {
      if (resource.naturalId === undefined) throw notIdentified(resource);
      const { collection } = resource;
      const outcomes: UpsertOutcome[] = [];
      const statement = prepare(
        `INSERT INTO ${collection} (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (tenant, id) DO UPDATE SET version = version + 1, updated_at = excluded.updated_at,
           updated_by = excluded.updated_by, body = excluded.body
         WHERE body <> excluded.body
         RETURNING version`,
      );
      const write = (document: Stored): UpsertOutcome => {
        const row = statement.get(...valuesOf(document));
        if (row === undefined) return 'unchanged';
        return (row as Row).version === 1 ? 'inserted' : 'updated';
      };
      for (let start = 0; start < documents.length; start += UPSERT_CHUNK) {
        const chunk = documents.slice(start, start + UPSERT_CHUNK);
        outcomes.push(...(await durably(() => chunk.map(write))));
      }
      return outcomes;
    },

    history: (resource, tenantId, id, query) =>
      read(() => {
        const { below, ...plan } = historyPlan(resource, id, query);
        const rows = prepare(
          `SELECT ${COLUMNS} FROM ${historyTable(resource)} WHERE tenant = ? AND id = ? AND version < ? ORDER BY version DESC LIMIT ?`,
        ).all(tenantId, id, below ?? Number.MAX_SAFE_INTEGER, plan.limit + 1);
        return toPage(
          rows.map((row) => documentOf(resource, row as Row)),
          plan,
        );
      }),

    add: ({ collection }, tenantId, id, field, amount) =>
      durably(() => {
        const jsonPath = `$.${field}`;
        const row = prepare(
          `INSERT INTO ${collection} (tenant, id, version, created_at, updated_at, body) VALUES (?, ?, 1, ?, ?, json_object(?, ?))
           ON CONFLICT (tenant, id) DO UPDATE SET body = json_set(body, ?, coalesce(json_extract(body, ?), 0) + ?), updated_at = excluded.updated_at
           RETURNING json_extract(body, ?) AS value`,
        ).get(tenantId, id, now(), now(), field, amount, jsonPath, jsonPath, amount, jsonPath);
        return (row as { value: number }).value;
      }),

    note: ({ collection }, tenantId, id, field, value) =>
      durably(() => {
        prepare(`UPDATE ${collection} SET body = json_set(body, ?, ?) WHERE tenant = ? AND id = ?`).run(`$.${field}`, value, tenantId, id);
      }),

    remove: (resource, tenantId, id, expectedVersion) => durably(() => remove(resource, tenantId, id, expectedVersion)),

    removeWhere: (resource, tenantId, conditions) =>
      durably(() => {
        if (resource.naturalId === undefined) throw notIdentified(resource);
        checkConditions(resource, conditions);
        const { sql, values } = filterOf(resource, tenantId, conditions);
        return prepare(`DELETE FROM ${resource.collection} WHERE ${sql.join(' AND ')}`).run(...values).changes;
      }),

    stored: (tenantId) => read(() => readLedger(prepare, tenantId)),

    freeBytes: () =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      ),

    minute,

    ping: () =>
      durably(() => {
        prepare('INSERT INTO probe (id, written_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at').run(
          now(),
        );
      }),

    close: async () => {
      await durably(() => {});
      db.close();
      counts.close();
    },
  };
}

function minuteCounts(storeClient: Database.Database): Promise<RateLimiterSQLite> {
  return new Promise((resolve, reject) => {
    const limiter: RateLimiterSQLite = new RateLimiterSQLite(
      { storeClient, storeType: 'better-sqlite3', tableName: 'minute', keyPrefix: '', points: 1, duration: MINUTE },
      (error) => (error === undefined ? resolve(limiter) : reject(error)),
    );
  });
}
