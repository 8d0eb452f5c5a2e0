// Original file: proto/jobs.proto


export interface RenewJobRequest {
  'jobId'?: (string);
  'claimId'?: (string);
  'isBlock'?: (boolean);
}

export interface RenewJobRequest__Output {
  'jobId': (string);
  'claimId': (string);
  'isBlock': (boolean);
}
