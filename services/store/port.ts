/** The store, as the rest sees it: documents by tenant and id, whatever keeps them. */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { AnyResource, Resource, Stored } from '../resources/resource.js';

export interface Store {
  /**
   * Durable when it returns. Inserts that arrive together are committed together; each succeeds or fails alone.
   *
   * @param bytes kept beside the document, and read with `bytes` only
   * @throws StoreFailure conflict, when the id or a unique field is taken
   */
  insert<D extends Stored>(resource: Resource<D>, document: NoInfer<D>, bytes?: Buffer): Promise<void>;
  get<D extends Stored>(resource: Resource<D>, tenantId: string, id: string): Promise<D | undefined>;
  bytes(resource: AnyResource, tenantId: string, id: string): Promise<Buffer | undefined>;
  /** The one document, of any tenant, with this value in a field that is unique everywhere. */
  find<D extends Stored>(resource: Resource<D>, field: keyof D & string, value: string): Promise<D | undefined>;
  /** @throws StoreFailure invalid, when the cursor is not one of ours */
  page<D extends Stored>(resource: Resource<D>, tenantId: string, query: PageQuery<D>): Promise<Page<D>>;
  /**
   * Compare and set: of several that expect one version, one wins. The version and `updatedAt` are the store's.
   *
   * @returns the document as it is now
   * @throws StoreFailure stale | not_found | conflict
   */
  replace<D extends Stored>(resource: Resource<D>, document: NoInfer<D>, expectedVersion: number): Promise<D>;
  /** Adds to a number, atomically; a missing document starts from zero. The version stays. @returns the new value */
  add<D extends Stored>(resource: Resource<D>, tenantId: string, id: string, field: keyof D & string, by: number): Promise<number>;
  /** Sets a field that says something about the document and is no edit of it: the version stays. A missing document stays missing. */
  note<D extends Stored>(
    resource: Resource<D>,
    tenantId: string,
    id: string,
    field: keyof D & string,
    value: string | number,
  ): Promise<void>;
  /** With its bytes; one that is not there stays so. */
  remove(resource: AnyResource, tenantId: string, id: string): Promise<void>;
  /** Counts of a fixed window of MINUTE seconds, shared by all processes on this store. */
  readonly minute: RateLimiterAbstract;
  /** @throws StoreFailure unavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const MINUTE = 60;

export interface PageQuery<D extends Stored> {
  /** At least 1. */
  readonly limit: number;
  /** Opaque: a page's `nextCursor`. Absent: from the first. */
  readonly cursor?: string | undefined;
  /** By creation; default newest. */
  readonly first?: 'newest' | 'oldest';
  /** Equal to these; each field is in one of the resource's indexes. */
  readonly where?: { readonly [F in keyof D]?: string | number | undefined };
  /** createdAt in [from, to), Unix milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface Page<D> {
  readonly items: D[];
  /** Absent: the last page. */
  readonly nextCursor?: string;
}
