/** Pages: what a resource lets lists sort and filter by, and the cursor between one page and the next. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AnyResource, type Stored, sortFields } from '../resources/resource.js';
import { StoreFailure } from './failure.js';
import type { Condition, Page, PageQuery } from './port.js';

/** A page query as both stores run it: checked against the resource, the cursor read. */
export interface Plan {
  readonly limit: number;
  /** The first sort key; the second is the id, in the same direction. */
  readonly sort: { readonly field: string; readonly descending: boolean };
  readonly where: readonly Condition[];
  readonly search?: string | undefined;
  /** Sort key and id of the last document of the page before. */
  readonly after?: Position | undefined;
  /** Stands in each cursor of this list, sort and conditions, and in no other's. */
  readonly signature: string;
}

const position = z.tuple([z.string(), z.union([z.string(), z.number()]), z.string().min(1)]);
type Position = readonly [key: string | number, id: string];

const DEFAULT_SORT = '-createdAt';
/**
 * Characters of a hash in base64url: 48 bits, against mistakes and not against forgery. A forged cursor reaches the tenant's own documents
 * only.
 */
const SIGNATURE_LENGTH = 8;

/**
 * @throws Error where the resource does not have the sort or a field of the conditions: callers' names were checked before
 * @throws StoreFailure invalid, when the cursor is not from a page of the same list, sort and conditions
 */
export function planOf(resource: AnyResource, { limit, cursor, sort = DEFAULT_SORT, where: conditions = [], search }: PageQuery): Plan {
  const descending = sort.startsWith('-');
  const field = descending ? sort.slice(1) : sort;
  if (!sortFields(resource).includes(field)) throw new Error(`${resource.collection} cannot be sorted by ${field}`);
  checkConditions(resource, conditions);
  if (search !== undefined && resource.searchable.length === 0) throw new Error(`${resource.collection} has no searchable field`);
  const signature = createHash('sha256')
    .update(JSON.stringify([resource.collection, sort, conditions, search]))
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);
  return { limit, sort: { field, descending }, where: conditions, search, after: readCursor(cursor, signature), signature };
}

/** @throws Error where a condition names a field that no filter of the resource names */
export function checkConditions({ collection, filters }: AnyResource, conditions: readonly Condition[]): void {
  for (const { field, match } of conditions)
    if (!Object.values(filters).some((filter) => filter.field === field && filter.match === match))
      throw new Error(`${collection} has no filter ${match} on ${field}`);
}

function readCursor(cursor: string | undefined, signature: string): Position | undefined {
  if (cursor === undefined) return undefined;
  let read: z.infer<typeof position>;
  try {
    read = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new StoreFailure('invalid', 'cursor is not one that a page of this list gave');
  }
  const [signed, key, id] = read;
  if (signed !== signature) throw new StoreFailure('invalid', 'cursor is from a list with another sort or other filters');
  return [key, id];
}

/** @param documents one more than the limit where there are more */
export function toPage<D extends Stored>(documents: D[], { limit, sort, signature }: Pick<Plan, 'limit' | 'sort' | 'signature'>): Page<D> {
  const items = documents.slice(0, limit);
  const last = items.at(-1);
  if (documents.length <= limit || last === undefined) return { items };
  const end = [signature, (last as Record<string, unknown>)[sort.field], last.id];
  return { items, nextCursor: Buffer.from(JSON.stringify(end)).toString('base64url') };
}

/** The plan of a list of former versions. */
export function historyPlan({ collection }: AnyResource, id: string, { limit, cursor }: Pick<PageQuery, 'limit' | 'cursor'>) {
  const signature = createHash('sha256')
    .update(JSON.stringify([collection, 'history', id]))
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);
  const position = readCursor(cursor, signature)?.[0];
  return { limit, sort: { field: 'version', descending: true }, signature, below: typeof position === 'number' ? position : undefined };
}

/** Sorts after every text that begins with the prefix, and before every other text that sorts after those. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;

/** @throws Error where the resource has not declared that the field is unique everywhere */
export function uniqueField(resource: AnyResource, field: string): string {
  if (resource.unique.some(({ fields, within }) => within === 'everywhere' && fields.length === 1 && fields[0] === field)) return field;
  throw new Error(`${field} of ${resource.collection} is not unique everywhere`);
}

/** The fields by which documents are found within a tenant, each a reason for an index: equality first, then order. */
export function indexedFields({ filters, sorts, references }: AnyResource): { readonly equal: string[]; readonly sorted: string[] } {
  const isOwnField = (field: string) => field !== 'id' && field !== 'createdAt';
  const matched = Object.values(filters).filter(({ field, match }) => isOwnField(field) && match !== 'contains');
  const equal = [...matched.filter(({ match }) => match === 'equals').map(({ field }) => field), ...references.map(({ field }) => field)];
  const sorted = [...sorts, ...matched.filter(({ match }) => match !== 'equals').map(({ field }) => field)];
  return { equal: [...new Set(equal)], sorted: [...new Set(sorted)] };
}

/** The fields that are lists of texts by which documents are found. */
export const listFields = ({ filters }: AnyResource): readonly string[] => [
  ...new Set(Object.values(filters).flatMap(({ field, match }) => (match === 'contains' ? [field] : []))),
];

/** The references of other resources to a resource: those of parts that are removed with it, and those that keep it. */
export function referencesTo(resources: readonly AnyResource[], { collection }: AnyResource) {
  const all = resources.flatMap((resource) =>
    resource.references.filter(({ to }) => to === collection).map(({ field, owned }) => ({ resource, field, owned })),
  );
  return { owned: all.filter(({ owned }) => owned), keeping: all.filter(({ owned }) => !owned) };
}

/** The documents that a document refers to. */
export function referencesOf({ references }: AnyResource, document: Stored): { field: string; to: string; id: string }[] {
  return references.flatMap(({ field, to }) => {
    const id = (document as unknown as Record<string, unknown>)[field];
    return typeof id === 'string' ? [{ field, to, id }] : [];
  });
}

export const missingReference = ({ field, id }: { field: string; id: string }): StoreFailure =>
  new StoreFailure('not_found', `${field} ${id} is not there`, { faults: [{ pointer: `/${field}`, reason: `${id} is not there` }] });

/** How many of the documents that refer to another a refusal names. */
const MAX_NAMED_REFERRERS = 10;
/** One more, to know whether there are more. */
export const REFERRERS_LIMIT = MAX_NAMED_REFERRERS + 1;

/** @param referrers at most REFERRERS_LIMIT of each collection */
export function referredTo(id: string, referrers: readonly { collection: string; ids: readonly string[] }[]): StoreFailure | undefined {
  const all = referrers.flatMap(({ collection, ids }) => ids.map((each) => `${each} (${collection})`));
  if (all.length === 0) return undefined;
  const more = all.length > MAX_NAMED_REFERRERS ? ' and more' : '';
  return new StoreFailure('conflict', `${id} cannot be deleted: ${all.slice(0, MAX_NAMED_REFERRERS).join(', ')}${more} refer to it`);
}

export const staleVersion = (id: string, version: number, expected: number): StoreFailure =>
  new StoreFailure('stale', `${id} has version ${version}; expected ${expected}`);

export const notThere = (id: string): StoreFailure => new StoreFailure('not_found', `${id} is not there`);

/** @throws Error where documents of the resource refer to others */
export function refuseReferences({ collection, references }: AnyResource): void {
  if (references.length > 0) throw new Error(`documents of ${collection} refer to others, and cannot be appended`);
}

export const notIdentified = ({ collection }: AnyResource): Error => new Error(`documents of ${collection} have no natural ids`);
