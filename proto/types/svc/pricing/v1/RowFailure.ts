// Original file: proto/pricing.proto

import type { Failure as _svc_common_v1_Failure, Failure__Output as _svc_common_v1_Failure__Output } from '../../../svc/common/v1/Failure.js';

export interface RowFailure {
  'row'?: (number);
  'failure'?: (_svc_common_v1_Failure | null);
}

export interface RowFailure__Output {
  'row': (number);
  'failure': (_svc_common_v1_Failure__Output | null);
}
