// Original file: proto/governance.proto

import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';
import type { Caller as _svc_common_v1_Caller, Caller__Output as _svc_common_v1_Caller__Output } from '../../../svc/common/v1/Caller.js';

export interface ValidationClaim {
  'run'?: (_svc_common_v1_Document | null);
  'claimId'?: (string);
  'caller'?: (_svc_common_v1_Caller | null);
}

export interface ValidationClaim__Output {
  'run': (_svc_common_v1_Document__Output | null);
  'claimId': (string);
  'caller': (_svc_common_v1_Caller__Output | null);
}
