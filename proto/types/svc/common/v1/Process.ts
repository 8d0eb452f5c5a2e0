// Original file: proto/common.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from '../../../svc/common/v1/Empty.js';
import type { ProcessReport as _svc_common_v1_ProcessReport, ProcessReport__Output as _svc_common_v1_ProcessReport__Output } from '../../../svc/common/v1/ProcessReport.js';

export interface ProcessClient extends grpc.Client {
  Describe(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  Describe(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  Describe(argument: _svc_common_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  Describe(argument: _svc_common_v1_Empty, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_Empty, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  
}

export interface ProcessHandlers extends grpc.UntypedServiceImplementation {
  Describe: grpc.handleUnaryCall<_svc_common_v1_Empty__Output, _svc_common_v1_ProcessReport>;
  
}

export interface ProcessDefinition extends grpc.ServiceDefinition {
  Describe: MethodDefinition<_svc_common_v1_Empty, _svc_common_v1_ProcessReport, _svc_common_v1_Empty__Output, _svc_common_v1_ProcessReport__Output>
}
