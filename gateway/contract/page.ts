/** Paging of lists: a limit and an opaque cursor. */
import { z } from 'zod';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import { invalidRequest } from './errors.js';

/** A cursor holds the last document's sort key and id. */
const MAX_CURSOR_LENGTH = 2_000;

export const uuid = z.uuid();

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_LIMIT).default(DEFAULT_PAGE_LIMIT),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional().meta({ description: 'nextCursor of the page before' }),
});

export const pageResponse = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().optional().meta({ description: 'Absent on the last page' }) });

/** Longest text that a list is searched for. */
export const MAX_SEARCH_LENGTH = 100;

/**
 * The query of a list that is in memory.
 *
 * @param field    the field by which it is sorted
 * @param searched names of the fields in which `search` looks
 */
export const memoryQuery = (field: string, ...searched: readonly string[]) =>
  pageQuery.extend({
    sort: z
      .enum([field, `-${field}`])
      .default(field)
      .meta({ description: 'Field to sort by; a leading minus sorts in descending order' }),
    search: z
      .string()
      .min(1)
      .max(MAX_SEARCH_LENGTH)
      .optional()
      .meta({ description: `Part of ${searched.join(' or ')}; case is ignored` }),
  });

interface MemoryQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: string;
  readonly search?: string | undefined;
}

/**
 * One page of a list that is in memory, in the order of the ids.
 *
 * @param idOf   unique in the list
 * @param textOf what `search` looks in
 * @throws HttpFailure SVC-REQ-001, when the cursor is not one of this list
 */
export function pageOf<Item>(
  list: readonly Item[],
  { limit, cursor, sort, search }: MemoryQuery,
  { idOf, textOf }: { readonly idOf: (item: Item) => string; readonly textOf: (item: Item) => string },
) {
  const part = search?.toLowerCase();
  const matching = part === undefined ? list : list.filter((item) => textOf(item).toLowerCase().includes(part));
  const direction = sort.startsWith('-') ? -1 : 1;
  const byId = matching.toSorted((a, b) => (idOf(a) < idOf(b) ? -direction : direction));
  const start = cursor === undefined ? 0 : byId.findIndex((item) => cursorAfter(idOf(item)) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw invalidRequest('/query/cursor', 'is not the nextCursor of a page of this list');
  const items = byId.slice(start, start + limit);
  const last = items.at(-1);
  return { items, ...(start + limit < byId.length && last !== undefined && { nextCursor: cursorAfter(idOf(last)) }) };
}

const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url');
