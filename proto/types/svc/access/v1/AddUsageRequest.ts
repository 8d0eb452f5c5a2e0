// Original file: proto/access.proto

import type { UsagePart as _svc_access_v1_UsagePart, UsagePart__Output as _svc_access_v1_UsagePart__Output } from '../../../svc/access/v1/UsagePart.js';

export interface AddUsageRequest {
  'parts'?: (_svc_access_v1_UsagePart)[];
}

export interface AddUsageRequest__Output {
  'parts': (_svc_access_v1_UsagePart__Output)[];
}
