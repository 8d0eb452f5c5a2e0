// Original file: proto/compute.proto

import type { Manifest as _svc_common_v1_Manifest, Manifest__Output as _svc_common_v1_Manifest__Output } from '../../../svc/common/v1/Manifest.js';

export interface ComputeReply {
  'resultJson'?: (string);
  'manifest'?: (_svc_common_v1_Manifest | null);
}

export interface ComputeReply__Output {
  'resultJson': (string);
  'manifest': (_svc_common_v1_Manifest__Output | null);
}
