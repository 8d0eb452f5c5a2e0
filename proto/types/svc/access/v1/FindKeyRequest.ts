// Original file: proto/access.proto


export interface FindKeyRequest {
  'prefix'?: (string);
}

export interface FindKeyRequest__Output {
  'prefix': (string);
}
