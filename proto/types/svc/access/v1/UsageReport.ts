// Original file: proto/access.proto

import type { UsageDay as _svc_access_v1_UsageDay, UsageDay__Output as _svc_access_v1_UsageDay__Output } from '../../../svc/access/v1/UsageDay.js';
import type { UsagePart as _svc_access_v1_UsagePart, UsagePart__Output as _svc_access_v1_UsagePart__Output } from '../../../svc/access/v1/UsagePart.js';
import type { StoredCount as _svc_access_v1_StoredCount, StoredCount__Output as _svc_access_v1_StoredCount__Output } from '../../../svc/access/v1/StoredCount.js';
import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from '../../../svc/common/v1/Document.js';
import type { Long } from '@grpc/proto-loader';

export interface UsageReport {
  'days'?: (_svc_access_v1_UsageDay)[];
  'parts'?: (_svc_access_v1_UsagePart)[];
  'monthRequests'?: (number | string | Long);
  'monthComputeMs'?: (number | string | Long);
  'stored'?: (_svc_access_v1_StoredCount)[];
  'countLimit'?: (number);
  'tenant'?: (_svc_common_v1_Document | null);
}

export interface UsageReport__Output {
  'days': (_svc_access_v1_UsageDay__Output)[];
  'parts': (_svc_access_v1_UsagePart__Output)[];
  'monthRequests': (number);
  'monthComputeMs': (number);
  'stored': (_svc_access_v1_StoredCount__Output)[];
  'countLimit': (number);
  'tenant': (_svc_common_v1_Document__Output | null);
}
