// Original file: proto/pricing.proto

import type { Greeks as _svc_pricing_v1_Greeks, Greeks__Output as _svc_pricing_v1_Greeks__Output } from '../../../svc/pricing/v1/Greeks.js';
import type { Manifest as _svc_common_v1_Manifest, Manifest__Output as _svc_common_v1_Manifest__Output } from '../../../svc/common/v1/Manifest.js';

export interface VanillaGreeks {
  'greeks'?: (_svc_pricing_v1_Greeks | null);
  'manifest'?: (_svc_common_v1_Manifest | null);
}

export interface VanillaGreeks__Output {
  'greeks': (_svc_pricing_v1_Greeks__Output | null);
  'manifest': (_svc_common_v1_Manifest__Output | null);
}
