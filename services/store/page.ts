/** Pages: the filters that a resource allows, and the cursor between one page and the next. */
import { z } from 'zod';
import type { Resource, Stored } from '../resources/resource.js';
import { StoreFailure } from './failure.js';
import type { Page, PageQuery } from './port.js';

const position = z.tuple([z.int(), z.string().min(1)]);

/** Creation time and id of the last document of a page: callers pass it back and do not read it. */
export type Position = z.infer<typeof position>;

export function readCursor(cursor: string): Position {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new StoreFailure('invalid', 'cursor is not one that a page of this list gave');
  }
}

/** @param found one more than the limit where there is more */
export function toPage<D extends Stored>(found: D[], limit: number): Page<D> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  if (found.length <= limit || last === undefined) return { items };
  const end: Position = [last.createdAt, last.id];
  return { items, nextCursor: Buffer.from(JSON.stringify(end)).toString('base64url') };
}

/** The filters of a query that are set, each on a field that an index of the resource has. */
export function filters<D extends Stored>(
  resource: Resource<D>,
  where: PageQuery<D>['where'] = {},
): [field: string, value: string | number][] {
  const indexed = new Set<string>(resource.indexes.flatMap(({ fields }) => fields));
  return Object.entries(where).flatMap(([field, value]) => {
    if (value === undefined) return [];
    if (!indexed.has(field)) throw new Error(`${resource.collection} has no index on ${field}`);
    return [[field, value as string | number]];
  });
}

/** @throws Error when documents are not found by this field alone */
export function uniqueField<D extends Stored>(resource: Resource<D>, field: keyof D & string): string {
  if (resource.indexes.some(({ fields, unique }) => unique === 'everywhere' && fields.length === 1 && fields[0] === field)) return field;
  throw new Error(`${field} of ${resource.collection} is not unique everywhere`);
}
