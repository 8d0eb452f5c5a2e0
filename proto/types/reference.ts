import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BlockPlan as _svc_common_v1_BlockPlan, BlockPlan__Output as _svc_common_v1_BlockPlan__Output } from './svc/common/v1/BlockPlan.js';
import type { Call as _svc_common_v1_Call, Call__Output as _svc_common_v1_Call__Output } from './svc/common/v1/Call.js';
import type { CallBatch as _svc_common_v1_CallBatch, CallBatch__Output as _svc_common_v1_CallBatch__Output } from './svc/common/v1/CallBatch.js';
import type { Caller as _svc_common_v1_Caller, Caller__Output as _svc_common_v1_Caller__Output } from './svc/common/v1/Caller.js';
import type { CombineBlocksRequest as _svc_common_v1_CombineBlocksRequest, CombineBlocksRequest__Output as _svc_common_v1_CombineBlocksRequest__Output } from './svc/common/v1/CombineBlocksRequest.js';
import type { ComputedBlock as _svc_common_v1_ComputedBlock, ComputedBlock__Output as _svc_common_v1_ComputedBlock__Output } from './svc/common/v1/ComputedBlock.js';
import type { DescribeRequest as _svc_common_v1_DescribeRequest, DescribeRequest__Output as _svc_common_v1_DescribeRequest__Output } from './svc/common/v1/DescribeRequest.js';
import type { ExchangeClient as _svc_common_v1_ExchangeClient, ExchangeDefinition as _svc_common_v1_ExchangeDefinition } from './svc/common/v1/Exchange.js';
import type { Failure as _svc_common_v1_Failure, Failure__Output as _svc_common_v1_Failure__Output } from './svc/common/v1/Failure.js';
import type { Fault as _svc_common_v1_Fault, Fault__Output as _svc_common_v1_Fault__Output } from './svc/common/v1/Fault.js';
import type { Manifest as _svc_common_v1_Manifest, Manifest__Output as _svc_common_v1_Manifest__Output } from './svc/common/v1/Manifest.js';
import type { PlanBlocksRequest as _svc_common_v1_PlanBlocksRequest, PlanBlocksRequest__Output as _svc_common_v1_PlanBlocksRequest__Output } from './svc/common/v1/PlanBlocksRequest.js';
import type { ProcessClient as _svc_common_v1_ProcessClient, ProcessDefinition as _svc_common_v1_ProcessDefinition } from './svc/common/v1/Process.js';
import type { ProcessReport as _svc_common_v1_ProcessReport, ProcessReport__Output as _svc_common_v1_ProcessReport__Output } from './svc/common/v1/ProcessReport.js';
import type { Reply as _svc_common_v1_Reply, Reply__Output as _svc_common_v1_Reply__Output } from './svc/common/v1/Reply.js';
import type { ReplyBatch as _svc_common_v1_ReplyBatch, ReplyBatch__Output as _svc_common_v1_ReplyBatch__Output } from './svc/common/v1/ReplyBatch.js';
import type { RunBlockRequest as _svc_common_v1_RunBlockRequest, RunBlockRequest__Output as _svc_common_v1_RunBlockRequest__Output } from './svc/common/v1/RunBlockRequest.js';
import type { StatusInForce as _svc_common_v1_StatusInForce, StatusInForce__Output as _svc_common_v1_StatusInForce__Output } from './svc/common/v1/StatusInForce.js';
import type { AddComputeTimeReply as _svc_reference_v1_AddComputeTimeReply, AddComputeTimeReply__Output as _svc_reference_v1_AddComputeTimeReply__Output } from './svc/reference/v1/AddComputeTimeReply.js';
import type { AddComputeTimeRequest as _svc_reference_v1_AddComputeTimeRequest, AddComputeTimeRequest__Output as _svc_reference_v1_AddComputeTimeRequest__Output } from './svc/reference/v1/AddComputeTimeRequest.js';
import type { AddUsageRequest as _svc_reference_v1_AddUsageRequest, AddUsageRequest__Output as _svc_reference_v1_AddUsageRequest__Output } from './svc/reference/v1/AddUsageRequest.js';
import type { AdministrationList as _svc_reference_v1_AdministrationList, AdministrationList__Output as _svc_reference_v1_AdministrationList__Output } from './svc/reference/v1/AdministrationList.js';
import type { AdministrationReply as _svc_reference_v1_AdministrationReply, AdministrationReply__Output as _svc_reference_v1_AdministrationReply__Output } from './svc/reference/v1/AdministrationReply.js';
import type { AdministrationRequest as _svc_reference_v1_AdministrationRequest, AdministrationRequest__Output as _svc_reference_v1_AdministrationRequest__Output } from './svc/reference/v1/AdministrationRequest.js';
import type { ArtifactBytes as _svc_reference_v1_ArtifactBytes, ArtifactBytes__Output as _svc_reference_v1_ArtifactBytes__Output } from './svc/reference/v1/ArtifactBytes.js';
import type { AuditReport as _svc_reference_v1_AuditReport, AuditReport__Output as _svc_reference_v1_AuditReport__Output } from './svc/reference/v1/AuditReport.js';
import type { BeginJobRequest as _svc_reference_v1_BeginJobRequest, BeginJobRequest__Output as _svc_reference_v1_BeginJobRequest__Output } from './svc/reference/v1/BeginJobRequest.js';
import type { CancelJobRequest as _svc_reference_v1_CancelJobRequest, CancelJobRequest__Output as _svc_reference_v1_CancelJobRequest__Output } from './svc/reference/v1/CancelJobRequest.js';
import type { ChainBreak as _svc_reference_v1_ChainBreak, ChainBreak__Output as _svc_reference_v1_ChainBreak__Output } from './svc/reference/v1/ChainBreak.js';
import type { ChainPoint as _svc_reference_v1_ChainPoint, ChainPoint__Output as _svc_reference_v1_ChainPoint__Output } from './svc/reference/v1/ChainPoint.js';
import type { ChainReport as _svc_reference_v1_ChainReport, ChainReport__Output as _svc_reference_v1_ChainReport__Output } from './svc/reference/v1/ChainReport.js';
import type { ClaimIdempotencyKeyRequest as _svc_reference_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _svc_reference_v1_ClaimIdempotencyKeyRequest__Output } from './svc/reference/v1/ClaimIdempotencyKeyRequest.js';
import type { ClaimJobRequest as _svc_reference_v1_ClaimJobRequest, ClaimJobRequest__Output as _svc_reference_v1_ClaimJobRequest__Output } from './svc/reference/v1/ClaimJobRequest.js';
import type { ClaimState as _svc_reference_v1_ClaimState, ClaimState__Output as _svc_reference_v1_ClaimState__Output } from './svc/reference/v1/ClaimState.js';
import type { ClaimValidationRunRequest as _svc_reference_v1_ClaimValidationRunRequest, ClaimValidationRunRequest__Output as _svc_reference_v1_ClaimValidationRunRequest__Output } from './svc/reference/v1/ClaimValidationRunRequest.js';
import type { CompleteIdempotencyKeyReply as _svc_reference_v1_CompleteIdempotencyKeyReply, CompleteIdempotencyKeyReply__Output as _svc_reference_v1_CompleteIdempotencyKeyReply__Output } from './svc/reference/v1/CompleteIdempotencyKeyReply.js';
import type { CompleteIdempotencyKeyRequest as _svc_reference_v1_CompleteIdempotencyKeyRequest, CompleteIdempotencyKeyRequest__Output as _svc_reference_v1_CompleteIdempotencyKeyRequest__Output } from './svc/reference/v1/CompleteIdempotencyKeyRequest.js';
import type { CreateDocumentRequest as _svc_reference_v1_CreateDocumentRequest, CreateDocumentRequest__Output as _svc_reference_v1_CreateDocumentRequest__Output } from './svc/reference/v1/CreateDocumentRequest.js';
import type { DecideApprovalRequest as _svc_reference_v1_DecideApprovalRequest, DecideApprovalRequest__Output as _svc_reference_v1_DecideApprovalRequest__Output } from './svc/reference/v1/DecideApprovalRequest.js';
import type { Document as _svc_reference_v1_Document, Document__Output as _svc_reference_v1_Document__Output } from './svc/reference/v1/Document.js';
import type { DocumentPage as _svc_reference_v1_DocumentPage, DocumentPage__Output as _svc_reference_v1_DocumentPage__Output } from './svc/reference/v1/DocumentPage.js';
import type { Documents as _svc_reference_v1_Documents, Documents__Output as _svc_reference_v1_Documents__Output } from './svc/reference/v1/Documents.js';
import type { EndSessionRequest as _svc_reference_v1_EndSessionRequest, EndSessionRequest__Output as _svc_reference_v1_EndSessionRequest__Output } from './svc/reference/v1/EndSessionRequest.js';
import type { ExpireJobReply as _svc_reference_v1_ExpireJobReply, ExpireJobReply__Output as _svc_reference_v1_ExpireJobReply__Output } from './svc/reference/v1/ExpireJobReply.js';
import type { ExpireJobRequest as _svc_reference_v1_ExpireJobRequest, ExpireJobRequest__Output as _svc_reference_v1_ExpireJobRequest__Output } from './svc/reference/v1/ExpireJobRequest.js';
import type { FindKeyRequest as _svc_reference_v1_FindKeyRequest, FindKeyRequest__Output as _svc_reference_v1_FindKeyRequest__Output } from './svc/reference/v1/FindKeyRequest.js';
import type { FindSessionRequest as _svc_reference_v1_FindSessionRequest, FindSessionRequest__Output as _svc_reference_v1_FindSessionRequest__Output } from './svc/reference/v1/FindSessionRequest.js';
import type { FinishBlockRequest as _svc_reference_v1_FinishBlockRequest, FinishBlockRequest__Output as _svc_reference_v1_FinishBlockRequest__Output } from './svc/reference/v1/FinishBlockRequest.js';
import type { FinishJobRequest as _svc_reference_v1_FinishJobRequest, FinishJobRequest__Output as _svc_reference_v1_FinishJobRequest__Output } from './svc/reference/v1/FinishJobRequest.js';
import type { GetApprovalRequest as _svc_reference_v1_GetApprovalRequest, GetApprovalRequest__Output as _svc_reference_v1_GetApprovalRequest__Output } from './svc/reference/v1/GetApprovalRequest.js';
import type { GetDocumentRequest as _svc_reference_v1_GetDocumentRequest, GetDocumentRequest__Output as _svc_reference_v1_GetDocumentRequest__Output } from './svc/reference/v1/GetDocumentRequest.js';
import type { GetDocumentsRequest as _svc_reference_v1_GetDocumentsRequest, GetDocumentsRequest__Output as _svc_reference_v1_GetDocumentsRequest__Output } from './svc/reference/v1/GetDocumentsRequest.js';
import type { GetJobRequest as _svc_reference_v1_GetJobRequest, GetJobRequest__Output as _svc_reference_v1_GetJobRequest__Output } from './svc/reference/v1/GetJobRequest.js';
import type { GetReceiptRequest as _svc_reference_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_reference_v1_GetReceiptRequest__Output } from './svc/reference/v1/GetReceiptRequest.js';
import type { GetUsageRequest as _svc_reference_v1_GetUsageRequest, GetUsageRequest__Output as _svc_reference_v1_GetUsageRequest__Output } from './svc/reference/v1/GetUsageRequest.js';
import type { GetValidationRunRequest as _svc_reference_v1_GetValidationRunRequest, GetValidationRunRequest__Output as _svc_reference_v1_GetValidationRunRequest__Output } from './svc/reference/v1/GetValidationRunRequest.js';
import type { IdempotencyClaim as _svc_reference_v1_IdempotencyClaim, IdempotencyClaim__Output as _svc_reference_v1_IdempotencyClaim__Output } from './svc/reference/v1/IdempotencyClaim.js';
import type { Issued as _svc_reference_v1_Issued, Issued__Output as _svc_reference_v1_Issued__Output } from './svc/reference/v1/Issued.js';
import type { Job as _svc_reference_v1_Job, Job__Output as _svc_reference_v1_Job__Output } from './svc/reference/v1/Job.js';
import type { JobBlock as _svc_reference_v1_JobBlock, JobBlock__Output as _svc_reference_v1_JobBlock__Output } from './svc/reference/v1/JobBlock.js';
import type { JobBlocks as _svc_reference_v1_JobBlocks, JobBlocks__Output as _svc_reference_v1_JobBlocks__Output } from './svc/reference/v1/JobBlocks.js';
import type { JobClaim as _svc_reference_v1_JobClaim, JobClaim__Output as _svc_reference_v1_JobClaim__Output } from './svc/reference/v1/JobClaim.js';
import type { JobError as _svc_reference_v1_JobError, JobError__Output as _svc_reference_v1_JobError__Output } from './svc/reference/v1/JobError.js';
import type { JobNotification as _svc_reference_v1_JobNotification, JobNotification__Output as _svc_reference_v1_JobNotification__Output } from './svc/reference/v1/JobNotification.js';
import type { KeepSnapshotsReply as _svc_reference_v1_KeepSnapshotsReply, KeepSnapshotsReply__Output as _svc_reference_v1_KeepSnapshotsReply__Output } from './svc/reference/v1/KeepSnapshotsReply.js';
import type { KeepSnapshotsRequest as _svc_reference_v1_KeepSnapshotsRequest, KeepSnapshotsRequest__Output as _svc_reference_v1_KeepSnapshotsRequest__Output } from './svc/reference/v1/KeepSnapshotsRequest.js';
import type { KeyRecord as _svc_reference_v1_KeyRecord, KeyRecord__Output as _svc_reference_v1_KeyRecord__Output } from './svc/reference/v1/KeyRecord.js';
import type { ListApprovalsRequest as _svc_reference_v1_ListApprovalsRequest, ListApprovalsRequest__Output as _svc_reference_v1_ListApprovalsRequest__Output } from './svc/reference/v1/ListApprovalsRequest.js';
import type { ListDocumentsRequest as _svc_reference_v1_ListDocumentsRequest, ListDocumentsRequest__Output as _svc_reference_v1_ListDocumentsRequest__Output } from './svc/reference/v1/ListDocumentsRequest.js';
import type { ListReceiptsRequest as _svc_reference_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_reference_v1_ListReceiptsRequest__Output } from './svc/reference/v1/ListReceiptsRequest.js';
import type { ListValidationRunsRequest as _svc_reference_v1_ListValidationRunsRequest, ListValidationRunsRequest__Output as _svc_reference_v1_ListValidationRunsRequest__Output } from './svc/reference/v1/ListValidationRunsRequest.js';
import type { ListVersionsRequest as _svc_reference_v1_ListVersionsRequest, ListVersionsRequest__Output as _svc_reference_v1_ListVersionsRequest__Output } from './svc/reference/v1/ListVersionsRequest.js';
import type { PatchDocumentRequest as _svc_reference_v1_PatchDocumentRequest, PatchDocumentRequest__Output as _svc_reference_v1_PatchDocumentRequest__Output } from './svc/reference/v1/PatchDocumentRequest.js';
import type { ReadArtifactRequest as _svc_reference_v1_ReadArtifactRequest, ReadArtifactRequest__Output as _svc_reference_v1_ReadArtifactRequest__Output } from './svc/reference/v1/ReadArtifactRequest.js';
import type { ReadJobBlocksRequest as _svc_reference_v1_ReadJobBlocksRequest, ReadJobBlocksRequest__Output as _svc_reference_v1_ReadJobBlocksRequest__Output } from './svc/reference/v1/ReadJobBlocksRequest.js';
import type { ReadReceiptPartRequest as _svc_reference_v1_ReadReceiptPartRequest, ReadReceiptPartRequest__Output as _svc_reference_v1_ReadReceiptPartRequest__Output } from './svc/reference/v1/ReadReceiptPartRequest.js';
import type { Receipt as _svc_reference_v1_Receipt, Receipt__Output as _svc_reference_v1_Receipt__Output } from './svc/reference/v1/Receipt.js';
import type { ReceiptPage as _svc_reference_v1_ReceiptPage, ReceiptPage__Output as _svc_reference_v1_ReceiptPage__Output } from './svc/reference/v1/ReceiptPage.js';
import type { ReceiptPart as _svc_reference_v1_ReceiptPart, ReceiptPart__Output as _svc_reference_v1_ReceiptPart__Output } from './svc/reference/v1/ReceiptPart.js';
import type { ReceiptSummary as _svc_reference_v1_ReceiptSummary, ReceiptSummary__Output as _svc_reference_v1_ReceiptSummary__Output } from './svc/reference/v1/ReceiptSummary.js';
import type { RecordReceiptReply as _svc_reference_v1_RecordReceiptReply, RecordReceiptReply__Output as _svc_reference_v1_RecordReceiptReply__Output } from './svc/reference/v1/RecordReceiptReply.js';
import type { ReferenceClient as _svc_reference_v1_ReferenceClient, ReferenceDefinition as _svc_reference_v1_ReferenceDefinition } from './svc/reference/v1/Reference.js';
import type { ReleaseIdempotencyKeyReply as _svc_reference_v1_ReleaseIdempotencyKeyReply, ReleaseIdempotencyKeyReply__Output as _svc_reference_v1_ReleaseIdempotencyKeyReply__Output } from './svc/reference/v1/ReleaseIdempotencyKeyReply.js';
import type { ReleaseIdempotencyKeyRequest as _svc_reference_v1_ReleaseIdempotencyKeyRequest, ReleaseIdempotencyKeyRequest__Output as _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output } from './svc/reference/v1/ReleaseIdempotencyKeyRequest.js';
import type { RemoveDocumentReply as _svc_reference_v1_RemoveDocumentReply, RemoveDocumentReply__Output as _svc_reference_v1_RemoveDocumentReply__Output } from './svc/reference/v1/RemoveDocumentReply.js';
import type { RemoveDocumentRequest as _svc_reference_v1_RemoveDocumentRequest, RemoveDocumentRequest__Output as _svc_reference_v1_RemoveDocumentRequest__Output } from './svc/reference/v1/RemoveDocumentRequest.js';
import type { RemoveDocumentsReply as _svc_reference_v1_RemoveDocumentsReply, RemoveDocumentsReply__Output as _svc_reference_v1_RemoveDocumentsReply__Output } from './svc/reference/v1/RemoveDocumentsReply.js';
import type { RemoveDocumentsRequest as _svc_reference_v1_RemoveDocumentsRequest, RemoveDocumentsRequest__Output as _svc_reference_v1_RemoveDocumentsRequest__Output } from './svc/reference/v1/RemoveDocumentsRequest.js';
import type { RenewJobRequest as _svc_reference_v1_RenewJobRequest, RenewJobRequest__Output as _svc_reference_v1_RenewJobRequest__Output } from './svc/reference/v1/RenewJobRequest.js';
import type { ReplaceDocumentRequest as _svc_reference_v1_ReplaceDocumentRequest, ReplaceDocumentRequest__Output as _svc_reference_v1_ReplaceDocumentRequest__Output } from './svc/reference/v1/ReplaceDocumentRequest.js';
import type { ReportWorkerReply as _svc_reference_v1_ReportWorkerReply, ReportWorkerReply__Output as _svc_reference_v1_ReportWorkerReply__Output } from './svc/reference/v1/ReportWorkerReply.js';
import type { ReportWorkerRequest as _svc_reference_v1_ReportWorkerRequest, ReportWorkerRequest__Output as _svc_reference_v1_ReportWorkerRequest__Output } from './svc/reference/v1/ReportWorkerRequest.js';
import type { RequestApprovalRequest as _svc_reference_v1_RequestApprovalRequest, RequestApprovalRequest__Output as _svc_reference_v1_RequestApprovalRequest__Output } from './svc/reference/v1/RequestApprovalRequest.js';
import type { Reservation as _svc_reference_v1_Reservation, Reservation__Output as _svc_reference_v1_Reservation__Output } from './svc/reference/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_reference_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_reference_v1_ReserveRequestsRequest__Output } from './svc/reference/v1/ReserveRequestsRequest.js';
import type { SessionRecord as _svc_reference_v1_SessionRecord, SessionRecord__Output as _svc_reference_v1_SessionRecord__Output } from './svc/reference/v1/SessionRecord.js';
import type { SplitJobRequest as _svc_reference_v1_SplitJobRequest, SplitJobRequest__Output as _svc_reference_v1_SplitJobRequest__Output } from './svc/reference/v1/SplitJobRequest.js';
import type { StartValidationRunRequest as _svc_reference_v1_StartValidationRunRequest, StartValidationRunRequest__Output as _svc_reference_v1_StartValidationRunRequest__Output } from './svc/reference/v1/StartValidationRunRequest.js';
import type { StoredCount as _svc_reference_v1_StoredCount, StoredCount__Output as _svc_reference_v1_StoredCount__Output } from './svc/reference/v1/StoredCount.js';
import type { SubmitJobRequest as _svc_reference_v1_SubmitJobRequest, SubmitJobRequest__Output as _svc_reference_v1_SubmitJobRequest__Output } from './svc/reference/v1/SubmitJobRequest.js';
import type { SystemReport as _svc_reference_v1_SystemReport, SystemReport__Output as _svc_reference_v1_SystemReport__Output } from './svc/reference/v1/SystemReport.js';
import type { UpdateValidationRunRequest as _svc_reference_v1_UpdateValidationRunRequest, UpdateValidationRunRequest__Output as _svc_reference_v1_UpdateValidationRunRequest__Output } from './svc/reference/v1/UpdateValidationRunRequest.js';
import type { UpsertDocumentsReply as _svc_reference_v1_UpsertDocumentsReply, UpsertDocumentsReply__Output as _svc_reference_v1_UpsertDocumentsReply__Output } from './svc/reference/v1/UpsertDocumentsReply.js';
import type { UpsertDocumentsRequest as _svc_reference_v1_UpsertDocumentsRequest, UpsertDocumentsRequest__Output as _svc_reference_v1_UpsertDocumentsRequest__Output } from './svc/reference/v1/UpsertDocumentsRequest.js';
import type { UpsertOutcome as _svc_reference_v1_UpsertOutcome, UpsertOutcome__Output as _svc_reference_v1_UpsertOutcome__Output } from './svc/reference/v1/UpsertOutcome.js';
import type { UsageDay as _svc_reference_v1_UsageDay, UsageDay__Output as _svc_reference_v1_UsageDay__Output } from './svc/reference/v1/UsageDay.js';
import type { UsagePart as _svc_reference_v1_UsagePart, UsagePart__Output as _svc_reference_v1_UsagePart__Output } from './svc/reference/v1/UsagePart.js';
import type { UsageReport as _svc_reference_v1_UsageReport, UsageReport__Output as _svc_reference_v1_UsageReport__Output } from './svc/reference/v1/UsageReport.js';
import type { ValidationClaim as _svc_reference_v1_ValidationClaim, ValidationClaim__Output as _svc_reference_v1_ValidationClaim__Output } from './svc/reference/v1/ValidationClaim.js';
import type { ValidationRunReply as _svc_reference_v1_ValidationRunReply, ValidationRunReply__Output as _svc_reference_v1_ValidationRunReply__Output } from './svc/reference/v1/ValidationRunReply.js';
import type { VerifyReceiptsRequest as _svc_reference_v1_VerifyReceiptsRequest, VerifyReceiptsRequest__Output as _svc_reference_v1_VerifyReceiptsRequest__Output } from './svc/reference/v1/VerifyReceiptsRequest.js';
import type { Worker as _svc_reference_v1_Worker, Worker__Output as _svc_reference_v1_Worker__Output } from './svc/reference/v1/Worker.js';
import type { WriteReceiptPartReply as _svc_reference_v1_WriteReceiptPartReply, WriteReceiptPartReply__Output as _svc_reference_v1_WriteReceiptPartReply__Output } from './svc/reference/v1/WriteReceiptPartReply.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    common: {
      v1: {
        BlockPlan: MessageTypeDefinition<_svc_common_v1_BlockPlan, _svc_common_v1_BlockPlan__Output>
        Call: MessageTypeDefinition<_svc_common_v1_Call, _svc_common_v1_Call__Output>
        CallBatch: MessageTypeDefinition<_svc_common_v1_CallBatch, _svc_common_v1_CallBatch__Output>
        Caller: MessageTypeDefinition<_svc_common_v1_Caller, _svc_common_v1_Caller__Output>
        CombineBlocksRequest: MessageTypeDefinition<_svc_common_v1_CombineBlocksRequest, _svc_common_v1_CombineBlocksRequest__Output>
        ComputedBlock: MessageTypeDefinition<_svc_common_v1_ComputedBlock, _svc_common_v1_ComputedBlock__Output>
        DescribeRequest: MessageTypeDefinition<_svc_common_v1_DescribeRequest, _svc_common_v1_DescribeRequest__Output>
        Exchange: SubtypeConstructor<typeof grpc.Client, _svc_common_v1_ExchangeClient> & { service: _svc_common_v1_ExchangeDefinition }
        Failure: MessageTypeDefinition<_svc_common_v1_Failure, _svc_common_v1_Failure__Output>
        Fault: MessageTypeDefinition<_svc_common_v1_Fault, _svc_common_v1_Fault__Output>
        Manifest: MessageTypeDefinition<_svc_common_v1_Manifest, _svc_common_v1_Manifest__Output>
        PlanBlocksRequest: MessageTypeDefinition<_svc_common_v1_PlanBlocksRequest, _svc_common_v1_PlanBlocksRequest__Output>
        Process: SubtypeConstructor<typeof grpc.Client, _svc_common_v1_ProcessClient> & { service: _svc_common_v1_ProcessDefinition }
        ProcessReport: MessageTypeDefinition<_svc_common_v1_ProcessReport, _svc_common_v1_ProcessReport__Output>
        Reply: MessageTypeDefinition<_svc_common_v1_Reply, _svc_common_v1_Reply__Output>
        ReplyBatch: MessageTypeDefinition<_svc_common_v1_ReplyBatch, _svc_common_v1_ReplyBatch__Output>
        RunBlockRequest: MessageTypeDefinition<_svc_common_v1_RunBlockRequest, _svc_common_v1_RunBlockRequest__Output>
        StatusInForce: MessageTypeDefinition<_svc_common_v1_StatusInForce, _svc_common_v1_StatusInForce__Output>
      }
    }
    reference: {
      v1: {
        AddComputeTimeReply: MessageTypeDefinition<_svc_reference_v1_AddComputeTimeReply, _svc_reference_v1_AddComputeTimeReply__Output>
        AddComputeTimeRequest: MessageTypeDefinition<_svc_reference_v1_AddComputeTimeRequest, _svc_reference_v1_AddComputeTimeRequest__Output>
        AddUsageRequest: MessageTypeDefinition<_svc_reference_v1_AddUsageRequest, _svc_reference_v1_AddUsageRequest__Output>
        AdministrationList: MessageTypeDefinition<_svc_reference_v1_AdministrationList, _svc_reference_v1_AdministrationList__Output>
        AdministrationReply: MessageTypeDefinition<_svc_reference_v1_AdministrationReply, _svc_reference_v1_AdministrationReply__Output>
        AdministrationRequest: MessageTypeDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_AdministrationRequest__Output>
        ArtifactBytes: MessageTypeDefinition<_svc_reference_v1_ArtifactBytes, _svc_reference_v1_ArtifactBytes__Output>
        AuditReport: MessageTypeDefinition<_svc_reference_v1_AuditReport, _svc_reference_v1_AuditReport__Output>
        BeginJobRequest: MessageTypeDefinition<_svc_reference_v1_BeginJobRequest, _svc_reference_v1_BeginJobRequest__Output>
        CancelJobRequest: MessageTypeDefinition<_svc_reference_v1_CancelJobRequest, _svc_reference_v1_CancelJobRequest__Output>
        ChainBreak: MessageTypeDefinition<_svc_reference_v1_ChainBreak, _svc_reference_v1_ChainBreak__Output>
        ChainPoint: MessageTypeDefinition<_svc_reference_v1_ChainPoint, _svc_reference_v1_ChainPoint__Output>
        ChainReport: MessageTypeDefinition<_svc_reference_v1_ChainReport, _svc_reference_v1_ChainReport__Output>
        ClaimIdempotencyKeyRequest: MessageTypeDefinition<_svc_reference_v1_ClaimIdempotencyKeyRequest, _svc_reference_v1_ClaimIdempotencyKeyRequest__Output>
        ClaimJobRequest: MessageTypeDefinition<_svc_reference_v1_ClaimJobRequest, _svc_reference_v1_ClaimJobRequest__Output>
        ClaimState: MessageTypeDefinition<_svc_reference_v1_ClaimState, _svc_reference_v1_ClaimState__Output>
        ClaimValidationRunRequest: MessageTypeDefinition<_svc_reference_v1_ClaimValidationRunRequest, _svc_reference_v1_ClaimValidationRunRequest__Output>
        CompleteIdempotencyKeyReply: MessageTypeDefinition<_svc_reference_v1_CompleteIdempotencyKeyReply, _svc_reference_v1_CompleteIdempotencyKeyReply__Output>
        CompleteIdempotencyKeyRequest: MessageTypeDefinition<_svc_reference_v1_CompleteIdempotencyKeyRequest, _svc_reference_v1_CompleteIdempotencyKeyRequest__Output>
        CreateDocumentRequest: MessageTypeDefinition<_svc_reference_v1_CreateDocumentRequest, _svc_reference_v1_CreateDocumentRequest__Output>
        DecideApprovalRequest: MessageTypeDefinition<_svc_reference_v1_DecideApprovalRequest, _svc_reference_v1_DecideApprovalRequest__Output>
        Document: MessageTypeDefinition<_svc_reference_v1_Document, _svc_reference_v1_Document__Output>
        DocumentPage: MessageTypeDefinition<_svc_reference_v1_DocumentPage, _svc_reference_v1_DocumentPage__Output>
        Documents: MessageTypeDefinition<_svc_reference_v1_Documents, _svc_reference_v1_Documents__Output>
        EndSessionRequest: MessageTypeDefinition<_svc_reference_v1_EndSessionRequest, _svc_reference_v1_EndSessionRequest__Output>
        ExpireJobReply: MessageTypeDefinition<_svc_reference_v1_ExpireJobReply, _svc_reference_v1_ExpireJobReply__Output>
        ExpireJobRequest: MessageTypeDefinition<_svc_reference_v1_ExpireJobRequest, _svc_reference_v1_ExpireJobRequest__Output>
        FindKeyRequest: MessageTypeDefinition<_svc_reference_v1_FindKeyRequest, _svc_reference_v1_FindKeyRequest__Output>
        FindSessionRequest: MessageTypeDefinition<_svc_reference_v1_FindSessionRequest, _svc_reference_v1_FindSessionRequest__Output>
        FinishBlockRequest: MessageTypeDefinition<_svc_reference_v1_FinishBlockRequest, _svc_reference_v1_FinishBlockRequest__Output>
        FinishJobRequest: MessageTypeDefinition<_svc_reference_v1_FinishJobRequest, _svc_reference_v1_FinishJobRequest__Output>
        GetApprovalRequest: MessageTypeDefinition<_svc_reference_v1_GetApprovalRequest, _svc_reference_v1_GetApprovalRequest__Output>
        GetDocumentRequest: MessageTypeDefinition<_svc_reference_v1_GetDocumentRequest, _svc_reference_v1_GetDocumentRequest__Output>
        GetDocumentsRequest: MessageTypeDefinition<_svc_reference_v1_GetDocumentsRequest, _svc_reference_v1_GetDocumentsRequest__Output>
        GetJobRequest: MessageTypeDefinition<_svc_reference_v1_GetJobRequest, _svc_reference_v1_GetJobRequest__Output>
        GetReceiptRequest: MessageTypeDefinition<_svc_reference_v1_GetReceiptRequest, _svc_reference_v1_GetReceiptRequest__Output>
        GetUsageRequest: MessageTypeDefinition<_svc_reference_v1_GetUsageRequest, _svc_reference_v1_GetUsageRequest__Output>
        GetValidationRunRequest: MessageTypeDefinition<_svc_reference_v1_GetValidationRunRequest, _svc_reference_v1_GetValidationRunRequest__Output>
        IdempotencyClaim: MessageTypeDefinition<_svc_reference_v1_IdempotencyClaim, _svc_reference_v1_IdempotencyClaim__Output>
        Issued: MessageTypeDefinition<_svc_reference_v1_Issued, _svc_reference_v1_Issued__Output>
        Job: MessageTypeDefinition<_svc_reference_v1_Job, _svc_reference_v1_Job__Output>
        JobBlock: MessageTypeDefinition<_svc_reference_v1_JobBlock, _svc_reference_v1_JobBlock__Output>
        JobBlocks: MessageTypeDefinition<_svc_reference_v1_JobBlocks, _svc_reference_v1_JobBlocks__Output>
        JobClaim: MessageTypeDefinition<_svc_reference_v1_JobClaim, _svc_reference_v1_JobClaim__Output>
        JobError: MessageTypeDefinition<_svc_reference_v1_JobError, _svc_reference_v1_JobError__Output>
        JobNotification: MessageTypeDefinition<_svc_reference_v1_JobNotification, _svc_reference_v1_JobNotification__Output>
        KeepSnapshotsReply: MessageTypeDefinition<_svc_reference_v1_KeepSnapshotsReply, _svc_reference_v1_KeepSnapshotsReply__Output>
        KeepSnapshotsRequest: MessageTypeDefinition<_svc_reference_v1_KeepSnapshotsRequest, _svc_reference_v1_KeepSnapshotsRequest__Output>
        KeyRecord: MessageTypeDefinition<_svc_reference_v1_KeyRecord, _svc_reference_v1_KeyRecord__Output>
        ListApprovalsRequest: MessageTypeDefinition<_svc_reference_v1_ListApprovalsRequest, _svc_reference_v1_ListApprovalsRequest__Output>
        ListDocumentsRequest: MessageTypeDefinition<_svc_reference_v1_ListDocumentsRequest, _svc_reference_v1_ListDocumentsRequest__Output>
        ListReceiptsRequest: MessageTypeDefinition<_svc_reference_v1_ListReceiptsRequest, _svc_reference_v1_ListReceiptsRequest__Output>
        ListValidationRunsRequest: MessageTypeDefinition<_svc_reference_v1_ListValidationRunsRequest, _svc_reference_v1_ListValidationRunsRequest__Output>
        ListVersionsRequest: MessageTypeDefinition<_svc_reference_v1_ListVersionsRequest, _svc_reference_v1_ListVersionsRequest__Output>
        PatchDocumentRequest: MessageTypeDefinition<_svc_reference_v1_PatchDocumentRequest, _svc_reference_v1_PatchDocumentRequest__Output>
        ReadArtifactRequest: MessageTypeDefinition<_svc_reference_v1_ReadArtifactRequest, _svc_reference_v1_ReadArtifactRequest__Output>
        ReadJobBlocksRequest: MessageTypeDefinition<_svc_reference_v1_ReadJobBlocksRequest, _svc_reference_v1_ReadJobBlocksRequest__Output>
        ReadReceiptPartRequest: MessageTypeDefinition<_svc_reference_v1_ReadReceiptPartRequest, _svc_reference_v1_ReadReceiptPartRequest__Output>
        Receipt: MessageTypeDefinition<_svc_reference_v1_Receipt, _svc_reference_v1_Receipt__Output>
        ReceiptPage: MessageTypeDefinition<_svc_reference_v1_ReceiptPage, _svc_reference_v1_ReceiptPage__Output>
        ReceiptPart: MessageTypeDefinition<_svc_reference_v1_ReceiptPart, _svc_reference_v1_ReceiptPart__Output>
        ReceiptSummary: MessageTypeDefinition<_svc_reference_v1_ReceiptSummary, _svc_reference_v1_ReceiptSummary__Output>
        RecordReceiptReply: MessageTypeDefinition<_svc_reference_v1_RecordReceiptReply, _svc_reference_v1_RecordReceiptReply__Output>
        Reference: SubtypeConstructor<typeof grpc.Client, _svc_reference_v1_ReferenceClient> & { service: _svc_reference_v1_ReferenceDefinition }
        ReleaseIdempotencyKeyReply: MessageTypeDefinition<_svc_reference_v1_ReleaseIdempotencyKeyReply, _svc_reference_v1_ReleaseIdempotencyKeyReply__Output>
        ReleaseIdempotencyKeyRequest: MessageTypeDefinition<_svc_reference_v1_ReleaseIdempotencyKeyRequest, _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output>
        RemoveDocumentReply: MessageTypeDefinition<_svc_reference_v1_RemoveDocumentReply, _svc_reference_v1_RemoveDocumentReply__Output>
        RemoveDocumentRequest: MessageTypeDefinition<_svc_reference_v1_RemoveDocumentRequest, _svc_reference_v1_RemoveDocumentRequest__Output>
        RemoveDocumentsReply: MessageTypeDefinition<_svc_reference_v1_RemoveDocumentsReply, _svc_reference_v1_RemoveDocumentsReply__Output>
        RemoveDocumentsRequest: MessageTypeDefinition<_svc_reference_v1_RemoveDocumentsRequest, _svc_reference_v1_RemoveDocumentsRequest__Output>
        RenewJobRequest: MessageTypeDefinition<_svc_reference_v1_RenewJobRequest, _svc_reference_v1_RenewJobRequest__Output>
        ReplaceDocumentRequest: MessageTypeDefinition<_svc_reference_v1_ReplaceDocumentRequest, _svc_reference_v1_ReplaceDocumentRequest__Output>
        ReportWorkerReply: MessageTypeDefinition<_svc_reference_v1_ReportWorkerReply, _svc_reference_v1_ReportWorkerReply__Output>
        ReportWorkerRequest: MessageTypeDefinition<_svc_reference_v1_ReportWorkerRequest, _svc_reference_v1_ReportWorkerRequest__Output>
        RequestApprovalRequest: MessageTypeDefinition<_svc_reference_v1_RequestApprovalRequest, _svc_reference_v1_RequestApprovalRequest__Output>
        Reservation: MessageTypeDefinition<_svc_reference_v1_Reservation, _svc_reference_v1_Reservation__Output>
        ReserveRequestsRequest: MessageTypeDefinition<_svc_reference_v1_ReserveRequestsRequest, _svc_reference_v1_ReserveRequestsRequest__Output>
        SessionRecord: MessageTypeDefinition<_svc_reference_v1_SessionRecord, _svc_reference_v1_SessionRecord__Output>
        SplitJobRequest: MessageTypeDefinition<_svc_reference_v1_SplitJobRequest, _svc_reference_v1_SplitJobRequest__Output>
        StartValidationRunRequest: MessageTypeDefinition<_svc_reference_v1_StartValidationRunRequest, _svc_reference_v1_StartValidationRunRequest__Output>
        StoredCount: MessageTypeDefinition<_svc_reference_v1_StoredCount, _svc_reference_v1_StoredCount__Output>
        SubmitJobRequest: MessageTypeDefinition<_svc_reference_v1_SubmitJobRequest, _svc_reference_v1_SubmitJobRequest__Output>
        SystemReport: MessageTypeDefinition<_svc_reference_v1_SystemReport, _svc_reference_v1_SystemReport__Output>
        UpdateValidationRunRequest: MessageTypeDefinition<_svc_reference_v1_UpdateValidationRunRequest, _svc_reference_v1_UpdateValidationRunRequest__Output>
        UpsertDocumentsReply: MessageTypeDefinition<_svc_reference_v1_UpsertDocumentsReply, _svc_reference_v1_UpsertDocumentsReply__Output>
        UpsertDocumentsRequest: MessageTypeDefinition<_svc_reference_v1_UpsertDocumentsRequest, _svc_reference_v1_UpsertDocumentsRequest__Output>
        UpsertOutcome: MessageTypeDefinition<_svc_reference_v1_UpsertOutcome, _svc_reference_v1_UpsertOutcome__Output>
        UsageDay: MessageTypeDefinition<_svc_reference_v1_UsageDay, _svc_reference_v1_UsageDay__Output>
        UsagePart: MessageTypeDefinition<_svc_reference_v1_UsagePart, _svc_reference_v1_UsagePart__Output>
        UsageReport: MessageTypeDefinition<_svc_reference_v1_UsageReport, _svc_reference_v1_UsageReport__Output>
        ValidationClaim: MessageTypeDefinition<_svc_reference_v1_ValidationClaim, _svc_reference_v1_ValidationClaim__Output>
        ValidationRunReply: MessageTypeDefinition<_svc_reference_v1_ValidationRunReply, _svc_reference_v1_ValidationRunReply__Output>
        VerifyReceiptsRequest: MessageTypeDefinition<_svc_reference_v1_VerifyReceiptsRequest, _svc_reference_v1_VerifyReceiptsRequest__Output>
        Worker: MessageTypeDefinition<_svc_reference_v1_Worker, _svc_reference_v1_Worker__Output>
        WriteReceiptPartReply: MessageTypeDefinition<_svc_reference_v1_WriteReceiptPartReply, _svc_reference_v1_WriteReceiptPartReply__Output>
      }
    }
  }
}

