/**
 * The audit log: who changed what, and when. An entry is durable before the change that it tells of, so that no change is without one; a
 * change that then fails leaves an entry of what was tried.
 *
 * The entries of a tenant are one chain. An entry's hash covers all of it and the hash of the one before:
 *
 *   hashᵢ = BLAKE3(JSON of [version, tenant, number, time, action, subject, actor, correlation id, details, address, before, after, hashᵢ₋₁])
 *
 * Entries of format 1 have neither address nor hashes of the document before and after, and their hash covers the rest.
 *
 * Its number is its id, so that of several processes that write the entry with one number one succeeds, and the others write the next
 * (chain-end.ts). Entries of a tenant that arrive while one commit runs are chained together and written in the next. The store inserts
 * them in order up to the first whose number is taken, so that no entry follows one that was not written.
 */
import { setImmediate } from 'node:timers/promises';
import type { Caller } from '#proto/caller';
import { type AuditEntry, auditEntries } from '../../resources/audit-entry.js';
import { groupCommit } from '../../store/group-commit.js';
import type { Store } from '../../store/port.js';
import { authorOf } from '../base/authority.js';
import { each } from '../base/each.js';
import { chainEnds } from './chain-end.js';
import { blake3 } from './receipt-hash.js';
import type { Signer } from './signing.js';

/** What an entry tells. */
export interface AuditEvent {
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
  readonly correlationId: string;
  /** What changed, as JSON. */
  readonly details: object;
  /** Network address of the caller. */
  readonly address?: string | undefined;
  /** The fields of the document before and after; absent: there was none, or none is left. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

const FORMAT = 2;

const hashOf = (entry: Omit<AuditEntry, 'hash'>): string => {
  const { tenantId, id, createdAt, action, subject, actor, correlationId, detailsJson, format, address, before, after, previous } = entry;
  const change = format === 1 ? [] : [address, before, after];
  const fields = [tenantId, Number(id), createdAt, action, subject, actor, correlationId, detailsJson, ...change, previous];
  return blake3(JSON.stringify([`audit:v${format}`, ...fields])).toString('hex');
};

/** Hash of the fields of a document as entries state it; empty: there is none. */
export const contentHash = (fields: object | undefined): string =>
  fields === undefined ? '' : blake3(JSON.stringify(fields)).toString('hex');

const idOf = (number: number): string => String(number).padStart(12, '0');

/** An entry that is not in the chain yet. */
type Unchained = Omit<AuditEntry, 'id' | 'previous' | 'hash' | 'keyId' | 'signature'>;

function unchained(tenantId: string, { details, before, after, address = '', ...fields }: AuditEvent, now: number): Unchained {
  return {
    ...{ tenantId, version: 1, createdAt: now, updatedAt: now },
    ...fields,
    ...{ detailsJson: JSON.stringify(details), format: FORMAT, address, before: contentHash(before), after: contentHash(after) },
  };
}

/** The end of a chain. */
type Head = Pick<AuditEntry, 'id' | 'hash'>;

function chained(head: Head | undefined, entry: Unchained, signer: Signer): AuditEntry {
  const next = { ...entry, id: idOf(Number(head?.id ?? 0) + 1), previous: head?.hash ?? '', keyId: '', signature: '' };
  const hash = hashOf(next);
  return { ...next, hash, ...signer.sign(hash) };
}

/** Entries of one commit. Hashing and signing as many takes 5 ms of processor time (50 µs each), in which the process answers no other call. */
const MAX_COMMIT_ENTRIES = 100;

/** Writes an entry; durable when it returns. */
export type AppendAudit = (tenantId: string, event: AuditEvent, now: number) => Promise<void>;

/** What a change that the audit log tells of is made with. */
export interface ChangeTools {
  readonly store: Store;
  readonly audit: AppendAudit;
  /** The clock, Unix milliseconds. */
  readonly now: () => number;
}

/** Writes entries, those of one tenant that arrive together in one commit, in the order in which they arrive. */
export function auditLog(store: Store, signer: Signer): AppendAudit {
  const extend = chainEnds<Head>(async (tenantId) => (await store.page(auditEntries, tenantId, { limit: 1, sort: '-id' })).items[0]);

  async function commit(tenantId: string, entries: readonly Unchained[]): Promise<PromiseSettledResult<void>[]> {
    for (let written = 0; written < entries.length; ) {
      await extend(tenantId, async (head) => {
        const following: AuditEntry[] = [];
        for (const entry of entries.slice(written)) following.push(chained(following.at(-1) ?? head, entry, signer));
        const inserted = await store.append(auditEntries, following);
        written += inserted;
        return following[inserted - 1];
      });
    }
    return entries.map(() => ({ status: 'fulfilled', value: undefined }));
  }

  const logs = new Map<string, (entry: Unchained) => Promise<void>>();
  const logOf = (tenantId: string): ((entry: Unchained) => Promise<void>) => {
    const log = logs.get(tenantId) ?? groupCommit((entries: readonly Unchained[]) => commit(tenantId, entries), MAX_COMMIT_ENTRIES);
    logs.set(tenantId, log);
    return log;
  };

  return (tenantId, event, now) => logOf(tenantId)(unchained(tenantId, event, now));
}

/** What an entry says of whoever makes the change. Without key and user it is somebody who is not signed in, or a process of the service. */
export const eventBy = (caller: Caller): Pick<AuditEvent, 'actor' | 'address' | 'correlationId'> => ({
  actor: authorOf(caller) ?? (caller.address ? 'anonymous' : 'service'),
  address: caller.address,
  correlationId: caller.correlationId,
});

export interface AuditReport {
  readonly entries: number;
  /** Entries whose signature is that of a configured key. */
  readonly signed: number;
  /** Hash of the newest entry; empty where there is none. */
  readonly head: string;
  /** The first entry that does not agree. */
  readonly broken?: { readonly entry: number; readonly reason: string };
}

/** Walks the whole log: it is kept for ever, and small. */
export async function verifyAudit(store: Store, signer: Signer, tenantId: string): Promise<AuditReport> {
  let [entries, signed, head] = [0, 0, ''];
  for await (const entry of each(store, auditEntries, tenantId, { sort: 'id' })) {
    const broken = (reason: string): AuditReport => ({ entries, signed, head, broken: { entry: entries + 1, reason } });
    if (Number(entry.id) !== entries + 1) return broken('the entry is missing');
    if (entry.previous !== head) return broken('the entry does not name the hash of the one before');
    if (hashOf(entry) !== entry.hash) return broken('the entry has been changed');
    const signature = signer.check(entry.hash, entry);
    if (signature === 'invalid') return broken('the signature is not that of the entry');
    if (signature === 'valid') signed += 1;
    entries += 1;
    head = entry.hash;
    if (entries % 100 === 0) await setImmediate();
  }
  return { entries, signed, head };
}

export const toAuditMessage = ({ broken, ...report }: AuditReport) => ({
  ...report,
  brokenEntry: broken?.entry ?? 0,
  brokenReason: broken?.reason ?? '',
});
