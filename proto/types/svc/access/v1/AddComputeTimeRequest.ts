// Original file: proto/access.proto

import type { Long } from '@grpc/proto-loader';

export interface AddComputeTimeRequest {
  'computeMs'?: (number | string | Long);
}

export interface AddComputeTimeRequest__Output {
  'computeMs': (number);
}
