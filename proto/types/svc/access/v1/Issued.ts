// Original file: proto/access.proto

import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';

export interface Issued {
  'document'?: (_svc_common_v1_Document | null);
  'secret'?: (string);
}

export interface Issued__Output {
  'document': (_svc_common_v1_Document__Output | null);
  'secret': (string);
}
