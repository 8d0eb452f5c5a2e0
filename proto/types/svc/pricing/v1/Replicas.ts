// Original file: proto/pricing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { LaunchReply as _svc_pricing_v1_LaunchReply, LaunchReply__Output as _svc_pricing_v1_LaunchReply__Output } from '../../../svc/pricing/v1/LaunchReply.js';
import type { LaunchRequest as _svc_pricing_v1_LaunchRequest, LaunchRequest__Output as _svc_pricing_v1_LaunchRequest__Output } from '../../../svc/pricing/v1/LaunchRequest.js';

export interface ReplicasClient extends grpc.Client {
  RunLaunch(argument: _svc_pricing_v1_LaunchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  RunLaunch(argument: _svc_pricing_v1_LaunchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  RunLaunch(argument: _svc_pricing_v1_LaunchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  RunLaunch(argument: _svc_pricing_v1_LaunchRequest, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  runLaunch(argument: _svc_pricing_v1_LaunchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  runLaunch(argument: _svc_pricing_v1_LaunchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  runLaunch(argument: _svc_pricing_v1_LaunchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  runLaunch(argument: _svc_pricing_v1_LaunchRequest, callback: grpc.requestCallback<_svc_pricing_v1_LaunchReply__Output>): grpc.ClientUnaryCall;
  
}

export interface ReplicasHandlers extends grpc.UntypedServiceImplementation {
  RunLaunch: grpc.handleUnaryCall<_svc_pricing_v1_LaunchRequest__Output, _svc_pricing_v1_LaunchReply>;
  
}

export interface ReplicasDefinition extends grpc.ServiceDefinition {
  RunLaunch: MethodDefinition<_svc_pricing_v1_LaunchRequest, _svc_pricing_v1_LaunchReply, _svc_pricing_v1_LaunchRequest__Output, _svc_pricing_v1_LaunchReply__Output>
}
