// Original file: proto/reference.proto


export interface FindSessionRequest {
  'hash'?: (Buffer | Uint8Array | string);
}

export interface FindSessionRequest__Output {
  'hash': (Buffer);
}
