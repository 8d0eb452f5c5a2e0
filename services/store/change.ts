/** Writes of one document as values, to be made together with the entry of the audit log that tells of them. */
import type { AnyResource, Stored } from '../resources/resource.js';

/** A write of one document, as the store's method of that name makes it. A removal is of a document that is there. */
export type Change =
  | {
      readonly make: 'insert';
      readonly resource: AnyResource;
      readonly document: Stored;
      /** Stored beside the document. */
      readonly bytes?: Buffer | undefined;
    }
  | { readonly make: 'replace'; readonly resource: AnyResource; readonly document: Stored; readonly expectedVersion: number }
  | {
      readonly make: 'remove';
      readonly resource: AnyResource;
      readonly tenantId: string;
      readonly id: string;
      readonly expectedVersion?: number | undefined;
    };

/** The document as it is now, after a replacement; nothing after other changes. */
export type Changed = Stored | undefined;
