// Original file: proto/documents.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ArtifactBytes as _svc_documents_v1_ArtifactBytes, ArtifactBytes__Output as _svc_documents_v1_ArtifactBytes__Output } from '../../../svc/documents/v1/ArtifactBytes.js';
import type { CreateDocumentRequest as _svc_documents_v1_CreateDocumentRequest, CreateDocumentRequest__Output as _svc_documents_v1_CreateDocumentRequest__Output } from '../../../svc/documents/v1/CreateDocumentRequest.js';
import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';
import type { DocumentPage as _svc_common_v1_DocumentPage, DocumentPage__Output as _svc_common_v1_DocumentPage__Output } from '../../../svc/common/v1/DocumentPage.js';
import type { Documents as _svc_common_v1_Documents, Documents__Output as _svc_common_v1_Documents__Output } from '../../../svc/common/v1/Documents.js';
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from '../../../svc/common/v1/Empty.js';
import type { GetDocumentRequest as _svc_documents_v1_GetDocumentRequest, GetDocumentRequest__Output as _svc_documents_v1_GetDocumentRequest__Output } from '../../../svc/documents/v1/GetDocumentRequest.js';
import type { GetDocumentsRequest as _svc_documents_v1_GetDocumentsRequest, GetDocumentsRequest__Output as _svc_documents_v1_GetDocumentsRequest__Output } from '../../../svc/documents/v1/GetDocumentsRequest.js';
import type { KeepSnapshotsRequest as _svc_documents_v1_KeepSnapshotsRequest, KeepSnapshotsRequest__Output as _svc_documents_v1_KeepSnapshotsRequest__Output } from '../../../svc/documents/v1/KeepSnapshotsRequest.js';
import type { ListDocumentsRequest as _svc_documents_v1_ListDocumentsRequest, ListDocumentsRequest__Output as _svc_documents_v1_ListDocumentsRequest__Output } from '../../../svc/documents/v1/ListDocumentsRequest.js';
import type { ListVersionsRequest as _svc_documents_v1_ListVersionsRequest, ListVersionsRequest__Output as _svc_documents_v1_ListVersionsRequest__Output } from '../../../svc/documents/v1/ListVersionsRequest.js';
import type { PatchDocumentRequest as _svc_documents_v1_PatchDocumentRequest, PatchDocumentRequest__Output as _svc_documents_v1_PatchDocumentRequest__Output } from '../../../svc/documents/v1/PatchDocumentRequest.js';
import type { ReadArtifactRequest as _svc_documents_v1_ReadArtifactRequest, ReadArtifactRequest__Output as _svc_documents_v1_ReadArtifactRequest__Output } from '../../../svc/documents/v1/ReadArtifactRequest.js';
import type { RemoveDocumentRequest as _svc_documents_v1_RemoveDocumentRequest, RemoveDocumentRequest__Output as _svc_documents_v1_RemoveDocumentRequest__Output } from '../../../svc/documents/v1/RemoveDocumentRequest.js';
import type { RemoveDocumentsReply as _svc_documents_v1_RemoveDocumentsReply, RemoveDocumentsReply__Output as _svc_documents_v1_RemoveDocumentsReply__Output } from '../../../svc/documents/v1/RemoveDocumentsReply.js';
import type { RemoveDocumentsRequest as _svc_documents_v1_RemoveDocumentsRequest, RemoveDocumentsRequest__Output as _svc_documents_v1_RemoveDocumentsRequest__Output } from '../../../svc/documents/v1/RemoveDocumentsRequest.js';
import type { ReplaceDocumentRequest as _svc_documents_v1_ReplaceDocumentRequest, ReplaceDocumentRequest__Output as _svc_documents_v1_ReplaceDocumentRequest__Output } from '../../../svc/documents/v1/ReplaceDocumentRequest.js';
import type { UpsertDocumentsReply as _svc_documents_v1_UpsertDocumentsReply, UpsertDocumentsReply__Output as _svc_documents_v1_UpsertDocumentsReply__Output } from '../../../svc/documents/v1/UpsertDocumentsReply.js';
import type { UpsertDocumentsRequest as _svc_documents_v1_UpsertDocumentsRequest, UpsertDocumentsRequest__Output as _svc_documents_v1_UpsertDocumentsRequest__Output } from '../../../svc/documents/v1/UpsertDocumentsRequest.js';

