/** The calls of the reference service: each reads its request, calls one function, and writes its reply. */
import { firstFaults } from '#proto/failure';
import type { Handlers, ReferenceDefinition } from '#proto/services';
import { resources } from '../resources/index.js';
import type { AnyResource } from '../resources/resource.js';
import { ownerOf } from '../resources/tenant.js';
import type { Store } from '../store/port.js';
import { administrationHandlers } from './access/handlers.js';
import { addComputeTime, reserve } from './access/reservations.js';
import { findKey, lastUses } from './access/stored-keys.js';
import { type DayCounts, dayCounts } from './access/usage.js';
import { toMessage, toPageMessage } from './base/document.js';
import { documents } from './documents/documents.js';
import { keepSnapshots } from './documents/snapshots.js';
import { type AppendAudit, auditLog, toAuditMessage, verifyAudit } from './evidence/audit.js';
import { claimKey, completeKey, releaseKey } from './evidence/idempotency.js';
import { type ChainPoint, type ReceiptChain, receiptChain } from './evidence/receipt-chain.js';
import { getReceipt, listReceipts, readReceiptPart, recordReceipt, writeReceiptPart } from './evidence/receipts.js';
import { noSigner, type Signer } from './evidence/signing.js';
import { type ChainReport, verifyReceipts } from './evidence/verify-receipts.js';
import { decideApproval, getApproval, listApprovals, requestApproval, statusesInForce } from './governance/approvals.js';
import {
  claimValidationRun,
  getValidationRun,
  listValidationRuns,
  startValidationRun,
  updateValidationRun,
  validationOutcomesJson,
} from './governance/validation-runs.js';
import { jobHandlers } from './jobs/handlers.js';
import type { JobBook } from './jobs/jobs.js';

export interface ReferenceTools {
  readonly signer?: Signer;
  readonly chain?: ReceiptChain;
  /** By default a log of its own. */
  readonly audit?: AppendAudit;
  /** Absent where the installation has no queue of jobs. */
  readonly jobs?: JobBook;
  /** The clock, Unix milliseconds. */
  readonly now?: () => number;
  readonly list?: readonly AnyResource[];
  /** Counts of the day; by default those of the handlers alone, never written. */
  readonly counts?: DayCounts;
  readonly storeKind?: 'embedded' | 'mongodb';
}

