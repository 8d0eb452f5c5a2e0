import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CalibrationClient as _svc_calibration_v1_CalibrationClient, CalibrationDefinition as _svc_calibration_v1_CalibrationDefinition } from './svc/calibration/v1/Calibration.js';
import type { CalibrationReply as _svc_calibration_v1_CalibrationReply, CalibrationReply__Output as _svc_calibration_v1_CalibrationReply__Output } from './svc/calibration/v1/CalibrationReply.js';
import type { CalibrationRequest as _svc_calibration_v1_CalibrationRequest, CalibrationRequest__Output as _svc_calibration_v1_CalibrationRequest__Output } from './svc/calibration/v1/CalibrationRequest.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    calibration: {
      v1: {
        Calibration: SubtypeConstructor<typeof grpc.Client, _svc_calibration_v1_CalibrationClient> & { service: _svc_calibration_v1_CalibrationDefinition }
        CalibrationReply: MessageTypeDefinition<_svc_calibration_v1_CalibrationReply, _svc_calibration_v1_CalibrationReply__Output>
        CalibrationRequest: MessageTypeDefinition<_svc_calibration_v1_CalibrationRequest, _svc_calibration_v1_CalibrationRequest__Output>
      }
    }
  }
}

