// Original file: proto/reference.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindKeyRequest as _svc_reference_v1_FindKeyRequest, FindKeyRequest__Output as _svc_reference_v1_FindKeyRequest__Output } from '../../../svc/reference/v1/FindKeyRequest.js';
import type { GetReceiptRequest as _svc_reference_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_reference_v1_GetReceiptRequest__Output } from '../../../svc/reference/v1/GetReceiptRequest.js';
import type { KeyRecord as _svc_reference_v1_KeyRecord, KeyRecord__Output as _svc_reference_v1_KeyRecord__Output } from '../../../svc/reference/v1/KeyRecord.js';
import type { ListReceiptsRequest as _svc_reference_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_reference_v1_ListReceiptsRequest__Output } from '../../../svc/reference/v1/ListReceiptsRequest.js';
import type { Receipt as _svc_reference_v1_Receipt, Receipt__Output as _svc_reference_v1_Receipt__Output } from '../../../svc/reference/v1/Receipt.js';
import type { ReceiptPage as _svc_reference_v1_ReceiptPage, ReceiptPage__Output as _svc_reference_v1_ReceiptPage__Output } from '../../../svc/reference/v1/ReceiptPage.js';
import type { RecordReceiptReply as _svc_reference_v1_RecordReceiptReply, RecordReceiptReply__Output as _svc_reference_v1_RecordReceiptReply__Output } from '../../../svc/reference/v1/RecordReceiptReply.js';
import type { Reservation as _svc_reference_v1_Reservation, Reservation__Output as _svc_reference_v1_Reservation__Output } from '../../../svc/reference/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_reference_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_reference_v1_ReserveRequestsRequest__Output } from '../../../svc/reference/v1/ReserveRequestsRequest.js';

export interface ReferenceClient extends grpc.Client {
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
  FindKey: grpc.handleUnaryCall<_svc_reference_v1_FindKeyRequest__Output, _svc_reference_v1_KeyRecord>;
  
  GetReceipt: grpc.handleUnaryCall<_svc_reference_v1_GetReceiptRequest__Output, _svc_reference_v1_Receipt>;
  
  ListReceipts: grpc.handleUnaryCall<_svc_reference_v1_ListReceiptsRequest__Output, _svc_reference_v1_ReceiptPage>;
  
  RecordReceipt: grpc.handleUnaryCall<_svc_reference_v1_Receipt__Output, _svc_reference_v1_RecordReceiptReply>;
  
  ReserveRequests: grpc.handleUnaryCall<_svc_reference_v1_ReserveRequestsRequest__Output, _svc_reference_v1_Reservation>;
  
}

export interface ReferenceDefinition extends grpc.ServiceDefinition {
  FindKey: MethodDefinition<_svc_reference_v1_FindKeyRequest, _svc_reference_v1_KeyRecord, _svc_reference_v1_FindKeyRequest__Output, _svc_reference_v1_KeyRecord__Output>
  GetReceipt: MethodDefinition<_svc_reference_v1_GetReceiptRequest, _svc_reference_v1_Receipt, _svc_reference_v1_GetReceiptRequest__Output, _svc_reference_v1_Receipt__Output>
  ListReceipts: MethodDefinition<_svc_reference_v1_ListReceiptsRequest, _svc_reference_v1_ReceiptPage, _svc_reference_v1_ListReceiptsRequest__Output, _svc_reference_v1_ReceiptPage__Output>
  RecordReceipt: MethodDefinition<_svc_reference_v1_Receipt, _svc_reference_v1_RecordReceiptReply, _svc_reference_v1_Receipt__Output, _svc_reference_v1_RecordReceiptReply__Output>
  ReserveRequests: MethodDefinition<_svc_reference_v1_ReserveRequestsRequest, _svc_reference_v1_Reservation, _svc_reference_v1_ReserveRequestsRequest__Output, _svc_reference_v1_Reservation__Output>
}
