// Original file: proto/evidence.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AuditReport as _svc_evidence_v1_AuditReport, AuditReport__Output as _svc_evidence_v1_AuditReport__Output } from '../../../svc/evidence/v1/AuditReport.js';
import type { ChainReport as _svc_evidence_v1_ChainReport, ChainReport__Output as _svc_evidence_v1_ChainReport__Output } from '../../../svc/evidence/v1/ChainReport.js';
import type { ClaimIdempotencyKeyRequest as _svc_evidence_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _svc_evidence_v1_ClaimIdempotencyKeyRequest__Output } from '../../../svc/evidence/v1/ClaimIdempotencyKeyRequest.js';
import type { CompleteIdempotencyKeyRequest as _svc_evidence_v1_CompleteIdempotencyKeyRequest, CompleteIdempotencyKeyRequest__Output as _svc_evidence_v1_CompleteIdempotencyKeyRequest__Output } from '../../../svc/evidence/v1/CompleteIdempotencyKeyRequest.js';
import type { DocumentPage as _svc_common_v1_DocumentPage, DocumentPage__Output as _svc_common_v1_DocumentPage__Output } from '../../../svc/common/v1/DocumentPage.js';
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from '../../../svc/common/v1/Empty.js';
import type { GetReceiptRequest as _svc_evidence_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_evidence_v1_GetReceiptRequest__Output } from '../../../svc/evidence/v1/GetReceiptRequest.js';
import type { IdempotencyClaim as _svc_evidence_v1_IdempotencyClaim, IdempotencyClaim__Output as _svc_evidence_v1_IdempotencyClaim__Output } from '../../../svc/evidence/v1/IdempotencyClaim.js';
import type { ListAuditRequest as _svc_evidence_v1_ListAuditRequest, ListAuditRequest__Output as _svc_evidence_v1_ListAuditRequest__Output } from '../../../svc/evidence/v1/ListAuditRequest.js';
import type { ListReceiptsRequest as _svc_evidence_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_evidence_v1_ListReceiptsRequest__Output } from '../../../svc/evidence/v1/ListReceiptsRequest.js';
import type { ReadReceiptPartRequest as _svc_evidence_v1_ReadReceiptPartRequest, ReadReceiptPartRequest__Output as _svc_evidence_v1_ReadReceiptPartRequest__Output } from '../../../svc/evidence/v1/ReadReceiptPartRequest.js';
import type { Receipt as _svc_evidence_v1_Receipt, Receipt__Output as _svc_evidence_v1_Receipt__Output } from '../../../svc/evidence/v1/Receipt.js';
import type { ReceiptPage as _svc_evidence_v1_ReceiptPage, ReceiptPage__Output as _svc_evidence_v1_ReceiptPage__Output } from '../../../svc/evidence/v1/ReceiptPage.js';
import type { ReceiptPart as _svc_evidence_v1_ReceiptPart, ReceiptPart__Output as _svc_evidence_v1_ReceiptPart__Output } from '../../../svc/evidence/v1/ReceiptPart.js';
import type { ReleaseIdempotencyKeyRequest as _svc_evidence_v1_ReleaseIdempotencyKeyRequest, ReleaseIdempotencyKeyRequest__Output as _svc_evidence_v1_ReleaseIdempotencyKeyRequest__Output } from '../../../svc/evidence/v1/ReleaseIdempotencyKeyRequest.js';
import type { VerifyAuditRequest as _svc_evidence_v1_VerifyAuditRequest, VerifyAuditRequest__Output as _svc_evidence_v1_VerifyAuditRequest__Output } from '../../../svc/evidence/v1/VerifyAuditRequest.js';
import type { VerifyReceiptsRequest as _svc_evidence_v1_VerifyReceiptsRequest, VerifyReceiptsRequest__Output as _svc_evidence_v1_VerifyReceiptsRequest__Output } from '../../../svc/evidence/v1/VerifyReceiptsRequest.js';
import type { WriteReceiptPartReply as _svc_evidence_v1_WriteReceiptPartReply, WriteReceiptPartReply__Output as _svc_evidence_v1_WriteReceiptPartReply__Output } from '../../../svc/evidence/v1/WriteReceiptPartReply.js';

