// Original file: proto/evidence.proto

import type { Long } from '@grpc/proto-loader';

export interface ReceiptSummary {
  'runId'?: (string);
  'operationId'?: (string);
  'pricerId'?: (string);
  'createdAtMs'?: (number | string | Long);
  'tag'?: (string);
}

export interface ReceiptSummary__Output {
  'runId': (string);
  'operationId': (string);
  'pricerId': (string);
  'createdAtMs': (number);
  'tag': (string);
}
