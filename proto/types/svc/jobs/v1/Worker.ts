// Original file: proto/jobs.proto

import type { Long } from '@grpc/proto-loader';

export interface Worker {
  'id'?: (string);
  'version'?: (string);
  'node'?: (string);
  'queue'?: (string);
  'lanes'?: (number);
  'startedAtMs'?: (number | string | Long);
  'seenAtMs'?: (number | string | Long);
}

export interface Worker__Output {
  'id': (string);
  'version': (string);
  'node': (string);
  'queue': (string);
  'lanes': (number);
  'startedAtMs': (number);
  'seenAtMs': (number);
}