export interface EvidenceClient extends grpc.Client {
  ClaimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_evidence_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_evidence_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  
  CompleteIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_evidence_v1_CompleteIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  GetReceipt(argument: _svc_evidence_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_evidence_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_evidence_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_evidence_v1_GetReceiptRequest, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_evidence_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_evidence_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_evidence_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_evidence_v1_GetReceiptRequest, callback: grpc.requestCallback<_svc_evidence_v1_Receipt__Output>): grpc.ClientUnaryCall;
  
  ListAudit(argument: _svc_evidence_v1_ListAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListAudit(argument: _svc_evidence_v1_ListAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListAudit(argument: _svc_evidence_v1_ListAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListAudit(argument: _svc_evidence_v1_ListAuditRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_evidence_v1_ListAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_evidence_v1_ListAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_evidence_v1_ListAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_evidence_v1_ListAuditRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_evidence_v1_ListReceiptsRequest, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  
  ReadReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  ReadReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  ReadReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  ReadReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_evidence_v1_ReadReceiptPartRequest, callback: grpc.requestCallback<_svc_evidence_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  
  RecordReceipt(argument: _svc_evidence_v1_Receipt, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RecordReceipt(argument: _svc_evidence_v1_Receipt, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RecordReceipt(argument: _svc_evidence_v1_Receipt, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RecordReceipt(argument: _svc_evidence_v1_Receipt, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_evidence_v1_Receipt, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_evidence_v1_Receipt, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_evidence_v1_Receipt, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  recordReceipt(argument: _svc_evidence_v1_Receipt, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  ReleaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReleaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReleaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReleaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  releaseIdempotencyKey(argument: _svc_evidence_v1_ReleaseIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  VerifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  VerifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  VerifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  VerifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_evidence_v1_VerifyAuditRequest, callback: grpc.requestCallback<_svc_evidence_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  
  VerifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  VerifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  VerifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  VerifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_evidence_v1_VerifyReceiptsRequest, callback: grpc.requestCallback<_svc_evidence_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  
  WriteReceiptPart(argument: _svc_evidence_v1_ReceiptPart, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  WriteReceiptPart(argument: _svc_evidence_v1_ReceiptPart, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  WriteReceiptPart(argument: _svc_evidence_v1_ReceiptPart, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  WriteReceiptPart(argument: _svc_evidence_v1_ReceiptPart, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_evidence_v1_ReceiptPart, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_evidence_v1_ReceiptPart, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_evidence_v1_ReceiptPart, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_evidence_v1_ReceiptPart, callback: grpc.requestCallback<_svc_evidence_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  
}

export interface EvidenceHandlers extends grpc.UntypedServiceImplementation {
  ClaimIdempotencyKey: grpc.handleUnaryCall<_svc_evidence_v1_ClaimIdempotencyKeyRequest__Output, _svc_evidence_v1_IdempotencyClaim>;
  
  CompleteIdempotencyKey: grpc.handleUnaryCall<_svc_evidence_v1_CompleteIdempotencyKeyRequest__Output, _svc_common_v1_Empty>;
  
  GetReceipt: grpc.handleUnaryCall<_svc_evidence_v1_GetReceiptRequest__Output, _svc_evidence_v1_Receipt>;
  
  ListAudit: grpc.handleUnaryCall<_svc_evidence_v1_ListAuditRequest__Output, _svc_common_v1_DocumentPage>;
  
  ListReceipts: grpc.handleUnaryCall<_svc_evidence_v1_ListReceiptsRequest__Output, _svc_evidence_v1_ReceiptPage>;
  
  ReadReceiptPart: grpc.handleUnaryCall<_svc_evidence_v1_ReadReceiptPartRequest__Output, _svc_evidence_v1_ReceiptPart>;
  
  RecordReceipt: grpc.handleUnaryCall<_svc_evidence_v1_Receipt__Output, _svc_common_v1_Empty>;
  
  ReleaseIdempotencyKey: grpc.handleUnaryCall<_svc_evidence_v1_ReleaseIdempotencyKeyRequest__Output, _svc_common_v1_Empty>;
  
  VerifyAudit: grpc.handleUnaryCall<_svc_evidence_v1_VerifyAuditRequest__Output, _svc_evidence_v1_AuditReport>;
  
  VerifyReceipts: grpc.handleUnaryCall<_svc_evidence_v1_VerifyReceiptsRequest__Output, _svc_evidence_v1_ChainReport>;
  
  WriteReceiptPart: grpc.handleUnaryCall<_svc_evidence_v1_ReceiptPart__Output, _svc_evidence_v1_WriteReceiptPartReply>;
  
}

export interface EvidenceDefinition extends grpc.ServiceDefinition {
  ClaimIdempotencyKey: MethodDefinition<_svc_evidence_v1_ClaimIdempotencyKeyRequest, _svc_evidence_v1_IdempotencyClaim, _svc_evidence_v1_ClaimIdempotencyKeyRequest__Output, _svc_evidence_v1_IdempotencyClaim__Output>
  CompleteIdempotencyKey: MethodDefinition<_svc_evidence_v1_CompleteIdempotencyKeyRequest, _svc_common_v1_Empty, _svc_evidence_v1_CompleteIdempotencyKeyRequest__Output, _svc_common_v1_Empty__Output>
  GetReceipt: MethodDefinition<_svc_evidence_v1_GetReceiptRequest, _svc_evidence_v1_Receipt, _svc_evidence_v1_GetReceiptRequest__Output, _svc_evidence_v1_Receipt__Output>
  ListAudit: MethodDefinition<_svc_evidence_v1_ListAuditRequest, _svc_common_v1_DocumentPage, _svc_evidence_v1_ListAuditRequest__Output, _svc_common_v1_DocumentPage__Output>
  ListReceipts: MethodDefinition<_svc_evidence_v1_ListReceiptsRequest, _svc_evidence_v1_ReceiptPage, _svc_evidence_v1_ListReceiptsRequest__Output, _svc_evidence_v1_ReceiptPage__Output>
  ReadReceiptPart: MethodDefinition<_svc_evidence_v1_ReadReceiptPartRequest, _svc_evidence_v1_ReceiptPart, _svc_evidence_v1_ReadReceiptPartRequest__Output, _svc_evidence_v1_ReceiptPart__Output>
  RecordReceipt: MethodDefinition<_svc_evidence_v1_Receipt, _svc_common_v1_Empty, _svc_evidence_v1_Receipt__Output, _svc_common_v1_Empty__Output>
  ReleaseIdempotencyKey: MethodDefinition<_svc_evidence_v1_ReleaseIdempotencyKeyRequest, _svc_common_v1_Empty, _svc_evidence_v1_ReleaseIdempotencyKeyRequest__Output, _svc_common_v1_Empty__Output>
  VerifyAudit: MethodDefinition<_svc_evidence_v1_VerifyAuditRequest, _svc_evidence_v1_AuditReport, _svc_evidence_v1_VerifyAuditRequest__Output, _svc_evidence_v1_AuditReport__Output>
  VerifyReceipts: MethodDefinition<_svc_evidence_v1_VerifyReceiptsRequest, _svc_evidence_v1_ChainReport, _svc_evidence_v1_VerifyReceiptsRequest__Output, _svc_evidence_v1_ChainReport__Output>
  WriteReceiptPart: MethodDefinition<_svc_evidence_v1_ReceiptPart, _svc_evidence_v1_WriteReceiptPartReply, _svc_evidence_v1_ReceiptPart__Output, _svc_evidence_v1_WriteReceiptPartReply__Output>
}
