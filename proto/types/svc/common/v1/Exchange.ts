// Original file: proto/common.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallBatch as _svc_common_v1_CallBatch, CallBatch__Output as _svc_common_v1_CallBatch__Output } from '../../../svc/common/v1/CallBatch.js';
import type { ReplyBatch as _svc_common_v1_ReplyBatch, ReplyBatch__Output as _svc_common_v1_ReplyBatch__Output } from '../../../svc/common/v1/ReplyBatch.js';

export interface ExchangeClient extends grpc.Client {
  Open(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_svc_common_v1_CallBatch, _svc_common_v1_ReplyBatch__Output>;
  Open(options?: grpc.CallOptions): grpc.ClientDuplexStream<_svc_common_v1_CallBatch, _svc_common_v1_ReplyBatch__Output>;
  open(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_svc_common_v1_CallBatch, _svc_common_v1_ReplyBatch__Output>;
  open(options?: grpc.CallOptions): grpc.ClientDuplexStream<_svc_common_v1_CallBatch, _svc_common_v1_ReplyBatch__Output>;
  
}

export interface ExchangeHandlers extends grpc.UntypedServiceImplementation {
  Open: grpc.handleBidiStreamingCall<_svc_common_v1_CallBatch__Output, _svc_common_v1_ReplyBatch>;
  
}

export interface ExchangeDefinition extends grpc.ServiceDefinition {
  Open: MethodDefinition<_svc_common_v1_CallBatch, _svc_common_v1_ReplyBatch, _svc_common_v1_CallBatch__Output, _svc_common_v1_ReplyBatch__Output>
}
