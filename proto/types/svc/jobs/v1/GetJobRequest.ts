// Original file: proto/jobs.proto


export interface GetJobRequest {
  'id'?: (string);
  'waitMs'?: (number);
}

export interface GetJobRequest__Output {
  'id': (string);
  'waitMs': (number);
}
