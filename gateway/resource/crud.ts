/** The HTTP operations of a stored resource, made from its declaration: list, create, get, replace and delete. */

import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { resources } from '#services/resources/index';
import { type AnyResource, type Filter, type Match, type RestApi, sortFields } from '#services/resources/resource';
import type { CostClass } from '#services/rpc/method-table';
import { defined } from '#services/runtime/defined';
import { type ErrorCode, HttpFailure, httpFailure, notThere } from '../contract/errors.js';
import type { KeptManifest } from '../contract/manifest.js';
import { type Dependencies, type EnvelopeOperation, type Input, type OperationCall, operation } from '../contract/operation.js';
import { MAX_SEARCH_LENGTH, pageQuery, pageResponse } from '../contract/page.js';

/** Characters of an id in a path, and of a value to filter by. */
export const MAX_ID = 200;
export const MAX_FILTER = 200;

/** The fields to be stored, and the manifest of the run that computed some of them. */
interface Completed {
  readonly fields: object;
  /** The receipt of its run is kept already. */
  readonly manifest?: KeptManifest | undefined;
}

/** How what a caller writes becomes what is stored, for a resource whose fields the gateway completes. */
export interface Writing<Body = never> {
  readonly request: z.ZodType;
  readonly complete: (
    body: Body,
    run: Pick<Input<Body, never, never, never>, 'call' | 'stored'>,
    dependencies: Dependencies,
  ) => Promise<Completed>;
  /** Set where completing the fields may compute them with a manifest. */
  readonly manifest?: 'when_priced';
  /** The error codes that completing the fields may give. */
  readonly failures: readonly ErrorCode[];
  readonly description?: string;
  /** The cost class of writing, where completing the fields takes longer than a write; by default that of stored data. */
  readonly costClass?: CostClass;
}

/** Checks that the fields are made of what the schema of the request gives. */
export const writing = <const Request extends z.ZodType>(declared: Writing<z.output<Request>> & { readonly request: Request }): Writing =>
  declared;

/** A resource that is written as it is read, but for the owner, which the path names. */
function asRead({ schema, shape }: AnyResource, { owner, singular }: RestApi): Writing {
  if (owner === undefined) return writing({ request: schema, complete: async (body) => ({ fields: body as object }), failures: [] });
  const { [owner]: _, ...fields } = shape;
  const request = z.strictObject(fields).meta({ id: `${singular}Fields`, description: schema.description });
  return writing({ request, complete: async (body) => ({ fields: body as object }), failures: [] });
}

/** The resources whose operations are at paths that begin with this. */
export const resourcesUnder = (prefix: string): readonly AnyResource[] => resources.filter(({ api }) => api?.path.startsWith(prefix));

/**
 * The five operations of each resource that has the plain ones.
 *
 * @param writings by collection, for resources whose fields the gateway completes
 */
export const crudOperations = (
  resources: readonly AnyResource[],
  writings: Readonly<Record<string, Writing>> = {},
): readonly EnvelopeOperation[] =>
  resources.flatMap((resource) => (resource.api === undefined ? [] : crud(resource, resource.api, writings[resource.collection])));

