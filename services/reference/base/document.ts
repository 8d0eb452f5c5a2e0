/** Stored documents of any resource, and their messages. */
import type { Document as DocumentMessage } from '#proto/types/svc/common/v1/Document';
import type { DocumentPage } from '#proto/types/svc/common/v1/DocumentPage';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../../resources/page-limit.js';
import type { Document, Stored } from '../../resources/resource.js';
import { StoreFailure } from '../../store/failure.js';
import type { Page, PageQuery } from '../../store/port.js';

export type Fields = Record<string, unknown>;
export type AnyDocument = Document<Fields>;

/** A document without what every stored document has. */
export function onlyFields({ tenantId, id, version, createdAt, updatedAt, createdBy, updatedBy, ...fields }: Stored): Fields {
  return fields;
}

export const toMessage = (document: Stored): DocumentMessage => ({
  id: document.id,
  version: document.version,
  createdAtMs: document.createdAt,
  updatedAtMs: document.updatedAt,
  createdBy: document.createdBy ?? '',
  updatedBy: document.updatedBy ?? '',
  fieldsJson: JSON.stringify(onlyFields(document)),
});

/** @param viewOf what the caller sees of a document; by default all */
export const toPageMessage = <D extends Stored>(
  { items, nextCursor = '' }: Page<D>,
  viewOf: (document: D) => Stored = (document) => document,
): DocumentPage => ({ items: items.map((each) => toMessage(viewOf(each))), nextCursor });

/** @throws StoreFailure `invalid` where the text is not JSON, as that of a message which lacks the field */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreFailure('invalid', 'a document must be JSON', { cause: error });
  }
}

/** A request body; empty stands for an object without fields. */
export const bodyOf = (json: string): unknown => readJson(json || '{}');

/** Filters by name, which are values. */
export const filtersOf = ({ filtersJson }: { readonly filtersJson: string }) =>
  readJson(filtersJson || '{}') as Readonly<Record<string, string | number | undefined>>;

/** The page that a request asks for; a limit that is too large is lowered. */
export const pageOf = ({ limit, cursor }: { readonly limit: number; readonly cursor: string }): PageQuery => ({
  limit: Math.min(limit || DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT),
  cursor: cursor || undefined,
});
