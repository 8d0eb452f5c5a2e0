// Original file: proto/reference.proto

import type { UpsertOutcome as _svc_reference_v1_UpsertOutcome, UpsertOutcome__Output as _svc_reference_v1_UpsertOutcome__Output } from '../../../svc/reference/v1/UpsertOutcome.js';

export interface UpsertDocumentsReply {
  'outcomes'?: (_svc_reference_v1_UpsertOutcome)[];
}

export interface UpsertDocumentsReply__Output {
  'outcomes': (_svc_reference_v1_UpsertOutcome__Output)[];
}
