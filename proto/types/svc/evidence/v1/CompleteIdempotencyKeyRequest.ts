// Original file: proto/evidence.proto


export interface CompleteIdempotencyKeyRequest {
  'key'?: (string);
  'claimId'?: (string);
  'answer'?: (Buffer | Uint8Array | string);
}

export interface CompleteIdempotencyKeyRequest__Output {
  'key': (string);
  'claimId': (string);
  'answer': (Buffer);
}
