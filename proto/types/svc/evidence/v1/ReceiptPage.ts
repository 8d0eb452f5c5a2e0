// Original file: proto/evidence.proto

import type { ReceiptSummary as _svc_evidence_v1_ReceiptSummary, ReceiptSummary__Output as _svc_evidence_v1_ReceiptSummary__Output } from '../../../svc/evidence/v1/ReceiptSummary.js';

export interface ReceiptPage {
  'items'?: (_svc_evidence_v1_ReceiptSummary)[];
  'nextCursor'?: (string);
}

export interface ReceiptPage__Output {
  'items': (_svc_evidence_v1_ReceiptSummary__Output)[];
  'nextCursor': (string);
}
