import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

/** Results that are kept as files. Only the service writes them. */
export const artifacts = resource({
  collection: 'artifacts',
  idPrefix: 'art_',
  schema: z.strictObject({
    name: text(200),
    contentType: text(200),
    /** Bytes. */
    size: z.int().min(0),
    /** BLAKE3 hash of the content, hexadecimal. */
    blake3: z.string(),
    /** The job whose result it is. */
    jobId: z.string().optional(),
    /** The operation of that job. */
    operation: z.string().optional(),
    /** ISO 8601 timestamp from which on it may be deleted. */
    expiresAt: z.iso.datetime(),
    /** Callers see an artifact once every part of its content is stored. */
    state: z.enum(['incomplete', 'complete']),
  }),
  filters: {
    jobId: 'equals',
    contentType: 'equals',
    state: 'equals',
    expiresBefore: { field: 'expiresAt', match: 'below' },
    createdBefore: { field: 'createdAt', match: 'below' },
  },
  searchable: ['name'],
  access: 'callers',
});
export type Artifact = DocumentOf<typeof artifacts>;

/** Bytes of every part of an artifact but the last one. */
export const ARTIFACT_PART_BYTES = 2 ** 20;

/** A part of an artifact's content, as the document's bytes. The id is the artifact's, a dot and the part's number from 0. */
export const artifactParts = resource({
  collection: 'artifact_parts',
  idPrefix: '',
  schema: z.strictObject({ artifactId: z.string() }),
  references: [{ field: 'artifactId', to: 'artifacts', owned: true }],
  access: 'services',
});
