/** Artifacts: results that are kept as files, in parts of one size, so that a range is read without what lies before it. */
import { hash } from 'blake3-wasm';
import { ARTIFACT_PART_BYTES, type Artifact, artifactParts, artifacts } from '../../resources/artifact.js';
import { newId } from '../../resources/id.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each, everyTenant } from '../base/each.js';

const DAY_MS = 86_400_000;
/** How long the result of a job is kept. */
export const RESULT_LIFETIME_MS = 30 * DAY_MS;
/** An artifact that is not complete after this time never will be. */
const WRITING_MS = 3_600_000;

interface NewArtifact {
  readonly tenantId: string;
  readonly name: string;
  readonly contentType: string;
  readonly jobId: string;
  readonly operation?: string;
  /** Id of the key or user that submitted the job. */
  readonly createdBy?: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Durable when it returns. */
export async function createArtifact(store: Store, { tenantId, now, ...fields }: NewArtifact, content: Buffer): Promise<Artifact> {
  const artifact: Artifact = {
    ...{ tenantId, id: newId(artifacts), version: 1, createdAt: now, updatedAt: now },
    ...fields,
    size: content.length,
    blake3: hash(content).toString('hex'),
    expiresAt: new Date(now + RESULT_LIFETIME_MS).toISOString(),
    state: 'incomplete',
  };
  await store.insert(artifacts, artifact);
  try {
    for (let number = 0; number * ARTIFACT_PART_BYTES < content.length; number++) {
      const start = number * ARTIFACT_PART_BYTES;
      const part = {
        ...{ tenantId, id: partId(artifact.id, number), version: 1, createdAt: now, updatedAt: now },
        artifactId: artifact.id,
      };
      await store.insert(artifactParts, part, content.subarray(start, start + ARTIFACT_PART_BYTES));
    }
    return await store.replace(artifacts, { ...artifact, state: 'complete' }, artifact.version);
  } catch (error) {
    // The sweep removes it where this fails.
    await store.remove(artifacts, tenantId, artifact.id).catch(() => undefined);
    throw error;
  }
}

const partId = (artifactId: string, number: number): string => `${artifactId}.${number}`;

/**
 * Bytes of an artifact from `offset` on: as many as are left in the part that holds it, so at most one part.
 *
 * @returns empty at the end of the content
 * @throws StoreFailure not_found
 */
export async function readArtifact(store: Store, tenantId: string, id: string, offset: number): Promise<Buffer> {
  const artifact = await store.get(artifacts, tenantId, id);
  if (artifact?.state !== 'complete') throw notThere(id);
  if (offset >= artifact.size) return Buffer.alloc(0);
  const part = await store.bytes(artifactParts, tenantId, partId(id, Math.floor(offset / ARTIFACT_PART_BYTES)));
  // It may have been deleted since.
  if (part === undefined) throw notThere(id);
  return part.subarray(offset % ARTIFACT_PART_BYTES);
}

/** Removes artifacts that have expired, and those that were never completed. @returns how many */
export async function sweepArtifacts(store: Store, now: number): Promise<number> {
  let removed = 0;
  const ends = [
    conditionsOf(artifacts, { expiresBefore: new Date(now).toISOString() }),
    conditionsOf(artifacts, { state: 'incomplete', createdBefore: now - WRITING_MS }),
  ];
  for await (const { id: tenantId } of everyTenant(store))
    for (const conditions of ends)
      for await (const { id } of each(store, artifacts, tenantId, { where: conditions }))
        if (await store.remove(artifacts, tenantId, id)) removed++;
  return removed;
}
