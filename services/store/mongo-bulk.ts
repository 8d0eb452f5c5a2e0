/** Many documents in one round trip to MongoDB, with one outcome for each. */
import { setTimeout } from 'node:timers/promises';
import { type Collection, MongoBulkWriteError } from 'mongodb';
import type { Stored } from '../resources/resource.js';
import { StoreFailure } from './failure.js';
import { type Kept, keptOf } from './mongo-document.js';
import type { UpsertOutcome } from './port.js';

const DUPLICATE_KEY = 11000;

/** Milliseconds after which nobody waits for a write any more: calls that need one end after ten seconds. */
const WRITE_TIMEOUT_MS = 8_000;

/**
 * A write, or its failure where the driver leaves it without an end: one that waits for room in its socket does so for ever when the server closes the
 * connection meanwhile, whatever the driver's timeouts are (mongodb 7.9). Inserts of a collection follow one another, and all would wait with it.
 */
async function ended<T>(write: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = setTimeout(WRITE_TIMEOUT_MS, undefined, { signal: timer.signal }).then((): never => {
    throw new StoreFailure('unavailable', `MongoDB did not confirm a write within ${WRITE_TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([write, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
    write.catch(() => undefined);
  }
}

/** Inserts documents in one round trip. The outcomes are in the order of the documents. */
export function insertAll(collection: Collection<Kept>) {
  return async (documents: readonly Kept[]): Promise<PromiseSettledResult<void>[]> => {
    const refused = new Map<number, unknown>();
    try {
      await ended(collection.insertMany([...documents], { ordered: false }));
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

/** Inserts documents in one round trip, up to the first that is a duplicate. @returns how many were inserted, at least 1 */
export async function insertInOrder(collection: Collection<Kept>, documents: readonly Kept[]): Promise<number> {
  try {
    await ended(collection.insertMany([...documents], { ordered: true }));
    return documents.length;
  } catch (error) {
    if (!namesTheRefused(error)) throw new StoreFailure('unavailable', 'MongoDB did not confirm the insert', { cause: error });
    const [refused] = [error.writeErrors].flat();
    if (refused === undefined || refused.index === 0 || !isDuplicate(refused)) throw refused ?? error;
    return refused.index;
  }
}

/**
 * Writes each document over the one of its key, or as a new one.
 *
 * @returns the indexes of those inserted and of those refused as duplicates
 */
async function bulkUpsert(
  collection: Collection<Kept>,
  documents: readonly Kept[],
): Promise<{ upsertedIds: Record<number, unknown>; refused: ReadonlySet<number> }> {
  const operations = documents.map(({ _id, tenantId, id, createdAt, updatedAt, createdBy, updatedBy, body, sizes }) => ({
    updateOne: {
      filter: { _id },
      update: {
        $set: { body, 'sizes.body': sizes.body, updatedAt, ...(updatedBy !== undefined && { updatedBy }) },
        $inc: { version: 1 },
        $setOnInsert: { tenantId, id, createdAt, 'sizes.bytes': 0, ...(createdBy !== undefined && { createdBy }) },
      },
      upsert: true,
    },
  }));
  try {
    const { upsertedIds } = await ended(collection.bulkWrite(operations, { ordered: false }));
    return { upsertedIds, refused: new Set() };
  } catch (error) {
    if (!namesTheRefused(error) || [error.writeErrors].flat().some((each) => each.code !== DUPLICATE_KEY)) throw error;
    return { upsertedIds: error.result.upsertedIds, refused: new Set([error.writeErrors].flat().map(({ index }) => index)) };
  }
}

/**
 * True where the server accepted all documents but those that the error lists. A lost connection, or a majority that did not confirm,
 * is an error of the same class that lists none: then the outcome of every document is unknown.
 */
function namesTheRefused(error: unknown): error is MongoBulkWriteError {
  return error instanceof MongoBulkWriteError && error.result.getWriteConcernError() === undefined && [error.writeErrors].flat().length > 0;
}

export const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === DUPLICATE_KEY;

/** Inserts or replaces documents, but for those that are stored already as they are. @returns one outcome per document */
export async function upsertAll(collection: Collection<Kept>, documents: readonly Stored[]): Promise<UpsertOutcome[]> {
  const entries = documents.map((document) => keptOf(document));
  const there = new Map(
    (await collection.find({ _id: { $in: entries.map(({ _id }) => _id) } }, { projection: { body: 1 } }).toArray()).map(({ _id, body }) => [
      _id,
      JSON.stringify(body),
    ]),
  );
  const changed = entries.filter(({ _id, body }) => there.get(_id) !== JSON.stringify(body));
  const outcomes = new Map<string, UpsertOutcome>();
  for (let pending = changed; pending.length > 0; ) {
    const { upsertedIds, refused } = await bulkUpsert(collection, pending);
    pending.forEach(({ _id }, index) => {
      if (!refused.has(index)) outcomes.set(_id, index in upsertedIds ? 'inserted' : 'updated');
    });
    // Of two calls that both find no document, the second to insert it is refused; it finds the document when it tries again.
    pending = pending.filter((_, index) => refused.has(index));
  }
  return entries.map(({ _id }) => outcomes.get(_id) ?? 'unchanged');
}
