/** The calls of the governance service: each reads its request, calls one function, and writes its reply. */
import type { Handlers } from '#proto/services';
import type { GovernanceDefinition } from '#proto/types/svc/governance/v1/Governance';
import { toMessage, toPageMessage } from '../base/document.js';
import type { ChangeTools } from '../evidence/audit.js';
import { decideApproval, getApproval, listApprovals, requestApproval } from './approvals.js';
import {
  claimValidationRun,
  getValidationRun,
  listValidationRuns,
  startValidationRun,
  updateValidationRun,
  validationOutcomesJson,
} from './validation-runs.js';

export function governanceHandlers(tools: ChangeTools) {
  const { store, now } = tools;

  return {
    requestApproval: async (request, { caller }) => toMessage(await requestApproval(tools, caller, request)),

    decideApproval: async (request, { caller }) => toMessage(await decideApproval(tools, caller, request)),

    getApproval: async ({ approvalId }, { caller }) => toMessage(await getApproval(store, caller.tenantId, approvalId)),

    listApprovals: async (query, { caller }) => toPageMessage(await listApprovals(store, caller.tenantId, query)),

    startValidationRun: async (request, { caller }) => toMessage(await startValidationRun(tools, caller, request)),

    getValidationRun: async ({ id, withOutcomes }, { caller: { tenantId } }) => {
      const run = await getValidationRun(store, tenantId, id);
      return { run: toMessage(run), outcomesJson: withOutcomes ? await validationOutcomesJson(store, run) : '' };
    },

    listValidationRuns: async (request, { caller }) => toPageMessage(await listValidationRuns(store, caller.tenantId, request)),

    claimValidationRun: async () => {
      const run = await claimValidationRun(store, now());
      if (run === undefined) return {};
      const { tenantId, submitter, claim } = run;
      return { run: toMessage(run), claimId: claim?.id ?? '', caller: { tenantId, ...submitter } };
    },

    updateValidationRun: async (request) => ({ held: await updateValidationRun(store, request, now()) }),
  } satisfies Handlers<GovernanceDefinition>;
}
