// Original file: proto/governance.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClaimState as _svc_common_v1_ClaimState, ClaimState__Output as _svc_common_v1_ClaimState__Output } from '../../../svc/common/v1/ClaimState.js';
import type { DecideApprovalRequest as _svc_governance_v1_DecideApprovalRequest, DecideApprovalRequest__Output as _svc_governance_v1_DecideApprovalRequest__Output } from '../../../svc/governance/v1/DecideApprovalRequest.js';
import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';
import type { DocumentPage as _svc_common_v1_DocumentPage, DocumentPage__Output as _svc_common_v1_DocumentPage__Output } from '../../../svc/common/v1/DocumentPage.js';
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from '../../../svc/common/v1/Empty.js';
import type { GetApprovalRequest as _svc_governance_v1_GetApprovalRequest, GetApprovalRequest__Output as _svc_governance_v1_GetApprovalRequest__Output } from '../../../svc/governance/v1/GetApprovalRequest.js';
import type { GetValidationRunRequest as _svc_governance_v1_GetValidationRunRequest, GetValidationRunRequest__Output as _svc_governance_v1_GetValidationRunRequest__Output } from '../../../svc/governance/v1/GetValidationRunRequest.js';
import type { ListApprovalsRequest as _svc_governance_v1_ListApprovalsRequest, ListApprovalsRequest__Output as _svc_governance_v1_ListApprovalsRequest__Output } from '../../../svc/governance/v1/ListApprovalsRequest.js';
import type { ListValidationRunsRequest as _svc_governance_v1_ListValidationRunsRequest, ListValidationRunsRequest__Output as _svc_governance_v1_ListValidationRunsRequest__Output } from '../../../svc/governance/v1/ListValidationRunsRequest.js';
import type { RequestApprovalRequest as _svc_governance_v1_RequestApprovalRequest, RequestApprovalRequest__Output as _svc_governance_v1_RequestApprovalRequest__Output } from '../../../svc/governance/v1/RequestApprovalRequest.js';
import type { StartValidationRunRequest as _svc_governance_v1_StartValidationRunRequest, StartValidationRunRequest__Output as _svc_governance_v1_StartValidationRunRequest__Output } from '../../../svc/governance/v1/StartValidationRunRequest.js';
import type { UpdateValidationRunRequest as _svc_governance_v1_UpdateValidationRunRequest, UpdateValidationRunRequest__Output as _svc_governance_v1_UpdateValidationRunRequest__Output } from '../../../svc/governance/v1/UpdateValidationRunRequest.js';
import type { ValidationClaim as _svc_governance_v1_ValidationClaim, ValidationClaim__Output as _svc_governance_v1_ValidationClaim__Output } from '../../../svc/governance/v1/ValidationClaim.js';
import type { ValidationRunReply as _svc_governance_v1_ValidationRunReply, ValidationRunReply__Output as _svc_governance_v1_ValidationRunReply__Output } from '../../../svc/governance/v1/ValidationRunReply.js';

