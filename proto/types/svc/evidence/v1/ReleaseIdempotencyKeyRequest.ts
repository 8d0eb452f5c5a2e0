// Original file: proto/evidence.proto


export interface ReleaseIdempotencyKeyRequest {
  'key'?: (string);
  'claimId'?: (string);
}

export interface ReleaseIdempotencyKeyRequest__Output {
  'key': (string);
  'claimId': (string);
}
