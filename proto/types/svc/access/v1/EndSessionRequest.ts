// Original file: proto/access.proto


export interface EndSessionRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'sessionId'?: (string);
}

export interface EndSessionRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'sessionId': (string);
}
