/** Paging of lists: a limit and an opaque cursor. */
import { z } from 'zod';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
/** A cursor holds the last document's sort key and id. */
const MAX_CURSOR_LENGTH = 2_000;

export const uuid = z.uuid();

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional().meta({ description: 'nextCursor of the page before' }),
});

export const pageResponse = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().optional().meta({ description: 'Absent on the last page' }) });
