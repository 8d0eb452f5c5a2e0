// Original file: proto/jobs.proto


export interface ExpireJobRequest {
  'tenantId'?: (string);
  'jobId'?: (string);
}

export interface ExpireJobRequest__Output {
  'tenantId': (string);
  'jobId': (string);
}
