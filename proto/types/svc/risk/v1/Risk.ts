// Original file: proto/risk.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface RiskClient extends grpc.Client {
}

export interface RiskHandlers extends grpc.UntypedServiceImplementation {
}

export interface RiskDefinition extends grpc.ServiceDefinition {
}
