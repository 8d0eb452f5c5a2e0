// Original file: proto/common.proto


export interface Call {
  'id'?: (number);
  'method'?: (string);
  'request'?: (Buffer | Uint8Array | string);
  'caller'?: (Buffer | Uint8Array | string);
  'correlationId'?: (string);
  'traceId'?: (string);
  'timeoutMs'?: (number);
  'cancel'?: (boolean);
}

export interface Call__Output {
  'id': (number);
  'method': (string);
  'request': (Buffer);
  'caller': (Buffer);
  'correlationId': (string);
  'traceId': (string);
  'timeoutMs': (number);
  'cancel': (boolean);
}
