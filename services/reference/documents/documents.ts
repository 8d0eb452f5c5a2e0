/**
 * Documents of the resources that callers may reach: one set of functions for all of them. What a document holds is parsed with the
 * schema of its resource, the one with which the gateway has validated it.
 */

import { setImmediate } from 'node:timers/promises';
import { faultsOf, parse, parsedWith } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import type { Fault } from '#proto/failure';
import { newId } from '../../resources/id.js';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../../resources/page-limit.js';
import { type AnyResource, sortFields } from '../../resources/resource.js';
import { defined } from '../../runtime/defined.js';
import type { Change, Changed } from '../../store/change.js';
import { StoreFailure } from '../../store/failure.js';
import { makeChangeIn } from '../../store/make-change.js';
import { notThere, REFERRERS_LIMIT, referredTo, staleVersion } from '../../store/page.js';
import { type Condition, conditionsOf, type Page, type Store, type UpsertOutcome } from '../../store/port.js';
import { authorOf } from '../base/authority.js';
import { type AnyDocument, type Fields, onlyFields, readJson } from '../base/document.js';
import { type AppendAudit, auditLog, eventBy } from '../evidence/audit.js';
import { noSigner } from '../evidence/signing.js';
import { parseKeepingUnknown } from './unknown-fields.js';

/** Documents of one bulk write that are parsed and written before other calls are answered. */
const UPSERT_CHUNK = 500;

interface DocumentList {
  /** 1 to 500; 0 stands for 50. */
  readonly limit: number;
  /** Empty for the first page. */
  readonly cursor: string;
}

interface DocumentQuery extends DocumentList {
  /** Empty for `-createdAt`. */
  readonly sort: string;
  /** JSON object of filter name to value; empty for none. */
  readonly filtersJson: string;
  /** Empty for none. */
  readonly search: string;
}

/** The outcome of one document of a bulk write. */
type BulkOutcome = { readonly outcome: UpsertOutcome } | { readonly outcome: ''; readonly faults: readonly Fault[] };

/** The parts of an audit entry that say what was changed. */
interface AuditedEvent {
  readonly action: string;
  readonly subject: string;
  readonly details?: object;
  readonly before?: AnyDocument | undefined;
  readonly after?: Fields | undefined;
}

