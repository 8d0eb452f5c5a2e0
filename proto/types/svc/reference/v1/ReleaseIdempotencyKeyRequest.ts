// Original file: proto/reference.proto


export interface ReleaseIdempotencyKeyRequest {
  'key'?: (string);
  'claimId'?: (string);
}

export interface ReleaseIdempotencyKeyRequest__Output {
  'key': (string);
  'claimId': (string);
}
