// Original file: proto/jobs.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportWorkerRequest {
  'id'?: (string);
  'version'?: (string);
  'node'?: (string);
  'queue'?: (string);
  'lanes'?: (number);
  'startedAtMs'?: (number | string | Long);
  'ending'?: (boolean);
}

export interface ReportWorkerRequest__Output {
  'id': (string);
  'version': (string);
  'node': (string);
  'queue': (string);
  'lanes': (number);
  'startedAtMs': (number);
  'ending': (boolean);
}
