// Original file: proto/access.proto

import type { Long } from '@grpc/proto-loader';

export interface ReserveRequestsRequest {
  'tenantId'?: (string);
  'keyId'?: (string);
  'count'?: (number);
  'requestsPerMinute'?: (number);
  'monthlyQuota'?: (number | string | Long);
  'computeSecondsQuota'?: (number | string | Long);
}

export interface ReserveRequestsRequest__Output {
  'tenantId': (string);
  'keyId': (string);
  'count': (number);
  'requestsPerMinute': (number);
  'monthlyQuota': (number);
  'computeSecondsQuota': (number);
}
