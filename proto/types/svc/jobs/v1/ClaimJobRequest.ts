// Original file: proto/jobs.proto


export interface ClaimJobRequest {
  'waitMs'?: (number);
}

export interface ClaimJobRequest__Output {
  'waitMs': (number);
}
