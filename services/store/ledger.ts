/** The bytes that tenants store, by kind, as their quotas count them. */
import type { AnyResource } from '../resources/resource.js';

export const storedKinds = ['receipts', 'artifacts', 'jobs', 'documents', 'idempotency', 'drafts'] as const;
export type StoredKind = (typeof storedKinds)[number];

/** The bytes of one kind that a tenant stores. */
export interface StoredBytes {
  readonly tenantId: string;
  readonly kind: StoredKind;
  readonly bytes: number;
}

const KINDS: Readonly<Record<string, StoredKind>> = {
  receipts: 'receipts',
  receipt_parts: 'receipts',
  receipt_blocks: 'receipts',
  artifacts: 'artifacts',
  artifact_parts: 'artifacts',
  jobs: 'jobs',
  job_parts: 'jobs',
  job_blocks: 'jobs',
  block_attempts: 'jobs',
  idempotency_keys: 'idempotency',
  idempotent_answers: 'idempotency',
  snapshot_contents: 'documents',
  drafts: 'drafts',
};

/** @returns undefined where no quota counts the documents: those of administration, and evidence of what was done */
export const kindOf = ({ collection, access }: AnyResource): StoredKind | undefined =>
  KINDS[collection] ?? (access === 'callers' ? 'documents' : undefined);

/** Bytes that a document counts beside its fields as JSON and its bytes: its key, its times and its entries in indexes. */
export const DOCUMENT_BYTES = 256;

/** Bytes that a document counts. */
export const bytesOf = (bodyJson: string, bytes?: Buffer): number => Buffer.byteLength(bodyJson) + (bytes?.length ?? 0) + DOCUMENT_BYTES;
