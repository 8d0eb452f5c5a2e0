// Original file: proto/documents.proto

import type { UpsertOutcome as _svc_documents_v1_UpsertOutcome, UpsertOutcome__Output as _svc_documents_v1_UpsertOutcome__Output } from '../../../svc/documents/v1/UpsertOutcome.js';

export interface UpsertDocumentsReply {
  'outcomes'?: (_svc_documents_v1_UpsertOutcome)[];
}

export interface UpsertDocumentsReply__Output {
  'outcomes': (_svc_documents_v1_UpsertOutcome__Output)[];
}
