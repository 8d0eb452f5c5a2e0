/**
 * The shared store: MongoDB, for any number of processes.
 *
 * A collection a resource; a document's key is "<tenant>/<id>". Every write is on the journals of a majority before
 * anybody hears of it, and is atomic by itself: no transactions, change streams, pipeline updates or partial indexes
 * are asked of the server. Inserts share their round trip and their wait for the majority.
 */
import { type Binary, type Collection, type Filter, MongoBulkWriteError, MongoClient, MongoError, type Sort } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import type { AnyResource, Resource, Stored } from '../resources/resource.js';
import { StoreFailure } from './failure.js';
import { groupCommit } from './group-commit.js';
import { filters, readCursor, toPage, uniqueField } from './page.js';
import { MINUTE, type Store } from './port.js';

/** A document as it is kept: what the resource adds is in `body`, so that a replacement leaves the rest alone. */
interface Kept extends Stored {
  _id: string;
  body: Record<string, unknown>;
  bytes?: Buffer | Binary | undefined;
}

export interface MongoOptions {
  readonly uri: string;
  readonly resources: readonly AnyResource[];
  /** Default the URI's, and where it names none, svc. */
  readonly database?: string;
  /** How long to look for the server, milliseconds; shorter than the deadline of the calls that need it. */
  readonly reachMs?: number;
  readonly now?: () => number;
}

/** Longer than any of our statements takes on a server that is well. */
const ANSWER_MS = 15_000;

const DUPLICATE_KEY = 11000;

/** @throws StoreFailure unavailable, when the server cannot be reached or the indexes cannot be made */
export async function openMongo({ uri, resources, database, reachMs = 3000, now = Date.now }: MongoOptions): Promise<Store> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: reachMs,
    connectTimeoutMS: reachMs,
    socketTimeoutMS: ANSWER_MS,
    ignoreUndefined: true,
  });
  const db = client.db(database ?? databaseOf(uri));
  const collectionOf = ({ collection }: AnyResource): Collection<Kept> => db.collection<Kept>(collection);

  // A count that a fail-over loses lets a few requests more through; waiting for the majority would slow every one.
  const minute = new RateLimiterMongo({
    storeClient: client.db(db.databaseName, { writeConcern: { w: 1 } }),
    tableName: 'minute',
    keyPrefix: '',
    points: 1,
    duration: MINUTE,
    disableIndexesCreation: true,
  });

  const groups = new Map(resources.map((resource) => [resource.collection, groupCommit(insertAll(collectionOf(resource)))]));

  /** The document that the key has now, when it is not the one that was expected. */
  async function unexpected(resource: AnyResource, { tenantId, id }: Stored, expectedVersion: number): Promise<StoreFailure> {
    const there = await collectionOf(resource).findOne({ _id: keyOf(tenantId, id) }, { projection: { version: 1 } });
    return there === null
      ? new StoreFailure('not_found', `${id} is not there`)
      : new StoreFailure('stale', `${id} has version ${there.version}; expected ${expectedVersion}`);
  }

  await served(async () => {
    for (const resource of resources) await collectionOf(resource).createIndexes(indexesOf(resource));
    await minute.createIndexes();
  }).catch(async (error) => {
    await client.close();
    throw error;
  });

  return {
    insert: ({ collection }, document, bytes) =>
      served(async () => {
        const insertGrouped = groups.get(collection);
        if (insertGrouped === undefined) throw new Error(`the store was opened without ${collection}`);
        await insertGrouped({ ...keptOf(document), bytes });
      }),

    get: (resource, tenantId, id) =>
      served(async () => documentOf(resource, await collectionOf(resource).findOne({ _id: keyOf(tenantId, id) }, WITHOUT_BYTES))),

    bytes: (resource, tenantId, id) =>
      served(async () => {
        const kept = await collectionOf(resource).findOne({ _id: keyOf(tenantId, id) }, { projection: { bytes: 1 }, promoteBuffers: true });
        return kept?.bytes as Buffer | undefined;
      }),

    find: (resource, field, value) =>
      served(async () => {
        const filter: Filter<Kept> = { [`body.${uniqueField(resource, field)}`]: value };
        return documentOf(resource, await collectionOf(resource).findOne(filter, WITHOUT_BYTES));
      }),

    page: (resource, tenantId, { limit, cursor, first = 'newest', where, from, to }) =>
      served(async () => {
        const conditions: Filter<Kept>[] = [{ tenantId }];
        for (const [field, value] of filters(resource, where)) conditions.push({ [`body.${field}`]: value });
        if (from !== undefined) conditions.push({ createdAt: { $gte: from } });
        if (to !== undefined) conditions.push({ createdAt: { $lt: to } });
        if (cursor !== undefined) {
          const [createdAt, id] = readCursor(cursor);
          const beyond = first === 'newest' ? '$lt' : '$gt';
          // The first condition says nothing new; it is what bounds the scan of the index.
          conditions.push({ createdAt: { [`${beyond}e`]: createdAt } });
          conditions.push({ $or: [{ createdAt: { [beyond]: createdAt } }, { createdAt, id: { [beyond]: id } }] });
        }
        const order = first === 'newest' ? -1 : 1;
        const sort: Sort = { createdAt: order, id: order };
        const found = await collectionOf(resource)
          .find({ $and: conditions }, { ...WITHOUT_BYTES, sort, limit: limit + 1 })
          .toArray();
        return toPage(
          found.map((kept) => documentOf(resource, kept)),
          limit,
        );
      }),

    replace: (resource, document, expectedVersion) =>
      served(async () => {
        const replaced = await collectionOf(resource).findOneAndUpdate(
          { _id: keyOf(document.tenantId, document.id), version: expectedVersion },
          { $set: { body: keptOf(document).body, version: expectedVersion + 1, updatedAt: now() } },
          { ...WITHOUT_BYTES, returnDocument: 'after' },
        );
        if (replaced === null) throw await unexpected(resource, document, expectedVersion);
        return documentOf(resource, replaced);
      }),

    add: (resource, tenantId, id, field, by) => {
      const increment = async (): Promise<number> => {
        const at = now();
        const kept = await collectionOf(resource).findOneAndUpdate(
          { _id: keyOf(tenantId, id) },
          {
            $inc: { [`body.${field}`]: by } as Record<string, number>,
            $set: { updatedAt: at },
            $setOnInsert: { tenantId, id, version: 1, createdAt: at },
          },
          { ...WITHOUT_BYTES, upsert: true, returnDocument: 'after' },
        );
        return kept?.body[field] as number;
      };
      // Two that both find no document both insert it; the one that comes second finds it there the next time.
      return served(() => increment().catch((error) => (isDuplicate(error) ? increment() : Promise.reject(error))));
    },

    note: (resource, tenantId, id, field, value) =>
      served(async () => {
        await collectionOf(resource).updateOne({ _id: keyOf(tenantId, id) }, { $set: { [`body.${field}`]: value } });
      }),

    remove: (resource, tenantId, id) =>
      served(async () => {
        await collectionOf(resource).deleteOne({ _id: keyOf(tenantId, id) });
      }),

    minute,

    ping: () =>
      served(async () => {
        await db.command({ ping: 1 });
      }),

    close: () => client.close(),
  };
}

