/** The operations of administration share these schemas of paths, and stored documents as callers see them. */
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import type { DocumentPage__Output } from '#proto/types/svc/common/v1/DocumentPage';
import { ownerOf, testTenantOf } from '#services/resources/tenant';
import { notThere } from '../contract/errors.js';
import { documentView, MAX_ID, storedShape } from '../resource/crud.js';

/** Bytes of a request body: all of them are a few fields. */
export const ADMIN_BODY_LIMIT = 16 * 1024;

/** A path parameter with an id. */
export const id = z.string().min(1).max(MAX_ID);

/** The query parameter that selects the data of live keys or those of test keys. */
export const environment = z
  .enum(['live', 'test'])
  .default('live')
  .meta({ description: 'Of the data of live keys, or of those of test keys' });

/** The tenant under whose id data are kept. @throws HttpFailure SVC-RES-001 for an id that is one of those that only data have */
export function dataOf(tenantId: string, dataEnvironment: z.infer<typeof environment>): string {
  if (ownerOf(tenantId) !== tenantId) throw notThere(tenantId);
  return dataEnvironment === 'test' ? testTenantOf(tenantId) : tenantId;
}

export const tenantParams = z.strictObject({ tenantId: id });
export const keyParams = z.strictObject({ tenantId: id, keyId: id });
export const userParams = z.strictObject({ tenantId: id, userId: id });
export const sessionParams = z.strictObject({ tenantId: id, userId: id, sessionId: id });

/** The fields that every view has. */
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
