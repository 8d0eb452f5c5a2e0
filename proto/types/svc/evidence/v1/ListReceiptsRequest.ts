// Original file: proto/evidence.proto

import type { Long } from '@grpc/proto-loader';

export interface ListReceiptsRequest {
  'limit'?: (number);
  'cursor'?: (string);
  'operationId'?: (string);
  'pricerId'?: (string);
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
  'tag'?: (string);
}

export interface ListReceiptsRequest__Output {
  'limit': (number);
  'cursor': (string);
  'operationId': (string);
  'pricerId': (string);
  'fromMs': (number);
  'toMs': (number);
  'tag': (string);
}
