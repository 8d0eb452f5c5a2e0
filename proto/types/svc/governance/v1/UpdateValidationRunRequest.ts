// Original file: proto/governance.proto


export interface UpdateValidationRunRequest {
  'tenantId'?: (string);
  'id'?: (string);
  'claimId'?: (string);
  'progress'?: (number | string);
  'state'?: (string);
  'resultsJson'?: (string);
  'outcomesJson'?: (string);
  'error'?: (string);
}

export interface UpdateValidationRunRequest__Output {
  'tenantId': (string);
  'id': (string);
  'claimId': (string);
  'progress': (number);
  'state': (string);
  'resultsJson': (string);
  'outcomesJson': (string);
  'error': (string);
}
