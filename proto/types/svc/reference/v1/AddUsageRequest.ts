// Original file: proto/reference.proto

import type { UsagePart as _svc_reference_v1_UsagePart, UsagePart__Output as _svc_reference_v1_UsagePart__Output } from '../../../svc/reference/v1/UsagePart.js';

export interface AddUsageRequest {
  'parts'?: (_svc_reference_v1_UsagePart)[];
}

export interface AddUsageRequest__Output {
  'parts': (_svc_reference_v1_UsagePart__Output)[];
}
