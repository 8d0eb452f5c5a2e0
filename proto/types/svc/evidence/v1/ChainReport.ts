// Original file: proto/evidence.proto

import type { ChainPoint as _svc_evidence_v1_ChainPoint, ChainPoint__Output as _svc_evidence_v1_ChainPoint__Output } from '../../../svc/evidence/v1/ChainPoint.js';
import type { ChainBreak as _svc_evidence_v1_ChainBreak, ChainBreak__Output as _svc_evidence_v1_ChainBreak__Output } from '../../../svc/evidence/v1/ChainBreak.js';
import type { AuditReport as _svc_evidence_v1_AuditReport, AuditReport__Output as _svc_evidence_v1_AuditReport__Output } from '../../../svc/evidence/v1/AuditReport.js';
import type { Long } from '@grpc/proto-loader';

export interface ChainReport {
  'blocks'?: (number);
  'receipts'?: (number);
  'signed'?: (number);
  'checkpoint'?: (_svc_evidence_v1_ChainPoint | null);
  'head'?: (_svc_evidence_v1_ChainPoint | null);
  'broken'?: (_svc_evidence_v1_ChainBreak | null);
  'continueFromMs'?: (number | string | Long);
  'unlinked'?: (string)[];
  'audit'?: (_svc_evidence_v1_AuditReport | null);
}

export interface ChainReport__Output {
  'blocks': (number);
  'receipts': (number);
  'signed': (number);
  'checkpoint': (_svc_evidence_v1_ChainPoint__Output | null);
  'head': (_svc_evidence_v1_ChainPoint__Output | null);
  'broken': (_svc_evidence_v1_ChainBreak__Output | null);
  'continueFromMs': (number);
  'unlinked': (string)[];
  'audit': (_svc_evidence_v1_AuditReport__Output | null);
}
