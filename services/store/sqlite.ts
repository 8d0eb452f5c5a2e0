/**
 * The embedded store: SQLite in a folder, for one process.
 *
 * A table a resource: key, version and times are columns, the other fields JSON, found by indexes on expressions, so
 * that a new field or index needs no migration. All writes of an event-loop turn share one commit (WAL,
 * synchronous=FULL: on disk before anybody hears of it).
 *
 * The counts of the minute have a file of their own without a sync for each commit: they survive the process but may
 * lose their last moments with the machine. That file is locked for as long as the store is open, so that a second
 * process is refused, while store.sqlite stays open to readers such as a backup.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import type { AnyResource, Resource, Stored } from '../resources/resource.js';
import { StoreFailure } from './failure.js';
import { groupCommit } from './group-commit.js';
import { filters, readCursor, toPage, uniqueField } from './page.js';
import { MINUTE, type Store } from './port.js';

/** Layout of the tables, in the file's user_version. */
const LAYOUT = 1;

/** The write-ahead log shrinks to this after a checkpoint: one large receipt does not leave it large. */
const LOG_BYTES = 64 * 2 ** 20;

interface Row {
  tenant: string;
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
  body: string;
}

const COLUMNS = 'tenant, id, version, created_at, updated_at, body';

export interface SqliteOptions {
  /** Made when it is not there. */
  readonly folder: string;
  readonly resources: readonly AnyResource[];
  /** How long to wait for a process that is just letting go of the folder, milliseconds. */
  readonly lockWait?: number;
  readonly now?: () => number;
}

/** @throws StoreFailure unavailable, when another process has the folder or it cannot be written */
export async function openSqlite({ folder, resources, lockWait = 5000, now = Date.now }: SqliteOptions): Promise<Store> {
  const { db, counts } = openFiles(folder, resources, lockWait);
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
          // A full disk or a failed write may have undone the whole transaction; a broken constraint undoes its own statement only.
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

  /** Each operation is one statement, so that it is done or undone alone. */
  async function durably<T>(operation: () => T): Promise<T> {
    let result: T | undefined;
    try {
      await commit(() => {
        result = operation();
      });
    } catch (error) {
      throw failure(error);
    }
    return result as T;
  }

  async function read<T>(query: () => T): Promise<T> {
    try {
      return query();
    } catch (error) {
      throw failure(error);
    }
  }

  return {
    insert: ({ collection }, document, bytes) =>
      durably(() => {
        const { tenantId, id, version, createdAt, updatedAt } = document;
        prepare(`INSERT INTO ${collection} (${COLUMNS}, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)`).run(
          tenantId,
          id,
          version,
          createdAt,
          updatedAt,
          bodyOf(document),
          bytes ?? null,
        );
      }),

    get: (resource, tenantId, id) =>
      read(() => {
        const row = prepare(`SELECT ${COLUMNS} FROM ${resource.collection} WHERE tenant = ? AND id = ?`).get(tenantId, id);
        return row === undefined ? undefined : documentOf(resource, row as Row);
      }),

    bytes: ({ collection }, tenantId, id) =>
      read(() => {
        const row = prepare(`SELECT bytes FROM ${collection} WHERE tenant = ? AND id = ?`).get(tenantId, id);
        return (row as { bytes: Buffer | null } | undefined)?.bytes ?? undefined;
      }),

    find: (resource, field, value) =>
      read(() => {
        const column = extract(uniqueField(resource, field));
        const row = prepare(`SELECT ${COLUMNS} FROM ${resource.collection} WHERE ${column} = ?`).get(value);
        return row === undefined ? undefined : documentOf(resource, row as Row);
      }),

    page: (resource, tenantId, { limit, cursor, first = 'newest', where, from, to }) =>
      read(() => {
        const conditions = ['tenant = ?'];
        const values: (string | number)[] = [tenantId];
        const require = (condition: string, ...bound: (string | number)[]) => {
          conditions.push(condition);
          values.push(...bound);
        };
        for (const [field, value] of filters(resource, where)) require(`${extract(field)} = ?`, value);
        if (from !== undefined) require('created_at >= ?', from);
        if (to !== undefined) require('created_at < ?', to);
        if (cursor !== undefined) require(`(created_at, id) ${first === 'newest' ? '<' : '>'} (?, ?)`, ...readCursor(cursor));
        const order = first === 'newest' ? 'DESC' : 'ASC';
        const rows = prepare(
          `SELECT ${COLUMNS} FROM ${resource.collection} WHERE ${conditions.join(' AND ')} ORDER BY created_at ${order}, id ${order} LIMIT ?`,
        ).all(...values, limit + 1);
        return toPage(
          rows.map((row) => documentOf(resource, row as Row)),
          limit,
        );
      }),

    replace: (resource, document, expectedVersion) =>
      durably(() => {
        const { collection } = resource;
        const { tenantId, id } = document;
        const row = prepare(
          `UPDATE ${collection} SET version = version + 1, updated_at = ?, body = ? WHERE tenant = ? AND id = ? AND version = ? RETURNING ${COLUMNS}`,
        ).get(now(), bodyOf(document), tenantId, id, expectedVersion);
        if (row !== undefined) return documentOf(resource, row as Row);
        const there = prepare(`SELECT version FROM ${collection} WHERE tenant = ? AND id = ?`).get(tenantId, id);
        if (there === undefined) throw new StoreFailure('not_found', `${id} is not there`);
        throw new StoreFailure('stale', `${id} has version ${(there as Row).version}; expected ${expectedVersion}`);
      }),

    add: ({ collection }, tenantId, id, field, by) =>
      durably(() => {
        const at = `$.${field}`;
        const row = prepare(
          `INSERT INTO ${collection} (${COLUMNS}) VALUES (?, ?, 1, ?, ?, json_object(?, ?))
           ON CONFLICT (tenant, id) DO UPDATE SET body = json_set(body, ?, coalesce(json_extract(body, ?), 0) + ?), updated_at = excluded.updated_at
           RETURNING json_extract(body, ?) AS value`,
        ).get(tenantId, id, now(), now(), field, by, at, at, by, at);
        return (row as { value: number }).value;
      }),

    note: ({ collection }, tenantId, id, field, value) =>
      durably(() => {
        prepare(`UPDATE ${collection} SET body = json_set(body, ?, ?) WHERE tenant = ? AND id = ?`).run(`$.${field}`, value, tenantId, id);
      }),

    remove: ({ collection }, tenantId, id) =>
      durably(() => {
        prepare(`DELETE FROM ${collection} WHERE tenant = ? AND id = ?`).run(tenantId, id);
      }),

    minute,

    ping: () =>
      read(() => {
        prepare('SELECT 1').get();
      }),

    close: async () => {
      await durably(() => {});
      db.close();
      counts.close();
    },
  };
}

