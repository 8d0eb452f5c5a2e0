// Original file: proto/calibration.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CalibrationReply as _svc_calibration_v1_CalibrationReply, CalibrationReply__Output as _svc_calibration_v1_CalibrationReply__Output } from '../../../svc/calibration/v1/CalibrationReply.js';
import type { CalibrationRequest as _svc_calibration_v1_CalibrationRequest, CalibrationRequest__Output as _svc_calibration_v1_CalibrationRequest__Output } from '../../../svc/calibration/v1/CalibrationRequest.js';

export interface CalibrationClient extends grpc.Client {
  CalibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCreditCurve(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  
  CalibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateCurve(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  
  CalibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateHeston(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  
  CalibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CalibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  calibrateSabr(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  
  CorrelationMatrix(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CorrelationMatrix(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CorrelationMatrix(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  CorrelationMatrix(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  correlationMatrix(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  correlationMatrix(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  correlationMatrix(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  correlationMatrix(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  
  FitSmiles(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  FitSmiles(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  FitSmiles(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  FitSmiles(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  fitSmiles(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  fitSmiles(argument: _svc_calibration_v1_CalibrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  fitSmiles(argument: _svc_calibration_v1_CalibrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  fitSmiles(argument: _svc_calibration_v1_CalibrationRequest, callback: grpc.requestCallback<_svc_calibration_v1_CalibrationReply__Output>): grpc.ClientUnaryCall;
  
}

export interface CalibrationHandlers extends grpc.UntypedServiceImplementation {
  CalibrateCreditCurve: grpc.handleUnaryCall<_svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply>;
  
  CalibrateCurve: grpc.handleUnaryCall<_svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply>;
  
  CalibrateHeston: grpc.handleUnaryCall<_svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply>;
  
  CalibrateSabr: grpc.handleUnaryCall<_svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply>;
  
  CorrelationMatrix: grpc.handleUnaryCall<_svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply>;
  
  FitSmiles: grpc.handleUnaryCall<_svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply>;
  
}

export interface CalibrationDefinition extends grpc.ServiceDefinition {
  CalibrateCreditCurve: MethodDefinition<_svc_calibration_v1_CalibrationRequest, _svc_calibration_v1_CalibrationReply, _svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply__Output>
  CalibrateCurve: MethodDefinition<_svc_calibration_v1_CalibrationRequest, _svc_calibration_v1_CalibrationReply, _svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply__Output>
  CalibrateHeston: MethodDefinition<_svc_calibration_v1_CalibrationRequest, _svc_calibration_v1_CalibrationReply, _svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply__Output>
  CalibrateSabr: MethodDefinition<_svc_calibration_v1_CalibrationRequest, _svc_calibration_v1_CalibrationReply, _svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply__Output>
  CorrelationMatrix: MethodDefinition<_svc_calibration_v1_CalibrationRequest, _svc_calibration_v1_CalibrationReply, _svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply__Output>
  FitSmiles: MethodDefinition<_svc_calibration_v1_CalibrationRequest, _svc_calibration_v1_CalibrationReply, _svc_calibration_v1_CalibrationRequest__Output, _svc_calibration_v1_CalibrationReply__Output>
}
