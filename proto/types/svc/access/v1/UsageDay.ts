// Original file: proto/access.proto

import type { Long } from '@grpc/proto-loader';

export interface UsageDay {
  'day'?: (string);
  'requests'?: (number | string | Long);
  'computeMs'?: (number | string | Long);
  'receipts'?: (number | string | Long);
}

export interface UsageDay__Output {
  'day': (string);
  'requests': (number);
  'computeMs': (number);
  'receipts': (number);
}
