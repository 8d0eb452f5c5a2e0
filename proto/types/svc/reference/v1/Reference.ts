// Original file: proto/reference.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClaimIdempotencyKeyRequest as _svc_reference_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _svc_reference_v1_ClaimIdempotencyKeyRequest__Output } from '../../../svc/reference/v1/ClaimIdempotencyKeyRequest.js';
import type { CompleteIdempotencyKeyReply as _svc_reference_v1_CompleteIdempotencyKeyReply, CompleteIdempotencyKeyReply__Output as _svc_reference_v1_CompleteIdempotencyKeyReply__Output } from '../../../svc/reference/v1/CompleteIdempotencyKeyReply.js';
import type { CompleteIdempotencyKeyRequest as _svc_reference_v1_CompleteIdempotencyKeyRequest, CompleteIdempotencyKeyRequest__Output as _svc_reference_v1_CompleteIdempotencyKeyRequest__Output } from '../../../svc/reference/v1/CompleteIdempotencyKeyRequest.js';
import type { FindKeyRequest as _svc_reference_v1_FindKeyRequest, FindKeyRequest__Output as _svc_reference_v1_FindKeyRequest__Output } from '../../../svc/reference/v1/FindKeyRequest.js';
import type { GetReceiptRequest as _svc_reference_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_reference_v1_GetReceiptRequest__Output } from '../../../svc/reference/v1/GetReceiptRequest.js';
import type { IdempotencyClaim as _svc_reference_v1_IdempotencyClaim, IdempotencyClaim__Output as _svc_reference_v1_IdempotencyClaim__Output } from '../../../svc/reference/v1/IdempotencyClaim.js';
import type { KeyRecord as _svc_reference_v1_KeyRecord, KeyRecord__Output as _svc_reference_v1_KeyRecord__Output } from '../../../svc/reference/v1/KeyRecord.js';
import type { ListReceiptsRequest as _svc_reference_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_reference_v1_ListReceiptsRequest__Output } from '../../../svc/reference/v1/ListReceiptsRequest.js';
import type { Receipt as _svc_reference_v1_Receipt, Receipt__Output as _svc_reference_v1_Receipt__Output } from '../../../svc/reference/v1/Receipt.js';
import type { ReceiptPage as _svc_reference_v1_ReceiptPage, ReceiptPage__Output as _svc_reference_v1_ReceiptPage__Output } from '../../../svc/reference/v1/ReceiptPage.js';
import type { RecordReceiptReply as _svc_reference_v1_RecordReceiptReply, RecordReceiptReply__Output as _svc_reference_v1_RecordReceiptReply__Output } from '../../../svc/reference/v1/RecordReceiptReply.js';
import type { ReleaseIdempotencyKeyReply as _svc_reference_v1_ReleaseIdempotencyKeyReply, ReleaseIdempotencyKeyReply__Output as _svc_reference_v1_ReleaseIdempotencyKeyReply__Output } from '../../../svc/reference/v1/ReleaseIdempotencyKeyReply.js';
import type { ReleaseIdempotencyKeyRequest as _svc_reference_v1_ReleaseIdempotencyKeyRequest, ReleaseIdempotencyKeyRequest__Output as _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output } from '../../../svc/reference/v1/ReleaseIdempotencyKeyRequest.js';
import type { Reservation as _svc_reference_v1_Reservation, Reservation__Output as _svc_reference_v1_Reservation__Output } from '../../../svc/reference/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_reference_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_reference_v1_ReserveRequestsRequest__Output } from '../../../svc/reference/v1/ReserveRequestsRequest.js';

