// Original file: proto/reference.proto


export interface RenewJobRequest {
  'jobId'?: (string);
  'claimId'?: (string);
  'progress'?: (number | string);
  'stage'?: (string);
}

export interface RenewJobRequest__Output {
  'jobId': (string);
  'claimId': (string);
  'progress': (number);
  'stage': (string);
}