export function crud(
  resource: AnyResource,
  api: RestApi,
  { request, complete, failures, description, manifest, costClass = 'store' }: Writing = asRead(resource, api),
): readonly EnvelopeOperation[] {
  const { tag, path, scope, singular, plural, example, owner, singles = [], hiddenFilters = [] } = api;
  const { collection } = resource;
  const ownership = ownedBy(resource, owner);
  const parameter = `${singular.charAt(0).toLowerCase()}${singular.slice(1)}Id`;
  const noun = wordsOf(singular);
  const response = documentSchema(resource, singular);
  const shared = { tag, scope, costClass: 'store' } as const;
  const ownerParams = owner === undefined ? {} : { [owner]: z.string().max(MAX_ID) };
  const many = { ...shared, path, ...(owner !== undefined && { params: z.strictObject(ownerParams) }) };
  const one = {
    ...shared,
    path: `${path}/{${parameter}}`,
    params: z.strictObject({ ...ownerParams, [parameter]: z.string().max(MAX_ID) }),
  };
  const idOf = (params: unknown): string => partOf(params, parameter);
  const dangling = [...failures, ...(resource.references.length > 0 ? (['SVC-RES-001'] as const) : [])];
  const five = {
    list: operation({
      ...many,
      id: `list${plural}`,
      method: 'GET',
      summary: `List ${wordsOf(plural)}`,
      query: listQuery(
        resource,
        Object.keys(resource.filters).filter((name) => name !== owner && !hiddenFilters.includes(name)),
      ),
      response: pageResponse(response),
      failures: ownership.failures,
      handle: async ({ params, query, call }, { documents }) => {
        await ownership.requireOwner(params, documents, call);
        const request = listRequest(resource, { ...(query as object), ...ownership.fieldsOf(params) });
        const { items, nextCursor } = await documents.listDocuments({ collection, ...request }, call);
        return { data: { items: items.map(documentView), ...(nextCursor && { nextCursor }) } };
      },
    }),
    create: operation({
      ...many,
      id: `create${singular}`,
      method: 'POST',
      summary: `Create ${withArticle(noun)}`,
      ...(description !== undefined && { description }),
      status: 201,
      request,
      example,
      response,
      responseHeaders: { ...etagHeader, Location: 'Path of the new resource' },
      failures: ['SVC-RES-002', ...dangling],
      costClass,
      ...(manifest !== undefined && { manifest }),
      handle: async ({ params, body, call, stored }, dependencies) => {
        await ownership.requireOwner(params, dependencies.documents, call);
        const { fields, ...computed } = await complete(body as never, { call, stored }, dependencies);
        const fieldsJson = JSON.stringify({ ...fields, ...ownership.fieldsOf(params) });
        const document = await dependencies.documents.createDocument({ collection, fieldsJson, requestId: call.requestId }, call);
        const { data, headers } = withEtag(document);
        const location = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(partOf(params, name)));
        return { data, headers: { ...headers, Location: `${location}/${encodeURIComponent(document.id)}` }, ...withReceipt(computed) };
      },
    }),
    get: operation({
      ...one,
      id: `get${singular}`,
      method: 'GET',
      summary: `Get ${withArticle(noun)}`,
      response,
      responseHeaders: etagHeader,
      failures: ['SVC-RES-001'],
      handle: async ({ params, call }, { documents }) => withEtag(await ownership.document(params, idOf(params), documents, call)),
    }),
    replace: operation({
      ...one,
      id: `replace${singular}`,
      method: 'PUT',
      summary: `Replace ${withArticle(noun)}`,
      description: 'If-Match must be the ETag of the version to be replaced, so that no other caller’s update is lost.',
      headers: z.object({ 'if-match': ifMatch }),
      request,
      example,
      response,
      responseHeaders: etagHeader,
      failures: [...failures, 'SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003', 'SVC-RES-004'],
      costClass,
      ...(manifest !== undefined && { manifest }),
      handle: async ({ params, headers, body, call, stored }, dependencies) => {
        const expectedVersion = requiredVersion(headers['if-match']);
        const id = idOf(params);
        await ownership.requireOwned(params, id, dependencies.documents, call);
        const { fields, ...computed } = await complete(body as never, { call, stored }, dependencies);
        const fieldsJson = JSON.stringify({ ...fields, ...ownership.fieldsOf(params) });
        const document = await dependencies.documents.replaceDocument({ collection, id, expectedVersion, fieldsJson }, call);
        return { ...withEtag(document), ...withReceipt(computed) };
      },
    }),
    delete: operation({
      ...one,
      id: `delete${singular}`,
      method: 'DELETE',
      summary: `Delete ${withArticle(noun)}`,
      description: `Refused with a 409 while other resources refer to the ${noun}. With If-Match, only that version is deleted.`,
      headers: z.object({ 'if-match': ifMatch }),
      response: z.object({ id: z.string() }),
      failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'],
      handle: async ({ params, headers, call }, { documents }) => {
        const id = idOf(params);
        const etag = headers['if-match'];
        await ownership.requireOwned(params, id, documents, call);
        await documents.removeDocument({ collection, id, expectedVersion: etag === undefined ? 0 : versionOf(etag) }, call);
        // Nothing refers to these once the document is gone, so a failure to remove them does no harm.
        await Promise.allSettled(singles.map((single) => documents.removeDocument({ collection: single, id, expectedVersion: 0 }, call)));
        return { data: { id } };
      },
    }),
  };
  return (api.operations ?? FIVE).map((name) => five[name]);
}

