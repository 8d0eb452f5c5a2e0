// Original file: proto/common.proto

import type { StatusInForce as _svc_common_v1_StatusInForce, StatusInForce__Output as _svc_common_v1_StatusInForce__Output } from '../../../svc/common/v1/StatusInForce.js';

export interface Caller {
  'tenantId'?: (string);
  'keyId'?: (string);
  'userId'?: (string);
  'roles'?: (string)[];
  'scopes'?: (string)[];
  'tier'?: (string);
  'correlationId'?: (string);
  'traceId'?: (string);
  'statuses'?: (_svc_common_v1_StatusInForce)[];
  'address'?: (string);
  'sessionId'?: (string);
}

export interface Caller__Output {
  'tenantId': (string);
  'keyId': (string);
  'userId': (string);
  'roles': (string)[];
  'scopes': (string)[];
  'tier': (string);
  'correlationId': (string);
  'traceId': (string);
  'statuses': (_svc_common_v1_StatusInForce__Output)[];
  'address': (string);
  'sessionId': (string);
}
