// Original file: proto/access.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AddComputeTimeRequest as _svc_access_v1_AddComputeTimeRequest, AddComputeTimeRequest__Output as _svc_access_v1_AddComputeTimeRequest__Output } from '../../../svc/access/v1/AddComputeTimeRequest.js';
import type { AddUsageRequest as _svc_access_v1_AddUsageRequest, AddUsageRequest__Output as _svc_access_v1_AddUsageRequest__Output } from '../../../svc/access/v1/AddUsageRequest.js';
import type { AdministrationList as _svc_access_v1_AdministrationList, AdministrationList__Output as _svc_access_v1_AdministrationList__Output } from '../../../svc/access/v1/AdministrationList.js';
import type { AdministrationRequest as _svc_access_v1_AdministrationRequest, AdministrationRequest__Output as _svc_access_v1_AdministrationRequest__Output } from '../../../svc/access/v1/AdministrationRequest.js';
import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';
import type { DocumentPage as _svc_common_v1_DocumentPage, DocumentPage__Output as _svc_common_v1_DocumentPage__Output } from '../../../svc/common/v1/DocumentPage.js';
import type { Documents as _svc_common_v1_Documents, Documents__Output as _svc_common_v1_Documents__Output } from '../../../svc/common/v1/Documents.js';
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from '../../../svc/common/v1/Empty.js';
import type { EndSessionRequest as _svc_access_v1_EndSessionRequest, EndSessionRequest__Output as _svc_access_v1_EndSessionRequest__Output } from '../../../svc/access/v1/EndSessionRequest.js';
import type { FindKeyRequest as _svc_access_v1_FindKeyRequest, FindKeyRequest__Output as _svc_access_v1_FindKeyRequest__Output } from '../../../svc/access/v1/FindKeyRequest.js';
import type { FindSessionRequest as _svc_access_v1_FindSessionRequest, FindSessionRequest__Output as _svc_access_v1_FindSessionRequest__Output } from '../../../svc/access/v1/FindSessionRequest.js';
import type { GetUsageRequest as _svc_access_v1_GetUsageRequest, GetUsageRequest__Output as _svc_access_v1_GetUsageRequest__Output } from '../../../svc/access/v1/GetUsageRequest.js';
import type { Issued as _svc_access_v1_Issued, Issued__Output as _svc_access_v1_Issued__Output } from '../../../svc/access/v1/Issued.js';
import type { KeyRecord as _svc_access_v1_KeyRecord, KeyRecord__Output as _svc_access_v1_KeyRecord__Output } from '../../../svc/access/v1/KeyRecord.js';
import type { Reservation as _svc_access_v1_Reservation, Reservation__Output as _svc_access_v1_Reservation__Output } from '../../../svc/access/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_access_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_access_v1_ReserveRequestsRequest__Output } from '../../../svc/access/v1/ReserveRequestsRequest.js';
import type { SessionRecord as _svc_access_v1_SessionRecord, SessionRecord__Output as _svc_access_v1_SessionRecord__Output } from '../../../svc/access/v1/SessionRecord.js';
import type { UsageReport as _svc_access_v1_UsageReport, UsageReport__Output as _svc_access_v1_UsageReport__Output } from '../../../svc/access/v1/UsageReport.js';