/** @param audit by default a log of its own, not signed */
export function documents(
  resources: readonly AnyResource[],
  store: Store,
  now: () => number,
  audit: AppendAudit = auditLog(store, noSigner),
) {
  const reachable = new Map(resources.filter(({ access }) => access === 'callers').map((each) => [each.collection, each]));

  /** @throws StoreFailure not_found, in the same words for a resource that callers may not reach and for one that does not exist */
  function resourceOf(collection: string): AnyResource {
    const resource = reachable.get(collection);
    if (resource === undefined) throw new StoreFailure('not_found', `no resource is called ${collection}`);
    return resource;
  }

  /** Writes an entry, and makes the change of one document that it tells of where one is given. */
  async function recorded(
    resource: AnyResource,
    caller: Caller,
    { action, details = {}, before: formerDocument, after: newFields, subject }: AuditedEvent,
    change?: Change,
  ): Promise<Changed> {
    if (resource.audited === false) return change && makeChangeIn(store, change);
    const version = formerDocument?.version;
    const event = {
      ...{ ...eventBy(caller), subject, action: `${resource.collection}.${action}` },
      details: { ...details, ...(version !== undefined && { version }) },
      before: formerDocument && onlyFields(formerDocument),
      after: newFields,
    };
    return audit(caller.tenantId, event, now(), change);
  }

  /** @throws StoreFailure conflict, where documents that are written in bulk name the one to be removed */
  async function requireUnnamed({ namedBy = [] }: AnyResource, tenantId: string, id: string): Promise<void> {
    const referrers = await Promise.all(
      namedBy.map(async ({ collection, filter }) => {
        const naming = resourceOf(collection);
        const conditions = conditionsOf(naming, { [filter]: id });
        const { items } = await store.page(naming, tenantId, { limit: REFERRERS_LIMIT, where: conditions });
        return { collection, ids: items.map((each) => each.id) };
      }),
    );
    const refusal = referredTo(id, referrers);
    if (refusal !== undefined) throw refusal;
  }

  async function existing(resource: AnyResource, tenantId: string, id: string): Promise<AnyDocument> {
    const document = await store.get(resource, tenantId, id);
    if (document === undefined) throw notThere(id);
    return document;
  }

  async function replaceWith(resource: AnyResource, current: AnyDocument, fields: Fields, caller: Caller): Promise<AnyDocument> {
    const { tenantId, id, version, createdAt, updatedAt } = current;
    const document = { ...fields, tenantId, id, version, createdAt, updatedAt, updatedBy: authorOf(caller) };
    const change: Change = { make: 'replace', resource, document, expectedVersion: version };
    return (await recorded(resource, caller, { action: 'replace', subject: id, before: current, after: fields }, change)) as AnyDocument;
  }

  /** The document, which must have the expected version. A write in between is noticed when it is replaced. */
  async function expected(resource: AnyResource, tenantId: string, id: string, version: number): Promise<AnyDocument> {
    if (!(version >= 1)) throw new StoreFailure('invalid', `the expected version must be at least 1; got ${version}`);
    const document = await existing(resource, tenantId, id);
    if (document.version !== version) throw staleVersion(id, document.version, version);
    return document;
  }

  return {
    /** @param requestId UUID that the id is made of: the same request again gives the document of the first; empty for a new id */
    create: async (caller: Caller, collection: string, fieldsJson: string, requestId: string): Promise<AnyDocument> => {
      const resource = resourceOf(collection);
      const fields = fieldsOf(resource, fieldsJson);
      const id = resource.naturalId?.(fields) ?? newId(resource, requestId || undefined);
      const document = newDocument(fields, id, caller, now());
      try {
        await recorded(resource, caller, { action: 'create', subject: id, after: fields }, { make: 'insert', resource, document });
        return document;
      } catch (error) {
        // A natural id says nothing about who created the document.
        const mayBeFirst =
          requestId !== '' && resource.naturalId === undefined && error instanceof StoreFailure && error.kind === 'conflict';
        const first = mayBeFirst ? await store.get(resource, caller.tenantId, id) : undefined;
        if (first === undefined) throw error;
        return first;
      }
    },

    /** @param version current or former; 0 for the current one */
    get: async ({ tenantId }: Caller, collection: string, id: string, version = 0): Promise<AnyDocument> => {
      const resource = resourceOf(collection);
      const document = await (version === 0 ? store.get(resource, tenantId, id) : store.version(resource, tenantId, id, version));
      if (document === undefined) throw notThere(version === 0 ? id : `version ${version} of ${id}`);
      return document;
    },

    /** @returns those that are there, in order */
    getMany: async ({ tenantId }: Caller, collection: string, ids: readonly string[]): Promise<AnyDocument[]> => {
      const resource = resourceOf(collection);
      if (ids.length > MAX_PAGE_LIMIT) throw new StoreFailure('invalid', `ids must be at most ${MAX_PAGE_LIMIT}; got ${ids.length}`);
      const documents = await Promise.all(ids.map((id) => store.get(resource, tenantId, id)));
      return documents.filter((each) => each !== undefined);
    },

    list: async ({ tenantId }: Caller, collection: string, query: DocumentQuery): Promise<Page<AnyDocument>> => {
      const resource = resourceOf(collection);
      const { cursor, sort, search } = query;
      const sorts = sortFields(resource);
      if (sort !== '' && !sorts.includes(sort.replace(/^-/, '')))
        throw new StoreFailure('invalid', `sort must be ${sorts.join(' or ')}, with a leading minus for descending order; got ${sort}`);
      if (search !== '' && resource.searchable.length === 0) throw new StoreFailure('invalid', `${collection} have no searchable field`);
      return store.page(resource, tenantId, {
        limit: limitOf(query),
        cursor: cursor || undefined,
        sort: sort || undefined,
        search: search || undefined,
        where: filtersOf(resource, query.filtersJson),
      });
    },

    replace: async (caller: Caller, collection: string, id: string, version: number, fieldsJson: string): Promise<AnyDocument> => {
      const resource = resourceOf(collection);
      const fields = fieldsOf(resource, fieldsJson);
      return replaceWith(resource, await expected(resource, caller.tenantId, id, version), fields, caller);
    },

    /** @param patchJson a JSON merge patch (RFC 7396) of the fields */
    patch: async (caller: Caller, collection: string, id: string, version: number, patchJson: string): Promise<AnyDocument> => {
      const resource = resourceOf(collection);
      const current = await expected(resource, caller.tenantId, id, version);
      const stored = onlyFields(current);
      const fields = parseKeepingUnknown(resource.schema, stored, mergePatch(stored, readJson(patchJson)));
      return replaceWith(resource, current, fields, caller);
    },

    /** @param version 0 for any */
    remove: async (caller: Caller, collection: string, id: string, version: number): Promise<void> => {
      const resource = resourceOf(collection);
      const document = await existing(resource, caller.tenantId, id);
      await requireUnnamed(resource, caller.tenantId, id);
      const change: Change = { make: 'remove', resource, tenantId: caller.tenantId, id, expectedVersion: version || undefined };
      await recorded(resource, caller, { action: 'remove', subject: id, before: document }, change);
    },

    versions: async ({ tenantId }: Caller, collection: string, id: string, query: DocumentList): Promise<Page<AnyDocument>> => {
      const resource = resourceOf(collection);
      if (!resource.history) throw new StoreFailure('not_found', `${collection} have no history`);
      await existing(resource, tenantId, id);
      return store.history(resource, tenantId, id, { limit: limitOf(query), cursor: query.cursor || undefined });
    },

    /** Writes the documents in order: of two with one id, the second is written over the first. */
    upsert: async (caller: Caller, collection: string, documentsJson: string): Promise<BulkOutcome[]> => {
      const resource = resourceOf(collection);
      const { naturalId } = resource;
      if (naturalId === undefined) throw new StoreFailure('invalid', `${collection} cannot be written in bulk`);
      const bodies = readJson(documentsJson);
      if (!Array.isArray(bodies)) throw new StoreFailure('invalid', 'the documents must be a list');
      // One entry for all: its hash is that of the whole request.
      await recorded(resource, caller, { action: 'upsert', subject: collection, details: { documents: bodies.length }, after: { bodies } });
      const outcomes: BulkOutcome[] = [];
      /** Documents with different ids, by their place in the request. */
      let pending = new Map<string, { index: number; document: AnyDocument }>();
      const write = async (): Promise<void> => {
        const written = [...pending.values()];
        pending = new Map();
        const results = await store.upsert(
          resource,
          written.map(({ document }) => document),
        );
        written.forEach(({ index }, row) => {
          outcomes[index] = { outcome: defined(results[row], 'the outcome of a row') };
        });
        await setImmediate();
      };
      const timeMs = now();
      for (const [index, body] of bodies.entries()) {
        const parsed = parsedWith(resource.schema, body);
        if (!parsed.success) {
          outcomes[index] = { outcome: '', faults: faultsOf(parsed.error, body) };
          continue;
        }
        const id = naturalId(parsed.data);
        if (pending.has(id) || pending.size >= UPSERT_CHUNK) await write();
        pending.set(id, { index, document: newDocument(parsed.data, id, caller, timeMs) });
      }
      await write();
      return outcomes;
    },

    removeWhere: async (caller: Caller, collection: string, filtersJson: string): Promise<number> => {
      const resource = resourceOf(collection);
      const conditions = filtersOf(resource, filtersJson);
      if (conditions.length === 0) throw new StoreFailure('invalid', 'documents are removed by at least one filter');
      await recorded(resource, caller, { action: 'remove', subject: collection, details: { where: conditions } });
      return store.removeWhere(resource, caller.tenantId, conditions);
    },
  };
}

