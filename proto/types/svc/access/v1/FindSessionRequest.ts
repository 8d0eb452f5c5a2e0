// Original file: proto/access.proto


export interface FindSessionRequest {
  'hash'?: (Buffer | Uint8Array | string);
}

export interface FindSessionRequest__Output {
  'hash': (Buffer);
}
