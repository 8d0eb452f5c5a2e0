/**
 * Backup and restoration of the shared store.
 *
 * A backup reads one collection after the other while services go on writing, so that two documents may be of two moments. It keeps what
 * the service relies on: a document that refers to another, or depends on it, is read before the other (`readingOrder`), and whatever
 * was deleted between the two readings is read again until every reference of the backup leads to a document of the backup. Until
 * a restoration is complete, the database says that it is under way, and no service opens it.
 */
import type Database from 'better-sqlite3';
import { type Collection, type Db, MongoClient } from 'mongodb';
import type { AnyResource } from '../resources/resource.js';
import { type BackupRow, type Counted, countDocuments, makeFile, readBackup } from './backup-file.js';
import { StoreFailure } from './failure.js';
import { beginRestoration, databaseOf, endRestoration, served } from './mongo-database.js';
import { type Kept, keyOf } from './mongo-document.js';
import { listFields } from './page.js';
import { Sqlite } from './sqlite-driver.js';
import { createTables } from './sqlite-file.js';
import { addEntries, COLUMNS, columnOf, documentOf, historyTable, type Row } from './sqlite-layout.js';

export interface MongoPlace {
  readonly uri: string;
  /** Default: the database that the URI names, otherwise svc. */
  readonly database?: string;
}

/** Characters and bytes of the documents that are sent together; a message of MongoDB may have 48 MB. */
const MAX_BATCH_BYTES = 16 * 2 ** 20;
const MAX_INSERT_BATCH = 1_000;

/** How often references are followed again. Each time, only documents that changed since can be missing. */
const MAX_PASSES = 20;

/**
 * The collections in the order in which a backup reads them: a resource comes before those to which it refers; otherwise in the reverse
 * order of the list, which has a resource after those on which its documents depend.
 */
export function readingOrder(resources: readonly AnyResource[]): readonly AnyResource[] {
  const order: AnyResource[] = [];
  // Documents of one resource may refer to each other: where references form a circle, `closeReferences` alone sees to them.
  const visited = new Set<AnyResource>();
  const visit = (resource: AnyResource): void => {
    if (visited.has(resource)) return;
    visited.add(resource);
    for (const other of resources) if (other.references.some(({ to }) => to === resource.collection)) visit(other);
    order.push(resource);
  };
  for (const resource of [...resources].reverse()) visit(resource);
  return order;
}

async function withDatabase<T>({ uri, database }: MongoPlace, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true }, ignoreUndefined: true });
  try {
    return await served(() => work(client.db(database ?? databaseOf(uri))));
  } finally {
    await client.close();
  }
}

/** @throws StoreFailure not_found, when the database has no tenants; unavailable; conflict, when there is such a file already */
export function backupMongo(place: MongoPlace, file: string, resources: readonly AnyResource[]): Promise<Counted> {
  return withDatabase(place, (db) =>
    makeFile(file, async (partialFile) => {
      if ((await db.collection('tenants').findOne()) === null)
        throw new StoreFailure('not_found', `there is no store in ${db.databaseName}`);
      const backup = new Sqlite(partialFile);
      try {
        createTables(backup, partialFile, resources);
        // A failure removes the whole file.
        backup.pragma('synchronous = OFF');
        for (const resource of readingOrder(resources)) {
          await copyCollection(db.collection<Kept>(resource.collection), backup, resource.collection, true);
          if (resource.history) await copyCollection(db.collection<Kept>(historyTable(resource)), backup, historyTable(resource), false);
        }
        await closeReferences(db, backup, resources);
        for (const resource of resources) indexLists(backup, resource);
        return countDocuments(backup, resources);
      } finally {
        backup.close();
      }
    }),
  );
}

async function copyCollection(from: Collection<Kept>, backup: Database.Database, table: string, withBytes: boolean): Promise<void> {
  const insert = insertion(backup, table, withBytes);
  // One transaction for as many documents as the driver holds at a time.
  const cursor = from.find({}, { sort: { _id: 1 }, promoteBuffers: true });
  for (let more = await cursor.hasNext(); more; more = await cursor.hasNext()) {
    const documents = cursor.readBufferedDocuments();
    backup.transaction(() => documents.forEach(insert))();
  }
}

