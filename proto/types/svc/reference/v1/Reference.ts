// Original file: proto/reference.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AddComputeTimeReply as _svc_reference_v1_AddComputeTimeReply, AddComputeTimeReply__Output as _svc_reference_v1_AddComputeTimeReply__Output } from '../../../svc/reference/v1/AddComputeTimeReply.js';
import type { AddComputeTimeRequest as _svc_reference_v1_AddComputeTimeRequest, AddComputeTimeRequest__Output as _svc_reference_v1_AddComputeTimeRequest__Output } from '../../../svc/reference/v1/AddComputeTimeRequest.js';
import type { AddUsageRequest as _svc_reference_v1_AddUsageRequest, AddUsageRequest__Output as _svc_reference_v1_AddUsageRequest__Output } from '../../../svc/reference/v1/AddUsageRequest.js';
import type { AdministrationList as _svc_reference_v1_AdministrationList, AdministrationList__Output as _svc_reference_v1_AdministrationList__Output } from '../../../svc/reference/v1/AdministrationList.js';
import type { AdministrationReply as _svc_reference_v1_AdministrationReply, AdministrationReply__Output as _svc_reference_v1_AdministrationReply__Output } from '../../../svc/reference/v1/AdministrationReply.js';
import type { AdministrationRequest as _svc_reference_v1_AdministrationRequest, AdministrationRequest__Output as _svc_reference_v1_AdministrationRequest__Output } from '../../../svc/reference/v1/AdministrationRequest.js';
import type { ArtifactBytes as _svc_reference_v1_ArtifactBytes, ArtifactBytes__Output as _svc_reference_v1_ArtifactBytes__Output } from '../../../svc/reference/v1/ArtifactBytes.js';
import type { AuditReport as _svc_reference_v1_AuditReport, AuditReport__Output as _svc_reference_v1_AuditReport__Output } from '../../../svc/reference/v1/AuditReport.js';
import type { BeginJobRequest as _svc_reference_v1_BeginJobRequest, BeginJobRequest__Output as _svc_reference_v1_BeginJobRequest__Output } from '../../../svc/reference/v1/BeginJobRequest.js';
import type { CancelJobRequest as _svc_reference_v1_CancelJobRequest, CancelJobRequest__Output as _svc_reference_v1_CancelJobRequest__Output } from '../../../svc/reference/v1/CancelJobRequest.js';
import type { ChainReport as _svc_reference_v1_ChainReport, ChainReport__Output as _svc_reference_v1_ChainReport__Output } from '../../../svc/reference/v1/ChainReport.js';
import type { ClaimIdempotencyKeyRequest as _svc_reference_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _svc_reference_v1_ClaimIdempotencyKeyRequest__Output } from '../../../svc/reference/v1/ClaimIdempotencyKeyRequest.js';
import type { ClaimJobRequest as _svc_reference_v1_ClaimJobRequest, ClaimJobRequest__Output as _svc_reference_v1_ClaimJobRequest__Output } from '../../../svc/reference/v1/ClaimJobRequest.js';
import type { ClaimState as _svc_reference_v1_ClaimState, ClaimState__Output as _svc_reference_v1_ClaimState__Output } from '../../../svc/reference/v1/ClaimState.js';
import type { ClaimValidationRunRequest as _svc_reference_v1_ClaimValidationRunRequest, ClaimValidationRunRequest__Output as _svc_reference_v1_ClaimValidationRunRequest__Output } from '../../../svc/reference/v1/ClaimValidationRunRequest.js';
import type { CompleteIdempotencyKeyReply as _svc_reference_v1_CompleteIdempotencyKeyReply, CompleteIdempotencyKeyReply__Output as _svc_reference_v1_CompleteIdempotencyKeyReply__Output } from '../../../svc/reference/v1/CompleteIdempotencyKeyReply.js';
import type { CompleteIdempotencyKeyRequest as _svc_reference_v1_CompleteIdempotencyKeyRequest, CompleteIdempotencyKeyRequest__Output as _svc_reference_v1_CompleteIdempotencyKeyRequest__Output } from '../../../svc/reference/v1/CompleteIdempotencyKeyRequest.js';
import type { CreateDocumentRequest as _svc_reference_v1_CreateDocumentRequest, CreateDocumentRequest__Output as _svc_reference_v1_CreateDocumentRequest__Output } from '../../../svc/reference/v1/CreateDocumentRequest.js';
import type { DecideApprovalRequest as _svc_reference_v1_DecideApprovalRequest, DecideApprovalRequest__Output as _svc_reference_v1_DecideApprovalRequest__Output } from '../../../svc/reference/v1/DecideApprovalRequest.js';
import type { Document as _svc_reference_v1_Document, Document__Output as _svc_reference_v1_Document__Output } from '../../../svc/reference/v1/Document.js';
import type { DocumentPage as _svc_reference_v1_DocumentPage, DocumentPage__Output as _svc_reference_v1_DocumentPage__Output } from '../../../svc/reference/v1/DocumentPage.js';
import type { Documents as _svc_reference_v1_Documents, Documents__Output as _svc_reference_v1_Documents__Output } from '../../../svc/reference/v1/Documents.js';
import type { EndSessionRequest as _svc_reference_v1_EndSessionRequest, EndSessionRequest__Output as _svc_reference_v1_EndSessionRequest__Output } from '../../../svc/reference/v1/EndSessionRequest.js';
import type { ExpireJobReply as _svc_reference_v1_ExpireJobReply, ExpireJobReply__Output as _svc_reference_v1_ExpireJobReply__Output } from '../../../svc/reference/v1/ExpireJobReply.js';
import type { ExpireJobRequest as _svc_reference_v1_ExpireJobRequest, ExpireJobRequest__Output as _svc_reference_v1_ExpireJobRequest__Output } from '../../../svc/reference/v1/ExpireJobRequest.js';
import type { FindKeyRequest as _svc_reference_v1_FindKeyRequest, FindKeyRequest__Output as _svc_reference_v1_FindKeyRequest__Output } from '../../../svc/reference/v1/FindKeyRequest.js';
import type { FindSessionRequest as _svc_reference_v1_FindSessionRequest, FindSessionRequest__Output as _svc_reference_v1_FindSessionRequest__Output } from '../../../svc/reference/v1/FindSessionRequest.js';
import type { FinishBlockRequest as _svc_reference_v1_FinishBlockRequest, FinishBlockRequest__Output as _svc_reference_v1_FinishBlockRequest__Output } from '../../../svc/reference/v1/FinishBlockRequest.js';
import type { FinishJobRequest as _svc_reference_v1_FinishJobRequest, FinishJobRequest__Output as _svc_reference_v1_FinishJobRequest__Output } from '../../../svc/reference/v1/FinishJobRequest.js';
import type { GetApprovalRequest as _svc_reference_v1_GetApprovalRequest, GetApprovalRequest__Output as _svc_reference_v1_GetApprovalRequest__Output } from '../../../svc/reference/v1/GetApprovalRequest.js';
import type { GetDocumentRequest as _svc_reference_v1_GetDocumentRequest, GetDocumentRequest__Output as _svc_reference_v1_GetDocumentRequest__Output } from '../../../svc/reference/v1/GetDocumentRequest.js';
import type { GetDocumentsRequest as _svc_reference_v1_GetDocumentsRequest, GetDocumentsRequest__Output as _svc_reference_v1_GetDocumentsRequest__Output } from '../../../svc/reference/v1/GetDocumentsRequest.js';
import type { GetJobRequest as _svc_reference_v1_GetJobRequest, GetJobRequest__Output as _svc_reference_v1_GetJobRequest__Output } from '../../../svc/reference/v1/GetJobRequest.js';
import type { GetReceiptRequest as _svc_reference_v1_GetReceiptRequest, GetReceiptRequest__Output as _svc_reference_v1_GetReceiptRequest__Output } from '../../../svc/reference/v1/GetReceiptRequest.js';
import type { GetUsageRequest as _svc_reference_v1_GetUsageRequest, GetUsageRequest__Output as _svc_reference_v1_GetUsageRequest__Output } from '../../../svc/reference/v1/GetUsageRequest.js';
import type { GetValidationRunRequest as _svc_reference_v1_GetValidationRunRequest, GetValidationRunRequest__Output as _svc_reference_v1_GetValidationRunRequest__Output } from '../../../svc/reference/v1/GetValidationRunRequest.js';
import type { IdempotencyClaim as _svc_reference_v1_IdempotencyClaim, IdempotencyClaim__Output as _svc_reference_v1_IdempotencyClaim__Output } from '../../../svc/reference/v1/IdempotencyClaim.js';
import type { Issued as _svc_reference_v1_Issued, Issued__Output as _svc_reference_v1_Issued__Output } from '../../../svc/reference/v1/Issued.js';
import type { Job as _svc_reference_v1_Job, Job__Output as _svc_reference_v1_Job__Output } from '../../../svc/reference/v1/Job.js';
import type { JobBlocks as _svc_reference_v1_JobBlocks, JobBlocks__Output as _svc_reference_v1_JobBlocks__Output } from '../../../svc/reference/v1/JobBlocks.js';
import type { JobClaim as _svc_reference_v1_JobClaim, JobClaim__Output as _svc_reference_v1_JobClaim__Output } from '../../../svc/reference/v1/JobClaim.js';
import type { KeepSnapshotsReply as _svc_reference_v1_KeepSnapshotsReply, KeepSnapshotsReply__Output as _svc_reference_v1_KeepSnapshotsReply__Output } from '../../../svc/reference/v1/KeepSnapshotsReply.js';
import type { KeepSnapshotsRequest as _svc_reference_v1_KeepSnapshotsRequest, KeepSnapshotsRequest__Output as _svc_reference_v1_KeepSnapshotsRequest__Output } from '../../../svc/reference/v1/KeepSnapshotsRequest.js';
import type { KeyRecord as _svc_reference_v1_KeyRecord, KeyRecord__Output as _svc_reference_v1_KeyRecord__Output } from '../../../svc/reference/v1/KeyRecord.js';
import type { ListApprovalsRequest as _svc_reference_v1_ListApprovalsRequest, ListApprovalsRequest__Output as _svc_reference_v1_ListApprovalsRequest__Output } from '../../../svc/reference/v1/ListApprovalsRequest.js';
import type { ListDocumentsRequest as _svc_reference_v1_ListDocumentsRequest, ListDocumentsRequest__Output as _svc_reference_v1_ListDocumentsRequest__Output } from '../../../svc/reference/v1/ListDocumentsRequest.js';
import type { ListReceiptsRequest as _svc_reference_v1_ListReceiptsRequest, ListReceiptsRequest__Output as _svc_reference_v1_ListReceiptsRequest__Output } from '../../../svc/reference/v1/ListReceiptsRequest.js';
import type { ListValidationRunsRequest as _svc_reference_v1_ListValidationRunsRequest, ListValidationRunsRequest__Output as _svc_reference_v1_ListValidationRunsRequest__Output } from '../../../svc/reference/v1/ListValidationRunsRequest.js';
import type { ListVersionsRequest as _svc_reference_v1_ListVersionsRequest, ListVersionsRequest__Output as _svc_reference_v1_ListVersionsRequest__Output } from '../../../svc/reference/v1/ListVersionsRequest.js';
import type { PatchDocumentRequest as _svc_reference_v1_PatchDocumentRequest, PatchDocumentRequest__Output as _svc_reference_v1_PatchDocumentRequest__Output } from '../../../svc/reference/v1/PatchDocumentRequest.js';
import type { ReadArtifactRequest as _svc_reference_v1_ReadArtifactRequest, ReadArtifactRequest__Output as _svc_reference_v1_ReadArtifactRequest__Output } from '../../../svc/reference/v1/ReadArtifactRequest.js';
import type { ReadJobBlocksRequest as _svc_reference_v1_ReadJobBlocksRequest, ReadJobBlocksRequest__Output as _svc_reference_v1_ReadJobBlocksRequest__Output } from '../../../svc/reference/v1/ReadJobBlocksRequest.js';
import type { ReadReceiptPartRequest as _svc_reference_v1_ReadReceiptPartRequest, ReadReceiptPartRequest__Output as _svc_reference_v1_ReadReceiptPartRequest__Output } from '../../../svc/reference/v1/ReadReceiptPartRequest.js';
import type { Receipt as _svc_reference_v1_Receipt, Receipt__Output as _svc_reference_v1_Receipt__Output } from '../../../svc/reference/v1/Receipt.js';
import type { ReceiptPage as _svc_reference_v1_ReceiptPage, ReceiptPage__Output as _svc_reference_v1_ReceiptPage__Output } from '../../../svc/reference/v1/ReceiptPage.js';
import type { ReceiptPart as _svc_reference_v1_ReceiptPart, ReceiptPart__Output as _svc_reference_v1_ReceiptPart__Output } from '../../../svc/reference/v1/ReceiptPart.js';
import type { RecordReceiptReply as _svc_reference_v1_RecordReceiptReply, RecordReceiptReply__Output as _svc_reference_v1_RecordReceiptReply__Output } from '../../../svc/reference/v1/RecordReceiptReply.js';
import type { ReleaseIdempotencyKeyReply as _svc_reference_v1_ReleaseIdempotencyKeyReply, ReleaseIdempotencyKeyReply__Output as _svc_reference_v1_ReleaseIdempotencyKeyReply__Output } from '../../../svc/reference/v1/ReleaseIdempotencyKeyReply.js';
import type { ReleaseIdempotencyKeyRequest as _svc_reference_v1_ReleaseIdempotencyKeyRequest, ReleaseIdempotencyKeyRequest__Output as _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output } from '../../../svc/reference/v1/ReleaseIdempotencyKeyRequest.js';
import type { RemoveDocumentReply as _svc_reference_v1_RemoveDocumentReply, RemoveDocumentReply__Output as _svc_reference_v1_RemoveDocumentReply__Output } from '../../../svc/reference/v1/RemoveDocumentReply.js';
import type { RemoveDocumentRequest as _svc_reference_v1_RemoveDocumentRequest, RemoveDocumentRequest__Output as _svc_reference_v1_RemoveDocumentRequest__Output } from '../../../svc/reference/v1/RemoveDocumentRequest.js';
import type { RemoveDocumentsReply as _svc_reference_v1_RemoveDocumentsReply, RemoveDocumentsReply__Output as _svc_reference_v1_RemoveDocumentsReply__Output } from '../../../svc/reference/v1/RemoveDocumentsReply.js';
import type { RemoveDocumentsRequest as _svc_reference_v1_RemoveDocumentsRequest, RemoveDocumentsRequest__Output as _svc_reference_v1_RemoveDocumentsRequest__Output } from '../../../svc/reference/v1/RemoveDocumentsRequest.js';
import type { RenewJobRequest as _svc_reference_v1_RenewJobRequest, RenewJobRequest__Output as _svc_reference_v1_RenewJobRequest__Output } from '../../../svc/reference/v1/RenewJobRequest.js';
import type { ReplaceDocumentRequest as _svc_reference_v1_ReplaceDocumentRequest, ReplaceDocumentRequest__Output as _svc_reference_v1_ReplaceDocumentRequest__Output } from '../../../svc/reference/v1/ReplaceDocumentRequest.js';
import type { ReportWorkerReply as _svc_reference_v1_ReportWorkerReply, ReportWorkerReply__Output as _svc_reference_v1_ReportWorkerReply__Output } from '../../../svc/reference/v1/ReportWorkerReply.js';
import type { ReportWorkerRequest as _svc_reference_v1_ReportWorkerRequest, ReportWorkerRequest__Output as _svc_reference_v1_ReportWorkerRequest__Output } from '../../../svc/reference/v1/ReportWorkerRequest.js';
import type { RequestApprovalRequest as _svc_reference_v1_RequestApprovalRequest, RequestApprovalRequest__Output as _svc_reference_v1_RequestApprovalRequest__Output } from '../../../svc/reference/v1/RequestApprovalRequest.js';
import type { Reservation as _svc_reference_v1_Reservation, Reservation__Output as _svc_reference_v1_Reservation__Output } from '../../../svc/reference/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_reference_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_reference_v1_ReserveRequestsRequest__Output } from '../../../svc/reference/v1/ReserveRequestsRequest.js';
import type { SessionRecord as _svc_reference_v1_SessionRecord, SessionRecord__Output as _svc_reference_v1_SessionRecord__Output } from '../../../svc/reference/v1/SessionRecord.js';
import type { SplitJobRequest as _svc_reference_v1_SplitJobRequest, SplitJobRequest__Output as _svc_reference_v1_SplitJobRequest__Output } from '../../../svc/reference/v1/SplitJobRequest.js';
import type { StartValidationRunRequest as _svc_reference_v1_StartValidationRunRequest, StartValidationRunRequest__Output as _svc_reference_v1_StartValidationRunRequest__Output } from '../../../svc/reference/v1/StartValidationRunRequest.js';
import type { SubmitJobRequest as _svc_reference_v1_SubmitJobRequest, SubmitJobRequest__Output as _svc_reference_v1_SubmitJobRequest__Output } from '../../../svc/reference/v1/SubmitJobRequest.js';
import type { SystemReport as _svc_reference_v1_SystemReport, SystemReport__Output as _svc_reference_v1_SystemReport__Output } from '../../../svc/reference/v1/SystemReport.js';
import type { UpdateValidationRunRequest as _svc_reference_v1_UpdateValidationRunRequest, UpdateValidationRunRequest__Output as _svc_reference_v1_UpdateValidationRunRequest__Output } from '../../../svc/reference/v1/UpdateValidationRunRequest.js';
import type { UpsertDocumentsReply as _svc_reference_v1_UpsertDocumentsReply, UpsertDocumentsReply__Output as _svc_reference_v1_UpsertDocumentsReply__Output } from '../../../svc/reference/v1/UpsertDocumentsReply.js';
import type { UpsertDocumentsRequest as _svc_reference_v1_UpsertDocumentsRequest, UpsertDocumentsRequest__Output as _svc_reference_v1_UpsertDocumentsRequest__Output } from '../../../svc/reference/v1/UpsertDocumentsRequest.js';
import type { UsageReport as _svc_reference_v1_UsageReport, UsageReport__Output as _svc_reference_v1_UsageReport__Output } from '../../../svc/reference/v1/UsageReport.js';
import type { ValidationClaim as _svc_reference_v1_ValidationClaim, ValidationClaim__Output as _svc_reference_v1_ValidationClaim__Output } from '../../../svc/reference/v1/ValidationClaim.js';
import type { ValidationRunReply as _svc_reference_v1_ValidationRunReply, ValidationRunReply__Output as _svc_reference_v1_ValidationRunReply__Output } from '../../../svc/reference/v1/ValidationRunReply.js';
import type { VerifyReceiptsRequest as _svc_reference_v1_VerifyReceiptsRequest, VerifyReceiptsRequest__Output as _svc_reference_v1_VerifyReceiptsRequest__Output } from '../../../svc/reference/v1/VerifyReceiptsRequest.js';
import type { WriteReceiptPartReply as _svc_reference_v1_WriteReceiptPartReply, WriteReceiptPartReply__Output as _svc_reference_v1_WriteReceiptPartReply__Output } from '../../../svc/reference/v1/WriteReceiptPartReply.js';