/** Shows the manifest of a run whose receipt is kept already. */
export const withReceipt = ({ manifest }: Pick<Completed, 'manifest'>) =>
  manifest === undefined ? {} : { manifest, receiptKept: true as const };

const FIVE = ['list', 'create', 'get', 'replace', 'delete'] as const;

/** Checks that the owner in the path exists and owns the document; they check nothing for a resource without an owner. */
function ownedBy({ collection, references }: AnyResource, owner: string | undefined) {
  const to = references.find(({ field }) => field === owner)?.to;
  if (owner !== undefined && to === undefined) throw new Error(`${owner} of ${collection} is no reference`);
  const document = async (params: unknown, id: string, documents: Dependencies['documents'], call: OperationCall) => {
    const owned = await documents.getDocument({ collection, id, version: 0 }, call);
    if (owner !== undefined && (JSON.parse(owned.fieldsJson) as Record<string, unknown>)[owner] !== partOf(params, owner))
      throw notThere(id);
    return owned;
  };
  return {
    failures: (owner === undefined ? [] : ['SVC-RES-001']) as ErrorCode[],
    fieldsOf: (params: unknown) => (owner === undefined ? {} : { [owner]: partOf(params, owner) }),
    /** The document, which must belong to the owner that the path names. */
    document,
    /** @throws where the document is another owner's */
    requireOwned: async (params: unknown, id: string, documents: Dependencies['documents'], call: OperationCall): Promise<void> => {
      if (owner !== undefined) await document(params, id, documents, call);
    },
    /** @throws where there is no such owner */
    requireOwner: async (params: unknown, documents: Dependencies['documents'], call: OperationCall): Promise<void> => {
      if (owner !== undefined && to !== undefined)
        await documents.getDocument({ collection: to, id: partOf(params, owner), version: 0 }, call);
    },
  };
}

/** The schemas of some fields of a resource, by their names. */
export const fieldSchemas = <Name extends string>(
  { shape }: { readonly shape: Readonly<Record<string, z.ZodType>> },
  ...names: readonly Name[]
): Readonly<Record<Name, z.ZodType>> =>
  Object.fromEntries(names.map((name) => [name, defined(shape[name], name)])) as Record<Name, z.ZodType>;

/** A parameter of the path. */
const partOf = (params: unknown, name: string): string => defined((params as Record<string, string>)[name], name);

