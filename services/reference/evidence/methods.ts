/** How the methods of the evidence service are called. */
import type { EvidenceDefinition } from '#proto/types/svc/evidence/v1/Evidence';
import type { MethodTable } from '../../rpc/method-table.js';
import { LOOK_UP, REPEATABLE } from '../base/calls.js';

export const evidenceMethods: MethodTable<EvidenceDefinition> = {
  recordReceipt: { cost: 'store', transport: 'exchange' },
  // The same part written again is one part.
  writeReceiptPart: REPEATABLE,
  readReceiptPart: LOOK_UP,
  getReceipt: LOOK_UP,
  listReceipts: LOOK_UP,
  verifyReceipts: LOOK_UP,
  // A claim names itself, so that claiming again with the same name gives the same outcome.
  claimIdempotencyKey: REPEATABLE,
  completeIdempotencyKey: REPEATABLE,
  releaseIdempotencyKey: REPEATABLE,
  listAudit: LOOK_UP,
  // The walk checks a hash per entry, which takes as long as a batch.
  verifyAudit: { cost: 'batch' },
};
