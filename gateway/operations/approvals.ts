/** Four-eyes approvals of a pricer's status. */
import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import type { Pricer__Output } from '#proto/types/svc/pricing/v1/Pricer';
import { type Approval, approvalRequest, approvalStatuses, approvals as resource } from '#services/resources/approval';
import { HttpFailure } from '../contract/errors.js';
import { type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { pageResponse } from '../contract/page.js';
import { documentSchema, documentView, fieldSchemas, listQuery, listRequest } from '../resource/crud.js';
import { status } from './governance.js';

const path = '/api/v1/governance/approvals';
const shared = { tag: 'Governance', scope: 'governance', costClass: 'store' } as const;

const decisionRequest = z
  .strictObject({
    decision: z.enum(['approve', 'reject']),
    comment: z.string().min(1).max(2_000).meta({ description: 'Why it was decided so' }),
  })
  .meta({ id: 'ApprovalDecision' });

const { fingerprint, ...requested } = fieldSchemas(resource, 'pricerId', 'toStatus', 'reason', 'evidence', 'runId', 'fingerprint');
const approval = documentSchema(
  {
    shape: {
      ...requested,
      fingerprint: fingerprint.meta({
        description: 'Of the pricer when it was requested: the approval holds for this version',
      }),
      fromStatus: status.meta({ description: 'Status in force when it was requested' }),
      status: z.enum(approvalStatuses).meta({ description: 'superseded: a later request for the same pricer has taken its place' }),
      decision: z
        .object({ ...decisionRequest.shape, by: z.string().meta({ description: 'Id of the key or user' }), at: z.iso.datetime() })
        .meta({ id: 'DecidedApproval', description: 'What was decided, by whom and when' })
        .optional(),
    },
  },
  'Approval',
);

function approvalView(document: Document__Output): never {
  const { decision, ...fields } = documentView(document) as unknown as Approval;
  return { ...fields, ...(decision && { decision: { ...decision, at: new Date(decision.at).toISOString() } }) } as never;
}

/** The pricer as it is now. @throws HttpFailure SVC-RES-001 where there is none, with the pointer of the field that names it */
async function pricerNamed(id: string, { pricing }: Dependencies, call: OperationCall): Promise<Pricer__Output> {
  const pricer = (await pricing.listPricers({}, call)).pricers.find((each) => each.id === id);
  if (pricer !== undefined) return pricer;
  throw new HttpFailure('SVC-RES-001', `no pricer is called ${id}`, [{ pointer: '/pricerId', reason: `${id} is not there` }]);
}

export const approvals = [
  operation({
    ...shared,
    id: 'listApprovals',
    method: 'GET',
    path,
    summary: 'List requests to change a pricer status',
    query: listQuery(resource).extend({ pricerId: z.string().max(100).optional(), status: z.enum(approvalStatuses).optional() }),
    response: pageResponse(approval),
    handle: async ({ query, call }, { governance }) => {
      const { pricerId = '', status: statusFilter = '' } = query;
      const { limit, cursor, sort, search } = listRequest(resource, query);
      const { items, nextCursor } = await governance.listApprovals({ limit, cursor, sort, search, pricerId, status: statusFilter }, call);
      return { data: { items: items.map(approvalView), ...(nextCursor && { nextCursor }) } };
    },
  }),
  operation({
    ...shared,
    id: 'requestApproval',
    method: 'POST',
    path,
    summary: 'Request a change of a pricer status',
    description:
      'Another user decides. A pending request for the same pricer is superseded. `ga-validated` needs a validation run that the pricer has passed in its present version, otherwise the request is refused with a 409.',
    status: 201,
    request: approvalRequest,
    example: {
      pricerId: 'equity_vanilla_bs',
      toStatus: 'production-candidate',
      reason: 'Under review after the change of the volatility source',
    },
    response: approval,
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ body, call }, dependencies) => {
      const pricer = await pricerNamed(body.pricerId, dependencies, call);
      const document = await dependencies.governance.requestApproval(
        {
          approvalJson: JSON.stringify(body),
          ...{ fingerprint: pricer.fingerprint, fromStatus: pricer.status, requestId: call.requestId },
        },
        call,
      );
      return { data: approvalView(document) };
    },
  }),
  operation({
    ...shared,
    id: 'decideApproval',
    method: 'POST',
    path: `${path}/{approvalId}/decision`,
    summary: 'Approve or reject a request to change a pricer status',
    description:
      'Two people are needed, so a 403 refuses whoever may be the one who asked: the same user with any key; and, since an administrator can make keys that belong to no user, such a key or an administrator where the request came from one of these. An approved status is in force in every process within five seconds, for this tenant and this version of the pricer.',
    params: z.strictObject({ approvalId: z.string().max(100) }),
    request: decisionRequest,
    example: { decision: 'reject', comment: 'The validation run is older than the last change of the market data' },
    response: approval,
    failures: ['SVC-AUTH-004', 'SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ params, body, call }, dependencies) => {
      const { governance } = dependencies;
      const named = await governance.getApproval({ approvalId: params.approvalId }, call);
      const { pricerId: id } = JSON.parse(named.fieldsJson) as Approval;
      const { fingerprint: current } = await pricerNamed(id, dependencies, call);
      return {
        data: approvalView(await governance.decideApproval({ approvalId: params.approvalId, fingerprint: current, ...body }, call)),
      };
    },
  }),
];
