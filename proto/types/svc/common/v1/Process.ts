// Original file: proto/common.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DescribeRequest as _svc_common_v1_DescribeRequest, DescribeRequest__Output as _svc_common_v1_DescribeRequest__Output } from '../../../svc/common/v1/DescribeRequest.js';
import type { ProcessReport as _svc_common_v1_ProcessReport, ProcessReport__Output as _svc_common_v1_ProcessReport__Output } from '../../../svc/common/v1/ProcessReport.js';

export interface ProcessClient extends grpc.Client {
  Describe(argument: _svc_common_v1_DescribeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  Describe(argument: _svc_common_v1_DescribeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  Describe(argument: _svc_common_v1_DescribeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  Describe(argument: _svc_common_v1_DescribeRequest, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_DescribeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_DescribeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_DescribeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  describe(argument: _svc_common_v1_DescribeRequest, callback: grpc.requestCallback<_svc_common_v1_ProcessReport__Output>): grpc.ClientUnaryCall;
  
}

export interface ProcessHandlers extends grpc.UntypedServiceImplementation {
  Describe: grpc.handleUnaryCall<_svc_common_v1_DescribeRequest__Output, _svc_common_v1_ProcessReport>;
  
}

export interface ProcessDefinition extends grpc.ServiceDefinition {
  Describe: MethodDefinition<_svc_common_v1_DescribeRequest, _svc_common_v1_ProcessReport, _svc_common_v1_DescribeRequest__Output, _svc_common_v1_ProcessReport__Output>
}
