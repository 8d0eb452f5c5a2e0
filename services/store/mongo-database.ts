/** The database of the shared store: its name, its failures, and the layout that it has. */
import { type Collection, type Db, MongoError } from 'mongodb';
import { StoreFailure } from './failure.js';
import { LAYOUT, laterLayout } from './layout.js';
import { isDuplicate } from './mongo-bulk.js';

/** The database that a connection string names after its hosts; svc where it names none. */
export const databaseOf = (uri: string): string => /^[^:]+:\/\/[^/]+\/([^/?]+)/.exec(uri)?.[1] ?? 'svc';

export async function served<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) {
      throw new StoreFailure('conflict', 'the id or a unique field is taken', { cause: error });
    }
    // The statements are few and tested: any other error of the driver or the server means that they cannot serve now.
    if (error instanceof MongoError) throw new StoreFailure('unavailable', `MongoDB cannot serve: ${error.name}`, { cause: error });
    throw error;
  }
}

interface LayoutDocument {
  readonly _id: string;
  readonly version: number;
  /** A restoration has begun and not ended. */
  readonly restoring?: boolean;
}

const ID = 'layout';
const layouts = (db: Db): Collection<LayoutDocument> => db.collection<LayoutDocument>('layout');

/** Records the layout of this version. @throws StoreFailure unusable, when the layout is a later one or a restoration was interrupted */
export async function claimLayout(db: Db): Promise<void> {
  const stored = await layouts(db).findOne({ _id: ID });
  if (stored?.restoring) {
    const way = 'wait until it ends; if it was interrupted, drop the database and restore again';
    throw new StoreFailure('unusable', `a backup is being restored into the database ${db.databaseName}: ${way}`);
  }
  if (stored !== null && stored.version > LAYOUT)
    throw new StoreFailure('unusable', laterLayout(`the database ${db.databaseName}`, stored.version));
  if (stored === null || stored.version < LAYOUT) await layouts(db).updateOne({ _id: ID }, { $set: { version: LAYOUT } }, { upsert: true });
}

/** Writes one document that nobody reads, which tells whether the database can be written. */
export async function writeProbe(db: Db, writtenAt: number): Promise<void> {
  await db.collection<{ _id: string; writtenAt: number }>('probe').updateOne({ _id: 'probe' }, { $set: { writtenAt } }, { upsert: true });
}

export async function beginRestoration(db: Db): Promise<void> {
  await layouts(db).updateOne({ _id: ID }, { $set: { version: LAYOUT, restoring: true } }, { upsert: true });
}

export async function endRestoration(db: Db): Promise<void> {
  await layouts(db).updateOne({ _id: ID }, { $unset: { restoring: '' } });
}
