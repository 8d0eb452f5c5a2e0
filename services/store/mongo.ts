/**
 * The shared store: MongoDB, for any number of processes.
 *
 * One collection per resource; a document's key is "<tenant>/<id>". Every write is on the journals of a majority before the caller is
 * answered, and is atomic for its one document: the server needs no transactions, change streams, pipeline updates or partial
 * indexes. Inserts that arrive together share their round trip and their wait for the majority.
 *
 * What concerns several documents is ordered so that one write decides:
 * - A former version is written before the replacement that makes it one. Until then it is not listed, being the current version.
 * - A write that refers to a document puts a hold on that document before it writes and takes it off afterwards; each hold also
 *   counts up. A removal waits while there are holds, then looks for documents that refer to it, and deletes only if the count is still
 *   the one it began with. So a referring document is either written before the removal looks, which then refuses, or its hold comes
 *   later and the deletion or the hold fails. The hold of a process that died expires.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, type Filter, MongoClient, type Sort } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import type { AnyResource, Stored } from '../resources/resource.js';
import type { Change, Changed } from './change.js';
import { StoreFailure } from './failure.js';
import { groupCommit } from './group-commit.js';
import { makeChangeIn } from './make-change.js';
import { insertAll, insertInOrder, isDuplicate, upsertAll } from './mongo-bulk.js';
import { claimLayout, databaseOf, served, writeProbe } from './mongo-database.js';
import {
  asciiCaseInsensitive,
  conditionsOf,
  documentOf,
  indexesOf,
  type Kept,
  keptOf,
  keyOf,
  pathOf,
  SIZES_INDEX,
} from './mongo-document.js';
import { freeBytesOf, sumSizes } from './mongo-ledger.js';
import {
  checkConditions,
  endOfPrefix,
  historyPlan,
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
import { unattended } from './unattended.js';

export interface MongoOptions {
  readonly uri: string;
  readonly resources: readonly AnyResource[];
  /** Default: the database that the URI names, otherwise svc. */
  readonly database?: string;
  /** Milliseconds for which the driver looks for a server; shorter than the deadline of the calls that need one. */
  readonly reachMs?: number;
  readonly now?: () => number;
}

/** Milliseconds until a statement without an answer has failed; longer than any takes on a healthy server. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** Milliseconds that a hold lasts when the process that put it has died: four times the longest statement that it protects. */
const HOLD_MS = 4 * STATEMENT_TIMEOUT_MS;

/** How often a removal looks again while writes that refer to the document come and go, and the milliseconds between. */
const REMOVAL_TRIES = 50;
const REMOVAL_PAUSE_MS = 20;

/** Documents of one bulk write: one round trip to compare and one to write. */
const BULK_WRITE_DOCUMENTS = 1_000;

