// Original file: proto/evidence.proto

import type { Long } from '@grpc/proto-loader';

export interface VerifyReceiptsRequest {
  'fromMs'?: (number | string | Long);
}

export interface VerifyReceiptsRequest__Output {
  'fromMs': (number);
}
