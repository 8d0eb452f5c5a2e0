// Original file: proto/reference.proto

import type { Document as _svc_reference_v1_Document, Document__Output as _svc_reference_v1_Document__Output } from '../../../svc/reference/v1/Document.js';

export interface Issued {
  'document'?: (_svc_reference_v1_Document | null);
  'secret'?: (string);
}

export interface Issued__Output {
  'document': (_svc_reference_v1_Document__Output | null);
  'secret': (string);
}
