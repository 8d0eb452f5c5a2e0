// Original file: proto/governance.proto


export interface GetValidationRunRequest {
  'id'?: (string);
  'withOutcomes'?: (boolean);
}

export interface GetValidationRunRequest__Output {
  'id': (string);
  'withOutcomes': (boolean);
}
