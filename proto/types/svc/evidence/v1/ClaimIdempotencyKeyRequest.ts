// Original file: proto/evidence.proto


export interface ClaimIdempotencyKeyRequest {
  'key'?: (string);
  'fingerprint'?: (Buffer | Uint8Array | string);
  'claimId'?: (string);
  'leaseMs'?: (number);
}

export interface ClaimIdempotencyKeyRequest__Output {
  'key': (string);
  'fingerprint': (Buffer);
  'claimId': (string);
  'leaseMs': (number);
}
