/**
 * The audit log: who changed what, and when. No change is without an entry. On the embedded store an entry and the change of the document
 * that it tells of are one transaction. On MongoDB, and where an event is several writes, the entry is durable before them, and a change
 * that then fails leaves an entry of what was tried.
 *
 * The entries of a tenant are one hash chain (hash-chain.ts); the content that a hash covers is every field of the entry. Entries of a
 * tenant that arrive while one commit runs are chained together and written in the next. The store inserts them in order up to the first
 * whose number is taken, so that no entry follows one that was not written.
 */
import { setImmediate } from 'node:timers/promises';
import type { Caller } from '#proto/caller';
import { type AuditEntry, auditEntries } from '../../resources/audit-entry.js';
import type { Document, Resource } from '../../resources/resource.js';
import type { Change, Changed } from '../../store/change.js';
import { groupCommit } from '../../store/group-commit.js';
import type { Store } from '../../store/port.js';
import { authorOf } from '../base/authority.js';
import { each } from '../base/each.js';
import { changesBetween } from './audit-changes.js';
import { noHeads, requireHead } from './chain-heads.js';
import { BrokenLink, blake3, type ChainEnd, chainEnd, chainWriter, linkHash, requireIntact, requireSuccessor } from './hash-chain.js';
import type { Signer } from './signing.js';

