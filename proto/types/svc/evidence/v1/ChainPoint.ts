// Original file: proto/evidence.proto

import type { Long } from '@grpc/proto-loader';

export interface ChainPoint {
  'block'?: (number);
  'hash'?: (string);
  'atMs'?: (number | string | Long);
}

export interface ChainPoint__Output {
  'block': (number);
  'hash': (string);
  'atMs': (number);
}
