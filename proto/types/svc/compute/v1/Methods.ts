// Original file: proto/compute.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ComputeReply as _svc_compute_v1_ComputeReply, ComputeReply__Output as _svc_compute_v1_ComputeReply__Output } from '../../../svc/compute/v1/ComputeReply.js';
import type { ComputeRequest as _svc_compute_v1_ComputeRequest, ComputeRequest__Output as _svc_compute_v1_ComputeRequest__Output } from '../../../svc/compute/v1/ComputeRequest.js';

export interface MethodsClient extends grpc.Client {
  Compute(argument: _svc_compute_v1_ComputeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  Compute(argument: _svc_compute_v1_ComputeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  Compute(argument: _svc_compute_v1_ComputeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  Compute(argument: _svc_compute_v1_ComputeRequest, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  compute(argument: _svc_compute_v1_ComputeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  compute(argument: _svc_compute_v1_ComputeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  compute(argument: _svc_compute_v1_ComputeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  compute(argument: _svc_compute_v1_ComputeRequest, callback: grpc.requestCallback<_svc_compute_v1_ComputeReply__Output>): grpc.ClientUnaryCall;
  
}

export interface MethodsHandlers extends grpc.UntypedServiceImplementation {
  Compute: grpc.handleUnaryCall<_svc_compute_v1_ComputeRequest__Output, _svc_compute_v1_ComputeReply>;
  
}

export interface MethodsDefinition extends grpc.ServiceDefinition {
  Compute: MethodDefinition<_svc_compute_v1_ComputeRequest, _svc_compute_v1_ComputeReply, _svc_compute_v1_ComputeRequest__Output, _svc_compute_v1_ComputeReply__Output>
}