/** The event that an entry tells of. */
interface AuditEvent {
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
  readonly correlationId: string;
  /** The change, stored as JSON. */
  readonly details: object;
  /** Network address of the caller. */
  readonly address?: string | undefined;
  /** The fields of the document before and after; absent: there was none, or none is left. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

const hashOf = (entry: Omit<AuditEntry, 'hash' | 'keyId' | 'signature'>): string => {
  const { action, subject, actor, correlationId, detailsJson, address, before: hashBefore, after: hashAfter, changesJson } = entry;
  const content = [action, subject, actor, correlationId, detailsJson, address, hashBefore, hashAfter];
  return changesJson === undefined ? linkHash('audit:v1', entry, content) : linkHash('audit:v2', entry, [...content, changesJson]);
};

/** Hash of the fields of a document as entries state it; empty: there is none. */
export const contentHash = (fields: object | undefined): string =>
  fields === undefined ? '' : blake3(JSON.stringify(fields)).toString('hex');

/** An entry that is not in the chain yet. */
type Unchained = Omit<AuditEntry, 'id' | 'previous' | 'hash' | 'keyId' | 'signature'>;

function unchained(
  tenantId: string,
  { details, before: contentBefore, after: contentAfter, address = '', ...fields }: AuditEvent,
  now: number,
): Unchained {
  const changes = changesBetween(contentBefore, contentAfter);
  return {
    ...{ tenantId, version: 1, createdAt: now, updatedAt: now },
    ...fields,
    ...{ detailsJson: JSON.stringify(details), address, before: contentHash(contentBefore), after: contentHash(contentAfter) },
    ...(changes && { changesJson: JSON.stringify(changes) }),
  };
}

/**
 * Entries of one commit. Hashing and signing as many takes 5 ms of processor time (50 µs each), in which the process answers no other call.
 */
const MAX_COMMIT_ENTRIES = 100;

/**
 * Writes an entry, and makes the change that it tells of where one is given; durable when it returns.
 *
 * @returns what the change returns @throws StoreFailure also where the change is refused
 */
export type AppendAudit = (tenantId: string, event: AuditEvent, now: number, change?: Change) => Promise<Changed>;

/** The tools that every audited change needs. */
export interface ChangeTools {
  readonly store: Store;
  readonly audit: AppendAudit;
  /** The clock, Unix milliseconds. */
  readonly now: () => number;
}

/** Replaces a document, with the entry that tells of it. @throws StoreFailure as the store's method does */
export async function replaceAudited<F extends object>(
  { audit, now }: ChangeTools,
  event: AuditEvent & { readonly tenantId: string },
  resource: Resource<F>,
  document: NoInfer<Document<F>>,
  expectedVersion: number,
): Promise<Document<F>> {
  const { tenantId, ...told } = event;
  return (await audit(tenantId, told, now(), { make: 'replace', resource, document, expectedVersion })) as Document<F>;
}

/** Writes entries, those of one tenant that arrive together in one commit, in the order in which they arrive. */
export function auditLog(store: Store, signer: Signer, heads = noHeads): AppendAudit {
  const append = chainWriter<AuditEntry>({
    signer,
    hashOf,
    endOf: async (tenantId) => (await store.page(auditEntries, tenantId, { limit: 1, sort: '-id' })).items.map(chainEnd)[0],
    advanced: (tenantId, end) => heads.note('audit', tenantId, end),
  });

  interface Item {
    readonly entry: Unchained;
    readonly change: Change | undefined;
  }

  async function commit(tenantId: string, items: readonly Item[]): Promise<PromiseSettledResult<Promise<Changed>>[]> {
    const outcomes: Promise<Changed>[] = [];
    const entries = items.map(({ entry }) => entry);
    await append(tenantId, entries, async (links, first) => {
      const changes = items.slice(first).map(({ change }) => change);
      const { inserted, outcomes: settled } = await store.append(auditEntries, links, changes);
      outcomes.push(...settled);
      return { inserted, settled: settled.length };
    });
    return outcomes.map((value) => ({ status: 'fulfilled', value }));
  }

  const logs = new Map<string, ReturnType<typeof groupCommit<Item, Promise<Changed>>>>();
  const logOf = (tenantId: string) => {
    const log = logs.get(tenantId) ?? groupCommit((items: readonly Item[]) => commit(tenantId, items), MAX_COMMIT_ENTRIES);
    logs.set(tenantId, log);
    return log;
  };

  return async (tenantId, event, now, change) => logOf(tenantId)({ entry: unchained(tenantId, event, now), change });
}

/**
 * The fields of an entry that name whoever makes the change. Without key and user it is somebody who is not signed in, or a process of the
 * service.
 */
export const eventBy = (caller: Caller): Pick<AuditEvent, 'actor' | 'address' | 'correlationId'> => ({
  actor: authorOf(caller) ?? (caller.address ? 'anonymous' : 'service'),
  address: caller.address,
  correlationId: caller.correlationId,
});

interface AuditReport {
  readonly entries: number;
  /** Entries whose signature is that of a configured key. */
  readonly signed: number;
  /** Hash of the newest entry; empty where there is none. */
  readonly head: string;
  /** Number of the entry whose hash is kept outside the store; absent: none is. */
  readonly anchored?: number;
  /** The first entry that does not agree. */
  readonly broken?: { readonly entry: number; readonly reason: string };
}

/** Walks the whole log: it is kept for ever, and small. */
export async function verifyAudit(store: Store, signer: Signer, tenantId: string, heads = noHeads): Promise<AuditReport> {
  let [entries, signed, head] = [0, 0, ''];
  let keptHead: ChainEnd | undefined;
  const report = () => ({ entries, signed, head, ...(keptHead && { anchored: keptHead.number }) });
  try {
    keptHead = heads.keptHead('audit', tenantId);
    for await (const entry of each(store, auditEntries, tenantId, { sort: 'id' })) {
      requireSuccessor('entry', entry, { number: entries, hash: head });
      if (requireIntact(signer, 'entry', entry, hashOf(entry))) signed += 1;
      entries += 1;
      head = entry.hash;
      requireHead('entry', keptHead, chainEnd(entry), false);
      if (entries % 100 === 0) await setImmediate();
    }
    requireHead('entry', keptHead, { number: entries, hash: head }, true);
    return report();
  } catch (error) {
    if (!(error instanceof BrokenLink)) throw error;
    return { ...report(), broken: { entry: error.number, reason: error.message } };
  }
}

export const toAuditMessage = ({ broken, anchored = 0, ...report }: AuditReport) => ({
  ...report,
  anchored,
  brokenEntry: broken?.entry ?? 0,
  brokenReason: broken?.reason ?? '',
});
