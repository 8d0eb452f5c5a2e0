// Original file: proto/pricing.proto

import type { VanillaTerms as _svc_pricing_v1_VanillaTerms, VanillaTerms__Output as _svc_pricing_v1_VanillaTerms__Output } from '../../../svc/pricing/v1/VanillaTerms.js';

export interface ImpliedVolatilityRequest {
  'terms'?: (_svc_pricing_v1_VanillaTerms | null);
  'marketPrice'?: (number | string);
  'marketDataAsOf'?: (string);
}

export interface ImpliedVolatilityRequest__Output {
  'terms': (_svc_pricing_v1_VanillaTerms__Output | null);
  'marketPrice': (number);
  'marketDataAsOf': (string);
}