export interface GovernanceClient extends grpc.Client {
  ClaimValidationRun(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  ClaimValidationRun(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  ClaimValidationRun(argument: _svc_common_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  ClaimValidationRun(argument: _svc_common_v1_Empty, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_common_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  claimValidationRun(argument: _svc_common_v1_Empty, callback: grpc.requestCallback<_svc_governance_v1_ValidationClaim__Output>): grpc.ClientUnaryCall;
  
  DecideApproval(argument: _svc_governance_v1_DecideApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  DecideApproval(argument: _svc_governance_v1_DecideApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  DecideApproval(argument: _svc_governance_v1_DecideApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  DecideApproval(argument: _svc_governance_v1_DecideApprovalRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_governance_v1_DecideApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_governance_v1_DecideApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_governance_v1_DecideApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  decideApproval(argument: _svc_governance_v1_DecideApprovalRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetApproval(argument: _svc_governance_v1_GetApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetApproval(argument: _svc_governance_v1_GetApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetApproval(argument: _svc_governance_v1_GetApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  GetApproval(argument: _svc_governance_v1_GetApprovalRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_governance_v1_GetApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_governance_v1_GetApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_governance_v1_GetApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  getApproval(argument: _svc_governance_v1_GetApprovalRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  GetValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  GetValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  GetValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  GetValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  getValidationRun(argument: _svc_governance_v1_GetValidationRunRequest, callback: grpc.requestCallback<_svc_governance_v1_ValidationRunReply__Output>): grpc.ClientUnaryCall;
  
  ListApprovals(argument: _svc_governance_v1_ListApprovalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListApprovals(argument: _svc_governance_v1_ListApprovalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListApprovals(argument: _svc_governance_v1_ListApprovalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListApprovals(argument: _svc_governance_v1_ListApprovalsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_governance_v1_ListApprovalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_governance_v1_ListApprovalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_governance_v1_ListApprovalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listApprovals(argument: _svc_governance_v1_ListApprovalsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  ListValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  ListValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  listValidationRuns(argument: _svc_governance_v1_ListValidationRunsRequest, callback: grpc.requestCallback<_svc_common_v1_DocumentPage__Output>): grpc.ClientUnaryCall;
  
  RequestApproval(argument: _svc_governance_v1_RequestApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  RequestApproval(argument: _svc_governance_v1_RequestApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  RequestApproval(argument: _svc_governance_v1_RequestApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  RequestApproval(argument: _svc_governance_v1_RequestApprovalRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_governance_v1_RequestApprovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_governance_v1_RequestApprovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_governance_v1_RequestApprovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  requestApproval(argument: _svc_governance_v1_RequestApprovalRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  StartValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  StartValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  StartValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  StartValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  startValidationRun(argument: _svc_governance_v1_StartValidationRunRequest, callback: grpc.requestCallback<_svc_common_v1_Document__Output>): grpc.ClientUnaryCall;
  
  UpdateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  UpdateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  UpdateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  UpdateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  updateValidationRun(argument: _svc_governance_v1_UpdateValidationRunRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
}

export interface GovernanceHandlers extends grpc.UntypedServiceImplementation {
  ClaimValidationRun: grpc.handleUnaryCall<_svc_common_v1_Empty__Output, _svc_governance_v1_ValidationClaim>;
  
  DecideApproval: grpc.handleUnaryCall<_svc_governance_v1_DecideApprovalRequest__Output, _svc_common_v1_Document>;
  
  GetApproval: grpc.handleUnaryCall<_svc_governance_v1_GetApprovalRequest__Output, _svc_common_v1_Document>;
  
  GetValidationRun: grpc.handleUnaryCall<_svc_governance_v1_GetValidationRunRequest__Output, _svc_governance_v1_ValidationRunReply>;
  
  ListApprovals: grpc.handleUnaryCall<_svc_governance_v1_ListApprovalsRequest__Output, _svc_common_v1_DocumentPage>;
  
  ListValidationRuns: grpc.handleUnaryCall<_svc_governance_v1_ListValidationRunsRequest__Output, _svc_common_v1_DocumentPage>;
  
  RequestApproval: grpc.handleUnaryCall<_svc_governance_v1_RequestApprovalRequest__Output, _svc_common_v1_Document>;
  
  StartValidationRun: grpc.handleUnaryCall<_svc_governance_v1_StartValidationRunRequest__Output, _svc_common_v1_Document>;
  
  UpdateValidationRun: grpc.handleUnaryCall<_svc_governance_v1_UpdateValidationRunRequest__Output, _svc_common_v1_ClaimState>;
  
}

export interface GovernanceDefinition extends grpc.ServiceDefinition {
  ClaimValidationRun: MethodDefinition<_svc_common_v1_Empty, _svc_governance_v1_ValidationClaim, _svc_common_v1_Empty__Output, _svc_governance_v1_ValidationClaim__Output>
  DecideApproval: MethodDefinition<_svc_governance_v1_DecideApprovalRequest, _svc_common_v1_Document, _svc_governance_v1_DecideApprovalRequest__Output, _svc_common_v1_Document__Output>
  GetApproval: MethodDefinition<_svc_governance_v1_GetApprovalRequest, _svc_common_v1_Document, _svc_governance_v1_GetApprovalRequest__Output, _svc_common_v1_Document__Output>
  GetValidationRun: MethodDefinition<_svc_governance_v1_GetValidationRunRequest, _svc_governance_v1_ValidationRunReply, _svc_governance_v1_GetValidationRunRequest__Output, _svc_governance_v1_ValidationRunReply__Output>
  ListApprovals: MethodDefinition<_svc_governance_v1_ListApprovalsRequest, _svc_common_v1_DocumentPage, _svc_governance_v1_ListApprovalsRequest__Output, _svc_common_v1_DocumentPage__Output>
  ListValidationRuns: MethodDefinition<_svc_governance_v1_ListValidationRunsRequest, _svc_common_v1_DocumentPage, _svc_governance_v1_ListValidationRunsRequest__Output, _svc_common_v1_DocumentPage__Output>
  RequestApproval: MethodDefinition<_svc_governance_v1_RequestApprovalRequest, _svc_common_v1_Document, _svc_governance_v1_RequestApprovalRequest__Output, _svc_common_v1_Document__Output>
  StartValidationRun: MethodDefinition<_svc_governance_v1_StartValidationRunRequest, _svc_common_v1_Document, _svc_governance_v1_StartValidationRunRequest__Output, _svc_common_v1_Document__Output>
  UpdateValidationRun: MethodDefinition<_svc_governance_v1_UpdateValidationRunRequest, _svc_common_v1_ClaimState, _svc_governance_v1_UpdateValidationRunRequest__Output, _svc_common_v1_ClaimState__Output>
}
