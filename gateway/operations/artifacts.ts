/** Artifacts: results that are kept as files. */
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { artifacts as resource } from '#services/resources/artifact';
import { namesTag } from '../contract/entity-tag.js';
import { HttpFailure } from '../contract/errors.js';
import { allOperations, type Dependencies, type OperationCall, operation, renderedOperation } from '../contract/operation.js';
import { pageResponse } from '../contract/page.js';
import { requireAccess } from '../job/admission.js';
import { documentView, listQuery, listRequest, storedShape } from '../resource/crud.js';

const { collection } = resource;
const path = '/api/v1/artifacts';
const shared = { tag: 'Artifacts', scope: 'jobs', costClass: 'store' } as const;
const one = {
  path: `${path}/{artifactId}`,
  params: z.strictObject({ artifactId: z.string().max(100) }),
  failures: ['SVC-RES-001', 'SVC-AUTH-004'],
} as const;

/** Milliseconds for the whole content of an artifact: as long as the caller reads on. */
const DOWNLOAD_MS = 600_000;

const artifact = z
  .object({
    ...storedShape,
    name: z.string(),
    contentType: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    blake3: z.string().meta({ description: 'BLAKE3 hash of the content, hexadecimal' }),
    jobId: z.string().optional().meta({ description: 'The job whose result it is' }),
    expiresAt: z.iso.datetime().meta({ description: 'When it is deleted' }),
  })
  .meta({ id: 'Artifact', description: 'A result that is kept as a file' });
type ArtifactView = z.input<typeof artifact>;

type StoredArtifact = ArtifactView & { readonly state: string; readonly operation?: string };

function viewOf(document: Document__Output): ArtifactView {
  const { state: _, operation: _operation, ...view } = documentView(document) as StoredArtifact;
  return view;
}

const notThere = (id: string): HttpFailure => new HttpFailure('SVC-RES-001', `there is no artifact ${id}`);

/** @throws HttpFailure SVC-RES-001 where it is not there, or not whole yet; SVC-AUTH-004, where the caller may not have the result of its job */
async function completeArtifact(id: string, call: OperationCall, dependencies: Dependencies): Promise<ArtifactView> {
  const document = await dependencies.documents.getDocument({ collection, id }, call);
  const { state, operation = '' } = JSON.parse(document.fieldsJson) as StoredArtifact;
  if (state !== 'complete') throw notThere(id);
  requireAccess(call.caller, { operation, createdBy: document.createdBy }, allOperations(dependencies));
  return viewOf(document);
}

/** Bytes from `first` to `last`, both included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The one range that a header names; undefined where the whole content is the answer (RFC 9110, 14.2: a server may ignore a range). */
function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? [];
  // A range whose end is before its start is none.
  if ((from === '' && to === '') || (from !== '' && to !== '' && Number(from) > Number(to))) return undefined;
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first < size ? { first, last } : 'unsatisfiable';
}

async function* contentOf(
  id: string,
  { first, last }: Range,
  call: OperationCall,
  { documents }: Dependencies,
): AsyncGenerator<Uint8Array> {
  for (let offset = first; offset <= last; ) {
    const { bytes } = await documents.readArtifact({ id, offset }, call);
    if (bytes.length === 0) throw new Error(`the content of ${id} ends at ${offset}`);
    yield bytes.subarray(0, last + 1 - offset);
    offset += bytes.length;
  }
}

export const artifacts = [
  operation({
    ...shared,
    id: 'listArtifacts',
    method: 'GET',
    path,
    summary: 'List artifacts',
    query: listQuery(resource, ['jobId', 'contentType']),
    response: pageResponse(artifact),
    handle: async ({ query, call }, { documents }) => {
      const request = listRequest(resource, { ...query, state: 'complete' });
      const { items, nextCursor } = await documents.listDocuments({ collection, ...request }, call);
      return { data: { items: items.map(viewOf), ...(nextCursor && { nextCursor }) } };
    },
  }),
  operation({
    ...shared,
    ...one,
    id: 'getArtifact',
    method: 'GET',
    summary: 'Get an artifact',
    response: artifact,
    handle: async ({ params, call }, dependencies) => ({ data: await completeArtifact(params.artifactId, call, dependencies) }),
  }),
  renderedOperation({
    ...shared,
    ...one,
    path: `${one.path}/content`,
    id: 'getArtifactContent',
    method: 'GET',
    wire: 'document',
    deadlineMs: DOWNLOAD_MS,
    summary: 'Content of an artifact',
    description:
      'With Range, one range of bytes (206), or a 416 without a body where the content has no byte of it. If-Range with the ETag of another content gives the whole of it, If-None-Match with the ETag of this content a 304.',
    headers: z.object({
      range: z.string().max(100).optional().meta({ description: 'One range of bytes, such as bytes=0-1023' }),
      'if-none-match': z.string().max(1_000).optional().meta({ description: 'ETags of the contents that the caller has' }),
      'if-range': z.string().max(200).optional().meta({ description: 'ETag of the content to which the range belongs' }),
    }),
    produces: ['application/json'],
    otherStatuses: [206, 304, 416],
    responseHeaders: {
      ETag: 'BLAKE3 hash of the content, in double quotes',
      'Accept-Ranges': 'bytes',
      'Content-Disposition': 'The name under which to save the content',
      'Content-Length': 'Bytes',
      'Content-Range': 'The range that is given, and the size of the content',
    },
    handle: async ({ params: { artifactId: id }, headers, call }, dependencies) => {
      const { name, contentType, size, blake3 } = await completeArtifact(id, call, dependencies);
      const etag = `"${blake3}"`;
      const unchanged = headers['if-range'] === undefined || headers['if-range'] === etag;
      const common = { ETag: etag, 'Accept-Ranges': 'bytes' };
      if (namesTag(headers['if-none-match'], etag)) return { contentType, body: '', status: 304, headers: common };
      const range = unchanged ? rangeOf(headers.range, size) : undefined;
      if (range === 'unsatisfiable')
        return { contentType, body: '', status: 416, headers: { ...common, 'Content-Range': `bytes */${size}` } };
      const { first, last } = range ?? { first: 0, last: size - 1 };
      return {
        contentType,
        body: contentOf(id, { first, last }, call, dependencies),
        ...(range && { status: 206 }),
        headers: {
          ...common,
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'Content-Length': String(last + 1 - first),
          ...(range && { 'Content-Range': `bytes ${first}-${last}/${size}` }),
        },
      };
    },
  }),
  operation({
    ...shared,
    ...one,
    id: 'deleteArtifact',
    method: 'DELETE',
    summary: 'Delete an artifact',
    response: z.object({ id: z.string() }),
    handle: async ({ params: { artifactId: id }, call }, dependencies) => {
      await completeArtifact(id, call, dependencies);
      await dependencies.documents.removeDocument({ collection, id, expectedVersion: 0 }, call);
      return { data: { id } };
    },
  }),
];