export interface ReferenceClient extends grpc.Client {
  AcceptInvitation(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  AddComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  AddComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  AddComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  AddComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_reference_v1_AddComputeTimeRequest, callback: grpc.requestCallback<_svc_reference_v1_AddComputeTimeReply__Output>): grpc.ClientUnaryCall;
  
  AddUsage(argument: _svc_reference_v1_AddUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  AddUsage(argument: _svc_reference_v1_AddUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  AddUsage(argument: _svc_reference_v1_AddUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  AddUsage(argument: _svc_reference_v1_AddUsageRequest, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_reference_v1_AddUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_reference_v1_AddUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_reference_v1_AddUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_reference_v1_AddUsageRequest, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  
  BeginJob(argument: _svc_reference_v1_BeginJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  BeginJob(argument: _svc_reference_v1_BeginJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  BeginJob(argument: _svc_reference_v1_BeginJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  BeginJob(argument: _svc_reference_v1_BeginJobRequest, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_reference_v1_BeginJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_reference_v1_BeginJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_reference_v1_BeginJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_reference_v1_BeginJobRequest, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  
  CancelJob(argument: _svc_reference_v1_CancelJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  CancelJob(argument: _svc_reference_v1_CancelJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  CancelJob(argument: _svc_reference_v1_CancelJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  CancelJob(argument: _svc_reference_v1_CancelJobRequest, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_reference_v1_CancelJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_reference_v1_CancelJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_reference_v1_CancelJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_reference_v1_CancelJobRequest, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  
  ChangePassword(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _svc_reference_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_IdempotencyClaim__Output>): grpc.ClientUnaryCall;
  
  ClaimJob(argument: _svc_reference_v1_ClaimJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  ClaimJob(argument: _svc_reference_v1_ClaimJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  ClaimJob(argument: _svc_reference_v1_ClaimJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  ClaimJob(argument: _svc_reference_v1_ClaimJobRequest, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_reference_v1_ClaimJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_reference_v1_ClaimJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_reference_v1_ClaimJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_reference_v1_ClaimJobRequest, callback: grpc.requestCallback<_svc_reference_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  
  ClaimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  ClaimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  ClaimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  ClaimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_reference_v1_ClaimValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  CompleteIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  completeIdempotencyKey(argument: _svc_reference_v1_CompleteIdempotencyKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_CompleteIdempotencyKeyReply__Output>): grpc.ClientUnaryCall;
  
  CreateDocument(argument: _svc_reference_v1_CreateDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateDocument(argument: _svc_reference_v1_CreateDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateDocument(argument: _svc_reference_v1_CreateDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateDocument(argument: _svc_reference_v1_CreateDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_reference_v1_CreateDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_reference_v1_CreateDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_reference_v1_CreateDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_reference_v1_CreateDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  CreateKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  CreateTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  CreateUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  DecideApproval(argument: _svc_reference_v1_DecideApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  DecideApproval(argument: _svc_reference_v1_DecideApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  DecideApproval(argument: _svc_reference_v1_DecideApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  DecideApproval(argument: _svc_reference_v1_DecideApprovalRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_reference_v1_DecideApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_reference_v1_DecideApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_reference_v1_DecideApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_reference_v1_DecideApprovalRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  EndSession(argument: _svc_reference_v1_EndSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _svc_reference_v1_EndSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _svc_reference_v1_EndSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _svc_reference_v1_EndSessionRequest, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_reference_v1_EndSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_reference_v1_EndSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_reference_v1_EndSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_reference_v1_EndSessionRequest, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  
  ExpireJob(argument: _svc_reference_v1_ExpireJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  ExpireJob(argument: _svc_reference_v1_ExpireJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  ExpireJob(argument: _svc_reference_v1_ExpireJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  ExpireJob(argument: _svc_reference_v1_ExpireJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_reference_v1_ExpireJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_reference_v1_ExpireJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_reference_v1_ExpireJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_reference_v1_ExpireJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ExpireJobReply__Output>): grpc.ClientUnaryCall;
  
  FindKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_reference_v1_FindKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_reference_v1_FindKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_reference_v1_FindKeyRequest, callback: grpc.requestCallback<_svc_reference_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  
  FindSession(argument: _svc_reference_v1_FindSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  FindSession(argument: _svc_reference_v1_FindSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  FindSession(argument: _svc_reference_v1_FindSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  FindSession(argument: _svc_reference_v1_FindSessionRequest, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_reference_v1_FindSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_reference_v1_FindSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_reference_v1_FindSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_reference_v1_FindSessionRequest, callback: grpc.requestCallback<_svc_reference_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  
  FinishBlock(argument: _svc_reference_v1_FinishBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishBlock(argument: _svc_reference_v1_FinishBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishBlock(argument: _svc_reference_v1_FinishBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishBlock(argument: _svc_reference_v1_FinishBlockRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_reference_v1_FinishBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_reference_v1_FinishBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_reference_v1_FinishBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_reference_v1_FinishBlockRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  FinishJob(argument: _svc_reference_v1_FinishJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishJob(argument: _svc_reference_v1_FinishJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishJob(argument: _svc_reference_v1_FinishJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishJob(argument: _svc_reference_v1_FinishJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_reference_v1_FinishJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_reference_v1_FinishJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_reference_v1_FinishJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_reference_v1_FinishJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  GetApproval(argument: _svc_reference_v1_GetApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetApproval(argument: _svc_reference_v1_GetApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetApproval(argument: _svc_reference_v1_GetApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetApproval(argument: _svc_reference_v1_GetApprovalRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_reference_v1_GetApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_reference_v1_GetApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_reference_v1_GetApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_reference_v1_GetApprovalRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetDocument(argument: _svc_reference_v1_GetDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetDocument(argument: _svc_reference_v1_GetDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetDocument(argument: _svc_reference_v1_GetDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetDocument(argument: _svc_reference_v1_GetDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_reference_v1_GetDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_reference_v1_GetDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_reference_v1_GetDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_reference_v1_GetDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetDocuments(argument: _svc_reference_v1_GetDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _svc_reference_v1_GetDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _svc_reference_v1_GetDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _svc_reference_v1_GetDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_reference_v1_GetDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_reference_v1_GetDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_reference_v1_GetDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_reference_v1_GetDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  
  GetJob(argument: _svc_reference_v1_GetJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _svc_reference_v1_GetJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _svc_reference_v1_GetJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _svc_reference_v1_GetJobRequest, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_reference_v1_GetJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_reference_v1_GetJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_reference_v1_GetJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_reference_v1_GetJobRequest, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  
  GetKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _svc_reference_v1_GetReceiptRequest, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _svc_reference_v1_GetReceiptRequest, callback: grpc.requestCallback<_svc_reference_v1_Receipt__Output>): grpc.ClientUnaryCall;
  
  GetSystem(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  GetSystem(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  GetSystem(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  GetSystem(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  
  GetTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetUsage(argument: _svc_reference_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _svc_reference_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _svc_reference_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _svc_reference_v1_GetUsageRequest, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_reference_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_reference_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_reference_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_reference_v1_GetUsageRequest, callback: grpc.requestCallback<_svc_reference_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  
  GetUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  GetValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  GetValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  GetValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_reference_v1_GetValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  
  InviteUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  KeepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  KeepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  KeepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  KeepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_reference_v1_KeepSnapshotsRequest, callback: grpc.requestCallback<_svc_reference_v1_KeepSnapshotsReply__Output>): grpc.ClientUnaryCall;
  
  ListApprovals(argument: _svc_reference_v1_ListApprovalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListApprovals(argument: _svc_reference_v1_ListApprovalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListApprovals(argument: _svc_reference_v1_ListApprovalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListApprovals(argument: _svc_reference_v1_ListApprovalsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_reference_v1_ListApprovalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_reference_v1_ListApprovalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_reference_v1_ListApprovalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_reference_v1_ListApprovalsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListAudit(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListAudit(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListAudit(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListAudit(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listAudit(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListDocuments(argument: _svc_reference_v1_ListDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListDocuments(argument: _svc_reference_v1_ListDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListDocuments(argument: _svc_reference_v1_ListDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListDocuments(argument: _svc_reference_v1_ListDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_reference_v1_ListDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_reference_v1_ListDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_reference_v1_ListDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_reference_v1_ListDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListKeys(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  ListReceipts(argument: _svc_reference_v1_ListReceiptsRequest, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  listReceipts(argument: _svc_reference_v1_ListReceiptsRequest, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPage__Output>): grpc.ClientUnaryCall;
  
  ListSessions(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Documents__Output>): grpc.ClientUnaryCall;
  
  ListTenants(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListUsers(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_reference_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_reference_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_reference_v1_AdministrationList, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_reference_v1_ListValidationRunsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListVersions(argument: _svc_reference_v1_ListVersionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListVersions(argument: _svc_reference_v1_ListVersionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListVersions(argument: _svc_reference_v1_ListVersionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListVersions(argument: _svc_reference_v1_ListVersionsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_reference_v1_ListVersionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_reference_v1_ListVersionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_reference_v1_ListVersionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_reference_v1_ListVersionsRequest, callback: grpc.requestCallback<_svc_reference_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  PatchDocument(argument: _svc_reference_v1_PatchDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  PatchDocument(argument: _svc_reference_v1_PatchDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  PatchDocument(argument: _svc_reference_v1_PatchDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  PatchDocument(argument: _svc_reference_v1_PatchDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_reference_v1_PatchDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_reference_v1_PatchDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_reference_v1_PatchDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_reference_v1_PatchDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  ReadArtifact(argument: _svc_reference_v1_ReadArtifactRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  ReadArtifact(argument: _svc_reference_v1_ReadArtifactRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  ReadArtifact(argument: _svc_reference_v1_ReadArtifactRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  ReadArtifact(argument: _svc_reference_v1_ReadArtifactRequest, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_reference_v1_ReadArtifactRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_reference_v1_ReadArtifactRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_reference_v1_ReadArtifactRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_reference_v1_ReadArtifactRequest, callback: grpc.requestCallback<_svc_reference_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  
  ReadJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  ReadJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  ReadJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  ReadJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_reference_v1_ReadJobBlocksRequest, callback: grpc.requestCallback<_svc_reference_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  
  ReadReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  ReadReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  ReadReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  ReadReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  readReceiptPart(argument: _svc_reference_v1_ReadReceiptPartRequest, callback: grpc.requestCallback<_svc_reference_v1_ReceiptPart__Output>): grpc.ClientUnaryCall;
  
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
  
  RemoveDocument(argument: _svc_reference_v1_RemoveDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  RemoveDocument(argument: _svc_reference_v1_RemoveDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  RemoveDocument(argument: _svc_reference_v1_RemoveDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  RemoveDocument(argument: _svc_reference_v1_RemoveDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_reference_v1_RemoveDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_reference_v1_RemoveDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_reference_v1_RemoveDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_reference_v1_RemoveDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentReply__Output>): grpc.ClientUnaryCall;
  
  RemoveDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  RemoveDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  RemoveDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  RemoveDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_reference_v1_RemoveDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  
  RemoveUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  RemoveUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  RemoveUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  RemoveUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_AdministrationReply__Output>): grpc.ClientUnaryCall;
  
  RenewJob(argument: _svc_reference_v1_RenewJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  RenewJob(argument: _svc_reference_v1_RenewJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  RenewJob(argument: _svc_reference_v1_RenewJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  RenewJob(argument: _svc_reference_v1_RenewJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_reference_v1_RenewJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_reference_v1_RenewJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_reference_v1_RenewJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_reference_v1_RenewJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  ReplaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  ReplaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  ReplaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  ReplaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_reference_v1_ReplaceDocumentRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  ReportWorker(argument: _svc_reference_v1_ReportWorkerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  ReportWorker(argument: _svc_reference_v1_ReportWorkerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  ReportWorker(argument: _svc_reference_v1_ReportWorkerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  ReportWorker(argument: _svc_reference_v1_ReportWorkerRequest, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_reference_v1_ReportWorkerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_reference_v1_ReportWorkerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_reference_v1_ReportWorkerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_reference_v1_ReportWorkerRequest, callback: grpc.requestCallback<_svc_reference_v1_ReportWorkerReply__Output>): grpc.ClientUnaryCall;
  
  RequestApproval(argument: _svc_reference_v1_RequestApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  RequestApproval(argument: _svc_reference_v1_RequestApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  RequestApproval(argument: _svc_reference_v1_RequestApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  RequestApproval(argument: _svc_reference_v1_RequestApprovalRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_reference_v1_RequestApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_reference_v1_RequestApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_reference_v1_RequestApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_reference_v1_RequestApprovalRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_reference_v1_ReserveRequestsRequest, callback: grpc.requestCallback<_svc_reference_v1_Reservation__Output>): grpc.ClientUnaryCall;
  
  RevokeKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  RotateKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  RotateKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  RotateKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  RotateKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  SignIn(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  SplitJob(argument: _svc_reference_v1_SplitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  SplitJob(argument: _svc_reference_v1_SplitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  SplitJob(argument: _svc_reference_v1_SplitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  SplitJob(argument: _svc_reference_v1_SplitJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_reference_v1_SplitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_reference_v1_SplitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_reference_v1_SplitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_reference_v1_SplitJobRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  StartValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  StartValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  StartValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  StartValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_reference_v1_StartValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  SubmitJob(argument: _svc_reference_v1_SubmitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  SubmitJob(argument: _svc_reference_v1_SubmitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  SubmitJob(argument: _svc_reference_v1_SubmitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  SubmitJob(argument: _svc_reference_v1_SubmitJobRequest, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_reference_v1_SubmitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_reference_v1_SubmitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_reference_v1_SubmitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_reference_v1_SubmitJobRequest, callback: grpc.requestCallback<_svc_reference_v1_Job__Output>): grpc.ClientUnaryCall;
  
  UpdateTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateTenant(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateTenant(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  UpdateUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_Document__Output>): grpc.ClientUnaryCall;
  
  UpdateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  UpdateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  UpdateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  UpdateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_reference_v1_UpdateValidationRunRequest, callback: grpc.requestCallback<_svc_reference_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  UpsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  UpsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  UpsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  UpsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_reference_v1_UpsertDocumentsRequest, callback: grpc.requestCallback<_svc_reference_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  
  VerifyAudit(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  VerifyAudit(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  VerifyAudit(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  VerifyAudit(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_reference_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_reference_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  verifyAudit(argument: _svc_reference_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_reference_v1_AuditReport__Output>): grpc.ClientUnaryCall;
  
  VerifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  VerifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  VerifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  VerifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  verifyReceipts(argument: _svc_reference_v1_VerifyReceiptsRequest, callback: grpc.requestCallback<_svc_reference_v1_ChainReport__Output>): grpc.ClientUnaryCall;
  
  WriteReceiptPart(argument: _svc_reference_v1_ReceiptPart, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  WriteReceiptPart(argument: _svc_reference_v1_ReceiptPart, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  WriteReceiptPart(argument: _svc_reference_v1_ReceiptPart, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  WriteReceiptPart(argument: _svc_reference_v1_ReceiptPart, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_reference_v1_ReceiptPart, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_reference_v1_ReceiptPart, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_reference_v1_ReceiptPart, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  writeReceiptPart(argument: _svc_reference_v1_ReceiptPart, callback: grpc.requestCallback<_svc_reference_v1_WriteReceiptPartReply__Output>): grpc.ClientUnaryCall;
  
}

export interface ReferenceHandlers extends grpc.UntypedServiceImplementation {
  AcceptInvitation: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  AddComputeTime: grpc.handleUnaryCall<_svc_reference_v1_AddComputeTimeRequest__Output, _svc_reference_v1_AddComputeTimeReply>;
  
  AddUsage: grpc.handleUnaryCall<_svc_reference_v1_AddUsageRequest__Output, _svc_reference_v1_AdministrationReply>;
  
  BeginJob: grpc.handleUnaryCall<_svc_reference_v1_BeginJobRequest__Output, _svc_reference_v1_JobClaim>;
  
  CancelJob: grpc.handleUnaryCall<_svc_reference_v1_CancelJobRequest__Output, _svc_reference_v1_Job>;
  
  ChangePassword: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  ClaimIdempotencyKey: grpc.handleUnaryCall<_svc_reference_v1_ClaimIdempotencyKeyRequest__Output, _svc_reference_v1_IdempotencyClaim>;
  
  ClaimJob: grpc.handleUnaryCall<_svc_reference_v1_ClaimJobRequest__Output, _svc_reference_v1_JobClaim>;
  
  ClaimValidationRun: grpc.handleUnaryCall<_svc_reference_v1_ClaimValidationRunRequest__Output, _svc_reference_v1_ValidationClaim>;
  
  CompleteIdempotencyKey: grpc.handleUnaryCall<_svc_reference_v1_CompleteIdempotencyKeyRequest__Output, _svc_reference_v1_CompleteIdempotencyKeyReply>;
  
  CreateDocument: grpc.handleUnaryCall<_svc_reference_v1_CreateDocumentRequest__Output, _svc_reference_v1_Document>;
  
  CreateKey: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued>;
  
  CreateTenant: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  CreateUser: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued>;
  
  DecideApproval: grpc.handleUnaryCall<_svc_reference_v1_DecideApprovalRequest__Output, _svc_reference_v1_Document>;
  
  EndSession: grpc.handleUnaryCall<_svc_reference_v1_EndSessionRequest__Output, _svc_reference_v1_AdministrationReply>;
  
  ExpireJob: grpc.handleUnaryCall<_svc_reference_v1_ExpireJobRequest__Output, _svc_reference_v1_ExpireJobReply>;
  
  FindKey: grpc.handleUnaryCall<_svc_reference_v1_FindKeyRequest__Output, _svc_reference_v1_KeyRecord>;
  
  FindSession: grpc.handleUnaryCall<_svc_reference_v1_FindSessionRequest__Output, _svc_reference_v1_SessionRecord>;
  
  FinishBlock: grpc.handleUnaryCall<_svc_reference_v1_FinishBlockRequest__Output, _svc_reference_v1_ClaimState>;
  
  FinishJob: grpc.handleUnaryCall<_svc_reference_v1_FinishJobRequest__Output, _svc_reference_v1_ClaimState>;
  
  GetApproval: grpc.handleUnaryCall<_svc_reference_v1_GetApprovalRequest__Output, _svc_reference_v1_Document>;
  
  GetDocument: grpc.handleUnaryCall<_svc_reference_v1_GetDocumentRequest__Output, _svc_reference_v1_Document>;
  
  GetDocuments: grpc.handleUnaryCall<_svc_reference_v1_GetDocumentsRequest__Output, _svc_reference_v1_Documents>;
  
  GetJob: grpc.handleUnaryCall<_svc_reference_v1_GetJobRequest__Output, _svc_reference_v1_Job>;
  
  GetKey: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  GetReceipt: grpc.handleUnaryCall<_svc_reference_v1_GetReceiptRequest__Output, _svc_reference_v1_Receipt>;
  
  GetSystem: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_SystemReport>;
  
  GetTenant: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  GetUsage: grpc.handleUnaryCall<_svc_reference_v1_GetUsageRequest__Output, _svc_reference_v1_UsageReport>;
  
  GetUser: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  GetValidationRun: grpc.handleUnaryCall<_svc_reference_v1_GetValidationRunRequest__Output, _svc_reference_v1_ValidationRunReply>;
  
  InviteUser: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued>;
  
  KeepSnapshots: grpc.handleUnaryCall<_svc_reference_v1_KeepSnapshotsRequest__Output, _svc_reference_v1_KeepSnapshotsReply>;
  
  ListApprovals: grpc.handleUnaryCall<_svc_reference_v1_ListApprovalsRequest__Output, _svc_reference_v1_DocumentPage>;
  
  ListAudit: grpc.handleUnaryCall<_svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage>;
  
  ListDocuments: grpc.handleUnaryCall<_svc_reference_v1_ListDocumentsRequest__Output, _svc_reference_v1_DocumentPage>;
  
  ListKeys: grpc.handleUnaryCall<_svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage>;
  
  ListReceipts: grpc.handleUnaryCall<_svc_reference_v1_ListReceiptsRequest__Output, _svc_reference_v1_ReceiptPage>;
  
  ListSessions: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Documents>;
  
  ListTenants: grpc.handleUnaryCall<_svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage>;
  
  ListUsers: grpc.handleUnaryCall<_svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage>;
  
  ListValidationRuns: grpc.handleUnaryCall<_svc_reference_v1_ListValidationRunsRequest__Output, _svc_reference_v1_DocumentPage>;
  
  ListVersions: grpc.handleUnaryCall<_svc_reference_v1_ListVersionsRequest__Output, _svc_reference_v1_DocumentPage>;
  
  PatchDocument: grpc.handleUnaryCall<_svc_reference_v1_PatchDocumentRequest__Output, _svc_reference_v1_Document>;
  
  ReadArtifact: grpc.handleUnaryCall<_svc_reference_v1_ReadArtifactRequest__Output, _svc_reference_v1_ArtifactBytes>;
  
  ReadJobBlocks: grpc.handleUnaryCall<_svc_reference_v1_ReadJobBlocksRequest__Output, _svc_reference_v1_JobBlocks>;
  
  ReadReceiptPart: grpc.handleUnaryCall<_svc_reference_v1_ReadReceiptPartRequest__Output, _svc_reference_v1_ReceiptPart>;
  
  RecordReceipt: grpc.handleUnaryCall<_svc_reference_v1_Receipt__Output, _svc_reference_v1_RecordReceiptReply>;
  
  ReleaseIdempotencyKey: grpc.handleUnaryCall<_svc_reference_v1_ReleaseIdempotencyKeyRequest__Output, _svc_reference_v1_ReleaseIdempotencyKeyReply>;
  
  RemoveDocument: grpc.handleUnaryCall<_svc_reference_v1_RemoveDocumentRequest__Output, _svc_reference_v1_RemoveDocumentReply>;
  
  RemoveDocuments: grpc.handleUnaryCall<_svc_reference_v1_RemoveDocumentsRequest__Output, _svc_reference_v1_RemoveDocumentsReply>;
  
  RemoveUser: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_AdministrationReply>;
  
  RenewJob: grpc.handleUnaryCall<_svc_reference_v1_RenewJobRequest__Output, _svc_reference_v1_ClaimState>;
  
  ReplaceDocument: grpc.handleUnaryCall<_svc_reference_v1_ReplaceDocumentRequest__Output, _svc_reference_v1_Document>;
  
  ReportWorker: grpc.handleUnaryCall<_svc_reference_v1_ReportWorkerRequest__Output, _svc_reference_v1_ReportWorkerReply>;
  
  RequestApproval: grpc.handleUnaryCall<_svc_reference_v1_RequestApprovalRequest__Output, _svc_reference_v1_Document>;
  
  ReserveRequests: grpc.handleUnaryCall<_svc_reference_v1_ReserveRequestsRequest__Output, _svc_reference_v1_Reservation>;
  
  RevokeKey: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  RotateKey: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued>;
  
  SignIn: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued>;
  
  SplitJob: grpc.handleUnaryCall<_svc_reference_v1_SplitJobRequest__Output, _svc_reference_v1_ClaimState>;
  
  StartValidationRun: grpc.handleUnaryCall<_svc_reference_v1_StartValidationRunRequest__Output, _svc_reference_v1_Document>;
  
  SubmitJob: grpc.handleUnaryCall<_svc_reference_v1_SubmitJobRequest__Output, _svc_reference_v1_Job>;
  
  UpdateTenant: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  UpdateUser: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document>;
  
  UpdateValidationRun: grpc.handleUnaryCall<_svc_reference_v1_UpdateValidationRunRequest__Output, _svc_reference_v1_ClaimState>;
  
  UpsertDocuments: grpc.handleUnaryCall<_svc_reference_v1_UpsertDocumentsRequest__Output, _svc_reference_v1_UpsertDocumentsReply>;
  
  VerifyAudit: grpc.handleUnaryCall<_svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_AuditReport>;
  
  VerifyReceipts: grpc.handleUnaryCall<_svc_reference_v1_VerifyReceiptsRequest__Output, _svc_reference_v1_ChainReport>;
  
  WriteReceiptPart: grpc.handleUnaryCall<_svc_reference_v1_ReceiptPart__Output, _svc_reference_v1_WriteReceiptPartReply>;
  
}

export interface ReferenceDefinition extends grpc.ServiceDefinition {
  AcceptInvitation: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  AddComputeTime: MethodDefinition<_svc_reference_v1_AddComputeTimeRequest, _svc_reference_v1_AddComputeTimeReply, _svc_reference_v1_AddComputeTimeRequest__Output, _svc_reference_v1_AddComputeTimeReply__Output>
  AddUsage: MethodDefinition<_svc_reference_v1_AddUsageRequest, _svc_reference_v1_AdministrationReply, _svc_reference_v1_AddUsageRequest__Output, _svc_reference_v1_AdministrationReply__Output>
  BeginJob: MethodDefinition<_svc_reference_v1_BeginJobRequest, _svc_reference_v1_JobClaim, _svc_reference_v1_BeginJobRequest__Output, _svc_reference_v1_JobClaim__Output>
  CancelJob: MethodDefinition<_svc_reference_v1_CancelJobRequest, _svc_reference_v1_Job, _svc_reference_v1_CancelJobRequest__Output, _svc_reference_v1_Job__Output>
  ChangePassword: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  ClaimIdempotencyKey: MethodDefinition<_svc_reference_v1_ClaimIdempotencyKeyRequest, _svc_reference_v1_IdempotencyClaim, _svc_reference_v1_ClaimIdempotencyKeyRequest__Output, _svc_reference_v1_IdempotencyClaim__Output>
  ClaimJob: MethodDefinition<_svc_reference_v1_ClaimJobRequest, _svc_reference_v1_JobClaim, _svc_reference_v1_ClaimJobRequest__Output, _svc_reference_v1_JobClaim__Output>
  ClaimValidationRun: MethodDefinition<_svc_reference_v1_ClaimValidationRunRequest, _svc_reference_v1_ValidationClaim, _svc_reference_v1_ClaimValidationRunRequest__Output, _svc_reference_v1_ValidationClaim__Output>
  CompleteIdempotencyKey: MethodDefinition<_svc_reference_v1_CompleteIdempotencyKeyRequest, _svc_reference_v1_CompleteIdempotencyKeyReply, _svc_reference_v1_CompleteIdempotencyKeyRequest__Output, _svc_reference_v1_CompleteIdempotencyKeyReply__Output>
  CreateDocument: MethodDefinition<_svc_reference_v1_CreateDocumentRequest, _svc_reference_v1_Document, _svc_reference_v1_CreateDocumentRequest__Output, _svc_reference_v1_Document__Output>
  CreateKey: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Issued, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued__Output>
  CreateTenant: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  CreateUser: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Issued, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued__Output>
  DecideApproval: MethodDefinition<_svc_reference_v1_DecideApprovalRequest, _svc_reference_v1_Document, _svc_reference_v1_DecideApprovalRequest__Output, _svc_reference_v1_Document__Output>
  EndSession: MethodDefinition<_svc_reference_v1_EndSessionRequest, _svc_reference_v1_AdministrationReply, _svc_reference_v1_EndSessionRequest__Output, _svc_reference_v1_AdministrationReply__Output>
  ExpireJob: MethodDefinition<_svc_reference_v1_ExpireJobRequest, _svc_reference_v1_ExpireJobReply, _svc_reference_v1_ExpireJobRequest__Output, _svc_reference_v1_ExpireJobReply__Output>
  FindKey: MethodDefinition<_svc_reference_v1_FindKeyRequest, _svc_reference_v1_KeyRecord, _svc_reference_v1_FindKeyRequest__Output, _svc_reference_v1_KeyRecord__Output>
  FindSession: MethodDefinition<_svc_reference_v1_FindSessionRequest, _svc_reference_v1_SessionRecord, _svc_reference_v1_FindSessionRequest__Output, _svc_reference_v1_SessionRecord__Output>
  FinishBlock: MethodDefinition<_svc_reference_v1_FinishBlockRequest, _svc_reference_v1_ClaimState, _svc_reference_v1_FinishBlockRequest__Output, _svc_reference_v1_ClaimState__Output>
  FinishJob: MethodDefinition<_svc_reference_v1_FinishJobRequest, _svc_reference_v1_ClaimState, _svc_reference_v1_FinishJobRequest__Output, _svc_reference_v1_ClaimState__Output>
  GetApproval: MethodDefinition<_svc_reference_v1_GetApprovalRequest, _svc_reference_v1_Document, _svc_reference_v1_GetApprovalRequest__Output, _svc_reference_v1_Document__Output>
  GetDocument: MethodDefinition<_svc_reference_v1_GetDocumentRequest, _svc_reference_v1_Document, _svc_reference_v1_GetDocumentRequest__Output, _svc_reference_v1_Document__Output>
  GetDocuments: MethodDefinition<_svc_reference_v1_GetDocumentsRequest, _svc_reference_v1_Documents, _svc_reference_v1_GetDocumentsRequest__Output, _svc_reference_v1_Documents__Output>
  GetJob: MethodDefinition<_svc_reference_v1_GetJobRequest, _svc_reference_v1_Job, _svc_reference_v1_GetJobRequest__Output, _svc_reference_v1_Job__Output>
  GetKey: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  GetReceipt: MethodDefinition<_svc_reference_v1_GetReceiptRequest, _svc_reference_v1_Receipt, _svc_reference_v1_GetReceiptRequest__Output, _svc_reference_v1_Receipt__Output>
  GetSystem: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_SystemReport, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_SystemReport__Output>
  GetTenant: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  GetUsage: MethodDefinition<_svc_reference_v1_GetUsageRequest, _svc_reference_v1_UsageReport, _svc_reference_v1_GetUsageRequest__Output, _svc_reference_v1_UsageReport__Output>
  GetUser: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  GetValidationRun: MethodDefinition<_svc_reference_v1_GetValidationRunRequest, _svc_reference_v1_ValidationRunReply, _svc_reference_v1_GetValidationRunRequest__Output, _svc_reference_v1_ValidationRunReply__Output>
  InviteUser: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Issued, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued__Output>
  KeepSnapshots: MethodDefinition<_svc_reference_v1_KeepSnapshotsRequest, _svc_reference_v1_KeepSnapshotsReply, _svc_reference_v1_KeepSnapshotsRequest__Output, _svc_reference_v1_KeepSnapshotsReply__Output>
  ListApprovals: MethodDefinition<_svc_reference_v1_ListApprovalsRequest, _svc_reference_v1_DocumentPage, _svc_reference_v1_ListApprovalsRequest__Output, _svc_reference_v1_DocumentPage__Output>
  ListAudit: MethodDefinition<_svc_reference_v1_AdministrationList, _svc_reference_v1_DocumentPage, _svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage__Output>
  ListDocuments: MethodDefinition<_svc_reference_v1_ListDocumentsRequest, _svc_reference_v1_DocumentPage, _svc_reference_v1_ListDocumentsRequest__Output, _svc_reference_v1_DocumentPage__Output>
  ListKeys: MethodDefinition<_svc_reference_v1_AdministrationList, _svc_reference_v1_DocumentPage, _svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage__Output>
  ListReceipts: MethodDefinition<_svc_reference_v1_ListReceiptsRequest, _svc_reference_v1_ReceiptPage, _svc_reference_v1_ListReceiptsRequest__Output, _svc_reference_v1_ReceiptPage__Output>
  ListSessions: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Documents, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Documents__Output>
  ListTenants: MethodDefinition<_svc_reference_v1_AdministrationList, _svc_reference_v1_DocumentPage, _svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage__Output>
  ListUsers: MethodDefinition<_svc_reference_v1_AdministrationList, _svc_reference_v1_DocumentPage, _svc_reference_v1_AdministrationList__Output, _svc_reference_v1_DocumentPage__Output>
  ListValidationRuns: MethodDefinition<_svc_reference_v1_ListValidationRunsRequest, _svc_reference_v1_DocumentPage, _svc_reference_v1_ListValidationRunsRequest__Output, _svc_reference_v1_DocumentPage__Output>
  ListVersions: MethodDefinition<_svc_reference_v1_ListVersionsRequest, _svc_reference_v1_DocumentPage, _svc_reference_v1_ListVersionsRequest__Output, _svc_reference_v1_DocumentPage__Output>
  PatchDocument: MethodDefinition<_svc_reference_v1_PatchDocumentRequest, _svc_reference_v1_Document, _svc_reference_v1_PatchDocumentRequest__Output, _svc_reference_v1_Document__Output>
  ReadArtifact: MethodDefinition<_svc_reference_v1_ReadArtifactRequest, _svc_reference_v1_ArtifactBytes, _svc_reference_v1_ReadArtifactRequest__Output, _svc_reference_v1_ArtifactBytes__Output>
  ReadJobBlocks: MethodDefinition<_svc_reference_v1_ReadJobBlocksRequest, _svc_reference_v1_JobBlocks, _svc_reference_v1_ReadJobBlocksRequest__Output, _svc_reference_v1_JobBlocks__Output>
  ReadReceiptPart: MethodDefinition<_svc_reference_v1_ReadReceiptPartRequest, _svc_reference_v1_ReceiptPart, _svc_reference_v1_ReadReceiptPartRequest__Output, _svc_reference_v1_ReceiptPart__Output>
  RecordReceipt: MethodDefinition<_svc_reference_v1_Receipt, _svc_reference_v1_RecordReceiptReply, _svc_reference_v1_Receipt__Output, _svc_reference_v1_RecordReceiptReply__Output>
  ReleaseIdempotencyKey: MethodDefinition<_svc_reference_v1_ReleaseIdempotencyKeyRequest, _svc_reference_v1_ReleaseIdempotencyKeyReply, _svc_reference_v1_ReleaseIdempotencyKeyRequest__Output, _svc_reference_v1_ReleaseIdempotencyKeyReply__Output>
  RemoveDocument: MethodDefinition<_svc_reference_v1_RemoveDocumentRequest, _svc_reference_v1_RemoveDocumentReply, _svc_reference_v1_RemoveDocumentRequest__Output, _svc_reference_v1_RemoveDocumentReply__Output>
  RemoveDocuments: MethodDefinition<_svc_reference_v1_RemoveDocumentsRequest, _svc_reference_v1_RemoveDocumentsReply, _svc_reference_v1_RemoveDocumentsRequest__Output, _svc_reference_v1_RemoveDocumentsReply__Output>
  RemoveUser: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_AdministrationReply, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_AdministrationReply__Output>
  RenewJob: MethodDefinition<_svc_reference_v1_RenewJobRequest, _svc_reference_v1_ClaimState, _svc_reference_v1_RenewJobRequest__Output, _svc_reference_v1_ClaimState__Output>
  ReplaceDocument: MethodDefinition<_svc_reference_v1_ReplaceDocumentRequest, _svc_reference_v1_Document, _svc_reference_v1_ReplaceDocumentRequest__Output, _svc_reference_v1_Document__Output>
  ReportWorker: MethodDefinition<_svc_reference_v1_ReportWorkerRequest, _svc_reference_v1_ReportWorkerReply, _svc_reference_v1_ReportWorkerRequest__Output, _svc_reference_v1_ReportWorkerReply__Output>
  RequestApproval: MethodDefinition<_svc_reference_v1_RequestApprovalRequest, _svc_reference_v1_Document, _svc_reference_v1_RequestApprovalRequest__Output, _svc_reference_v1_Document__Output>
  ReserveRequests: MethodDefinition<_svc_reference_v1_ReserveRequestsRequest, _svc_reference_v1_Reservation, _svc_reference_v1_ReserveRequestsRequest__Output, _svc_reference_v1_Reservation__Output>
  RevokeKey: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  RotateKey: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Issued, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued__Output>
  SignIn: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Issued, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Issued__Output>
  SplitJob: MethodDefinition<_svc_reference_v1_SplitJobRequest, _svc_reference_v1_ClaimState, _svc_reference_v1_SplitJobRequest__Output, _svc_reference_v1_ClaimState__Output>
  StartValidationRun: MethodDefinition<_svc_reference_v1_StartValidationRunRequest, _svc_reference_v1_Document, _svc_reference_v1_StartValidationRunRequest__Output, _svc_reference_v1_Document__Output>
  SubmitJob: MethodDefinition<_svc_reference_v1_SubmitJobRequest, _svc_reference_v1_Job, _svc_reference_v1_SubmitJobRequest__Output, _svc_reference_v1_Job__Output>
  UpdateTenant: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  UpdateUser: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_Document, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_Document__Output>
  UpdateValidationRun: MethodDefinition<_svc_reference_v1_UpdateValidationRunRequest, _svc_reference_v1_ClaimState, _svc_reference_v1_UpdateValidationRunRequest__Output, _svc_reference_v1_ClaimState__Output>
  UpsertDocuments: MethodDefinition<_svc_reference_v1_UpsertDocumentsRequest, _svc_reference_v1_UpsertDocumentsReply, _svc_reference_v1_UpsertDocumentsRequest__Output, _svc_reference_v1_UpsertDocumentsReply__Output>
  VerifyAudit: MethodDefinition<_svc_reference_v1_AdministrationRequest, _svc_reference_v1_AuditReport, _svc_reference_v1_AdministrationRequest__Output, _svc_reference_v1_AuditReport__Output>
  VerifyReceipts: MethodDefinition<_svc_reference_v1_VerifyReceiptsRequest, _svc_reference_v1_ChainReport, _svc_reference_v1_VerifyReceiptsRequest__Output, _svc_reference_v1_ChainReport__Output>
  WriteReceiptPart: MethodDefinition<_svc_reference_v1_ReceiptPart, _svc_reference_v1_WriteReceiptPartReply, _svc_reference_v1_ReceiptPart__Output, _svc_reference_v1_WriteReceiptPartReply__Output>
}