export function referenceHandlers(
  store: Store,
  {
    now = Date.now,
    list = resources,
    signer = noSigner,
    audit = auditLog(store, signer),
    chain = receiptChain(store, signer, now),
    jobs,
    counts = dayCounts(store, now),
    storeKind = 'embedded',
  }: ReferenceTools = {},
) {
  const kept = documents(list, store, now, audit);
  const noteUse = lastUses(store);
  const governance = { store, audit, now };

  return {
    ...jobHandlers(store, jobs, storeKind),
    ...administrationHandlers({ store, audit, now }, { signer, list }),

    findKey: async ({ prefix }) => {
      const { key, tenant, dataOf, scopes, roles, userDisabled } = await findKey(store, prefix);
      const statuses = await statusesInForce(store, dataOf);
      return {
        keyId: key.id,
        tenantId: dataOf,
        hash: Buffer.from(key.hash, 'hex'),
        scopes: [...scopes],
        roles: [...roles],
        userId: key.userId ?? '',
        userDisabled,
        tier: tenant.tier,
        environment: key.environment,
        expiresAtMs: key.expiresAt ?? 0,
        revokedAtMs: key.revokedAt ?? 0,
        requestsPerMinute: tenant.requestsPerMinute,
        monthlyQuota: tenant.monthlyQuota,
        computeSecondsQuota: tenant.computeSecondsQuota ?? 0,
        tenantDisabled: tenant.disabled,
        statuses,
      };
    },

    addComputeTime: async ({ computeMs }, { caller }) => {
      await addComputeTime(store, caller.tenantId, computeMs, now());
      counts.add(caller.tenantId, 'computeMs', computeMs);
      return {};
    },

    reserveRequests: async (request) => {
      const at = now();
      noteUse(ownerOf(request.tenantId), request.keyId, at);
      return reserve(store, request, at);
    },

    recordReceipt: async (run, { caller }) => {
      const link = await recordReceipt(store, caller.tenantId, run);
      if (link !== undefined) {
        chain.add(caller.tenantId, link);
        counts.add(caller.tenantId, 'receipts', 1);
      }
      return {};
    },

    keepSnapshots: async ({ runId, snapshotIds }, { caller }) => {
      await keepSnapshots(store, caller.tenantId, runId.toLowerCase(), snapshotIds, now());
      return {};
    },

    writeReceiptPart: async (part, { caller }) => ({ id: await writeReceiptPart(store, caller.tenantId, part) }),

    readReceiptPart: async ({ runId, id }, { caller }) => ({ runId, content: await readReceiptPart(store, caller.tenantId, runId, id) }),

    getReceipt: async ({ runId, leaveParts }, { caller }) => {
      const { parts = [], partsEncoding = '', ...run } = await getReceipt(store, caller.tenantId, runId, leaveParts);
      return { ...run, parts: [...parts], partsEncoding };
    },

    listReceipts: async (query, { caller }) => {
      const { items, nextCursor } = await listReceipts(store, caller.tenantId, query);
      return {
        items: items.map(({ id, operationId, tag, pricerId, createdAt }) => ({
          runId: id,
          operationId,
          tag,
          pricerId,
          createdAtMs: createdAt,
        })),
        nextCursor: nextCursor ?? '',
      };
    },

    verifyReceipts: async ({ fromMs }, { caller, signal }) => {
      const report = await verifyReceipts(store, signer, caller.tenantId, { from: fromMs, now: now(), signal });
      return { ...toReportMessage(report), audit: toAuditMessage(await verifyAudit(store, signer, caller.tenantId)) };
    },

    requestApproval: async (request, { caller }) => toMessage(await requestApproval(governance, caller, request)),

    decideApproval: async (request, { caller }) => toMessage(await decideApproval(governance, caller, request)),

    getApproval: async ({ approvalId }, { caller }) => toMessage(await getApproval(store, caller.tenantId, approvalId)),

    startValidationRun: async (request, { caller }) => toMessage(await startValidationRun(governance, caller, request)),

    getValidationRun: async ({ id, withOutcomes }, { caller: { tenantId } }) => {
      const run = await getValidationRun(store, tenantId, id);
      return { run: toMessage(run), outcomesJson: withOutcomes ? await validationOutcomesJson(store, run) : '' };
    },

    listValidationRuns: async ({ limit }, { caller }) => toPageMessage(await listValidationRuns(store, caller.tenantId, limit)),

    claimValidationRun: async () => {
      const run = await claimValidationRun(store, now());
      if (run === undefined) return {};
      const { tenantId, submitter, claim } = run;
      return { run: toMessage(run), claimId: claim?.id ?? '', caller: { tenantId, ...submitter } };
    },

    updateValidationRun: async (request) => ({ held: await updateValidationRun(store, request, now()) }),

    listApprovals: async (query, { caller }) => toPageMessage(await listApprovals(store, caller.tenantId, query)),

    claimIdempotencyKey: (request, { caller }) => claimKey(store, caller.tenantId, request, now()),

    completeIdempotencyKey: async (request, { caller }) => {
      await completeKey(store, caller.tenantId, request, now());
      return {};
    },

    releaseIdempotencyKey: async (request, { caller }) => {
      await releaseKey(store, caller.tenantId, request);
      return {};
    },

    createDocument: async ({ collection, fieldsJson, requestId }, { caller }) =>
      toMessage(await kept.create(caller, collection, fieldsJson, requestId)),

    getDocument: async ({ collection, id, version }, { caller }) => toMessage(await kept.get(caller, collection, id, version)),

    getDocuments: async ({ collection, ids }, { caller }) => ({ items: (await kept.getMany(caller, collection, ids)).map(toMessage) }),

    listDocuments: async ({ collection, ...query }, { caller }) => toPageMessage(await kept.list(caller, collection, query)),

    replaceDocument: async (request, { caller }) =>
      toMessage(await kept.replace(caller, request.collection, request.id, request.expectedVersion, request.fieldsJson)),

    patchDocument: async (request, { caller }) =>
      toMessage(await kept.patch(caller, request.collection, request.id, request.expectedVersion, request.patchJson)),

    removeDocument: async (request, { caller }) => {
      await kept.remove(caller, request.collection, request.id, request.expectedVersion);
      return {};
    },

    listVersions: async ({ collection, id, ...query }, { caller }) => toPageMessage(await kept.versions(caller, collection, id, query)),

    upsertDocuments: async (request, { caller }) => ({
      outcomes: (await kept.upsert(caller, request.collection, request.documentsJson)).map((each) => ({
        ...each,
        faults: firstFaults('faults' in each ? each.faults : []),
      })),
    }),

    removeDocuments: async (request, { caller }) => ({
      removed: await kept.removeWhere(caller, request.collection, request.filtersJson),
    }),
  } satisfies Handlers<ReferenceDefinition>;
}

const toPointMessage = (point: ChainPoint | undefined) => point && { block: point.block, hash: point.hash, atMs: point.at };

const toReportMessage = ({ checkpoint, head, broken, continueFrom = 0, unlinked, ...counts }: ChainReport) => ({
  ...counts,
  checkpoint: toPointMessage(checkpoint),
  head: toPointMessage(head),
  broken: broken && { runId: '', ...broken },
  continueFromMs: continueFrom,
  unlinked: [...unlinked],
});
