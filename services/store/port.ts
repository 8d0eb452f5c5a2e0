/** The store, as the rest of the service sees it: documents by tenant and id, whatever keeps them. */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { AnyResource, Document, Match, Resource } from '../resources/resource.js';
import type { Change, Changed } from './change.js';
import type { StoredBytes } from './ledger.js';

export interface Store {
  /**
   * Durable when it returns. Inserts that arrive together are committed together; each succeeds or fails alone.
   *
   * @param bytes stored beside the document and read only with `bytes`
   * @throws StoreFailure conflict, when the id or a unique field is taken; not_found, when the document refers to one that is not there
   */
  insert<F extends object>(resource: Resource<F>, document: NoInfer<Document<F>>, bytes?: Buffer): Promise<void>;
  /**
   * Inserts documents in order, in one commit, up to the first that is refused because its id or a unique field is taken: none after
   * that is inserted. What each document says of the one before it, as in a hash chain, thus stays true.
   *
   * A document may tell of a change: where the store has transactions, the two are one, and the call ends with the first change that is
   * refused, whose document is not inserted; otherwise the documents are durable before the changes are made, and a document whose change
   * is refused stays.
   *
   * @param resource  one that refers to no other
   * @param documents at least one
   * @param changes   by the index of the document that tells of each; absent: none
   * @returns durable when it returns
   * @throws StoreFailure conflict, when the first document is refused; unavailable: any number of the first ones may be stored
   */
  append<F extends object>(
    resource: Resource<F>,
    documents: readonly NoInfer<Document<F>>[],
    changes?: readonly (Change | undefined)[],
  ): Promise<Appended>;
  get<F extends object>(resource: Resource<F>, tenantId: string, id: string): Promise<Document<F> | undefined>;
  /** One version of a document, current or former; undefined where there is none. */
  version<F extends object>(resource: Resource<F>, tenantId: string, id: string, version: number): Promise<Document<F> | undefined>;
  bytes(resource: AnyResource, tenantId: string, id: string): Promise<Buffer | undefined>;
  /** The one document, of any tenant, with this value in a field that is unique everywhere. */
  find<F extends object>(resource: Resource<F>, field: keyof F & string, value: string): Promise<Document<F> | undefined>;
  /** @throws StoreFailure invalid, when the cursor is not from a page of the same list, sort and conditions */
  page<F extends object>(resource: Resource<F>, tenantId: string, query: PageQuery): Promise<Page<Document<F>>>;
  /**
   * Compare and set: of several calls that expect one version, one succeeds. The store sets version and `updatedAt`, and keeps
   * `createdAt`, `createdBy` and the bytes. Where the resource has a history, the former version is kept.
   *
   * @returns the document as it is now
   * @throws StoreFailure stale | conflict; not_found, also when the document refers to one that is not there
   */
  replace<F extends object>(resource: Resource<F>, document: NoInfer<Document<F>>, expectedVersion: number): Promise<Document<F>>;
  /**
   * Inserts or replaces documents of a resource with natural ids; the last of several concurrent writes of one id stays. Each document
   * is written or not by itself: a failure may leave the first ones written, and the same call may be made again. A document whose
   * fields are those already stored is left alone.
   *
   * @param documents no two with one id
   * @returns one outcome per document, in order
   */
  upsert<F extends object>(resource: Resource<F>, documents: readonly NoInfer<Document<F>>[]): Promise<UpsertOutcome[]>;
  /** How many documents of a tenant meet the conditions, counted no further than `limit`. */
  count(resource: AnyResource, tenantId: string, limit: number, where?: readonly Condition[]): Promise<number>;
  /** Former versions of a document, newest first; empty where there is no such document. */
  history<F extends object>(resource: Resource<F>, tenantId: string, id: string, query: HistoryQuery): Promise<Page<Document<F>>>;
  /** Adds to a number, atomically; a missing document starts from zero. The version stays. @returns the new value */
  add<F extends object>(resource: Resource<F>, tenantId: string, id: string, field: keyof F & string, by: number): Promise<number>;
  /**
   * Sets a field that records something about the document without being an edit of it: the version stays. Does nothing where there is no
   * such document.
   */
  note<F extends object>(
    resource: Resource<F>,
    tenantId: string,
    id: string,
    field: keyof F & string,
    value: string | number,
  ): Promise<void>;
  /**
   * Removes a document with its bytes, its history and the documents that it owns. A document to which others refer is not removed, and of
   * a removal and a concurrent write that makes another document refer to it, at most one succeeds.
   *
   * @param expectedVersion absent: any
   * @returns whether the document was there
   * @throws StoreFailure stale; conflict, when other documents refer to it: the message names up to ten of them
   */
  remove(resource: AnyResource, tenantId: string, id: string, expectedVersion?: number): Promise<boolean>;
  /** Removes every document of a resource with natural ids that meets the conditions. @returns how many there were */
  removeWhere(resource: AnyResource, tenantId: string, where: readonly Condition[]): Promise<number>;
  /**
   * Bytes that are stored, by tenant and kind (ledger.ts): exact, as of the last write that returned.
   *
   * @param tenantId absent: of every tenant
   */
  stored(tenantId?: string): Promise<StoredBytes[]>;
  /** Bytes that are free on the disk of the store; undefined where that is not known. */
  freeBytes(): Promise<number | undefined>;
  /** Counts of a fixed window of MINUTE seconds, shared by all processes on this store. */
  readonly minute: RateLimiterAbstract;
  /** Writes a little, durably. @throws StoreFailure unavailable, where nothing can be written */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const MINUTE = 60;

export interface Appended {
  /** How many documents were inserted. */
  readonly inserted: number;
  /**
   * The outcomes of the changes by the index of the document: of those that were inserted, and of one that was refused with its change.
   * Nobody has to wait for them.
   */
  readonly outcomes: readonly Promise<Changed>[];
}

export interface Condition {
  /** A field of the resource, `id` or `createdAt`. */
  readonly field: string;
  readonly match: Match;
  readonly value: string | number | boolean;
}

/**
 * The conditions that a resource's filters stand for.
 *
 * @param values by the name of the filter; undefined: no condition
 * @throws Error where the resource has no filter of a name
 */
export function conditionsOf(
  { collection, filters }: AnyResource,
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): Condition[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const filter = filters[name];
    if (filter === undefined) throw new Error(`${collection} has no filter ${name}`);
    return value === undefined ? [] : [{ ...filter, value }];
  });
}

export interface PageQuery {
  /** The value is at least 1. */
  readonly limit: number;
  /** Opaque: the `nextCursor` of a page of the same conditions and sort. Absent: the first page. */
  readonly cursor?: string | undefined;
  /**
   * One of the resource's sorts, `createdAt` or `id`; a leading minus sorts in descending order. Equal values are in the order of ids.
   * Default `-createdAt`.
   */
  readonly sort?: string | undefined;
  readonly where?: readonly Condition[];
  /** A part of one of the searchable fields; the case of ASCII letters is ignored. */
  readonly search?: string | undefined;
}

interface HistoryQuery {
  /** The value is at least 1. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Page<D> {
  readonly items: D[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export type UpsertOutcome = 'inserted' | 'updated' | 'unchanged';
