// Original file: proto/pricing.proto

import type { VanillaTerms as _svc_pricing_v1_VanillaTerms, VanillaTerms__Output as _svc_pricing_v1_VanillaTerms__Output } from '../../../svc/pricing/v1/VanillaTerms.js';

export interface VanillaRequest {
  'terms'?: (_svc_pricing_v1_VanillaTerms | null);
  'marketDataAsOf'?: (string);
}

export interface VanillaRequest__Output {
  'terms': (_svc_pricing_v1_VanillaTerms__Output | null);
  'marketDataAsOf': (string);
}
