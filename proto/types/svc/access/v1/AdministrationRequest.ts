// Original file: proto/access.proto


export interface AdministrationRequest {
  'tenantId'?: (string);
  'id'?: (string);
  'expectedVersion'?: (number);
  'fieldsJson'?: (string);
  'requestId'?: (string);
}

export interface AdministrationRequest__Output {
  'tenantId': (string);
  'id': (string);
  'expectedVersion': (number);
  'fieldsJson': (string);
  'requestId': (string);
}
