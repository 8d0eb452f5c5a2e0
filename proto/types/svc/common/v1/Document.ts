// Original file: proto/common.proto

import type { Long } from '@grpc/proto-loader';

export interface Document {
  'id'?: (string);
  'version'?: (number);
  'createdAtMs'?: (number | string | Long);
  'updatedAtMs'?: (number | string | Long);
  'createdBy'?: (string);
  'updatedBy'?: (string);
  'fieldsJson'?: (string);
}

export interface Document__Output {
  'id': (string);
  'version': (number);
  'createdAtMs': (number);
  'updatedAtMs': (number);
  'createdBy': (string);
  'updatedBy': (string);
  'fieldsJson': (string);
}
