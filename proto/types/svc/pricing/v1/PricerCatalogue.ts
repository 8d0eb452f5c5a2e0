// Original file: proto/pricing.proto

import type { Pricer as _svc_pricing_v1_Pricer, Pricer__Output as _svc_pricing_v1_Pricer__Output } from '../../../svc/pricing/v1/Pricer.js';

export interface PricerCatalogue {
  'engineVersion'?: (string);
  'pricers'?: (_svc_pricing_v1_Pricer)[];
  'backend'?: (string);
  'backendReason'?: (string);
}

export interface PricerCatalogue__Output {
  'engineVersion': (string);
  'pricers': (_svc_pricing_v1_Pricer__Output)[];
  'backend': (string);
  'backendReason': (string);
}
