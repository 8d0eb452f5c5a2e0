// Original file: proto/common.proto


export interface Call {
  'id'?: (number);
  'method'?: (string);
  'request'?: (Buffer | Uint8Array | string);
  'correlationId'?: (string);
  'tenantId'?: (string);
  'timeoutMs'?: (number);
  'cancel'?: (boolean);
}

export interface Call__Output {
  'id': (number);
  'method': (string);
  'request': (Buffer);
  'correlationId': (string);
  'tenantId': (string);
  'timeoutMs': (number);
  'cancel': (boolean);
}