/** The fields that every stored resource has beside its own. */
export const storedShape = {
  id: z.string(),
  version: z.int().min(1).meta({ description: '1 when created, one more with each replacement' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  createdBy: z.string().optional().meta({ description: 'Id of the key or user that created it' }),
};

/** A stored document as callers see it. @param name of the schema in the OpenAPI document */
export const documentSchema = ({ shape }: Pick<AnyResource, 'shape'>, name: string) =>
  z.object({ ...storedShape, ...shape }).meta({ id: name });

const timestamp = (ms: number): string => new Date(ms).toISOString();

export function documentView({ id, version, createdAtMs, updatedAtMs, createdBy, fieldsJson }: Document__Output): never {
  const fields = JSON.parse(fieldsJson) as object;
  const times = { createdAt: timestamp(createdAtMs), updatedAt: timestamp(updatedAtMs) };
  // The reference service has parsed the fields with the schema of the resource.
  return { id, version, ...times, ...(createdBy && { createdBy }), ...fields } as never;
}

export const etagHeader = { ETag: 'The version, in double quotes: the If-Match of a replacement' };

/** A document and its ETag. */
export const withEtag = (document: Document__Output) => ({ data: documentView(document), headers: { ETag: `"${document.version}"` } });

export const ifMatch = z.string().max(100).optional().meta({ description: 'ETag of the version that is expected' });

/** @throws HttpFailure SVC-RES-004 without If-Match */
export function requiredVersion(etag: string | undefined): number {
  if (etag === undefined) throw new HttpFailure('SVC-RES-004', 'this operation needs If-Match with the ETag of the version to be replaced');
  return versionOf(etag);
}

const ENTITY_TAG = /^(?:"([1-9]\d{0,8})"|([1-9]\d{0,8}))$/;

/** The quotes may be missing. @throws HttpFailure SVC-RES-003 where it is no version: then no version matches it */
export function versionOf(etag: string): number {
  const [, quoted, bare] = ENTITY_TAG.exec(etag.trim()) ?? [];
  const version = quoted ?? bare;
  if (version === undefined) throw new HttpFailure('SVC-RES-003', `If-Match is not the ETag of a version; got ${etag}`);
  return Number(version);
}

/**
 * The query of a list: limit, cursor, sort, the filters, and `search` where the resource has searchable fields.
 *
 * @param names of the filters that callers may use; by default all
 */
export function listQuery(resource: AnyResource, names: readonly string[] = Object.keys(resource.filters)) {
  const sorts = sortFields(resource).flatMap((field) => [field, `-${field}`]);
  return pageQuery.extend({
    sort: z
      .enum(sorts as [string, ...string[]])
      .default('-createdAt')
      .meta({ description: 'Field to sort by; a leading minus sorts in descending order' }),
    ...(resource.searchable.length > 0 && {
      search: z
        .string()
        .min(1)
        .max(MAX_SEARCH_LENGTH)
        .optional()
        .meta({ description: `Part of ${resource.searchable.join(' or ')}; the case of ASCII letters is ignored` }),
    }),
    ...Object.fromEntries(names.map((name) => [name, filterSchema(resource, defined(resource.filters[name], name))])),
  });
}

const MEANING = {
  equals: 'Equal to this',
  prefix: 'Beginning with this',
  atLeast: 'At least this',
  atMost: 'At most this',
  below: 'Below this',
  contains: 'Containing this',
};

function filterSchema({ shape }: AnyResource, { field, match }: Filter): z.ZodType {
  return valueSchema(bare(shape[field]), field, match)
    .optional()
    .meta({ description: `${MEANING[match]}: ${field}` });
}

function valueSchema(schema: z.ZodType | undefined, field: string, match: Match): z.ZodType {
  if (field === 'createdAt') return z.iso.datetime().transform((text) => Date.parse(text));
  if (match === 'contains' && schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (match === 'prefix' || schema === undefined) return z.string().min(1).max(MAX_FILTER);
  return schema instanceof z.ZodNumber ? z.coerce.number() : schema;
}

/** A schema without what makes its value optional. */
function bare(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return bare(schema.unwrap() as z.ZodType);
  return schema;
}

/** The query as the reference service takes it. */
export function listRequest({ filters }: AnyResource, query: unknown) {
  const { limit, cursor = '', sort, search = '', ...rest } = query as { limit: number; cursor?: string; sort: string; search?: string };
  const stated = Object.entries(rest).filter(([name, value]) => name in filters && value !== undefined);
  return { limit, cursor, sort, search, filtersJson: stated.length === 0 ? '' : JSON.stringify(Object.fromEntries(stated)) };
}

/** NettingSets: netting sets. */
const wordsOf = (name: string): string => name.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** The calls of a write that creates a document or replaces it. */
interface Put {
  /** Finds the current document; undefined where there is none. */
  readonly find: () => Promise<Document__Output | undefined>;
  readonly create: () => Promise<Document__Output>;
  readonly replace: (current: Document__Output) => Promise<Document__Output>;
}

/** Largest number of attempts. Another writer may overtake each; this many in a row mean that something else is wrong. */
const MAX_PUT_ATTEMPTS = 50;

/**
 * Longest pause after the first attempt and after any attempt, milliseconds. Writers that try again at once overtake each other in step: twenty of them make 420
 * calls to a store of 2 ms per call, and some 220 where each waits.
 */
const FIRST_PUT_PAUSE_MS = 10;
const MAX_PUT_PAUSE_MS = 100;

/** Codes with which a write fails that another one has overtaken: the document exists, is gone, or has another version. */
const OVERTAKEN_CODES = ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'];

/** Creates or replaces a document, again where another writer overtakes this one. */
export async function putDocument({ find, create, replace }: Put): Promise<Document__Output> {
  for (let attempt = 1; ; attempt++) {
    try {
      const current = await find();
      return await (current === undefined ? create() : replace(current));
    } catch (error) {
      if (!OVERTAKEN_CODES.includes(httpFailure(error).code) || attempt === MAX_PUT_ATTEMPTS) throw error;
      await setTimeout(Math.random() * Math.min(attempt * FIRST_PUT_PAUSE_MS, MAX_PUT_PAUSE_MS));
    }
  }
}
