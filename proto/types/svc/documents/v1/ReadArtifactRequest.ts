// Original file: proto/documents.proto

import type { Long } from '@grpc/proto-loader';

export interface ReadArtifactRequest {
  'id'?: (string);
  'offset'?: (number | string | Long);
}

export interface ReadArtifactRequest__Output {
  'id': (string);
  'offset': (number);
}
