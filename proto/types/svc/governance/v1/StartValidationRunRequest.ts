// Original file: proto/governance.proto


export interface StartValidationRunRequest {
  'pricers'?: (string)[];
  'depth'?: (string);
  'requestId'?: (string);
}

export interface StartValidationRunRequest__Output {
  'pricers': (string)[];
  'depth': (string);
  'requestId': (string);
}
