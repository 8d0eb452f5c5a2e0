// Original file: proto/access.proto

import type { Long } from '@grpc/proto-loader';

export interface Reservation {
  'granted'?: (number);
  'remaining'?: (number);
  'resetMs'?: (number);
  'quotaExhausted'?: (boolean);
  'quotaRemaining'?: (number | string | Long);
  'quotaResetS'?: (number);
  'computeUsedMs'?: (number | string | Long);
}

export interface Reservation__Output {
  'granted': (number);
  'remaining': (number);
  'resetMs': (number);
  'quotaExhausted': (boolean);
  'quotaRemaining': (number);
  'quotaResetS': (number);
  'computeUsedMs': (number);
}
