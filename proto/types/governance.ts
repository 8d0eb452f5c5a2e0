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
import type { DecideApprovalRequest as _svc_governance_v1_DecideApprovalRequest, DecideApprovalRequest__Output as _svc_governance_v1_DecideApprovalRequest__Output } from './svc/governance/v1/DecideApprovalRequest.js';
import type { GetApprovalRequest as _svc_governance_v1_GetApprovalRequest, GetApprovalRequest__Output as _svc_governance_v1_GetApprovalRequest__Output } from './svc/governance/v1/GetApprovalRequest.js';
import type { GetValidationRunRequest as _svc_governance_v1_GetValidationRunRequest, GetValidationRunRequest__Output as _svc_governance_v1_GetValidationRunRequest__Output } from './svc/governance/v1/GetValidationRunRequest.js';
import type { GovernanceClient as _svc_governance_v1_GovernanceClient, GovernanceDefinition as _svc_governance_v1_GovernanceDefinition } from './svc/governance/v1/Governance.js';
import type { ListApprovalsRequest as _svc_governance_v1_ListApprovalsRequest, ListApprovalsRequest__Output as _svc_governance_v1_ListApprovalsRequest__Output } from './svc/governance/v1/ListApprovalsRequest.js';
import type { ListValidationRunsRequest as _svc_governance_v1_ListValidationRunsRequest, ListValidationRunsRequest__Output as _svc_governance_v1_ListValidationRunsRequest__Output } from './svc/governance/v1/ListValidationRunsRequest.js';
import type { RequestApprovalRequest as _svc_governance_v1_RequestApprovalRequest, RequestApprovalRequest__Output as _svc_governance_v1_RequestApprovalRequest__Output } from './svc/governance/v1/RequestApprovalRequest.js';
import type { StartValidationRunRequest as _svc_governance_v1_StartValidationRunRequest, StartValidationRunRequest__Output as _svc_governance_v1_StartValidationRunRequest__Output } from './svc/governance/v1/StartValidationRunRequest.js';
import type { UpdateValidationRunRequest as _svc_governance_v1_UpdateValidationRunRequest, UpdateValidationRunRequest__Output as _svc_governance_v1_UpdateValidationRunRequest__Output } from './svc/governance/v1/UpdateValidationRunRequest.js';
import type { ValidationClaim as _svc_governance_v1_ValidationClaim, ValidationClaim__Output as _svc_governance_v1_ValidationClaim__Output } from './svc/governance/v1/ValidationClaim.js';
import type { ValidationRunReply as _svc_governance_v1_ValidationRunReply, ValidationRunReply__Output as _svc_governance_v1_ValidationRunReply__Output } from './svc/governance/v1/ValidationRunReply.js';

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
    governance: {
      v1: {
        DecideApprovalRequest: MessageTypeDefinition<_svc_governance_v1_DecideApprovalRequest, _svc_governance_v1_DecideApprovalRequest__Output>
        GetApprovalRequest: MessageTypeDefinition<_svc_governance_v1_GetApprovalRequest, _svc_governance_v1_GetApprovalRequest__Output>
        GetValidationRunRequest: MessageTypeDefinition<_svc_governance_v1_GetValidationRunRequest, _svc_governance_v1_GetValidationRunRequest__Output>
        Governance: SubtypeConstructor<typeof grpc.Client, _svc_governance_v1_GovernanceClient> & { service: _svc_governance_v1_GovernanceDefinition }
        ListApprovalsRequest: MessageTypeDefinition<_svc_governance_v1_ListApprovalsRequest, _svc_governance_v1_ListApprovalsRequest__Output>
        ListValidationRunsRequest: MessageTypeDefinition<_svc_governance_v1_ListValidationRunsRequest, _svc_governance_v1_ListValidationRunsRequest__Output>
        RequestApprovalRequest: MessageTypeDefinition<_svc_governance_v1_RequestApprovalRequest, _svc_governance_v1_RequestApprovalRequest__Output>
        StartValidationRunRequest: MessageTypeDefinition<_svc_governance_v1_StartValidationRunRequest, _svc_governance_v1_StartValidationRunRequest__Output>
        UpdateValidationRunRequest: MessageTypeDefinition<_svc_governance_v1_UpdateValidationRunRequest, _svc_governance_v1_UpdateValidationRunRequest__Output>
        ValidationClaim: MessageTypeDefinition<_svc_governance_v1_ValidationClaim, _svc_governance_v1_ValidationClaim__Output>
        ValidationRunReply: MessageTypeDefinition<_svc_governance_v1_ValidationRunReply, _svc_governance_v1_ValidationRunReply__Output>
      }
    }
  }
}

