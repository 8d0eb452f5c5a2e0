// Original file: proto/access.proto

import type { StatusInForce as _svc_common_v1_StatusInForce, StatusInForce__Output as _svc_common_v1_StatusInForce__Output } from '../../../svc/common/v1/StatusInForce.js';
import type { Long } from '@grpc/proto-loader';

export interface SessionRecord {
  'sessionId'?: (string);
  'userId'?: (string);
  'tenantId'?: (string);
  'roles'?: (string)[];
  'scopes'?: (string)[];
  'tier'?: (string);
  'csrfToken'?: (string);
  'expiresAtMs'?: (number | string | Long);
  'requestsPerMinute'?: (number);
  'monthlyQuota'?: (number | string | Long);
  'computeSecondsQuota'?: (number | string | Long);
  'statuses'?: (_svc_common_v1_StatusInForce)[];
  'email'?: (string);
  'name'?: (string);
}

export interface SessionRecord__Output {
  'sessionId': (string);
  'userId': (string);
  'tenantId': (string);
  'roles': (string)[];
  'scopes': (string)[];
  'tier': (string);
  'csrfToken': (string);
  'expiresAtMs': (number);
  'requestsPerMinute': (number);
  'monthlyQuota': (number);
  'computeSecondsQuota': (number);
  'statuses': (_svc_common_v1_StatusInForce__Output)[];
  'email': (string);
  'name': (string);
}