function openFiles(folder: string, resources: readonly AnyResource[], lockWait: number) {
  let counts: Database.Database | undefined;
  let db: Database.Database | undefined;
  try {
    // Receipts and hashes of keys: nobody else's to read.
    mkdirSync(folder, { recursive: true, mode: 0o700 });

    counts = new Database(path.join(folder, 'minute.sqlite'), { timeout: lockWait });
    counts.pragma('locking_mode = EXCLUSIVE');
    counts.pragma('journal_mode = WAL');
    counts.pragma('synchronous = NORMAL');
    counts.exec('CREATE TABLE IF NOT EXISTS minute (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER)');

    db = new Database(path.join(folder, 'store.sqlite'));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma(`journal_size_limit = ${LOG_BYTES}`);
    const layout = db.pragma('user_version', { simple: true }) as number;
    if (layout > LAYOUT) throw new Error(`${folder} was written by a later version: its layout is ${layout}, this one knows ${LAYOUT}`);
    db.exec(`BEGIN; ${resources.map(definition).join(' ')} PRAGMA user_version = ${LAYOUT}; COMMIT`);
    return { db, counts };
  } catch (error) {
    db?.close();
    counts?.close();
    if (codeOf(error).startsWith('SQLITE_BUSY')) {
      throw new StoreFailure('unavailable', `the data folder ${folder} is in use by another process`, { cause: error });
    }
    throw failure(error);
  }
}

function minuteCounts(storeClient: Database.Database): Promise<RateLimiterSQLite> {
  return new Promise((resolve, reject) => {
    const limiter: RateLimiterSQLite = new RateLimiterSQLite(
      { storeClient, storeType: 'better-sqlite3', tableName: 'minute', keyPrefix: '', points: 1, duration: MINUTE },
      (error) => (error === undefined ? resolve(limiter) : reject(error)),
    );
  });
}

const extract = (field: string): string => `json_extract(body, '$.${field}')`;

/** Table and indexes of a resource; every index but a unique one ends in the order of pages. */
function definition({ collection, indexes }: AnyResource): string {
  const index = (kind: string, name: string, columns: string[]) =>
    `CREATE ${kind} IF NOT EXISTS ${collection}_by_${name} ON ${collection} (${columns.join(', ')});`;
  return [
    `CREATE TABLE IF NOT EXISTS ${collection} (
       tenant TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
       created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, body TEXT NOT NULL, bytes BLOB,
       PRIMARY KEY (tenant, id)
     );`,
    index('INDEX', 'creation', ['tenant', 'created_at', 'id']),
    ...indexes.map(({ fields, unique }) =>
      unique === 'everywhere'
        ? index('UNIQUE INDEX', fields.join('_'), fields.map(extract))
        : index('INDEX', fields.join('_'), ['tenant', ...fields.map(extract), 'created_at', 'id']),
    ),
  ].join(' ');
}

function bodyOf({ tenantId, id, version, createdAt, updatedAt, ...fields }: Stored): string {
  return JSON.stringify(fields);
}

function documentOf<D extends Stored>({ schema }: Resource<D>, row: Row): D {
  return schema.parse({
    ...JSON.parse(row.body),
    tenantId: row.tenant,
    id: row.id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : '');

const CANNOT = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_IOERR', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_CORRUPT'];

function failure(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === 'SQLITE_CONSTRAINT_UNIQUE') {
    return new StoreFailure('conflict', 'something else is there already under this id or unique field', { cause: error });
  }
  if (CANNOT.some((prefix) => code.startsWith(prefix))) {
    return new StoreFailure('unavailable', `the embedded store cannot serve: ${code}`, { cause: error });
  }
  return error;
}
