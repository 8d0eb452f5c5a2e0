/** The calls of the documents service: each reads its request, calls one function, and writes its reply. */
import { firstFaults } from '#proto/failure';
import type { Handlers } from '#proto/services';
import type { DocumentsDefinition } from '#proto/types/svc/documents/v1/Documents';
import type { AnyResource } from '../../resources/resource.js';
import { toMessage, toPageMessage } from '../base/document.js';
import type { ChangeTools } from '../evidence/audit.js';
import { readArtifact } from './artifacts.js';
import { documents } from './documents.js';
import { keepSnapshots } from './snapshots.js';

/** @param list the resources, of which callers reach those that say so */
export function documentsHandlers({ store, audit, now }: ChangeTools, list: readonly AnyResource[]) {
  const stored = documents(list, store, now, audit);

  return {
    createDocument: async ({ collection, fieldsJson, requestId }, { caller }) =>
      toMessage(await stored.create(caller, collection, fieldsJson, requestId)),

    getDocument: async ({ collection, id, version }, { caller }) => toMessage(await stored.get(caller, collection, id, version)),

    getDocuments: async ({ collection, ids }, { caller }) => ({ items: (await stored.getMany(caller, collection, ids)).map(toMessage) }),

    listDocuments: async ({ collection, ...query }, { caller }) => toPageMessage(await stored.list(caller, collection, query)),

    replaceDocument: async (request, { caller }) =>
      toMessage(await stored.replace(caller, request.collection, request.id, request.expectedVersion, request.fieldsJson)),

    patchDocument: async (request, { caller }) =>
      toMessage(await stored.patch(caller, request.collection, request.id, request.expectedVersion, request.patchJson)),

    removeDocument: async (request, { caller }) => {
      await stored.remove(caller, request.collection, request.id, request.expectedVersion);
      return {};
    },

    listVersions: async ({ collection, id, ...query }, { caller }) => toPageMessage(await stored.versions(caller, collection, id, query)),

    upsertDocuments: async (request, { caller }) => ({
      outcomes: (await stored.upsert(caller, request.collection, request.documentsJson)).map((each) => ({
        ...each,
        faults: firstFaults('faults' in each ? each.faults : []),
      })),
    }),

    removeDocuments: async (request, { caller }) => ({
      removed: await stored.removeWhere(caller, request.collection, request.filtersJson),
    }),

    keepSnapshots: async ({ runId, snapshotIds }, { caller }) => {
      await keepSnapshots(store, caller.tenantId, runId.toLowerCase(), snapshotIds, now());
      return {};
    },

    readArtifact: async ({ id, offset }, { caller }) => ({ bytes: await readArtifact(store, caller.tenantId, id, offset) }),
  } satisfies Handlers<DocumentsDefinition>;
}
