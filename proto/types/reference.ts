import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ClaimIdempotencyKeyRequest as _svc_reference_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _svc_reference_v1_ClaimIdempotencyKeyRequest__Output } from './svc/reference/v1/ClaimIdempotencyKeyRequest.js';
import type { CompleteIdempotencyKeyReply as _svc_reference_v1_CompleteIdempotencyKeyReply, CompleteIdempotencyKeyReply__Output as _svc_reference_v1_CompleteIdempotencyKeyReply__Output } from './svc/reference/v1/CompleteIdempotencyKeyReply.js';
import type { CompleteIdempotencyKeyRequest as _svc_reference_v1_CompleteIdempotencyKeyRequest, CompleteIdempotencyKeyRequest__Output as _svc_reference_v1_CompleteIdempotencyKeyRequest__Output } from './svc/reference/v1/CompleteIdempotencyKeyRequest.js';
import type { FindKeyRequest as _svc_reference_v1_FindKeyRequest, FindKeyRequest__Output as _svc_reference_v1_FindKeyRequest__Output } from './svc/reference/v1/FindKeyRequest.js';
import type { GetReceiptRequest as _svc_reference_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_reference_v1_GetReceiptRequest__Output } from './svc/reference/v1/GetReceiptRequest.js';
import type { IdempotencyClaim as _svc_reference_v1_IdempotencyClaim, IdempotencyClaim__Output as _svc_reference_v1_IdempotencyClaim__Output } from './svc/reference/v1/IdempotencyClaim.js';
import type { KeyRecord as _svc_reference_v1_KeyRecord, KeyRecord__Output as _svc_reference_v1_KeyRecord__Output } from './svc/reference/v1/KeyRecord.js';
import type { ListReceiptsRequest as _svc_reference_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_reference_v1_ListReceiptsRequest__Output } from './svc/reference/v1/ListReceiptsRequest.js';
import type { Receipt as _svc_reference_v1_Receipt, Receipt__Output as _svc_reference_v1_Receipt__Output } from './svc/reference/v1/Receipt.js';
import type { ReceiptPage as _svc_reference_v1_ReceiptPage, ReceiptPage__Output as _svc_reference_v1_ReceiptPage__Output } from './svc/reference/v1/ReceiptPage.js';
import type { ReceiptSummary as _svc_reference_v1_ReceiptSummary, ReceiptSummary__Output as _svc_reference_v1_ReceiptSummary__Output } from './svc/reference/v1/ReceiptSummary.js';
import type { RecordReceiptReply as _svc_reference_v1_RecordReceiptReply, RecordReceiptReply__Output as _svc_reference_v1_RecordReceiptReply__Output } from './svc/reference/v1/RecordReceiptReply.js';
import type { ReferenceClient as _svc_reference_v1_ReferenceClient, ReferenceDefinition as _svc_reference_v1_ReferenceDefinition } from './svc/reference/v1/Reference.js';
import type { ReleaseIdempotencyKeyReply as _svc_reference_v1_ReleaseIdempotencyKeyReply, ReleaseIdempotencyKeyReply__Output as _svc_reference_v1_ReleaseIdempotencyKeyReply__Output } from './svc/reference/v1/ReleaseIdempotencyKeyReply.js';
import type { ReleaseIdempotencyKeyRequest as _svc_reference_v1_ReleaseIdempotencyKeyRequest, ReleaseIdempotencyKeyRequest__Output as _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output } from './svc/reference/v1/ReleaseIdempotencyKeyRequest.js';
import type { Reservation as _svc_reference_v1_Reservation, Reservation__Output as _svc_reference_v1_Reservation__Output } from './svc/reference/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_reference_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_reference_v1_ReserveRequestsRequest__Output } from './svc/reference/v1/ReserveRequestsRequest.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    reference: {
      v1: {
        ClaimIdempotencyKeyRequest: MessageTypeDefinition<_svc_reference_v1_ClaimIdempotencyKeyRequest, _svc_reference_v1_ClaimIdempotencyKeyRequest__Output>
        CompleteIdempotencyKeyReply: MessageTypeDefinition<_svc_reference_v1_CompleteIdempotencyKeyReply, _svc_reference_v1_CompleteIdempotencyKeyReply__Output>
        CompleteIdempotencyKeyRequest: MessageTypeDefinition<_svc_reference_v1_CompleteIdempotencyKeyRequest, _svc_reference_v1_CompleteIdempotencyKeyRequest__Output>
        FindKeyRequest: MessageTypeDefinition<_svc_reference_v1_FindKeyRequest, _svc_reference_v1_FindKeyRequest__Output>
        GetReceiptRequest: MessageTypeDefinition<_svc_reference_v1_GetReceiptRequest, _svc_reference_v1_GetReceiptRequest__Output>
        IdempotencyClaim: MessageTypeDefinition<_svc_reference_v1_IdempotencyClaim, _svc_reference_v1_IdempotencyClaim__Output>
        KeyRecord: MessageTypeDefinition<_svc_reference_v1_KeyRecord, _svc_reference_v1_KeyRecord__Output>
        ListReceiptsRequest: MessageTypeDefinition<_svc_reference_v1_ListReceiptsRequest, _svc_reference_v1_ListReceiptsRequest__Output>
        Receipt: MessageTypeDefinition<_svc_reference_v1_Receipt, _svc_reference_v1_Receipt__Output>
        ReceiptPage: MessageTypeDefinition<_svc_reference_v1_ReceiptPage, _svc_reference_v1_ReceiptPage__Output>
        ReceiptSummary: MessageTypeDefinition<_svc_reference_v1_ReceiptSummary, _svc_reference_v1_ReceiptSummary__Output>
        RecordReceiptReply: MessageTypeDefinition<_svc_reference_v1_RecordReceiptReply, _svc_reference_v1_RecordReceiptReply__Output>
        Reference: SubtypeConstructor<typeof grpc.Client, _svc_reference_v1_ReferenceClient> & { service: _svc_reference_v1_ReferenceDefinition }
        ReleaseIdempotencyKeyReply: MessageTypeDefinition<_svc_reference_v1_ReleaseIdempotencyKeyReply, _svc_reference_v1_ReleaseIdempotencyKeyReply__Output>
        ReleaseIdempotencyKeyRequest: MessageTypeDefinition<_svc_reference_v1_ReleaseIdempotencyKeyRequest, _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output>
        Reservation: MessageTypeDefinition<_svc_reference_v1_Reservation, _svc_reference_v1_Reservation__Output>
        ReserveRequestsRequest: MessageTypeDefinition<_svc_reference_v1_ReserveRequestsRequest, _svc_reference_v1_ReserveRequestsRequest__Output>
      }
    }
  }
}

