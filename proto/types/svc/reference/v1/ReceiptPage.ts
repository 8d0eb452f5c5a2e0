// Original file: proto/reference.proto

import type { ReceiptSummary as _svc_reference_v1_ReceiptSummary, ReceiptSummary__Output as _svc_reference_v1_ReceiptSummary__Output } from '../../../svc/reference/v1/ReceiptSummary.js';

export interface ReceiptPage {
  'items'?: (_svc_reference_v1_ReceiptSummary)[];
  'nextCursor'?: (string);
}

export interface ReceiptPage__Output {
  'items': (_svc_reference_v1_ReceiptSummary__Output)[];
  'nextCursor': (string);
}
