// Original file: proto/access.proto


export interface AdministrationList {
  'tenantId'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'filtersJson'?: (string);
}

export interface AdministrationList__Output {
  'tenantId': (string);
  'limit': (number);
  'cursor': (string);
  'filtersJson': (string);
}
