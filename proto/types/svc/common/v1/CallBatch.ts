// Original file: proto/common.proto

import type { Call as _svc_common_v1_Call, Call__Output as _svc_common_v1_Call__Output } from '../../../svc/common/v1/Call.js';

export interface CallBatch {
  'calls'?: (_svc_common_v1_Call)[];
}

export interface CallBatch__Output {
  'calls': (_svc_common_v1_Call__Output)[];
}
