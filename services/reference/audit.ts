/**
 * The audit log: who changed what, and when. An entry is durable before the change that it tells of, so that no change is without one; a
 * change that then fails leaves an entry of what was tried.
 *
 * The entries of a tenant are one chain. An entry's hash covers all of it and the hash of the one before:
 *
 *   hashᵢ = BLAKE3(JSON of [version, tenant, number, time, action, subject, actor, correlation id, details, hashᵢ₋₁])
 *
 * Its number is its id, so that of several processes that write the entry with one number one succeeds, and the others write the next.
 * Changes are rare, so that an entry waits for the one before; receipts, which are not rare, are chained in blocks (receipt-chain.ts).
 */
import { setImmediate } from 'node:timers/promises';
import { type AuditEntry, auditEntries } from '../resources/audit-entry.js';
import { StoreFailure } from '../store/failure.js';
import type { Store } from '../store/port.js';
import { each } from './each.js';
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
}

const ENTRY_VERSION = 'audit:v1';

const hashOf = ({
  tenantId,
  id,
  createdAt,
  action,
  subject,
  actor,
  correlationId,
  detailsJson,
  previous,
}: Omit<AuditEntry, 'hash'>): string =>
  blake3(
    JSON.stringify([ENTRY_VERSION, tenantId, Number(id), createdAt, action, subject, actor, correlationId, detailsJson, previous]),
  ).toString('hex');

const idOf = (number: number): string => String(number).padStart(12, '0');

/** Durable when it returns. */
export async function appendAudit(store: Store, signer: Signer, tenantId: string, event: AuditEvent, now: number): Promise<void> {
  const { details, ...fields } = event;
  for (;;) {
    const [last] = (await store.page(auditEntries, tenantId, { limit: 1, sort: '-id' })).items;
    const entry = {
      ...{ tenantId, id: idOf(Number(last?.id ?? 0) + 1), version: 1, createdAt: now, updatedAt: now },
      ...{ ...fields, detailsJson: JSON.stringify(details), previous: last?.hash ?? '', keyId: '', signature: '' },
    };
    const hash = hashOf(entry);
    try {
      await store.insert(auditEntries, { ...entry, hash, ...signer.sign(hash) });
      return;
    } catch (error) {
      // Another process has written the entry with this number.
      if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
    }
  }
}

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
