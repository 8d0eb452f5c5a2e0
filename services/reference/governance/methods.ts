/** How the methods of the governance service are called. */
import type { GovernanceDefinition } from '#proto/types/svc/governance/v1/Governance';
import type { MethodTable } from '../../rpc/method-table.js';
import { LOOK_UP, ONCE, REPEATABLE } from '../base/calls.js';

export const governanceMethods: MethodTable<GovernanceDefinition> = {
  // An approval that is requested again for the same request is the one that exists.
  requestApproval: REPEATABLE,
  decideApproval: ONCE,
  getApproval: LOOK_UP,
  listApprovals: LOOK_UP,
  // A run that is started again for the same request is the one that exists.
  startValidationRun: REPEATABLE,
  getValidationRun: REPEATABLE,
  listValidationRuns: LOOK_UP,
  // A claim whose answer was lost is given to nobody until its lease ends.
  claimValidationRun: ONCE,
  updateValidationRun: REPEATABLE,
};
