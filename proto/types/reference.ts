import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { FindKeyRequest as _svc_reference_v1_FindKeyRequest, FindKeyRequest__Output as _svc_reference_v1_FindKeyRequest__Output } from './svc/reference/v1/FindKeyRequest.js';
import type { GetReceiptRequest as _svc_reference_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_reference_v1_GetReceiptRequest__Output } from './svc/reference/v1/GetReceiptRequest.js';
import type { KeyRecord as _svc_reference_v1_KeyRecord, KeyRecord__Output as _svc_reference_v1_KeyRecord__Output } from './svc/reference/v1/KeyRecord.js';
import type { ListReceiptsRequest as _svc_reference_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_reference_v1_ListReceiptsRequest__Output } from './svc/reference/v1/ListReceiptsRequest.js';
import type { Receipt as _svc_reference_v1_Receipt, Receipt__Output as _svc_reference_v1_Receipt__Output } from './svc/reference/v1/Receipt.js';
import type { ReceiptPage as _svc_reference_v1_ReceiptPage, ReceiptPage__Output as _svc_reference_v1_ReceiptPage__Output } from './svc/reference/v1/ReceiptPage.js';
import type { ReceiptSummary as _svc_reference_v1_ReceiptSummary, ReceiptSummary__Output as _svc_reference_v1_ReceiptSummary__Output } from './svc/reference/v1/ReceiptSummary.js';
import type { RecordReceiptReply as _svc_reference_v1_RecordReceiptReply, RecordReceiptReply__Output as _svc_reference_v1_RecordReceiptReply__Output } from './svc/reference/v1/RecordReceiptReply.js';
import type { ReferenceClient as _svc_reference_v1_ReferenceClient, ReferenceDefinition as _svc_reference_v1_ReferenceDefinition } from './svc/reference/v1/Reference.js';
import type { Reservation as _svc_reference_v1_Reservation, Reservation__Output as _svc_reference_v1_Reservation__Output } from './svc/reference/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_reference_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_reference_v1_ReserveRequestsRequest__Output } from './svc/reference/v1/ReserveRequestsRequest.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    reference: {
      v1: {
        FindKeyRequest: MessageTypeDefinition<_svc_reference_v1_FindKeyRequest, _svc_reference_v1_FindKeyRequest__Output>
        GetReceiptRequest: MessageTypeDefinition<_svc_reference_v1_GetReceiptRequest, _svc_reference_v1_GetReceiptRequest__Output>
        KeyRecord: MessageTypeDefinition<_svc_reference_v1_KeyRecord, _svc_reference_v1_KeyRecord__Output>
        ListReceiptsRequest: MessageTypeDefinition<_svc_reference_v1_ListReceiptsRequest, _svc_reference_v1_ListReceiptsRequest__Output>
        Receipt: MessageTypeDefinition<_svc_reference_v1_Receipt, _svc_reference_v1_Receipt__Output>
        ReceiptPage: MessageTypeDefinition<_svc_reference_v1_ReceiptPage, _svc_reference_v1_ReceiptPage__Output>
        ReceiptSummary: MessageTypeDefinition<_svc_reference_v1_ReceiptSummary, _svc_reference_v1_ReceiptSummary__Output>
        RecordReceiptReply: MessageTypeDefinition<_svc_reference_v1_RecordReceiptReply, _svc_reference_v1_RecordReceiptReply__Output>
        Reference: SubtypeConstructor<typeof grpc.Client, _svc_reference_v1_ReferenceClient> & { service: _svc_reference_v1_ReferenceDefinition }
        Reservation: MessageTypeDefinition<_svc_reference_v1_Reservation, _svc_reference_v1_Reservation__Output>
        ReserveRequestsRequest: MessageTypeDefinition<_svc_reference_v1_ReserveRequestsRequest, _svc_reference_v1_ReserveRequestsRequest__Output>
      }
    }
  }
}

