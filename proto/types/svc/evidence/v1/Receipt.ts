// Original file: proto/evidence.proto

import type { Long } from '@grpc/proto-loader';

export interface Receipt {
  'runId'?: (string);
  'operationId'?: (string);
  'requestJson'?: (string);
  'resultJson'?: (string);
  'manifestJson'?: (string);
  'backend'?: (string);
  'createdAtMs'?: (number | string | Long);
  'inputsJson'?: (string);
  'traceId'?: (string);
  'tag'?: (string);
  'parts'?: (string)[];
}

export interface Receipt__Output {
  'runId': (string);
  'operationId': (string);
  'requestJson': (string);
  'resultJson': (string);
  'manifestJson': (string);
  'backend': (string);
  'createdAtMs': (number);
  'inputsJson': (string);
  'traceId': (string);
  'tag': (string);
  'parts': (string)[];
}
