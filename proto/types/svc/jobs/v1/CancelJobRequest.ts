// Original file: proto/jobs.proto


export interface CancelJobRequest {
  'id'?: (string);
}

export interface CancelJobRequest__Output {
  'id': (string);
}
