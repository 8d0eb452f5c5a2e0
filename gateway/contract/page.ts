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

type PageQuery = z.output<typeof pageQuery>;

/**
 * One page of a list that is in memory, in the order of the ids.
 *
 * @param idOf unique in the list
 * @throws HttpFailure SVC-REQ-001, when the cursor is not one of this list
 */
export function pageOf<Item>(list: readonly Item[], idOf: (item: Item) => string, { limit, cursor }: PageQuery) {
  const byId = list.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const start = cursor === undefined ? 0 : byId.findIndex((item) => cursorAfter(idOf(item)) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw invalidRequest('/query/cursor', 'is not the nextCursor of a page of this list');
  const items = byId.slice(start, start + limit);
  const last = items.at(-1);
  return { items, ...(start + limit < byId.length && last !== undefined && { nextCursor: cursorAfter(idOf(last)) }) };
}

const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url');
