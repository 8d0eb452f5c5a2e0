// Original file: proto/jobs.proto


export interface SplitJobRequest {
  'jobId'?: (string);
  'claimId'?: (string);
  'tenantId'?: (string);
  'call'?: (string);
  'method'?: (string);
  'body'?: (Buffer | Uint8Array | string);
  'units'?: (number);
  'unitsPerBlock'?: (number);
}

export interface SplitJobRequest__Output {
  'jobId': (string);
  'claimId': (string);
  'tenantId': (string);
  'call': (string);
  'method': (string);
  'body': (Buffer);
  'units': (number);
  'unitsPerBlock': (number);
}
