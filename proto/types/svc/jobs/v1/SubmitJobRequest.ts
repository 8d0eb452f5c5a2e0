// Original file: proto/jobs.proto

import type { Long } from '@grpc/proto-loader';

export interface SubmitJobRequest {
  'requestId'?: (string);
  'operation'?: (string);
  'body'?: (Buffer | Uint8Array | string);
  'params'?: ({[key: string]: string});
  'label'?: (string);
  'priority'?: (number);
  'notBeforeMs'?: (number | string | Long);
  'expiresAtMs'?: (number | string | Long);
  'maxAttempts'?: (number);
  'notifyUrl'?: (string);
}

export interface SubmitJobRequest__Output {
  'requestId': (string);
  'operation': (string);
  'body': (Buffer);
  'params': ({[key: string]: string});
  'label': (string);
  'priority': (number);
  'notBeforeMs': (number);
  'expiresAtMs': (number);
  'maxAttempts': (number);
  'notifyUrl': (string);
}