export interface AccessClient extends grpc.Client {
  AcceptInvitation(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  AddComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  AddComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  AddComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  AddComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addComputeTime(argument: _svc_access_v1_AddComputeTimeRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  AddUsage(argument: _svc_access_v1_AddUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  AddUsage(argument: _svc_access_v1_AddUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  AddUsage(argument: _svc_access_v1_AddUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  AddUsage(argument: _svc_access_v1_AddUsageRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_access_v1_AddUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_access_v1_AddUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_access_v1_AddUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  addUsage(argument: _svc_access_v1_AddUsageRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  ChangePassword(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  CreateKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  CreateTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  CreateUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  createUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  EndSession(argument: _svc_access_v1_EndSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _svc_access_v1_EndSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _svc_access_v1_EndSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _svc_access_v1_EndSessionRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_access_v1_EndSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_access_v1_EndSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_access_v1_EndSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  endSession(argument: _svc_access_v1_EndSessionRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  FindKey(argument: _svc_access_v1_FindKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_access_v1_FindKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_access_v1_FindKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  FindKey(argument: _svc_access_v1_FindKeyRequest, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_access_v1_FindKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_access_v1_FindKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_access_v1_FindKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  findKey(argument: _svc_access_v1_FindKeyRequest, callback: grpc.requestCallback<_svc_access_v1_KeyRecord__Output>): grpc.ClientUnaryCall;
  
  FindSession(argument: _svc_access_v1_FindSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  FindSession(argument: _svc_access_v1_FindSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  FindSession(argument: _svc_access_v1_FindSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  FindSession(argument: _svc_access_v1_FindSessionRequest, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_access_v1_FindSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_access_v1_FindSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_access_v1_FindSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  findSession(argument: _svc_access_v1_FindSessionRequest, callback: grpc.requestCallback<_svc_access_v1_SessionRecord__Output>): grpc.ClientUnaryCall;
  
  GetKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetUsage(argument: _svc_access_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _svc_access_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _svc_access_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _svc_access_v1_GetUsageRequest, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_access_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_access_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_access_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _svc_access_v1_GetUsageRequest, callback: grpc.requestCallback<_svc_access_v1_UsageReport__Output>): grpc.ClientUnaryCall;
  
  GetUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  InviteUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  ListKeys(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _svc_access_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _svc_access_v1_AdministrationList, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_access_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _svc_access_v1_AdministrationList, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListSessions(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Documents__Output>): grpc.ClientUnaryCall;
  
  ListTenants(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _svc_access_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _svc_access_v1_AdministrationList, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_access_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _svc_access_v1_AdministrationList, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListUsers(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _svc_access_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _svc_access_v1_AdministrationList, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_access_v1_AdministrationList, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_access_v1_AdministrationList, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _svc_access_v1_AdministrationList, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  RemoveUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RemoveUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RemoveUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  RemoveUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  removeUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  ReserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  ReserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  reserveRequests(argument: _svc_access_v1_ReserveRequestsRequest, callback: grpc.requestCallback<_svc_access_v1_Reservation__Output>): grpc.ClientUnaryCall;
  
  RevokeKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  RotateKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  RotateKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  RotateKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  RotateKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  rotateKey(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  SignIn(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  signIn(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_access_v1_Issued__Output>): grpc.ClientUnaryCall;
  
  UpdateTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateTenant(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateTenant(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateTenant(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  UpdateUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_access_v1_AdministrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_access_v1_AdministrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _svc_access_v1_AdministrationRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
}

export interface AccessHandlers extends grpc.UntypedServiceImplementation {
  AcceptInvitation: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  AddComputeTime: grpc.handleUnaryCall<_svc_access_v1_AddComputeTimeRequest__Output, _svc_common_v1_Empty>;
  
  AddUsage: grpc.handleUnaryCall<_svc_access_v1_AddUsageRequest__Output, _svc_common_v1_Empty>;
  
  ChangePassword: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  CreateKey: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued>;
  
  CreateTenant: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  CreateUser: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued>;
  
  EndSession: grpc.handleUnaryCall<_svc_access_v1_EndSessionRequest__Output, _svc_common_v1_Empty>;
  
  FindKey: grpc.handleUnaryCall<_svc_access_v1_FindKeyRequest__Output, _svc_access_v1_KeyRecord>;
  
  FindSession: grpc.handleUnaryCall<_svc_access_v1_FindSessionRequest__Output, _svc_access_v1_SessionRecord>;
  
  GetKey: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  GetTenant: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  GetUsage: grpc.handleUnaryCall<_svc_access_v1_GetUsageRequest__Output, _svc_access_v1_UsageReport>;
  
  GetUser: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  InviteUser: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued>;
  
  ListKeys: grpc.handleUnaryCall<_svc_access_v1_AdministrationList__Output, _svc_common_v1_DocumentPage>;
  
  ListSessions: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Documents>;
  
  ListTenants: grpc.handleUnaryCall<_svc_access_v1_AdministrationList__Output, _svc_common_v1_DocumentPage>;
  
  ListUsers: grpc.handleUnaryCall<_svc_access_v1_AdministrationList__Output, _svc_common_v1_DocumentPage>;
  
  RemoveUser: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Empty>;
  
  ReserveRequests: grpc.handleUnaryCall<_svc_access_v1_ReserveRequestsRequest__Output, _svc_access_v1_Reservation>;
  
  RevokeKey: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  RotateKey: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued>;
  
  SignIn: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued>;
  
  UpdateTenant: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
  UpdateUser: grpc.handleUnaryCall<_svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document>;
  
}

export interface AccessDefinition extends grpc.ServiceDefinition {
  AcceptInvitation: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  AddComputeTime: MethodDefinition<_svc_access_v1_AddComputeTimeRequest, _svc_common_v1_Empty, _svc_access_v1_AddComputeTimeRequest__Output, _svc_common_v1_Empty__Output>
  AddUsage: MethodDefinition<_svc_access_v1_AddUsageRequest, _svc_common_v1_Empty, _svc_access_v1_AddUsageRequest__Output, _svc_common_v1_Empty__Output>
  ChangePassword: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  CreateKey: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_access_v1_Issued, _svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued__Output>
  CreateTenant: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  CreateUser: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_access_v1_Issued, _svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued__Output>
  EndSession: MethodDefinition<_svc_access_v1_EndSessionRequest, _svc_common_v1_Empty, _svc_access_v1_EndSessionRequest__Output, _svc_common_v1_Empty__Output>
  FindKey: MethodDefinition<_svc_access_v1_FindKeyRequest, _svc_access_v1_KeyRecord, _svc_access_v1_FindKeyRequest__Output, _svc_access_v1_KeyRecord__Output>
  FindSession: MethodDefinition<_svc_access_v1_FindSessionRequest, _svc_access_v1_SessionRecord, _svc_access_v1_FindSessionRequest__Output, _svc_access_v1_SessionRecord__Output>
  GetKey: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  GetTenant: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  GetUsage: MethodDefinition<_svc_access_v1_GetUsageRequest, _svc_access_v1_UsageReport, _svc_access_v1_GetUsageRequest__Output, _svc_access_v1_UsageReport__Output>
  GetUser: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  InviteUser: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_access_v1_Issued, _svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued__Output>
  ListKeys: MethodDefinition<_svc_access_v1_AdministrationList, _svc_common_v1_DocumentPage, _svc_access_v1_AdministrationList__Output, _svc_common_v1_DocumentPage__Output>
  ListSessions: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Documents, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Documents__Output>
  ListTenants: MethodDefinition<_svc_access_v1_AdministrationList, _svc_common_v1_DocumentPage, _svc_access_v1_AdministrationList__Output, _svc_common_v1_DocumentPage__Output>
  ListUsers: MethodDefinition<_svc_access_v1_AdministrationList, _svc_common_v1_DocumentPage, _svc_access_v1_AdministrationList__Output, _svc_common_v1_DocumentPage__Output>
  RemoveUser: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Empty, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Empty__Output>
  ReserveRequests: MethodDefinition<_svc_access_v1_ReserveRequestsRequest, _svc_access_v1_Reservation, _svc_access_v1_ReserveRequestsRequest__Output, _svc_access_v1_Reservation__Output>
  RevokeKey: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  RotateKey: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_access_v1_Issued, _svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued__Output>
  SignIn: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_access_v1_Issued, _svc_access_v1_AdministrationRequest__Output, _svc_access_v1_Issued__Output>
  UpdateTenant: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
  UpdateUser: MethodDefinition<_svc_access_v1_AdministrationRequest, _svc_common_v1_Document, _svc_access_v1_AdministrationRequest__Output, _svc_common_v1_Document__Output>
}
