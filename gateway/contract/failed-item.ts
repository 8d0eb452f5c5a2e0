/** Items of a list that were refused or failed, while the others have results. */
import type { z } from 'zod';
import type { failedItem } from '#engine/schemas';
import { httpFailure, messageOf } from './errors.js';

export type FailedItem = z.infer<typeof failedItem>;

/** Why an item failed; the pointers of its faults begin at the item, or at the request where a name in it could not be replaced. */
export type ItemError = Pick<FailedItem, 'error'>;

/** Faults that the outcome of one item has; a list may have 100 000. */
const MAX_DETAILS = 5;
/** Characters of an id that is repeated. */
const MAX_ID_LENGTH = 200;

export function itemError(cause: unknown): ItemError {
  const { code, message, faults } = httpFailure(cause);
  return { error: { code, message, ...(faults.length > 0 && { details: faults.slice(0, MAX_DETAILS) }) } };
}

/**
 * The outcome of an item in the answer: its faults have their place in the request, and its message names that of the first.
 *
 * @param list name of the field that holds the list
 * @param isOfRequest true of pointers that begin at the request already, such as those into a market that all items share
 */
export function failedItemAt(
  list: string,
  index: number,
  item: unknown,
  { error }: ItemError,
  isOfRequest: (pointer: string) => boolean = () => false,
): FailedItem {
  const { id } = (item ?? {}) as { readonly id?: unknown };
  const repeated = typeof id === 'string' && id.length <= MAX_ID_LENGTH ? { id } : {};
  const { code, message, details } = error;
  if (details === undefined) return { index, ...repeated, error };
  const place = `/${list}/${index}`;
  const isPlaced = details.every(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`));
  if (isPlaced) return { index, ...repeated, error };
  const placed = details.map(({ pointer, reason }) => ({ pointer: isOfRequest(pointer) ? pointer : place + pointer, reason }));
  return { index, ...repeated, error: { code, message: code === 'SVC-REQ-001' ? messageOf(placed) : message, details: placed } };
}
