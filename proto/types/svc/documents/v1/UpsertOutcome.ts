// Original file: proto/documents.proto

import type { Fault as _svc_common_v1_Fault, Fault__Output as _svc_common_v1_Fault__Output } from '../../../svc/common/v1/Fault.js';

export interface UpsertOutcome {
  'outcome'?: (string);
  'faults'?: (_svc_common_v1_Fault)[];
}

export interface UpsertOutcome__Output {
  'outcome': (string);
  'faults': (_svc_common_v1_Fault__Output)[];
}
