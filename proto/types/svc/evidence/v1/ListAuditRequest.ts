// Original file: proto/evidence.proto


export interface ListAuditRequest {
  'tenantId'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'filtersJson'?: (string);
  'effects'?: (boolean);
}

export interface ListAuditRequest__Output {
  'tenantId': (string);
  'limit': (number);
  'cursor': (string);
  'filtersJson': (string);
  'effects': (boolean);
}
