// Original file: proto/common.proto

import type { Fault as _svc_common_v1_Fault, Fault__Output as _svc_common_v1_Fault__Output } from '../../../svc/common/v1/Fault.js';

export interface Failure {
  'code'?: (number);
  'message'?: (string);
  'faults'?: (_svc_common_v1_Fault)[];
  'calculation'?: (string);
  'retryAfterS'?: (number);
}

export interface Failure__Output {
  'code': (number);
  'message': (string);
  'faults': (_svc_common_v1_Fault__Output)[];
  'calculation': (string);
  'retryAfterS': (number);
}
