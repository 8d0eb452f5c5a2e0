// Original file: proto/governance.proto

import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';

export interface ValidationRunReply {
  'run'?: (_svc_common_v1_Document | null);
  'outcomesJson'?: (string);
}

export interface ValidationRunReply__Output {
  'run': (_svc_common_v1_Document__Output | null);
  'outcomesJson': (string);
}
