import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'superseded'] as const;

/** How far a capability is validated (interface specification, 2.3). */
export const capabilityStatuses = ['roadmap', 'experimental', 'production-candidate', 'ga-validated', 'retired'] as const;

/** The same from the weakest to the strongest. */
export const STATUSES_BY_STRENGTH = ['roadmap', 'retired', 'experimental', 'production-candidate', 'ga-validated'] as const;

/** The request body that asks for a change of a pricer's status. */
export const approvalRequest = z
  .strictObject({
    pricerId: z.string().max(100),
    toStatus: z.enum(capabilityStatuses),
    reason: text(2_000).meta({ description: 'Why the status should change' }),
    evidence: z
      .array(z.string().max(100))
      .max(20)
      .default([])
      .meta({ description: 'Ids of validation runs. ga-validated needs one that the pricer has passed in its present version' }),
    runId: z.uuid().optional().meta({ description: 'A run whose receipt supports the request; it is kept as long as the request' }),
  })
  .meta({ id: 'ApprovalRequest', description: 'A request to change the status of a pricer' });

/** Requests to change a pricer's status, and what was decided. The status in force follows from those that were approved. */
export const approvals = resource({
  collection: 'approvals',
  idPrefix: 'apr_',
  schema: z.strictObject({
    ...approvalRequest.shape,
    /** Fingerprint of the pricer at the request: an approval holds for this version and no other. */
    fingerprint: z.string(),
    fromStatus: z.enum(capabilityStatuses),
    status: z.enum(approvalStatuses),
    decision: z
      .strictObject({
        decision: z.enum(['approve', 'reject']),
        comment: text(2_000),
        /** Id of the key or user. */
        by: z.string(),
        /** Unix milliseconds. */
        at: z.int(),
      })
      .optional(),
  }),
  filters: { pricerId: 'equals', status: 'equals' },
  searchable: ['reason'],
  references: [{ field: 'runId', to: 'receipts' }],
  history: true,
  access: 'services',
});

export type Approval = DocumentOf<typeof approvals>;
