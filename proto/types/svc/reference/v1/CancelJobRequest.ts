// Original file: proto/reference.proto


export interface CancelJobRequest {
  'id'?: (string);
}

export interface CancelJobRequest__Output {
  'id': (string);
}
