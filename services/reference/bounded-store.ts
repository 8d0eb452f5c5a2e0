/**
 * The store, with bounds on what tenants add to it: each has a quota of bytes, and when the disk is nearly full, those that store most are
 * stopped first, so that the growth of one never ends the writes of the others.
 *
 * A bound holds for what a call begins: a receipt, a job, a document. What ends something that was accepted, such as the answer under an
 * idempotency key or the result in a job's own document, is stored all the same. Administration, the audit log and removals have no bound.
 */
import client from 'prom-client';
import { idempotentAnswers } from '../resources/idempotency-key.js';
import { receiptBlocks } from '../resources/receipt.js';
import type { AnyResource, Stored } from '../resources/resource.js';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';
import type { Change } from '../store/change.js';
import { StoreFailure } from '../store/failure.js';
import { bytesOf, kindOf, storedKinds } from '../store/ledger.js';
import type { Appended, Store } from '../store/port.js';
import { unattended } from '../store/unattended.js';
import { storedBytesQuota } from './access/usage.js';
import { onlyFields } from './base/document.js';

/** Milliseconds after which the ledger and the quota of a tenant are read again; after a refusal, and for the disk, sooner. */
const READ_INTERVAL_MS = 30_000;
const SHORT_INTERVAL_MS = 1_000;
/** Tenants in memory; the one that wrote longest ago is dropped first. */
const MAX_ACCOUNTS = 10_000;
/** Part of the reserve that no tenant gets: it is for administration, the audit log and removals. */
const LAST_SHARE = 1 / 8;

const ENDS_WHAT_WAS_ACCEPTED: readonly AnyResource[] = [idempotentAnswers, receiptBlocks];

/** The bytes of a tenant, as this process knows them. */
interface Account {
  /** Bytes in the ledger when it was read, and those that this process has begun to write since. */
  bytes: number;
  /** Bytes of writes under way. */
  pending: number;
  /** Infinity: without bound. */
  quota: number;
  readAt: number;
  /** The read under way. */
  reading?: Promise<void> | undefined;
}

