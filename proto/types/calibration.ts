import type * as grpc from '@grpc/grpc-js';

import type { CalibrationClient as _svc_calibration_v1_CalibrationClient, CalibrationDefinition as _svc_calibration_v1_CalibrationDefinition } from './svc/calibration/v1/Calibration.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    calibration: {
      v1: {
        Calibration: SubtypeConstructor<typeof grpc.Client, _svc_calibration_v1_CalibrationClient> & { service: _svc_calibration_v1_CalibrationDefinition }
      }
    }
  }
}