/** @throws StoreFailure unavailable, when the server cannot be reached or the indexes cannot be made */
export async function openMongo({ uri, resources, database, reachMs = 3000, now = Date.now }: MongoOptions): Promise<Store> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    // Nothing is read that a change of primary could still take back.
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: reachMs,
    connectTimeoutMS: reachMs,
    socketTimeoutMS: STATEMENT_TIMEOUT_MS,
    ignoreUndefined: true,
  });
  const db = client.db(database ?? databaseOf(uri));
  const collectionOf = ({ collection }: AnyResource): Collection<Kept> => db.collection<Kept>(collection);

  // A fail-over may lose counts and let a few more requests through; waiting for the majority would slow down every request.
  const minute = new RateLimiterMongo({
    storeClient: client.db(db.databaseName, { writeConcern: { w: 1 } }),
    tableName: 'minute',
    keyPrefix: '',
    points: 1,
    duration: MINUTE,
    disableIndexesCreation: true,
  });

  const groups = new Map(resources.map((resource) => [resource.collection, groupCommit(insertAll(collectionOf(resource)))]));

  async function insertGrouped({ collection }: AnyResource, document: Kept): Promise<void> {
    const insert = groups.get(collection);
    if (insert === undefined) throw new Error(`the store was opened without ${collection}`);
    await insert(document);
  }

  const formerVersions = ({ collection }: AnyResource): Collection<Kept> => db.collection<Kept>(`${collection}_history`);

  const versionOf = (resource: AnyResource, tenantId: string, id: string) =>
    collectionOf(resource).findOne({ _id: keyOf(tenantId, id) }, { projection: { version: 1, holds: 1, holdCount: 1 } });

  /** Runs a write while the documents that it refers to are held. @throws StoreFailure not_found, when one of them is not there */
  async function holding<T>(resource: AnyResource, document: Stored, write: () => Promise<T>): Promise<T> {
    const references = referencesOf(resource, document);
    if (references.length === 0) return write();
    const token = randomUUID();
    const release: (() => Promise<unknown>)[] = [];
    let unknownOutcome = false;
    try {
      for (const reference of references) {
        const referenced = db.collection<Kept>(reference.to);
        const _id = keyOf(document.tenantId, reference.id);
        const { matchedCount } = await referenced.updateOne(
          { _id },
          { $push: { holds: { token, expiresAt: now() + HOLD_MS } }, $inc: { holdCount: 1 } },
        );
        if (matchedCount === 0) throw missingReference(reference);
        release.push(() => referenced.updateOne({ _id }, { $pull: { holds: { token } } }));
      }
      return await write();
    } catch (error) {
      // A write that nobody confirmed may still arrive: the holds stay until they expire.
      unknownOutcome = !(isDuplicate(error) || (error instanceof StoreFailure && error.kind !== 'unavailable'));
      throw error;
    } finally {
      if (!unknownOutcome) await Promise.allSettled(release.map((each) => each()));
    }
  }

  /** The refusal to remove a document to which others refer. */
  async function referrersOf(resource: AnyResource, tenantId: string, id: string): Promise<StoreFailure | undefined> {
    const referrers = referencesTo(resources, resource).keeping.map(async ({ resource: other, field }) => {
      const referrers = await collectionOf(other)
        .find({ tenantId, [`body.${field}`]: id } as Filter<Kept>, { projection: { id: 1 }, limit: REFERRERS_LIMIT })
        .toArray();
      return { collection: other.collection, ids: referrers.map((each) => each.id) };
    });
    return referredTo(id, await Promise.all(referrers));
  }

  await served(async () => {
    await claimLayout(db);
    for (const resource of resources) {
      await collectionOf(resource).createIndexes(indexesOf(resource));
      if (!resource.history) continue;
      await formerVersions(resource).createIndex({ tenantId: 1, id: 1, version: -1 });
      await formerVersions(resource).createIndex(SIZES_INDEX);
    }
    await minute.createIndexes();
  }).catch(async (error) => {
    await client.close();
    throw error;
  });

  const store: Store = {
    insert: (resource, document, bytes) =>
      served(() => holding(resource, document, () => insertGrouped(resource, keptOf(document, bytes)))),

    append: async (resource, documents, changes = []) => {
      const inserted = await served(() => {
        refuseReferences(resource);
        return insertInOrder(
          collectionOf(resource),
          documents.map((document) => keptOf(document)),
        );
      });
      const changed = async (change: Change | undefined): Promise<Changed> => change && makeChangeIn(store, change);
      return { inserted, outcomes: documents.slice(0, inserted).map((_, index) => unattended(changed(changes[index]))) };
    },

    get: (resource, tenantId, id) =>
      served(async () => documentOf(resource, await collectionOf(resource).findOne({ _id: keyOf(tenantId, id) }, WITHOUT_BYTES))),

    version: (resource, tenantId, id, version) =>
      served(async () => {
        const _id = keyOf(tenantId, id);
        const current = await collectionOf(resource).findOne({ _id }, WITHOUT_BYTES);
        if (current === null || version > current.version) return undefined;
        if (version === current.version) return documentOf(resource, current);
        return resource.history ? documentOf(resource, await formerVersions(resource).findOne({ _id: `${_id}/${version}` })) : undefined;
      }),

    bytes: (resource, tenantId, id) =>
      served(async () => {
        const stored = await collectionOf(resource).findOne(
          { _id: keyOf(tenantId, id) },
          { projection: { bytes: 1 }, promoteBuffers: true },
        );
        return stored?.bytes as Buffer | undefined;
      }),

    find: (resource, field, value) =>
      served(async () => {
        const filter: Filter<Kept> = { [`body.${uniqueField(resource, field)}`]: value };
        return documentOf(resource, await collectionOf(resource).findOne(filter, WITHOUT_BYTES));
      }),

    page: (resource, tenantId, query) =>
      served(async () => {
        const plan = planOf(resource, query);
        const { limit, sort, after: position } = plan;
        const conditions = conditionsOf(resource, tenantId, plan.where);
        if (plan.search !== undefined) {
          const part = { $regex: asciiCaseInsensitive(plan.search) };
          conditions.push({ $or: resource.searchable.map((field) => ({ [pathOf(field)]: part })) });
        }
        const path = pathOf(sort.field);
        const order = sort.descending ? -1 : 1;
        // The keys of one tenant stand together.
        if (sort.field === 'id') conditions.push({ _id: { $gte: keyOf(tenantId, ''), $lt: endOfPrefix(keyOf(tenantId, '')) } });
        if (position !== undefined) {
          const beyond = sort.descending ? '$lt' : '$gt';
          const [key, id] = [sort.field === 'id' ? keyOf(tenantId, String(position[0])) : position[0], keyOf(tenantId, position[1])];
          // The first condition follows from the second; the server bounds its scan of the index by it.
          conditions.push({ [path]: { [`${beyond}e`]: key } });
          conditions.push({ $or: [{ [path]: { [beyond]: key } }, { [path]: key, _id: { [beyond]: id } }] });
        }
        const sorting: Sort = { [path]: order, _id: order };
        const documents = await collectionOf(resource)
          .find({ $and: conditions }, { ...WITHOUT_BYTES, sort: sorting, limit: limit + 1 })
          .toArray();
        return toPage(
          documents.map((stored) => documentOf(resource, stored)),
          plan,
        );
      }),

    count: (resource, tenantId, limit, conditions = []) =>
      served(() => {
        checkConditions(resource, conditions);
        return collectionOf(resource).countDocuments({ $and: conditionsOf(resource, tenantId, conditions) }, { limit });
      }),

    replace: (resource, document, expectedVersion) =>
      served(() =>
        holding(resource, document, async () => {
          const { tenantId, id, updatedBy } = document;
          const _id = keyOf(tenantId, id);
          if (resource.history) {
            const former = await collectionOf(resource).findOne({ _id, version: expectedVersion }, WITHOUT_BYTES);
            if (former !== null) {
              const { _id: _, holds: _holds, holdCount: _count, ...version } = { ...former, sizes: { ...former.sizes, bytes: 0 } };
              const archived = formerVersions(resource).replaceOne({ _id: `${_id}/${expectedVersion}` }, version as Kept, { upsert: true });
              // Another call that replaces the same version has just written it.
              await archived.catch((error) => (isDuplicate(error) ? undefined : Promise.reject(error)));
            }
          }
          const { body, sizes } = keptOf(document);
          const replaced = await collectionOf(resource).findOneAndUpdate(
            { _id, version: expectedVersion },
            {
              $set: {
                ...{ body, 'sizes.body': sizes.body },
                version: expectedVersion + 1,
                updatedAt: now(),
                ...(updatedBy !== undefined && { updatedBy }),
              },
              ...(updatedBy === undefined && { $unset: { updatedBy: '' } }),
            },
            { ...WITHOUT_BYTES, returnDocument: 'after' },
          );
          if (replaced !== null) return documentOf(resource, replaced);
          const there = await versionOf(resource, tenantId, id);
          throw there === null ? notThere(id) : staleVersion(id, there.version, expectedVersion);
        }),
      ),

    upsert: (resource, documents) =>
      served(async () => {
        if (resource.naturalId === undefined) throw notIdentified(resource);
        const outcomes: UpsertOutcome[] = [];
        for (let start = 0; start < documents.length; start += BULK_WRITE_DOCUMENTS) {
          const chunk = documents.slice(start, start + BULK_WRITE_DOCUMENTS);
          outcomes.push(...(await upsertAll(collectionOf(resource), chunk)));
        }
        return outcomes;
      }),

    history: (resource, tenantId, id, query) =>
      served(async () => {
        const { below, ...plan } = historyPlan(resource, id, query);
        const current = await versionOf(resource, tenantId, id);
        if (current === null) return { items: [] };
        // The current version is among them while a replacement is under way.
        const versions = await formerVersions(resource)
          .find({ tenantId, id, version: { $lt: below ?? current.version } }, { sort: { version: -1 }, limit: plan.limit + 1 })
          .toArray();
        return toPage(
          versions.map((stored) => documentOf(resource, stored)),
          plan,
        );
      }),

    add: (resource, tenantId, id, field, amount) => {
      const increment = async (): Promise<number> => {
        const timeMs = now();
        const stored = await collectionOf(resource).findOneAndUpdate(
          { _id: keyOf(tenantId, id) },
          {
            $inc: { [`body.${field}`]: amount } as Record<string, number>,
            $set: { updatedAt: timeMs },
            $setOnInsert: { tenantId, id, version: 1, createdAt: timeMs },
          },
          { ...WITHOUT_BYTES, upsert: true, returnDocument: 'after' },
        );
        return stored?.body[field] as number;
      };
      // Of two calls that both find no document, the second to insert it fails; it finds the document when it tries again.
      return served(() => increment().catch((error) => (isDuplicate(error) ? increment() : Promise.reject(error))));
    },

    note: (resource, tenantId, id, field, value) =>
      served(async () => {
        await collectionOf(resource).updateOne({ _id: keyOf(tenantId, id) }, { $set: { [`body.${field}`]: value } });
      }),

    remove: (resource, tenantId, id, expectedVersion) =>
      served(async () => {
        const _id = keyOf(tenantId, id);
        for (let tries = 0; tries < REMOVAL_TRIES; tries++) {
          const there = await versionOf(resource, tenantId, id);
          if (there === null) return false;
          if (expectedVersion !== undefined && there.version !== expectedVersion) throw staleVersion(id, there.version, expectedVersion);
          if (there.holds?.some(({ expiresAt }) => expiresAt > now())) {
            await pause(REMOVAL_PAUSE_MS);
            continue;
          }
          const refusal = await referrersOf(resource, tenantId, id);
          if (refusal !== undefined) throw refusal;
          const { deletedCount } = await collectionOf(resource).deleteOne({
            _id,
            // null also matches a document that has never been held.
            holdCount: there.holdCount ?? null,
            ...(expectedVersion !== undefined && { version: expectedVersion }),
          } as Filter<Kept>);
          if (deletedCount === 0) continue;
          // Last, so that a removal that is refused takes nothing away. If this process dies here, parts stay that nobody reaches.
          for (const { resource: part, field } of referencesTo(resources, resource).owned)
            await collectionOf(part).deleteMany({ tenantId, [`body.${field}`]: id } as Filter<Kept>);
          if (resource.history) await formerVersions(resource).deleteMany({ tenantId, id });
          return true;
        }
        throw new StoreFailure('conflict', `${id} cannot be deleted: other documents that refer to it are being written`);
      }),

    removeWhere: (resource, tenantId, conditions) =>
      served(async () => {
        if (resource.naturalId === undefined) throw notIdentified(resource);
        checkConditions(resource, conditions);
        return (await collectionOf(resource).deleteMany({ $and: conditionsOf(resource, tenantId, conditions) })).deletedCount;
      }),

    stored: (tenantId) =>
      served(() =>
        sumSizes(resources, (resource) => [collectionOf(resource), ...(resource.history ? [formerVersions(resource)] : [])], tenantId),
      ),

    freeBytes: () => served(() => freeBytesOf(db)),

    minute,

    ping: () =>
      served(async () => {
        await writeProbe(db, now());
      }),

    close: () => client.close(),
  };
  return store;
}

const WITHOUT_BYTES = { projection: { bytes: 0 } };