export interface ReferenceClient extends grpc.Client {
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  
  FindKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_reference_v1_FindKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_reference_v1_FindKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  
  RecordReceipt(argument: _svc_reference_v1_Receipt, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  RecordReceipt(argument: _svc_reference_v1_Receipt, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  RecordReceipt(argument: _svc_reference_v1_Receipt, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  RecordReceipt(argument: _svc_reference_v1_Receipt, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_reference_v1_Receipt, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_reference_v1_Receipt, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_reference_v1_Receipt, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_reference_v1_Receipt, callback: grpc.requestCallback<_svc_reference_v1_RecordReceiptReply__Output>): grpc.ClientUnaryCall;
  
  ReleaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  ReleaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  ReleaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  ReleaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_reference_v1_ReleaseIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_ReleaseIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  
}

export interface ReferenceHandlers extends grpc.UntypedServiceImplementation {
  ClaimIdempotencyKey: grpc.handleUnaryCall<_svc_reference_v1_ClaimIdempotencyKeyRequest__Output, _svc_reference_v1_IdempotencyClaim>;
  
  CompleteIdempotencyKey: grpc.handleUnaryCall<_svc_reference_v1_CompleteIdempotencyKeyRequest__Output, _svc_reference_v1_CompleteIdempotencyKeyReply>;
  
  FindKey: grpc.handleUnaryCall<_svc_reference_v1_FindKeyRequest__Output, _svc_reference_v1_KeyRecord>;
  
  GetReceipt: grpc.handleUnaryCall<_svc_reference_v1_GetReceiptRequest__Output, _svc_reference_v1_Receipt>;
  
  ListReceipts: grpc.handleUnaryCall<_svc_reference_v1_ListReceiptsRequest__Output, _svc_reference_v1_ReceiptPage>;
  
  RecordReceipt: grpc.handleUnaryCall<_svc_reference_v1_Receipt__Output, _svc_reference_v1_RecordReceiptReply>;
  
  ReleaseIdempotencyKey: grpc.handleUnaryCall<_svc_reference_v1_ReleaseIdempotencyKeyRequest__Output, _svc_reference_v1_ReleaseIdempotencyKeyReply>;
  
  ReserveRequests: grpc.handleUnaryCall<_svc_reference_v1_ReserveRequestsRequest__Output, _svc_reference_v1_Reservation>;
  
}

export interface ReferenceDefinition extends grpc.ServiceDefinition {
  ClaimIdempotencyKey: MethodDefinition<_svc_reference_v1_ClaimIdempotencyKeyRequest, _svc_reference_v1_IdempotencyClaim, _svc_reference_v1_ClaimIdempotencyKeyRequest__Output, _svc_reference_v1_IdempotencyClaim__Output>
  CompleteIdempotencyKey: MethodDefinition<_svc_reference_v1_CompleteIdempotencyKeyRequest, _svc_reference_v1_CompleteIdempotencyKeyReply, _svc_reference_v1_CompleteIdempotencyKeyRequest__Output, _svc_reference_v1_CompleteIdempotencyKeyReply__Output>
  FindKey: MethodDefinition<_svc_reference_v1_FindKeyRequest, _svc_reference_v1_KeyRecord, _svc_reference_v1_FindKeyRequest__Output, _svc_reference_v1_KeyRecord__Output>
  GetReceipt: MethodDefinition<_svc_reference_v1_GetReceiptRequest, _svc_reference_v1_Receipt, _svc_reference_v1_GetReceiptRequest__Output, _svc_reference_v1_Receipt__Output>
  ListReceipts: MethodDefinition<_svc_reference_v1_ListReceiptsRequest, _svc_reference_v1_ReceiptPage, _svc_reference_v1_ListReceiptsRequest__Output, _svc_reference_v1_ReceiptPage__Output>
  RecordReceipt: MethodDefinition<_svc_reference_v1_Receipt, _svc_reference_v1_RecordReceiptReply, _svc_reference_v1_Receipt__Output, _svc_reference_v1_RecordReceiptReply__Output>
  ReleaseIdempotencyKey: MethodDefinition<_svc_reference_v1_ReleaseIdempotencyKeyRequest, _svc_reference_v1_ReleaseIdempotencyKeyReply, _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output, _svc_reference_v1_ReleaseIdempotencyKeyReply__Output>
  ReserveRequests: MethodDefinition<_svc_reference_v1_ReserveRequestsRequest, _svc_reference_v1_Reservation, _svc_reference_v1_ReserveRequestsRequest__Output, _svc_reference_v1_Reservation__Output>
}
