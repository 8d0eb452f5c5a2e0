// Original file: proto/risk.proto

import type { Manifest as _svc_common_v1_Manifest, Manifest__Output as _svc_common_v1_Manifest__Output } from '../../../svc/common/v1/Manifest.js';

export interface RiskReply {
  'resultJson'?: (string);
  'manifest'?: (_svc_common_v1_Manifest | null);
}

export interface RiskReply__Output {
  'resultJson': (string);
  'manifest': (_svc_common_v1_Manifest__Output | null);
}
