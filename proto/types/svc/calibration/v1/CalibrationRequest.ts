// Original file: proto/calibration.proto


export interface CalibrationRequest {
  'bodyJson'?: (string);
  'today'?: (string);
}

export interface CalibrationRequest__Output {
  'bodyJson': (string);
  'today': (string);
}
