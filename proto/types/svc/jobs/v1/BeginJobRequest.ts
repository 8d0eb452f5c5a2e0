// Original file: proto/jobs.proto


export interface BeginJobRequest {
  'tenantId'?: (string);
  'jobId'?: (string);
  'call'?: (string);
  'block'?: (number);
  'attempt'?: (number);
}

export interface BeginJobRequest__Output {
  'tenantId': (string);
  'jobId': (string);
  'call': (string);
  'block': (number);
  'attempt': (number);
}