interface BoundOptions {
  /** Bytes of the disk that are kept free of the growth of the largest tenants; 0: none. */
  readonly reserveBytes: number;
  readonly log: Log;
  readonly registry: Registry;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

export function boundedStore(store: Store, { reserveBytes, log, registry, clock = () => performance.now() }: BoundOptions): Store {
  const accounts = new Map<string, Account>();
  const refusals = new client.Counter({
    name: 'svc_store_refused_total',
    help: 'Writes that were refused because the tenant stores as much as it may, or because the disk is nearly full.',
    labelNames: ['bound'] as const,
    registers: [registry],
  });
  for (const bound of ['quota', 'disk']) refusals.inc({ bound }, 0);
  const disk = nearlyFull(store, reserveBytes, log, clock);
  measure(store, registry);

  async function read(tenantId: string, account: Account): Promise<void> {
    const [stored, quota] = await Promise.all([store.stored(tenantId), storedBytesQuota(store, tenantId)]);
    account.bytes = stored.reduce((sum, { bytes }) => sum + bytes, account.pending);
    account.quota = quota;
    account.readAt = clock();
  }

  /** The account of a tenant, read no longer ago than the time. */
  async function accountOf(tenantId: string, maxAgeMs: number): Promise<Account> {
    const account = accounts.get(tenantId) ?? { bytes: 0, pending: 0, quota: 0, readAt: Number.NEGATIVE_INFINITY };
    accounts.delete(tenantId);
    accounts.set(tenantId, account);
    const [oldest] = accounts.keys();
    if (accounts.size > MAX_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
    if (clock() - account.readAt < maxAgeMs) return account;
    account.reading ??= read(tenantId, account).finally(() => {
      account.reading = undefined;
    });
    await account.reading;
    return account;
  }

  /** Counts so many bytes from now on. @returns is called when their write has ended */
  function counting(account: Account, bytes: number): () => void {
    account.bytes += bytes;
    account.pending += bytes;
    return () => {
      account.pending -= bytes;
    };
  }

  /**
   * Lets a tenant add so many bytes, which count from now on.
   *
   * @returns is called when the write has ended @throws StoreFailure over_quota, where the tenant may not
   */
  async function admit(tenantId: string, bytes: number): Promise<() => void> {
    const account = await accountOf(tenantId, READ_INTERVAL_MS);
    // Removals may have made room since.
    if (account.bytes + bytes > account.quota) await accountOf(tenantId, SHORT_INTERVAL_MS);
    if (account.bytes + bytes > account.quota) {
      refusals.inc({ bound: 'quota' });
      throw new StoreFailure('over_quota', await overQuota(store, tenantId, account.quota, bytes));
    }
    const end = counting(account, bytes);
    try {
      const fault = Number.isFinite(account.quota) ? await disk(account.bytes - bytes) : undefined;
      if (fault === undefined) return end;
      account.bytes -= bytes;
      refusals.inc({ bound: 'disk' });
      throw new StoreFailure('over_quota', fault);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** @throws StoreFailure over_quota, where the tenant may not add so many bytes */
  async function within<Result>(tenantId: string, bytes: number, write: () => Promise<Result>): Promise<Result> {
    const end = await admit(tenantId, bytes);
    return write().finally(end);
  }

  const isBounded = (resource: AnyResource): boolean => kindOf(resource) !== undefined && !ENDS_WHAT_WAS_ACCEPTED.includes(resource);
  const isDocument = (resource: AnyResource): boolean => resource.access === 'callers' && isBounded(resource);
  const sizeOf = (document: Stored): number => bytesOf(JSON.stringify(onlyFields(document)));

  /** Admits the document of a change. */
  const admitChange = async (change: Change | undefined): Promise<() => void> => {
    if (change === undefined || change.make === 'remove') return () => undefined;
    const { resource, document } = change;
    const bytes = sizeOf(document) + (change.make === 'insert' ? (change.bytes?.length ?? 0) : 0);
    const bounded = change.make === 'insert' ? isBounded(resource) : isDocument(resource);
    return bounded ? admit(document.tenantId, bytes) : () => undefined;
  };

  return {
    ...store,
    append: async (resource, documents, changes = []) => {
      const ends: (() => void)[] = [];
      let refusal: { readonly reason: unknown } | undefined;
      for (const change of documents.map((_, index) => changes[index])) {
        try {
          ends.push(await admitChange(change));
        } catch (reason) {
          refusal = { reason };
          break;
        }
      }
      const admitted = documents.slice(0, ends.length);
      let appended: Appended = { inserted: 0, outcomes: [] };
      try {
        if (admitted.length > 0) appended = await store.append(resource, admitted, changes);
      } finally {
        ends.forEach((end, index) => {
          const outcome = appended.outcomes[index];
          if (outcome === undefined) end();
          else void outcome.then(end, end);
        });
      }
      if (refusal === undefined || appended.inserted < admitted.length) return appended;
      return { ...appended, outcomes: [...appended.outcomes, unattended(Promise.reject(refusal.reason))] };
    },
    insert: (resource, document, bytes) => {
      if (kindOf(resource) === undefined) return store.insert(resource, document, bytes);
      const added = sizeOf(document) + (bytes?.length ?? 0);
      const write = () => store.insert(resource, document, bytes);
      if (isBounded(resource)) return within(document.tenantId, added, write);
      const account = accounts.get(document.tenantId);
      if (account === undefined) return write();
      const end = counting(account, added);
      return write().finally(end);
    },
    replace: (resource, document, expectedVersion) =>
      isDocument(resource)
        ? within(document.tenantId, sizeOf(document), () => store.replace(resource, document, expectedVersion))
        : store.replace(resource, document, expectedVersion),
    upsert: (resource, documents) => {
      const [first] = documents as readonly Stored[];
      if (first === undefined || !isDocument(resource)) return store.upsert(resource, documents);
      const bytes = documents.reduce((sum, document) => sum + sizeOf(document), 0);
      return within(first.tenantId, bytes, () => store.upsert(resource, documents));
    },
  };
}

const UNITS = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

function amount(bytes: number): string {
  const [unit, size] = UNITS.find(([, each]) => bytes >= each) ?? ['bytes', 1];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}

async function overQuota(store: Store, tenantId: string, quota: number, bytes: number): Promise<string> {
  const stored = [...(await store.stored(tenantId))].sort((a, b) => b.bytes - a.bytes);
  const used = stored.reduce((sum, each) => sum + each.bytes, 0);
  const parts = stored.filter((each) => each.bytes > 0).map((each) => `${each.kind} ${amount(each.bytes)}`);
  return `the tenant stores ${amount(used)} of the ${amount(quota)} that it may (${parts.join(', ')}), and this adds ${amount(bytes)}: remove some of it`;
}

/**
 * @returns says why a tenant that stores so many bytes may not store more now; undefined where it may. While less than the reserve is free,
 *   a tenant may that stores no more than its share: the bytes of all and those that are free, divided among the tenants
 */
function nearlyFull(store: Store, reserveBytes: number, log: Log, clock: () => number) {
  let disk: { readonly readAt: number; readonly free: number; readonly share: number } | undefined;
  async function read(): Promise<{ readonly free: number; readonly share: number }> {
    const readAt = clock();
    if (disk !== undefined && readAt - disk.readAt < SHORT_INTERVAL_MS) return disk;
    const free = (await store.freeBytes()) ?? Number.POSITIVE_INFINITY;
    let share = Number.POSITIVE_INFINITY;
    if (free < reserveBytes) {
      const stored = await store.stored();
      const all = stored.reduce((sum, { bytes }) => sum + bytes, free);
      share = all / Math.max(1, new Set(stored.map(({ tenantId }) => tenantId)).size);
      if (disk === undefined || disk.free >= reserveBytes)
        log.error({ freeBytes: free, reserveBytes }, 'the disk of the store is nearly full: the tenants that store most are stopped');
    }
    disk = { readAt, free, share };
    return disk;
  }
  return async (bytes: number): Promise<string | undefined> => {
    if (reserveBytes === 0) return undefined;
    const { free, share } = await read();
    if (free >= reserveBytes || (free >= reserveBytes * LAST_SHARE && bytes <= share)) return undefined;
    return `the disk of the service is nearly full (${amount(free)} are free), and the tenant stores ${amount(bytes)}: remove some of it, or try again later`;
  };
}

/** Shows what all tenants store together, and the free bytes. */
function measure(store: Store, registry: Registry): void {
  new client.Gauge({
    name: 'svc_stored_bytes',
    help: 'Bytes that all tenants store, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      const stored = await store.stored().catch(() => undefined);
      for (const kind of stored === undefined ? [] : storedKinds)
        this.set({ kind }, stored?.reduce((sum, each) => (each.kind === kind ? sum + each.bytes : sum), 0) ?? 0);
    },
  });
  new client.Gauge({
    name: 'svc_store_free_bytes',
    help: 'Bytes that are free on the disk of the store; absent where it does not say.',
    registers: [registry],
    async collect() {
      const free = await store.freeBytes().catch(() => undefined);
      if (free !== undefined) this.set(free);
    },
  });
}
