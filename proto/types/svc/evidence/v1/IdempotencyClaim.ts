// Original file: proto/evidence.proto


export interface IdempotencyClaim {
  'outcome'?: (string);
  'answer'?: (Buffer | Uint8Array | string);
  'requestId'?: (string);
}

export interface IdempotencyClaim__Output {
  'outcome': (string);
  'answer': (Buffer);
  'requestId': (string);
}
