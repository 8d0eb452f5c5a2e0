// Original file: proto/reference.proto


export interface ClaimJobRequest {
  'waitMs'?: (number);
}

export interface ClaimJobRequest__Output {
  'waitMs': (number);
}
