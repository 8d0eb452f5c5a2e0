// Original file: proto/governance.proto


export interface ListValidationRunsRequest {
  'limit'?: (number);
}

export interface ListValidationRunsRequest__Output {
  'limit': (number);
}
