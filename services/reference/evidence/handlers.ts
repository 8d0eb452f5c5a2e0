/** The calls of the evidence service: each reads its request, calls one function, and writes its reply. */
import type { Handlers } from '#proto/services';
import type { EvidenceDefinition } from '#proto/types/svc/evidence/v1/Evidence';
import { auditEntries } from '../../resources/audit-entry.js';
import type { AnyResource } from '../../resources/resource.js';
import { ownerOf } from '../../resources/tenant.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { governedTenant } from '../base/authority.js';
import { filtersOf, pageOf, toPageMessage } from '../base/document.js';
import { toAuditMessage, verifyAudit } from './audit.js';
import { effects } from './audit-effects.js';
import type { ChainHeads } from './chain-heads.js';
import { claimKey, completeKey, releaseKey } from './idempotency.js';
import type { ChainPoint, ReceiptChain } from './receipt-chain.js';
import { getReceipt, listReceipts, readReceiptPart, recordReceipt, writeReceiptPart } from './receipts.js';
import { type Signer, signReceipt } from './signing.js';
import { type ChainReport, verifyReceipts } from './verify-receipts.js';

interface EvidenceTools {
  readonly store: Store;
  readonly signer: Signer;
  readonly chain: ReceiptChain;
  readonly heads: ChainHeads;
  /** The clock, Unix milliseconds. */
  readonly now: () => number;
  /** The resources, some of whose changes the audit log tells of. */
  readonly list: readonly AnyResource[];
  /** Is told of each new receipt. */
  readonly receiptRecorded: (tenantId: string) => void;
}

export function evidenceHandlers({ store, signer, chain, heads, now, list, receiptRecorded }: EvidenceTools) {
  return {
    recordReceipt: async (run, { caller }) => {
      const link = await recordReceipt(store, caller.tenantId, run);
      if (link !== undefined) {
        chain.add(caller.tenantId, link);
        receiptRecorded(caller.tenantId);
      }
      return {};
    },

    writeReceiptPart: async (part, { caller }) => ({ id: await writeReceiptPart(store, caller.tenantId, part) }),

    readReceiptPart: async ({ runId, id }, { caller }) => ({ runId, content: await readReceiptPart(store, caller.tenantId, runId, id) }),

    getReceipt: async ({ runId, leaveParts }, { caller }) => {
      const { parts = [], ...run } = await getReceipt(store, caller.tenantId, runId, leaveParts);
      return { ...run, parts: [...parts] };
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

    signReceipt: async ({ runId, address }, { caller }) => {
      await getReceipt(store, caller.tenantId, runId, true);
      return signReceipt(signer, address);
    },

    listSigningKeys: async () => ({ keys: [...signer.publicKeys()] }),

    verifyReceipts: async ({ fromMs }, { caller, signal }) => {
      const report = await verifyReceipts(store, signer, caller.tenantId, { from: fromMs, now: now(), signal, heads });
      return { ...toReportMessage(report), audit: toAuditMessage(await verifyAudit(store, signer, caller.tenantId, heads)) };
    },

    claimIdempotencyKey: (request, { caller }) => claimKey(store, caller.tenantId, request, now()),

    completeIdempotencyKey: async (request, { caller }) => {
      await completeKey(store, caller.tenantId, request, now());
      return {};
    },

    releaseIdempotencyKey: async (request, { caller }) => {
      await releaseKey(store, caller.tenantId, request);
      return {};
    },

    listAudit: async (query, { caller }) => {
      await governedTenant(store, caller, ownerOf(query.tenantId));
      const conditions = conditionsOf(auditEntries, filtersOf(query));
      const page = await store.page(auditEntries, query.tenantId, { ...pageOf(query), sort: '-id', where: conditions });
      if (!query.effects) return toPageMessage(page);
      const effectOf = effects(store, list, now());
      const items = await Promise.all(page.items.map(async (entry) => ({ ...entry, effect: await effectOf(entry) })));
      return toPageMessage({ ...page, items });
    },

    verifyAudit: async ({ tenantId }, { caller }) => {
      await governedTenant(store, caller, ownerOf(tenantId));
      return toAuditMessage(await verifyAudit(store, signer, tenantId, heads));
    },
  } satisfies Handlers<EvidenceDefinition>;
}

const toPointMessage = (point: ChainPoint | undefined) => point && { block: point.block, hash: point.hash, atMs: point.at };

const toReportMessage = ({ checkpoint, head, broken, continueFrom = 0, anchored = 0, unlinked, ...counts }: ChainReport) => ({
  ...counts,
  anchored,
  checkpoint: toPointMessage(checkpoint),
  head: toPointMessage(head),
  broken: broken && { runId: '', ...broken },
  continueFromMs: continueFrom,
  unlinked: [...unlinked],
});
