// Original file: proto/pricing.proto

import type { RowFailure as _svc_pricing_v1_RowFailure, RowFailure__Output as _svc_pricing_v1_RowFailure__Output } from '../../../svc/pricing/v1/RowFailure.js';
import type { Manifest as _svc_common_v1_Manifest, Manifest__Output as _svc_common_v1_Manifest__Output } from '../../../svc/common/v1/Manifest.js';

export interface VanillaGreeksBatch {
  'values'?: (Buffer | Uint8Array | string);
  'failures'?: (_svc_pricing_v1_RowFailure)[];
  'manifest'?: (_svc_common_v1_Manifest | null);
}

export interface VanillaGreeksBatch__Output {
  'values': (Buffer);
  'failures': (_svc_pricing_v1_RowFailure__Output)[];
  'manifest': (_svc_common_v1_Manifest__Output | null);
}
