// Original file: proto/calibration.proto


export interface CalibrationRequest {
  'bodyJson'?: (string);
}

export interface CalibrationRequest__Output {
  'bodyJson': (string);
}