function newDocument(fields: Fields, id: string, caller: Caller, now: number): AnyDocument {
  const author = authorOf(caller);
  return {
    ...fields,
    ...{ tenantId: caller.tenantId, id, version: 1, createdAt: now, updatedAt: now },
    ...(author !== undefined && { createdBy: author, updatedBy: author }),
  };
}

const fieldsOf = ({ schema }: AnyResource, json: string): Fields => parse(schema, readJson(json));

function limitOf({ limit }: DocumentList): number {
  if (limit > MAX_PAGE_LIMIT) throw new StoreFailure('invalid', `limit must lie in [1, ${MAX_PAGE_LIMIT}]; got ${limit}`);
  return limit || DEFAULT_PAGE_LIMIT;
}

function filtersOf(resource: AnyResource, json: string): Condition[] {
  if (json === '') return [];
  const values = readJson(json);
  if (typeof values !== 'object' || values === null) throw new StoreFailure('invalid', 'the filters must be an object');
  for (const [name, value] of Object.entries(values)) {
    if (resource.filters[name] === undefined) throw new StoreFailure('invalid', `${resource.collection} have no filter ${name}`);
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw new StoreFailure('invalid', `the filter ${name} must be a value`);
  }
  return conditionsOf(resource, values as Record<string, string | number | boolean>);
}

/** RFC 7396: the patch's members replace those of the target, null removes one, and objects are merged member by member. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Fields = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
