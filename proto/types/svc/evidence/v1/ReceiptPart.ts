// Original file: proto/evidence.proto

import type { Long } from '@grpc/proto-loader';

export interface ReceiptPart {
  'runId'?: (string);
  'content'?: (Buffer | Uint8Array | string);
  'createdAtMs'?: (number | string | Long);
}

export interface ReceiptPart__Output {
  'runId': (string);
  'content': (Buffer);
  'createdAtMs': (number);
}
