/** How the shared store keeps a document: its key, its fields, the indexes by which it is found. */
import type { Binary, Filter } from 'mongodb';
import type { AnyResource, Document, Resource, Stored } from '../resources/resource.js';
import { kindOf } from './ledger.js';
import { endOfPrefix, indexedFields, listFields } from './page.js';
import type { Condition } from './port.js';

/** A document as it is stored: the resource's own fields are in `body`, so that a replacement leaves the rest alone. */
export interface Kept extends Stored {
  _id: string;
  body: Record<string, unknown>;
  bytes?: Buffer | Binary | undefined;
  /** Bytes of the body as JSON and of `bytes`, as the ledger counts them. */
  sizes: Sizes;
  /** Writes in progress that refer to this document. */
  holds?: Hold[];
  /** How many holds there have been. */
  holdCount?: number;
}

interface Sizes {
  readonly body: number;
  readonly bytes: number;
}

interface Hold {
  readonly token: string;
  /** Unix milliseconds; a hold that has expired counts for nothing. */
  readonly expiresAt: number;
}

export const keyOf = (tenantId: string, id: string): string => `${tenantId}/${id}`;

export function keptOf({ tenantId, id, version, createdAt, updatedAt, createdBy, updatedBy, ...body }: Stored, bytes?: Buffer): Kept {
  const sizes = { body: Buffer.byteLength(JSON.stringify(body)), bytes: bytes?.length ?? 0 };
  return {
    ...{ _id: keyOf(tenantId, id), tenantId, id, version, createdAt, updatedAt, createdBy, updatedBy, body, sizes },
    ...(bytes && { bytes }),
  };
}

export function documentOf<F extends object>(resource: Resource<F>, stored: Kept): Document<F>;
export function documentOf<F extends object>(resource: Resource<F>, stored: Kept | null): Document<F> | undefined;
export function documentOf<F extends object>({ storedSchema }: Resource<F>, stored: Kept | null): Document<F> | undefined {
  if (stored === null) return undefined;
  const { body, tenantId, id, version, createdAt, updatedAt, createdBy, updatedBy } = stored;
  return {
    // A document without fields of its own that `add` made has no body.
    ...storedSchema.parse(body ?? {}),
    ...{ tenantId, id, version, createdAt, updatedAt },
    ...(createdBy !== undefined && { createdBy }),
    ...(updatedBy !== undefined && { updatedBy }),
  };
}

/** The path of a field in a stored document. The key stands for the id: it sorts alike within a tenant and has an index. */
export const pathOf = (field: string): string => (field === 'id' ? '_id' : field === 'createdAt' ? field : `body.${field}`);

/** On a list, $eq finds the documents of which one entry is the value. */
const OPERATORS = { equals: '$eq', contains: '$eq', atLeast: '$gte', atMost: '$lte', below: '$lt' } as const;

export function conditionsOf({ collection }: AnyResource, tenantId: string, filters: readonly Condition[]): Filter<Kept>[] {
  const conditions: Filter<Kept>[] = [{ tenantId }];
  for (const { field, match, value } of filters) {
    const compared = field === 'id' ? keyOf(tenantId, String(value)) : value;
    if (match !== 'prefix') conditions.push({ [pathOf(field)]: { [OPERATORS[match]]: compared } });
    else if (typeof compared !== 'string') throw new Error(`a prefix of ${field} of ${collection} must be text`);
    else conditions.push({ [pathOf(field)]: { $gte: compared } }, { [pathOf(field)]: { $lt: endOfPrefix(compared) } });
  }
  return conditions;
}

/** A pattern that finds the text itself, whatever the case of its ASCII letters: as the embedded store compares. */
export const asciiCaseInsensitive = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

/** The index that holds the sizes of a tenant's documents. */
export const SIZES_INDEX = { tenantId: 1, 'sizes.body': 1, 'sizes.bytes': 1 } as const;

/** Every index but a unique one ends in the order of the pages that it serves. */
export function indexesOf(resource: AnyResource) {
  const { equal, sorted } = indexedFields(resource);
  const creation = { createdAt: -1, _id: -1 } as const;
  return [
    { key: { tenantId: 1, ...creation } },
    ...(kindOf(resource) === undefined ? [] : [{ key: SIZES_INDEX }]),
    ...resource.unique.map(({ fields, within }) => {
      const key = Object.fromEntries(fields.map((field) => [pathOf(field), 1] as const));
      return { key: within === 'everywhere' ? key : { tenantId: 1, ...key }, unique: true };
    }),
    ...[...equal, ...listFields(resource)].map((field) => ({ key: { tenantId: 1, [pathOf(field)]: 1, ...creation } })),
    ...sorted.map((field) => ({ key: { tenantId: 1, [pathOf(field)]: 1, _id: 1 } })),
  ];
}
