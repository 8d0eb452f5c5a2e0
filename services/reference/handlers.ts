/** The reference service's calls: request → domain → reply. */
import type { CallContext } from '#proto/services';
import type { ClaimIdempotencyKeyRequest__Output } from '#proto/types/svc/reference/v1/ClaimIdempotencyKeyRequest';
import type { CompleteIdempotencyKeyReply } from '#proto/types/svc/reference/v1/CompleteIdempotencyKeyReply';
import type { CompleteIdempotencyKeyRequest__Output } from '#proto/types/svc/reference/v1/CompleteIdempotencyKeyRequest';
import type { FindKeyRequest__Output } from '#proto/types/svc/reference/v1/FindKeyRequest';
import type { GetReceiptRequest__Output } from '#proto/types/svc/reference/v1/GetReceiptRequest';
import type { IdempotencyClaim } from '#proto/types/svc/reference/v1/IdempotencyClaim';
import type { KeyRecord } from '#proto/types/svc/reference/v1/KeyRecord';
import type { ListReceiptsRequest__Output } from '#proto/types/svc/reference/v1/ListReceiptsRequest';
import type { Receipt, Receipt__Output } from '#proto/types/svc/reference/v1/Receipt';
import type { ReceiptPage } from '#proto/types/svc/reference/v1/ReceiptPage';
import type { RecordReceiptReply } from '#proto/types/svc/reference/v1/RecordReceiptReply';
import type { ReleaseIdempotencyKeyReply } from '#proto/types/svc/reference/v1/ReleaseIdempotencyKeyReply';
import type { ReleaseIdempotencyKeyRequest__Output } from '#proto/types/svc/reference/v1/ReleaseIdempotencyKeyRequest';
import type { Reservation } from '#proto/types/svc/reference/v1/Reservation';
import type { ReserveRequestsRequest__Output } from '#proto/types/svc/reference/v1/ReserveRequestsRequest';
import type { Store } from '../store/port.js';
import { claimKey, completeKey, releaseKey } from './idempotency.js';
import { findKey, lastUses } from './keys.js';
import { getReceipt, listReceipts, recordReceipt } from './receipts.js';
import { reserve } from './reservations.js';

export function referenceHandlers(store: Store, now: () => number = Date.now) {
  const noteUse = lastUses(store);

  return {
    findKey: async ({ prefix }: FindKeyRequest__Output): Promise<KeyRecord> => {
      const { key, tenant } = await findKey(store, prefix);
      return {
        keyId: key.id,
        tenantId: key.tenantId,
        hash: Buffer.from(key.hash, 'hex'),
        scopes: key.scopes,
        tier: tenant.tier,
        environment: key.environment,
        expiresAtMs: key.expiresAt ?? 0,
        revokedAtMs: key.revokedAt ?? 0,
        requestsPerMinute: tenant.requestsPerMinute,
        monthlyQuota: tenant.monthlyQuota,
        tenantDisabled: tenant.disabled,
      };
    },

    reserveRequests: async (request: ReserveRequestsRequest__Output): Promise<Reservation> => {
      const at = now();
      noteUse(request.tenantId, request.keyId, at);
      return reserve(store, request, at);
    },

    recordReceipt: async (run: Receipt__Output, { caller }: CallContext): Promise<RecordReceiptReply> => {
      await recordReceipt(store, caller.tenantId, run);
      return {};
    },

    getReceipt: ({ runId }: GetReceiptRequest__Output, { caller }: CallContext): Promise<Receipt> =>
      getReceipt(store, caller.tenantId, runId),

    listReceipts: async (query: ListReceiptsRequest__Output, { caller }: CallContext): Promise<ReceiptPage> => {
      const { items, nextCursor } = await listReceipts(store, caller.tenantId, query);
      return {
        items: items.map(({ id, operationId, pricerId, createdAt }) => ({ runId: id, operationId, pricerId, createdAtMs: createdAt })),
        nextCursor: nextCursor ?? '',
      };
    },

    claimIdempotencyKey: (request: ClaimIdempotencyKeyRequest__Output, { caller }: CallContext): Promise<IdempotencyClaim> =>
      claimKey(store, caller.tenantId, request, now()),

    completeIdempotencyKey: async (
      request: CompleteIdempotencyKeyRequest__Output,
      { caller }: CallContext,
    ): Promise<CompleteIdempotencyKeyReply> => {
      await completeKey(store, caller.tenantId, request, now());
      return {};
    },

    releaseIdempotencyKey: async (
      request: ReleaseIdempotencyKeyRequest__Output,
      { caller }: CallContext,
    ): Promise<ReleaseIdempotencyKeyReply> => {
      await releaseKey(store, caller.tenantId, request);
      return {};
    },
  };
}
