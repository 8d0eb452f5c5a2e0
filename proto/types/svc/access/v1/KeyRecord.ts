// Original file: proto/access.proto

import type { StatusInForce as _svc_common_v1_StatusInForce, StatusInForce__Output as _svc_common_v1_StatusInForce__Output } from '../../../svc/common/v1/StatusInForce.js';
import type { Long } from '@grpc/proto-loader';

export interface KeyRecord {
  'keyId'?: (string);
  'tenantId'?: (string);
  'hash'?: (Buffer | Uint8Array | string);
  'scopes'?: (string)[];
  'tier'?: (string);
  'environment'?: (string);
  'expiresAtMs'?: (number | string | Long);
  'revokedAtMs'?: (number | string | Long);
  'requestsPerMinute'?: (number);
  'monthlyQuota'?: (number | string | Long);
  'tenantDisabled'?: (boolean);
  'statuses'?: (_svc_common_v1_StatusInForce)[];
  'computeSecondsQuota'?: (number | string | Long);
  'roles'?: (string)[];
  'userId'?: (string);
  'userDisabled'?: (boolean);
}

export interface KeyRecord__Output {
  'keyId': (string);
  'tenantId': (string);
  'hash': (Buffer);
  'scopes': (string)[];
  'tier': (string);
  'environment': (string);
  'expiresAtMs': (number);
  'revokedAtMs': (number);
  'requestsPerMinute': (number);
  'monthlyQuota': (number);
  'tenantDisabled': (boolean);
  'statuses': (_svc_common_v1_StatusInForce__Output)[];
  'computeSecondsQuota': (number);
  'roles': (string)[];
  'userId': (string);
  'userDisabled': (boolean);
}
