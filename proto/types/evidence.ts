import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Call as _svc_common_v1_Call, Call__Output as _svc_common_v1_Call__Output } from './svc/common/v1/Call.js';
import type { CallBatch as _svc_common_v1_CallBatch, CallBatch__Output as _svc_common_v1_CallBatch__Output } from './svc/common/v1/CallBatch.js';
import type { Caller as _svc_common_v1_Caller, Caller__Output as _svc_common_v1_Caller__Output } from './svc/common/v1/Caller.js';
import type { ClaimState as _svc_common_v1_ClaimState, ClaimState__Output as _svc_common_v1_ClaimState__Output } from './svc/common/v1/ClaimState.js';
import type { ComputedBlock as _svc_common_v1_ComputedBlock, ComputedBlock__Output as _svc_common_v1_ComputedBlock__Output } from './svc/common/v1/ComputedBlock.js';
import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from './svc/common/v1/Document.js';
import type { DocumentPage as _svc_common_v1_DocumentPage, DocumentPage__Output as _svc_common_v1_DocumentPage__Output } from './svc/common/v1/DocumentPage.js';
import type { Documents as _svc_common_v1_Documents, Documents__Output as _svc_common_v1_Documents__Output } from './svc/common/v1/Documents.js';
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from './svc/common/v1/Empty.js';
import type { ExchangeClient as _svc_common_v1_ExchangeClient, ExchangeDefinition as _svc_common_v1_ExchangeDefinition } from './svc/common/v1/Exchange.js';
import type { Failure as _svc_common_v1_Failure, Failure__Output as _svc_common_v1_Failure__Output } from './svc/common/v1/Failure.js';
import type { Fault as _svc_common_v1_Fault, Fault__Output as _svc_common_v1_Fault__Output } from './svc/common/v1/Fault.js';
import type { Manifest as _svc_common_v1_Manifest, Manifest__Output as _svc_common_v1_Manifest__Output } from './svc/common/v1/Manifest.js';
import type { ProcessClient as _svc_common_v1_ProcessClient, ProcessDefinition as _svc_common_v1_ProcessDefinition } from './svc/common/v1/Process.js';
import type { ProcessReport as _svc_common_v1_ProcessReport, ProcessReport__Output as _svc_common_v1_ProcessReport__Output } from './svc/common/v1/ProcessReport.js';
import type { Reply as _svc_common_v1_Reply, Reply__Output as _svc_common_v1_Reply__Output } from './svc/common/v1/Reply.js';
import type { ReplyBatch as _svc_common_v1_ReplyBatch, ReplyBatch__Output as _svc_common_v1_ReplyBatch__Output } from './svc/common/v1/ReplyBatch.js';
import type { StatusInForce as _svc_common_v1_StatusInForce, StatusInForce__Output as _svc_common_v1_StatusInForce__Output } from './svc/common/v1/StatusInForce.js';
import type { AuditReport as _svc_evidence_v1_AuditReport, AuditReport__Output as _svc_evidence_v1_AuditReport__Output } from './svc/evidence/v1/AuditReport.js';
import type { ChainBreak as _svc_evidence_v1_ChainBreak, ChainBreak__Output as _svc_evidence_v1_ChainBreak__Output } from './svc/evidence/v1/ChainBreak.js';
import type { ChainPoint as _svc_evidence_v1_ChainPoint, ChainPoint__Output as _svc_evidence_v1_ChainPoint__Output } from './svc/evidence/v1/ChainPoint.js';
import type { ChainReport as _svc_evidence_v1_ChainReport, ChainReport__Output as _svc_evidence_v1_ChainReport__Output } from './svc/evidence/v1/ChainReport.js';
import type { ClaimIdempotencyKeyRequest as _svc_evidence_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _svc_evidence_v1_ClaimIdempotencyKeyRequest__Output } from './svc/evidence/v1/ClaimIdempotencyKeyRequest.js';
import type { CompleteIdempotencyKeyRequest as _svc_evidence_v1_CompleteIdempotencyKeyRequest, CompleteIdempotencyKeyRequest__Output as _svc_evidence_v1_CompleteIdempotencyKeyRequest__Output } from './svc/evidence/v1/CompleteIdempotencyKeyRequest.js';
import type { EvidenceClient as _svc_evidence_v1_EvidenceClient, EvidenceDefinition as _svc_evidence_v1_EvidenceDefinition } from './svc/evidence/v1/Evidence.js';
import type { GetReceiptRequest as _svc_evidence_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_evidence_v1_GetReceiptRequest__Output } from './svc/evidence/v1/GetReceiptRequest.js';
import type { IdempotencyClaim as _svc_evidence_v1_IdempotencyClaim, IdempotencyClaim__Output as _svc_evidence_v1_IdempotencyClaim__Output } from './svc/evidence/v1/IdempotencyClaim.js';
import type { ListAuditRequest as _svc_evidence_v1_ListAuditRequest, ListAuditRequest__Output as _svc_evidence_v1_ListAuditRequest__Output } from './svc/evidence/v1/ListAuditRequest.js';
import type { ListReceiptsRequest as _svc_evidence_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_evidence_v1_ListReceiptsRequest__Output } from './svc/evidence/v1/ListReceiptsRequest.js';
import type { ReadReceiptPartRequest as _svc_evidence_v1_ReadReceiptPartRequest, ReadReceiptPartRequest__Output as _svc_evidence_v1_ReadReceiptPartRequest__Output } from './svc/evidence/v1/ReadReceiptPartRequest.js';
import type { Receipt as _svc_evidence_v1_Receipt, Receipt__Output as _svc_evidence_v1_Receipt__Output } from './svc/evidence/v1/Receipt.js';
import type { ReceiptPage as _svc_evidence_v1_ReceiptPage, ReceiptPage__Output as _svc_evidence_v1_ReceiptPage__Output } from './svc/evidence/v1/ReceiptPage.js';
import type { ReceiptPart as _svc_evidence_v1_ReceiptPart, ReceiptPart__Output as _svc_evidence_v1_ReceiptPart__Output } from './svc/evidence/v1/ReceiptPart.js';
import type { ReceiptSummary as _svc_evidence_v1_ReceiptSummary, ReceiptSummary__Output as _svc_evidence_v1_ReceiptSummary__Output } from './svc/evidence/v1/ReceiptSummary.js';
import type { ReleaseIdempotencyKeyRequest as _svc_evidence_v1_ReleaseIdempotencyKeyRequest, ReleaseIdempotencyKeyRequest__Output as _svc_evidence_v1_ReleaseIdempotencyKeyRequest__Output } from './svc/evidence/v1/ReleaseIdempotencyKeyRequest.js';
import type { VerifyAuditRequest as _svc_evidence_v1_VerifyAuditRequest, VerifyAuditRequest__Output as _svc_evidence_v1_VerifyAuditRequest__Output } from './svc/evidence/v1/VerifyAuditRequest.js';
import type { VerifyReceiptsRequest as _svc_evidence_v1_VerifyReceiptsRequest, VerifyReceiptsRequest__Output as _svc_evidence_v1_VerifyReceiptsRequest__Output } from './svc/evidence/v1/VerifyReceiptsRequest.js';
import type { WriteReceiptPartReply as _svc_evidence_v1_WriteReceiptPartReply, WriteReceiptPartReply__Output as _svc_evidence_v1_WriteReceiptPartReply__Output } from './svc/evidence/v1/WriteReceiptPartReply.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    common: {
      v1: {
        Call: MessageTypeDefinition<_svc_common_v1_Call, _svc_common_v1_Call__Output>
        CallBatch: MessageTypeDefinition<_svc_common_v1_CallBatch, _svc_common_v1_CallBatch__Output>
        Caller: MessageTypeDefinition<_svc_common_v1_Caller, _svc_common_v1_Caller__Output>
        ClaimState: MessageTypeDefinition<_svc_common_v1_ClaimState, _svc_common_v1_ClaimState__Output>
        ComputedBlock: MessageTypeDefinition<_svc_common_v1_ComputedBlock, _svc_common_v1_ComputedBlock__Output>
        Document: MessageTypeDefinition<_svc_common_v1_Document, _svc_common_v1_Document__Output>
        DocumentPage: MessageTypeDefinition<_svc_common_v1_DocumentPage, _svc_common_v1_DocumentPage__Output>
        Documents: MessageTypeDefinition<_svc_common_v1_Documents, _svc_common_v1_Documents__Output>
        Empty: MessageTypeDefinition<_svc_common_v1_Empty, _svc_common_v1_Empty__Output>
        Exchange: SubtypeConstructor<typeof grpc.Client, _svc_common_v1_ExchangeClient> & { service: _svc_common_v1_ExchangeDefinition }
        Failure: MessageTypeDefinition<_svc_common_v1_Failure, _svc_common_v1_Failure__Output>
        Fault: MessageTypeDefinition<_svc_common_v1_Fault, _svc_common_v1_Fault__Output>
        Manifest: MessageTypeDefinition<_svc_common_v1_Manifest, _svc_common_v1_Manifest__Output>
        Process: SubtypeConstructor<typeof grpc.Client, _svc_common_v1_ProcessClient> & { service: _svc_common_v1_ProcessDefinition }
        ProcessReport: MessageTypeDefinition<_svc_common_v1_ProcessReport, _svc_common_v1_ProcessReport__Output>
        Reply: MessageTypeDefinition<_svc_common_v1_Reply, _svc_common_v1_Reply__Output>
        ReplyBatch: MessageTypeDefinition<_svc_common_v1_ReplyBatch, _svc_common_v1_ReplyBatch__Output>
        StatusInForce: MessageTypeDefinition<_svc_common_v1_StatusInForce, _svc_common_v1_StatusInForce__Output>
      }
    }
    evidence: {
      v1: {
        AuditReport: MessageTypeDefinition<_svc_evidence_v1_AuditReport, _svc_evidence_v1_AuditReport__Output>
        ChainBreak: MessageTypeDefinition<_svc_evidence_v1_ChainBreak, _svc_evidence_v1_ChainBreak__Output>
        ChainPoint: MessageTypeDefinition<_svc_evidence_v1_ChainPoint, _svc_evidence_v1_ChainPoint__Output>
        ChainReport: MessageTypeDefinition<_svc_evidence_v1_ChainReport, _svc_evidence_v1_ChainReport__Output>
        ClaimIdempotencyKeyRequest: MessageTypeDefinition<_svc_evidence_v1_ClaimIdempotencyKeyRequest, _svc_evidence_v1_ClaimIdempotencyKeyRequest__Output>
        CompleteIdempotencyKeyRequest: MessageTypeDefinition<_svc_evidence_v1_CompleteIdempotencyKeyRequest, _svc_evidence_v1_CompleteIdempotencyKeyRequest__Output>
        Evidence: SubtypeConstructor<typeof grpc.Client, _svc_evidence_v1_EvidenceClient> & { service: _svc_evidence_v1_EvidenceDefinition }
        GetReceiptRequest: MessageTypeDefinition<_svc_evidence_v1_GetReceiptRequest, _svc_evidence_v1_GetReceiptRequest__Output>
        IdempotencyClaim: MessageTypeDefinition<_svc_evidence_v1_IdempotencyClaim, _svc_evidence_v1_IdempotencyClaim__Output>
        ListAuditRequest: MessageTypeDefinition<_svc_evidence_v1_ListAuditRequest, _svc_evidence_v1_ListAuditRequest__Output>
        ListReceiptsRequest: MessageTypeDefinition<_svc_evidence_v1_ListReceiptsRequest, _svc_evidence_v1_ListReceiptsRequest__Output>
        ReadReceiptPartRequest: MessageTypeDefinition<_svc_evidence_v1_ReadReceiptPartRequest, _svc_evidence_v1_ReadReceiptPartRequest__Output>
        Receipt: MessageTypeDefinition<_svc_evidence_v1_Receipt, _svc_evidence_v1_Receipt__Output>
        ReceiptPage: MessageTypeDefinition<_svc_evidence_v1_ReceiptPage, _svc_evidence_v1_ReceiptPage__Output>
        ReceiptPart: MessageTypeDefinition<_svc_evidence_v1_ReceiptPart, _svc_evidence_v1_ReceiptPart__Output>
        ReceiptSummary: MessageTypeDefinition<_svc_evidence_v1_ReceiptSummary, _svc_evidence_v1_ReceiptSummary__Output>
        ReleaseIdempotencyKeyRequest: MessageTypeDefinition<_svc_evidence_v1_ReleaseIdempotencyKeyRequest, _svc_evidence_v1_ReleaseIdempotencyKeyRequest__Output>
        VerifyAuditRequest: MessageTypeDefinition<_svc_evidence_v1_VerifyAuditRequest, _svc_evidence_v1_VerifyAuditRequest__Output>
        VerifyReceiptsRequest: MessageTypeDefinition<_svc_evidence_v1_VerifyReceiptsRequest, _svc_evidence_v1_VerifyReceiptsRequest__Output>
        WriteReceiptPartReply: MessageTypeDefinition<_svc_evidence_v1_WriteReceiptPartReply, _svc_evidence_v1_WriteReceiptPartReply__Output>
      }
    }
  }
}

