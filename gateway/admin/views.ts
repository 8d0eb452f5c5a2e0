/** What the operations of administration share: schemas of paths, and stored documents as callers see them. */
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/reference/v1/Document';
import type { DocumentPage__Output } from '#proto/types/svc/reference/v1/DocumentPage';
import { documentView, storedShape } from '../crud.js';

/** Bytes of a request body: all of them are a few fields. */
export const ADMIN_BODY_LIMIT = 16 * 1024;

const MAX_ID = 200;

/** A path parameter with an id. */
export const id = z.string().min(1).max(MAX_ID);

export const tenantParams = z.strictObject({ tenantId: id });
export const keyParams = z.strictObject({ tenantId: id, keyId: id });
export const userParams = z.strictObject({ tenantId: id, userId: id });
export const sessionParams = z.strictObject({ tenantId: id, userId: id, sessionId: id });

/** What every view has; the writer of the version is shown too. */
export const viewShape = storedShape;

const time = z.iso.datetime().optional();
export const timeOf = (meaning: string) => time.meta({ description: meaning });

/** A document with the named times, which are stored in Unix milliseconds, as timestamps. */
export function viewOf(document: Document__Output | null, times: readonly string[] = []): never {
  if (document === null) throw new Error('the reference service sent no document');
  const view = documentView(document) as Record<string, unknown>;
  for (const name of times) if (typeof view[name] === 'number') view[name] = new Date(view[name]).toISOString();
  return view as never;
}

export const pageView = ({ items, nextCursor }: DocumentPage__Output, times: readonly string[] = []) => ({
  items: items.map((each) => viewOf(each, times)),
  ...(nextCursor && { nextCursor }),
});