const WITHOUT_BYTES = { projection: { bytes: 0 } };

/** The database that a connection string names, after the slash that ends its credentials and hosts; otherwise svc. */
export const databaseOf = (uri: string): string => /^[^:]+:\/\/[^/]+\/([^/?]+)/.exec(uri)?.[1] ?? 'svc';

const keyOf = (tenantId: string, id: string): string => `${tenantId}/${id}`;

function keptOf({ tenantId, id, version, createdAt, updatedAt, ...body }: Stored): Kept {
  return { _id: keyOf(tenantId, id), tenantId, id, version, createdAt, updatedAt, body };
}

function documentOf<D extends Stored>(resource: Resource<D>, kept: Kept): D;
function documentOf<D extends Stored>(resource: Resource<D>, kept: Kept | null): D | undefined;
function documentOf<D extends Stored>({ schema }: Resource<D>, kept: Kept | null): D | undefined {
  if (kept === null) return undefined;
  const { body, ...rest } = kept;
  return schema.parse({ ...body, ...rest });
}

/** Every index but a unique one ends in the order of pages. */
function indexesOf({ indexes }: AnyResource) {
  const order = { createdAt: -1, id: -1 } as const;
  return [
    { key: { tenantId: 1, ...order } },
    ...indexes.map(({ fields, unique }) => {
      const body = Object.fromEntries(fields.map((field) => [`body.${field}`, 1] as const));
      return unique === 'everywhere' ? { key: body, unique: true } : { key: { tenantId: 1, ...body, ...order } };
    }),
  ];
}

/** One round trip for all; one outcome each. */
function insertAll(collection: Collection<Kept>) {
  return async (documents: readonly Kept[]): Promise<PromiseSettledResult<void>[]> => {
    const refused = new Map<number, unknown>();
    try {
      await collection.insertMany([...documents], { ordered: false });
    } catch (error) {
      if (!namesTheRefused(error)) {
        throw new StoreFailure('unavailable', 'MongoDB did not confirm the insert', { cause: error });
      }
      for (const writeError of [error.writeErrors].flat()) refused.set(writeError.index, writeError);
    }
    return documents.map((_, index) =>
      refused.has(index) ? { status: 'rejected', reason: refused.get(index) } : { status: 'fulfilled', value: undefined },
    );
  };
}

/**
 * The server refused documents by name and took the others. A lost connection and a majority that did not confirm are
 * errors of the same class: then nothing is known of any document, and the driver names none.
 */
function namesTheRefused(error: unknown): error is MongoBulkWriteError {
  return error instanceof MongoBulkWriteError && error.result.getWriteConcernError() === undefined && [error.writeErrors].flat().length > 0;
}

const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === DUPLICATE_KEY;

async function served<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) {
      throw new StoreFailure('conflict', 'something else is there already under this id or unique field', { cause: error });
    }
    // Our statements are few and tested: what the driver or the server says otherwise is that they cannot serve now.
    if (error instanceof MongoError) throw new StoreFailure('unavailable', `MongoDB cannot serve: ${error.name}`, { cause: error });
    throw error;
  }
}
