// Original file: proto/access.proto

import type { Long } from '@grpc/proto-loader';

export interface UsagePart {
  'operationId'?: (string);
  'actor'?: (string);
  'requests'?: (number | string | Long);
}

export interface UsagePart__Output {
  'operationId': (string);
  'actor': (string);
  'requests': (number);
}
