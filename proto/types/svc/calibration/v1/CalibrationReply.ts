// Original file: proto/calibration.proto


export interface CalibrationReply {
  'resultJson'?: (string);
}

export interface CalibrationReply__Output {
  'resultJson': (string);
}
