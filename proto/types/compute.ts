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
import type { BlockPlan as _svc_compute_v1_BlockPlan, BlockPlan__Output as _svc_compute_v1_BlockPlan__Output } from './svc/compute/v1/BlockPlan.js';
import type { BlocksClient as _svc_compute_v1_BlocksClient, BlocksDefinition as _svc_compute_v1_BlocksDefinition } from './svc/compute/v1/Blocks.js';
import type { CombineBlocksRequest as _svc_compute_v1_CombineBlocksRequest, CombineBlocksRequest__Output as _svc_compute_v1_CombineBlocksRequest__Output } from './svc/compute/v1/CombineBlocksRequest.js';
import type { ComputeReply as _svc_compute_v1_ComputeReply, ComputeReply__Output as _svc_compute_v1_ComputeReply__Output } from './svc/compute/v1/ComputeReply.js';
import type { ComputeRequest as _svc_compute_v1_ComputeRequest, ComputeRequest__Output as _svc_compute_v1_ComputeRequest__Output } from './svc/compute/v1/ComputeRequest.js';
import type { MethodsClient as _svc_compute_v1_MethodsClient, MethodsDefinition as _svc_compute_v1_MethodsDefinition } from './svc/compute/v1/Methods.js';
import type { PlanBlocksRequest as _svc_compute_v1_PlanBlocksRequest, PlanBlocksRequest__Output as _svc_compute_v1_PlanBlocksRequest__Output } from './svc/compute/v1/PlanBlocksRequest.js';
import type { RunBlockRequest as _svc_compute_v1_RunBlockRequest, RunBlockRequest__Output as _svc_compute_v1_RunBlockRequest__Output } from './svc/compute/v1/RunBlockRequest.js';

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
    compute: {
      v1: {
        BlockPlan: MessageTypeDefinition<_svc_compute_v1_BlockPlan, _svc_compute_v1_BlockPlan__Output>
        Blocks: SubtypeConstructor<typeof grpc.Client, _svc_compute_v1_BlocksClient> & { service: _svc_compute_v1_BlocksDefinition }
        CombineBlocksRequest: MessageTypeDefinition<_svc_compute_v1_CombineBlocksRequest, _svc_compute_v1_CombineBlocksRequest__Output>
        ComputeReply: MessageTypeDefinition<_svc_compute_v1_ComputeReply, _svc_compute_v1_ComputeReply__Output>
        ComputeRequest: MessageTypeDefinition<_svc_compute_v1_ComputeRequest, _svc_compute_v1_ComputeRequest__Output>
        Methods: SubtypeConstructor<typeof grpc.Client, _svc_compute_v1_MethodsClient> & { service: _svc_compute_v1_MethodsDefinition }
        PlanBlocksRequest: MessageTypeDefinition<_svc_compute_v1_PlanBlocksRequest, _svc_compute_v1_PlanBlocksRequest__Output>
        RunBlockRequest: MessageTypeDefinition<_svc_compute_v1_RunBlockRequest, _svc_compute_v1_RunBlockRequest__Output>
      }
    }
  }
}

