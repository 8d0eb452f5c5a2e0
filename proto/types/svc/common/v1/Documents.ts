// Original file: proto/common.proto

import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';

export interface Documents {
  'items'?: (_svc_common_v1_Document)[];
}

export interface Documents__Output {
  'items': (_svc_common_v1_Document__Output)[];
}
