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
import type { ArtifactBytes as _svc_documents_v1_ArtifactBytes, ArtifactBytes__Output as _svc_documents_v1_ArtifactBytes__Output } from './svc/documents/v1/ArtifactBytes.js';
import type { CreateDocumentRequest as _svc_documents_v1_CreateDocumentRequest, CreateDocumentRequest__Output as _svc_documents_v1_CreateDocumentRequest__Output } from './svc/documents/v1/CreateDocumentRequest.js';
import type { DocumentsClient as _svc_documents_v1_DocumentsClient, DocumentsDefinition as _svc_documents_v1_DocumentsDefinition } from './svc/documents/v1/Documents.js';
import type { GetDocumentRequest as _svc_documents_v1_GetDocumentRequest, GetDocumentRequest__Output as _svc_documents_v1_GetDocumentRequest__Output } from './svc/documents/v1/GetDocumentRequest.js';
import type { GetDocumentsRequest as _svc_documents_v1_GetDocumentsRequest, GetDocumentsRequest__Output as _svc_documents_v1_GetDocumentsRequest__Output } from './svc/documents/v1/GetDocumentsRequest.js';
import type { KeepSnapshotsRequest as _svc_documents_v1_KeepSnapshotsRequest, KeepSnapshotsRequest__Output as _svc_documents_v1_KeepSnapshotsRequest__Output } from './svc/documents/v1/KeepSnapshotsRequest.js';
import type { ListDocumentsRequest as _svc_documents_v1_ListDocumentsRequest, ListDocumentsRequest__Output as _svc_documents_v1_ListDocumentsRequest__Output } from './svc/documents/v1/ListDocumentsRequest.js';
import type { ListVersionsRequest as _svc_documents_v1_ListVersionsRequest, ListVersionsRequest__Output as _svc_documents_v1_ListVersionsRequest__Output } from './svc/documents/v1/ListVersionsRequest.js';
import type { PatchDocumentRequest as _svc_documents_v1_PatchDocumentRequest, PatchDocumentRequest__Output as _svc_documents_v1_PatchDocumentRequest__Output } from './svc/documents/v1/PatchDocumentRequest.js';
import type { ReadArtifactRequest as _svc_documents_v1_ReadArtifactRequest, ReadArtifactRequest__Output as _svc_documents_v1_ReadArtifactRequest__Output } from './svc/documents/v1/ReadArtifactRequest.js';
import type { RemoveDocumentRequest as _svc_documents_v1_RemoveDocumentRequest, RemoveDocumentRequest__Output as _svc_documents_v1_RemoveDocumentRequest__Output } from './svc/documents/v1/RemoveDocumentRequest.js';
import type { RemoveDocumentsReply as _svc_documents_v1_RemoveDocumentsReply, RemoveDocumentsReply__Output as _svc_documents_v1_RemoveDocumentsReply__Output } from './svc/documents/v1/RemoveDocumentsReply.js';
import type { RemoveDocumentsRequest as _svc_documents_v1_RemoveDocumentsRequest, RemoveDocumentsRequest__Output as _svc_documents_v1_RemoveDocumentsRequest__Output } from './svc/documents/v1/RemoveDocumentsRequest.js';
import type { ReplaceDocumentRequest as _svc_documents_v1_ReplaceDocumentRequest, ReplaceDocumentRequest__Output as _svc_documents_v1_ReplaceDocumentRequest__Output } from './svc/documents/v1/ReplaceDocumentRequest.js';
import type { UpsertDocumentsReply as _svc_documents_v1_UpsertDocumentsReply, UpsertDocumentsReply__Output as _svc_documents_v1_UpsertDocumentsReply__Output } from './svc/documents/v1/UpsertDocumentsReply.js';
import type { UpsertDocumentsRequest as _svc_documents_v1_UpsertDocumentsRequest, UpsertDocumentsRequest__Output as _svc_documents_v1_UpsertDocumentsRequest__Output } from './svc/documents/v1/UpsertDocumentsRequest.js';
import type { UpsertOutcome as _svc_documents_v1_UpsertOutcome, UpsertOutcome__Output as _svc_documents_v1_UpsertOutcome__Output } from './svc/documents/v1/UpsertOutcome.js';

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
    documents: {
      v1: {
        ArtifactBytes: MessageTypeDefinition<_svc_documents_v1_ArtifactBytes, _svc_documents_v1_ArtifactBytes__Output>
        CreateDocumentRequest: MessageTypeDefinition<_svc_documents_v1_CreateDocumentRequest, _svc_documents_v1_CreateDocumentRequest__Output>
        Documents: SubtypeConstructor<typeof grpc.Client, _svc_documents_v1_DocumentsClient> & { service: _svc_documents_v1_DocumentsDefinition }
        GetDocumentRequest: MessageTypeDefinition<_svc_documents_v1_GetDocumentRequest, _svc_documents_v1_GetDocumentRequest__Output>
        GetDocumentsRequest: MessageTypeDefinition<_svc_documents_v1_GetDocumentsRequest, _svc_documents_v1_GetDocumentsRequest__Output>
        KeepSnapshotsRequest: MessageTypeDefinition<_svc_documents_v1_KeepSnapshotsRequest, _svc_documents_v1_KeepSnapshotsRequest__Output>
        ListDocumentsRequest: MessageTypeDefinition<_svc_documents_v1_ListDocumentsRequest, _svc_documents_v1_ListDocumentsRequest__Output>
        ListVersionsRequest: MessageTypeDefinition<_svc_documents_v1_ListVersionsRequest, _svc_documents_v1_ListVersionsRequest__Output>
        PatchDocumentRequest: MessageTypeDefinition<_svc_documents_v1_PatchDocumentRequest, _svc_documents_v1_PatchDocumentRequest__Output>
        ReadArtifactRequest: MessageTypeDefinition<_svc_documents_v1_ReadArtifactRequest, _svc_documents_v1_ReadArtifactRequest__Output>
        RemoveDocumentRequest: MessageTypeDefinition<_svc_documents_v1_RemoveDocumentRequest, _svc_documents_v1_RemoveDocumentRequest__Output>
        RemoveDocumentsReply: MessageTypeDefinition<_svc_documents_v1_RemoveDocumentsReply, _svc_documents_v1_RemoveDocumentsReply__Output>
        RemoveDocumentsRequest: MessageTypeDefinition<_svc_documents_v1_RemoveDocumentsRequest, _svc_documents_v1_RemoveDocumentsRequest__Output>
        ReplaceDocumentRequest: MessageTypeDefinition<_svc_documents_v1_ReplaceDocumentRequest, _svc_documents_v1_ReplaceDocumentRequest__Output>
        UpsertDocumentsReply: MessageTypeDefinition<_svc_documents_v1_UpsertDocumentsReply, _svc_documents_v1_UpsertDocumentsReply__Output>
        UpsertDocumentsRequest: MessageTypeDefinition<_svc_documents_v1_UpsertDocumentsRequest, _svc_documents_v1_UpsertDocumentsRequest__Output>
        UpsertOutcome: MessageTypeDefinition<_svc_documents_v1_UpsertOutcome, _svc_documents_v1_UpsertOutcome__Output>
      }
    }
  }
}

