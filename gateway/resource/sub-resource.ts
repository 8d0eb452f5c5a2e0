/**
 * Operations of a sub-resource: a document of which each owner has one, such as the credit curve of a counterparty. They are get, put and, where it
 * can be removed, delete.
 */

import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import type { AnyResource } from '#services/resources/resource';
import type { Scope } from '#services/resources/scope';
import { defined } from '#services/runtime/defined';
import { HttpFailure, httpFailure } from '../contract/errors.js';
import { type Dependencies, type EnvelopeOperation, type OperationCall, operation } from '../contract/operation.js';
import { documentView, etagHeader, ifMatch, putDocument, storedShape, versionOf, type Writing, withEtag, withReceipt } from './crud.js';

type Params = Readonly<Record<string, string>>;

interface SubResource {
  readonly resource: AnyResource;
  /** The field of a document that has the id of its owner, which is also the id of the document. */
  readonly idField: string;
  /** The name in operation ids and of the schema, as `CreditCurve` in getCreditCurve. */
  readonly name: string;
  /** The name in sentences, as `the credit curve`. */
  readonly noun: string;
  readonly tag: string;
  readonly scope: Scope;
  /** The path, with the parameters that `params` describes. The last one is the id of the owner. */
  readonly path: string;
  readonly params: z.ZodObject;
  /** Makes sure that the owner exists. @throws HttpFailure SVC-RES-001 where it does not */
  readonly requireOwner: (params: Params, documents: Dependencies['documents'], call: OperationCall) => Promise<unknown>;
  readonly writing: Writing;
  readonly example: object;
  readonly removable: boolean;
}

export function subResourceOperations(subResource: SubResource): readonly EnvelopeOperation[] {
  const { resource, idField, name, noun, tag, scope, path, params, requireOwner, writing, example, removable } = subResource;
  const { collection } = resource;
  const { [idField]: _, ...shape } = resource.shape;
  const { id: __, ...common } = storedShape;
  const response = z.object({ ...common, ...shape }).meta({ id: name });
  const shared = { tag, scope, path, params, costClass: 'store' } as const;
  const headers = z.object({ 'if-match': ifMatch });
  const idOf = (params: unknown): string => defined((params as Params)[idField], idField);
  const viewed = (document: Document__Output) => {
    const { id, [idField]: owner, ...view } = documentView(document) as Record<string, unknown>;
    return { ...withEtag(document), data: view as never };
  };
  const getDocument = (id: string, documents: Dependencies['documents'], call: OperationCall) =>
    documents.getDocument({ collection, id, version: 0 }, call).catch((error: unknown) => {
      throw httpFailure(error).code === 'SVC-RES-001' ? new HttpFailure('SVC-RES-001', `${id} has none: ${noun} is not there`) : error;
    });

  /** Creates or replaces the document; with an expected version, replaces that version alone. */
  async function put(id: string, fields: object, expected: number | undefined, documents: Dependencies['documents'], call: OperationCall) {
    const fieldsJson = JSON.stringify({ ...fields, [idField]: id });
    const replace = (expectedVersion: number) => documents.replaceDocument({ collection, id, expectedVersion, fieldsJson }, call);
    if (expected !== undefined) return replace(expected);
    return putDocument({
      find: () => getDocument(id, documents, call).catch(orUndefined('SVC-RES-001')),
      create: () => documents.createDocument({ collection, fieldsJson, requestId: '' }, call),
      replace: ({ version }) => replace(version),
    });
  }

  return [
    operation({
      ...shared,
      id: `get${name}`,
      method: 'GET',
      summary: `Get ${noun}`,
      response,
      responseHeaders: etagHeader,
      failures: ['SVC-RES-001'],
      handle: async ({ params, call }, { documents }) => {
        await requireOwner(params as Params, documents, call);
        return viewed(await getDocument(idOf(params), documents, call));
      },
    }),
    operation({
      ...shared,
      id: `put${name}`,
      method: 'PUT',
      summary: `Put ${noun}`,
      description: [
        writing.description,
        'It is created or replaced; with If-Match, only that version is replaced, so that no other caller’s update is lost.',
      ]
        .filter((part) => part !== undefined)
        .join(' '),
      headers,
      request: writing.request,
      example,
      response,
      responseHeaders: etagHeader,
      failures: [...writing.failures, 'SVC-RES-001', 'SVC-RES-003'],
      ...(writing.manifest !== undefined && { manifest: writing.manifest }),
      handle: async ({ params, headers, body, call, stored }, dependencies) => {
        await requireOwner(params as Params, dependencies.documents, call);
        const expected = headers['if-match'] === undefined ? undefined : versionOf(headers['if-match']);
        const { fields, ...computed } = await writing.complete(body as never, { call, stored }, dependencies);
        const document = await put(idOf(params), fields, expected, dependencies.documents, call);
        return { ...viewed(document), ...withReceipt(computed) };
      },
    }),
    ...(removable
      ? [
          operation({
            ...shared,
            id: `delete${name}`,
            method: 'DELETE',
            summary: `Delete ${noun}`,
            description: 'With If-Match, only that version is deleted.',
            headers,
            response: z.object({ id: z.string().meta({ description: 'Of what it belonged to' }) }),
            failures: ['SVC-RES-001', 'SVC-RES-003'],
            handle: async ({ params, headers, call }, { documents }) => {
              await requireOwner(params as Params, documents, call);
              const id = idOf(params);
              const expectedVersion = headers['if-match'] === undefined ? 0 : versionOf(headers['if-match']);
              await documents.removeDocument({ collection, id, expectedVersion }, call);
              return { data: { id } };
            },
          }),
        ]
      : []),
  ];
}

/** Turns failures with a code into undefined, and throws the others. */
const orUndefined =
  (code: HttpFailure['code']) =>
  (error: unknown): undefined => {
    if (httpFailure(error).code !== code) throw error;
    return undefined;
  };
