// Original file: proto/compute.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BlockPlan as _svc_compute_v1_BlockPlan, BlockPlan__Output as _svc_compute_v1_BlockPlan__Output } from '../../../svc/compute/v1/BlockPlan.js';
import type { CombineBlocksRequest as _svc_compute_v1_CombineBlocksRequest, CombineBlocksRequest__Output as _svc_compute_v1_CombineBlocksRequest__Output } from '../../../svc/compute/v1/CombineBlocksRequest.js';
import type { ComputeReply as _svc_compute_v1_ComputeReply, ComputeReply__Output as _svc_compute_v1_ComputeReply__Output } from '../../../svc/compute/v1/ComputeReply.js';
import type { ComputedBlock as _svc_common_v1_ComputedBlock, ComputedBlock__Output as _svc_common_v1_ComputedBlock__Output } from '../../../svc/common/v1/ComputedBlock.js';
import type { PlanBlocksRequest as _svc_compute_v1_PlanBlocksRequest, PlanBlocksRequest__Output as _svc_compute_v1_PlanBlocksRequest__Output } from '../../../svc/compute/v1/PlanBlocksRequest.js';
import type { RunBlockRequest as _svc_compute_v1_RunBlockRequest, RunBlockRequest__Output as _svc_compute_v1_RunBlockRequest__Output } from '../../../svc/compute/v1/RunBlockRequest.js';

export interface BlocksClient extends grpc.Client {
  CombineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  CombineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  CombineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  CombineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_compute_v1_CombineBlocksRequest, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  
  PlanBlocks(argument: _svc_compute_v1_PlanBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  PlanBlocks(argument: _svc_compute_v1_PlanBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  PlanBlocks(argument: _svc_compute_v1_PlanBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  PlanBlocks(argument: _svc_compute_v1_PlanBlocksRequest, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_compute_v1_PlanBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_compute_v1_PlanBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_compute_v1_PlanBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_compute_v1_PlanBlocksRequest, callback: grpc.requestCallback<_svc_compute_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  
  RunBlock(argument: _svc_compute_v1_RunBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  RunBlock(argument: _svc_compute_v1_RunBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  RunBlock(argument: _svc_compute_v1_RunBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  RunBlock(argument: _svc_compute_v1_RunBlockRequest, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_compute_v1_RunBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_compute_v1_RunBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_compute_v1_RunBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_compute_v1_RunBlockRequest, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  
}

export interface BlocksHandlers extends grpc.UntypedServiceImplementation {
  CombineBlocks: grpc.handleUnaryCall<_svc_compute_v1_CombineBlocksRequest__Output, _svc_compute_v1_ComputeReply>;
  
  PlanBlocks: grpc.handleUnaryCall<_svc_compute_v1_PlanBlocksRequest__Output, _svc_compute_v1_BlockPlan>;
  
  RunBlock: grpc.handleUnaryCall<_svc_compute_v1_RunBlockRequest__Output, _svc_common_v1_ComputedBlock>;
  
}

export interface BlocksDefinition extends grpc.ServiceDefinition {
  CombineBlocks: MethodDefinition<_svc_compute_v1_CombineBlocksRequest, _svc_compute_v1_ComputeReply, _svc_compute_v1_CombineBlocksRequest__Output, _svc_compute_v1_ComputeReply__Output>
  PlanBlocks: MethodDefinition<_svc_compute_v1_PlanBlocksRequest, _svc_compute_v1_BlockPlan, _svc_compute_v1_PlanBlocksRequest__Output, _svc_compute_v1_BlockPlan__Output>
  RunBlock: MethodDefinition<_svc_compute_v1_RunBlockRequest, _svc_common_v1_ComputedBlock, _svc_compute_v1_RunBlockRequest__Output, _svc_common_v1_ComputedBlock__Output>
}
