// Original file: proto/reference.proto


export interface AdministrationList {
  'tenantId'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'filtersJson'?: (string);
  'effects'?: (boolean);
}

export interface AdministrationList__Output {
  'tenantId': (string);
  'limit': (number);
  'cursor': (string);
  'filtersJson': (string);
  'effects': (boolean);
}
