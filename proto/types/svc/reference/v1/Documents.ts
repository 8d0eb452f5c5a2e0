// Original file: proto/reference.proto

import type { Document as _svc_reference_v1_Document, Document__Output as _svc_reference_v1_Document__Output } from '../../../svc/reference/v1/Document.js';

export interface Documents {
  'items'?: (_svc_reference_v1_Document)[];
}

export interface Documents__Output {
  'items': (_svc_reference_v1_Document__Output)[];
}
