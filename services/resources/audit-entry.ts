import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/**
 * The audit log of a tenant, a hash chain (services/reference/evidence/audit.ts). The id is the entry's number in twelve digits, so that
 * only one of several processes can write the entry that follows another.
 */
export const auditEntries = resource({
  collection: 'audit_entries',
  idPrefix: '',
  schema: z.strictObject({
    /** Name of the action, such as approval.approve. */
    action: z.string(),
    /** Id of what it was done to. */
    subject: z.string(),
    /** Id of the key or user that did it. */
    actor: z.string(),
    /** Correlation id of the request. */
    correlationId: z.string(),
    /** JSON of what changed. */
    detailsJson: z.string(),
    /** Network address of the caller; empty: a process of the service, or a terminal on its machine. */
    address: z.string(),
    /** BLAKE3 of the document's fields as JSON, hexadecimal; empty: there was none, or none is left. */
    before: z.string(),
    after: z.string(),
    /** JSON of the fields that differ (services/reference/evidence/audit-changes.ts); absent: none, or the entry is of no document. */
    changesJson: z.string().optional(),
    /** Hash of the entry before; empty for the first. */
    previous: z.string(),
    hash: z.string(),
    keyId: z.string(),
    signature: z.string(),
  }),
  filters: {
    action: 'equals',
    subject: 'equals',
    actor: 'equals',
    createdFrom: { field: 'createdAt', match: 'atLeast' },
    createdBefore: { field: 'createdAt', match: 'below' },
  },
  access: 'services',
});

export type AuditEntry = DocumentOf<typeof auditEntries>;
