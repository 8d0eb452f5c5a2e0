// Original file: proto/common.proto

import type { Failure as _svc_common_v1_Failure, Failure__Output as _svc_common_v1_Failure__Output } from '../../../svc/common/v1/Failure.js';

export interface Reply {
  'id'?: (number);
  'response'?: (Buffer | Uint8Array | string);
  'failure'?: (_svc_common_v1_Failure | null);
}

export interface Reply__Output {
  'id': (number);
  'response': (Buffer);
  'failure': (_svc_common_v1_Failure__Output | null);
}