export interface DocumentsClient extends grpc.Client {
  CreateDocument(argument: _svc_documents_v1_CreateDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateDocument(argument: _svc_documents_v1_CreateDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateDocument(argument: _svc_documents_v1_CreateDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateDocument(argument: _svc_documents_v1_CreateDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_documents_v1_CreateDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_documents_v1_CreateDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_documents_v1_CreateDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createDocument(argument: _svc_documents_v1_CreateDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetDocument(argument: _svc_documents_v1_GetDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetDocument(argument: _svc_documents_v1_GetDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetDocument(argument: _svc_documents_v1_GetDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetDocument(argument: _svc_documents_v1_GetDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_documents_v1_GetDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_documents_v1_GetDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_documents_v1_GetDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getDocument(argument: _svc_documents_v1_GetDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetDocuments(argument: _svc_documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _svc_documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _svc_documents_v1_GetDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _svc_documents_v1_GetDocumentsRequest, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_documents_v1_GetDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _svc_documents_v1_GetDocumentsRequest, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  
  KeepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  KeepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  KeepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  KeepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  keepSnapshots(argument: _svc_documents_v1_KeepSnapshotsRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  ListDocuments(argument: _svc_documents_v1_ListDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListDocuments(argument: _svc_documents_v1_ListDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListDocuments(argument: _svc_documents_v1_ListDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListDocuments(argument: _svc_documents_v1_ListDocumentsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_documents_v1_ListDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_documents_v1_ListDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_documents_v1_ListDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listDocuments(argument: _svc_documents_v1_ListDocumentsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListVersions(argument: _svc_documents_v1_ListVersionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListVersions(argument: _svc_documents_v1_ListVersionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListVersions(argument: _svc_documents_v1_ListVersionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListVersions(argument: _svc_documents_v1_ListVersionsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_documents_v1_ListVersionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_documents_v1_ListVersionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_documents_v1_ListVersionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listVersions(argument: _svc_documents_v1_ListVersionsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  PatchDocument(argument: _svc_documents_v1_PatchDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  PatchDocument(argument: _svc_documents_v1_PatchDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  PatchDocument(argument: _svc_documents_v1_PatchDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  PatchDocument(argument: _svc_documents_v1_PatchDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_documents_v1_PatchDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_documents_v1_PatchDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_documents_v1_PatchDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  patchDocument(argument: _svc_documents_v1_PatchDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  ReadArtifact(argument: _svc_documents_v1_ReadArtifactRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  ReadArtifact(argument: _svc_documents_v1_ReadArtifactRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  ReadArtifact(argument: _svc_documents_v1_ReadArtifactRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  ReadArtifact(argument: _svc_documents_v1_ReadArtifactRequest, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_documents_v1_ReadArtifactRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_documents_v1_ReadArtifactRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_documents_v1_ReadArtifactRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  readArtifact(argument: _svc_documents_v1_ReadArtifactRequest, callback: grpc.requestCallback<_svc_documents_v1_ArtifactBytes__Output>): grpc.ClientUnaryCall;
  
  RemoveDocument(argument: _svc_documents_v1_RemoveDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RemoveDocument(argument: _svc_documents_v1_RemoveDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RemoveDocument(argument: _svc_documents_v1_RemoveDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RemoveDocument(argument: _svc_documents_v1_RemoveDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_documents_v1_RemoveDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_documents_v1_RemoveDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_documents_v1_RemoveDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeDocument(argument: _svc_documents_v1_RemoveDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  RemoveDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  RemoveDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  RemoveDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  RemoveDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  removeDocuments(argument: _svc_documents_v1_RemoveDocumentsRequest, callback: grpc.requestCallback<_svc_documents_v1_RemoveDocumentsReply__Output>): grpc.ClientUnaryCall;
  
  ReplaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  ReplaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  ReplaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  ReplaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  replaceDocument(argument: _svc_documents_v1_ReplaceDocumentRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  UpsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  UpsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  UpsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  UpsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  upsertDocuments(argument: _svc_documents_v1_UpsertDocumentsRequest, callback: grpc.requestCallback<_svc_documents_v1_UpsertDocumentsReply__Output>): grpc.ClientUnaryCall;
  
}

export interface DocumentsHandlers extends grpc.UntypedServiceImplementation {
  CreateDocument: grpc.handleUnaryCall<_svc_documents_v1_CreateDocumentRequest__Output, _svc_common_v1_Document>;
  
  GetDocument: grpc.handleUnaryCall<_svc_documents_v1_GetDocumentRequest__Output, _svc_common_v1_Document>;
  
  GetDocuments: grpc.handleUnaryCall<_svc_documents_v1_GetDocumentsRequest__Output, _svc_common_v1_Documents>;
  
  KeepSnapshots: grpc.handleUnaryCall<_svc_documents_v1_KeepSnapshotsRequest__Output, _svc_common_v1_Empty>;
  
  ListDocuments: grpc.handleUnaryCall<_svc_documents_v1_ListDocumentsRequest__Output, _svc_common_v1_DocumentPage>;
  
  ListVersions: grpc.handleUnaryCall<_svc_documents_v1_ListVersionsRequest__Output, _svc_common_v1_DocumentPage>;
  
  PatchDocument: grpc.handleUnaryCall<_svc_documents_v1_PatchDocumentRequest__Output, _svc_common_v1_Document>;
  
  ReadArtifact: grpc.handleUnaryCall<_svc_documents_v1_ReadArtifactRequest__Output, _svc_documents_v1_ArtifactBytes>;
  
  RemoveDocument: grpc.handleUnaryCall<_svc_documents_v1_RemoveDocumentRequest__Output, _svc_common_v1_Empty>;
  
  RemoveDocuments: grpc.handleUnaryCall<_svc_documents_v1_RemoveDocumentsRequest__Output, _svc_documents_v1_RemoveDocumentsReply>;
  
  ReplaceDocument: grpc.handleUnaryCall<_svc_documents_v1_ReplaceDocumentRequest__Output, _svc_common_v1_Document>;
  
  UpsertDocuments: grpc.handleUnaryCall<_svc_documents_v1_UpsertDocumentsRequest__Output, _svc_documents_v1_UpsertDocumentsReply>;
  
}

export interface DocumentsDefinition extends grpc.ServiceDefinition {
  CreateDocument: MethodDefinition<_svc_documents_v1_CreateDocumentRequest, _svc_common_v1_Document, _svc_documents_v1_CreateDocumentRequest__Output, _svc_common_v1_Document__Output>
  GetDocument: MethodDefinition<_svc_documents_v1_GetDocumentRequest, _svc_common_v1_Document, _svc_documents_v1_GetDocumentRequest__Output, _svc_common_v1_Document__Output>
  GetDocuments: MethodDefinition<_svc_documents_v1_GetDocumentsRequest, _svc_common_v1_Documents, _svc_documents_v1_GetDocumentsRequest__Output, _svc_common_v1_Documents__Output>
  KeepSnapshots: MethodDefinition<_svc_documents_v1_KeepSnapshotsRequest, _svc_common_v1_Empty, _svc_documents_v1_KeepSnapshotsRequest__Output, _svc_common_v1_Empty__Output>
  ListDocuments: MethodDefinition<_svc_documents_v1_ListDocumentsRequest, _svc_common_v1_DocumentPage, _svc_documents_v1_ListDocumentsRequest__Output, _svc_common_v1_DocumentPage__Output>
  ListVersions: MethodDefinition<_svc_documents_v1_ListVersionsRequest, _svc_common_v1_DocumentPage, _svc_documents_v1_ListVersionsRequest__Output, _svc_common_v1_DocumentPage__Output>
  PatchDocument: MethodDefinition<_svc_documents_v1_PatchDocumentRequest, _svc_common_v1_Document, _svc_documents_v1_PatchDocumentRequest__Output, _svc_common_v1_Document__Output>
  ReadArtifact: MethodDefinition<_svc_documents_v1_ReadArtifactRequest, _svc_documents_v1_ArtifactBytes, _svc_documents_v1_ReadArtifactRequest__Output, _svc_documents_v1_ArtifactBytes__Output>
  RemoveDocument: MethodDefinition<_svc_documents_v1_RemoveDocumentRequest, _svc_common_v1_Empty, _svc_documents_v1_RemoveDocumentRequest__Output, _svc_common_v1_Empty__Output>
  RemoveDocuments: MethodDefinition<_svc_documents_v1_RemoveDocumentsRequest, _svc_documents_v1_RemoveDocumentsReply, _svc_documents_v1_RemoveDocumentsRequest__Output, _svc_documents_v1_RemoveDocumentsReply__Output>
  ReplaceDocument: MethodDefinition<_svc_documents_v1_ReplaceDocumentRequest, _svc_common_v1_Document, _svc_documents_v1_ReplaceDocumentRequest__Output, _svc_common_v1_Document__Output>
  UpsertDocuments: MethodDefinition<_svc_documents_v1_UpsertDocumentsRequest, _svc_documents_v1_UpsertDocumentsReply, _svc_documents_v1_UpsertDocumentsRequest__Output, _svc_documents_v1_UpsertDocumentsReply__Output>
}
