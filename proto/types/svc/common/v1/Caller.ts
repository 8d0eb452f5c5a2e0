// Original file: proto/common.proto


export interface Caller {
  'tenantId'?: (string);
  'keyId'?: (string);
  'userId'?: (string);
  'roles'?: (string)[];
  'scopes'?: (string)[];
  'tier'?: (string);
  'correlationId'?: (string);
  'traceId'?: (string);
}

export interface Caller__Output {
  'tenantId': (string);
  'keyId': (string);
  'userId': (string);
  'roles': (string)[];
  'scopes': (string)[];
  'tier': (string);
  'correlationId': (string);
  'traceId': (string);
}
