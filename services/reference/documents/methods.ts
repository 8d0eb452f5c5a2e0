/** How the methods of the documents service are called. */
import type { DocumentsDefinition } from '#proto/types/svc/documents/v1/Documents';
import type { MethodTable } from '../../rpc/method-table.js';
import { LOOK_UP, ONCE, REPEATABLE } from '../base/calls.js';

export const documentsMethods: MethodTable<DocumentsDefinition> = {
  // A document that is created again for the same request is the one that exists.
  createDocument: REPEATABLE,
  getDocument: LOOK_UP,
  getDocuments: LOOK_UP,
  listDocuments: LOOK_UP,
  replaceDocument: ONCE,
  patchDocument: ONCE,
  removeDocument: ONCE,
  listVersions: LOOK_UP,
  // The same documents written again are unchanged.
  upsertDocuments: { cost: 'batch' },
  removeDocuments: { cost: 'batch', retry: 'never' },
  keepSnapshots: { cost: 'store', transport: 'exchange' },
  readArtifact: REPEATABLE,
};
