// Original file: proto/calibration.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'

export interface CalibrationClient extends grpc.Client {
}

export interface CalibrationHandlers extends grpc.UntypedServiceImplementation {
}

export interface CalibrationDefinition extends grpc.ServiceDefinition {
}
