/** Stored documents of any resource, and their messages. */
import type { Document as DocumentMessage } from '#proto/types/svc/common/v1/Document';
import type { DocumentPage } from '#proto/types/svc/common/v1/DocumentPage';
import type { Document, Stored } from '../../resources/resource.js';
import type { Page } from '../../store/port.js';

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