function insertion(backup: Database.Database, table: string, withBytes: boolean): (kept: Kept) => void {
  const columns = withBytes ? `${COLUMNS}, bytes` : COLUMNS;
  const statement = backup.prepare(`INSERT OR REPLACE INTO ${table} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`);
  return ({ tenantId, id, version, createdAt, updatedAt, createdBy, updatedBy, body, bytes }) => {
    const values = [tenantId, id, version, createdAt, updatedAt, createdBy ?? null, updatedBy ?? null, JSON.stringify(body ?? {})];
    statement.run(...values, ...(withBytes ? [bytes ?? null] : []));
  };
}

/** Writes the entries of the documents' lists, by which the embedded store finds them. */
function indexLists(backup: Database.Database, resource: AnyResource): void {
  if (listFields(resource).length === 0) return;
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? backup.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const rows = backup.prepare(`SELECT ${COLUMNS} FROM ${resource.collection}`).all() as Row[];
  backup.transaction(() => {
    for (const row of rows) addEntries(prepare, resource, documentOf(resource, row));
  })();
}

/** Reads again each document that refers to one that is not in the backup, and the one to which it refers now. */
async function closeReferences(db: Db, backup: Database.Database, resources: readonly AnyResource[]): Promise<void> {
  const references = resources.flatMap(({ collection, references }) => references.map((each) => ({ from: collection, ...each })));
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    let missing = 0;
    for (const { from, field, to } of references) {
      const dangling = backup
        .prepare(
          `SELECT tenant, id FROM ${from} AS referring WHERE ${columnOf(field)} IS NOT NULL AND NOT EXISTS
             (SELECT 1 FROM ${to} WHERE tenant = referring.tenant AND id = ${columnOf(field).replace('(body', '(referring.body')})`,
        )
        .all() as { tenant: string; id: string }[];
      missing += dangling.length;
      for (const { tenant, id } of dangling) {
        const current = await db.collection<Kept>(from).findOne({ _id: keyOf(tenant, id) }, { promoteBuffers: true });
        backup.prepare(`DELETE FROM ${from} WHERE tenant = ? AND id = ?`).run(tenant, id);
        if (current === null) continue;
        insertion(backup, from, true)(current);
        const named = await db.collection<Kept>(to).findOne({ _id: keyOf(tenant, String(current.body[field])) }, { promoteBuffers: true });
        if (named !== null) insertion(backup, to, true)(named);
      }
    }
    if (missing === 0) return;
  }
  throw new StoreFailure('unavailable', 'documents are created and deleted too fast for a backup: try again when there is less traffic');
}

/** @throws StoreFailure conflict, when the database holds documents; unusable, when the backup is damaged or of a later version */
export function restoreMongo(file: string, copy: string, place: MongoPlace, resources: readonly AnyResource[]): Promise<Counted> {
  return readBackup(file, copy, resources, (backup) =>
    withDatabase(place, async (db) => {
      for (const { collection } of resources)
        if ((await db.collection(collection).findOne()) !== null)
          throw new StoreFailure('conflict', `the database ${db.databaseName} holds ${collection}: restore into an empty one`);
      await beginRestoration(db);
      for (const resource of readingOrder(resources)) {
        await insertRows(db.collection<Kept>(resource.collection), backup, resource.collection, ({ tenant, id }) => keyOf(tenant, id));
        if (resource.history)
          await insertRows(
            db.collection<Kept>(historyTable(resource)),
            backup,
            historyTable(resource),
            ({ tenant, id, version }) => `${keyOf(tenant, id)}/${version}`,
          );
      }
      await endRestoration(db);
      return countDocuments(backup, resources);
    }),
  );
}

async function insertRows(
  to: Collection<Kept>,
  backup: Database.Database,
  table: string,
  keyFor: (row: BackupRow) => string,
): Promise<void> {
  let batch: Kept[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await to.insertMany(batch);
    [batch, bytes] = [[], 0];
  };
  for (const row of backup.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<BackupRow>) {
    batch.push(keptFrom(row, keyFor(row)));
    bytes += row.body.length + (row.bytes?.length ?? 0);
    if (batch.length === MAX_INSERT_BATCH || bytes >= MAX_BATCH_BYTES) await flush();
  }
  await flush();
}

const keptFrom = ({ tenant, id, version, created_at, updated_at, created_by, updated_by, body, bytes }: BackupRow, _id: string): Kept => ({
  ...{ _id, tenantId: tenant, id, version, createdAt: created_at, updatedAt: updated_at },
  ...(created_by !== null && { createdBy: created_by }),
  ...(updated_by !== null && { updatedBy: updated_by }),
  body: JSON.parse(body) as Kept['body'],
  sizes: { body: Buffer.byteLength(body), bytes: bytes?.length ?? 0 },
  ...(bytes && { bytes }),
});
