/**
 * Four-eyes approvals of a pricer's status. One person asks, another decides, and the status in force follows from what was
 * approved: of a tenant's approved requests for a pricer, the one decided last, as long as the pricer has the version for which it was
 * asked. The approval's own document is what commits a decision.
 */
import { status as grpcStatus } from '@grpc/grpc-js';
import { z } from 'zod';
import { parse } from '#engine/schemas';
import { type Caller, EVERY_PRICER } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { type Approval, approvalRequest, approvals, capabilityStatuses } from '../../resources/approval.js';
import { newId } from '../../resources/id.js';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../../resources/page-limit.js';
import { ownerOf, PLATFORM, tenants } from '../../resources/tenant.js';
import { validationRuns } from '../../resources/validation-run.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Page, type Store } from '../../store/port.js';
import { authorOf } from '../base/authority.js';
import { onlyFields, readJson } from '../base/document.js';
import { each } from '../base/each.js';
import { whyOnePerson } from '../base/people.js';
import { type ChangeTools, eventBy, replaceAudited } from '../evidence/audit.js';

interface RequestedApproval {
  /** The request body. */
  readonly approvalJson: string;
  /** The pricer's fingerprint and its status in force. */
  readonly fingerprint: string;
  readonly fromStatus: string;
  /** UUID that the id is made of: the same request again gives the document of the first. */
  readonly requestId: string;
}

/** A status that overrides the default of a pricer. */
interface StatusInForce {
  readonly pricerId: string;
  /** Fingerprint of the version of the pricer for which the status holds. */
  readonly fingerprint: string;
  readonly status: string;
}

/**
 * @throws StoreFailure conflict, where the pricer has the status or the evidence does not carry it; not_found, for evidence that is not
 * there
 */
export async function requestApproval(
  tools: ChangeTools,
  caller: Caller,
  { approvalJson, fingerprint, fromStatus: inForce, requestId }: RequestedApproval,
): Promise<Approval> {
  const { store, now } = tools;
  const { tenantId } = caller;
  const fields = parse(approvalRequest, readJson(approvalJson));
  const fromStatus = parse(z.enum(capabilityStatuses), inForce);
  if (fields.toStatus === fromStatus) throw new StoreFailure('conflict', `the status of ${fields.pricerId} is ${fromStatus} already`);
  await checkEvidence(store, tenantId, fields, fingerprint);
  const timeMs = now();
  const actor = actorOf(caller);
  const document: Approval = {
    ...{
      tenantId,
      id: newId(approvals, requestId || undefined),
      version: 1,
      createdAt: timeMs,
      updatedAt: timeMs,
      createdBy: actor,
      updatedBy: actor,
    },
    ...{ ...fields, fingerprint, fromStatus, status: 'pending' },
  };
  const first = await store.get(approvals, tenantId, document.id);
  if (first !== undefined) {
    // The process that stored it may have ended before it superseded the others.
    await supersede(tools, caller, first, ['pending']);
    return first;
  }
  await tools.audit(tenantId, eventOf(caller, 'approval.request', undefined, document), now(), {
    make: 'insert',
    resource: approvals,
    document,
  });
  await supersede(tools, caller, document, ['pending']);
  return document;
}

interface Decision {
  readonly approvalId: string;
  readonly decision: string;
  readonly comment: string;
  /** The pricer's fingerprint now. */
  readonly fingerprint: string;
}

const decisionFields = approvals.shape.decision as z.ZodType<Approval['decision']>;

/**
 * @throws CallFailure PERMISSION_DENIED to whoever may be the one who asked; StoreFailure conflict, where it was decided already or its
 * evidence does not hold
 */
export async function decideApproval(
  tools: ChangeTools,
  caller: Caller,
  { approvalId, fingerprint, ...verdict }: Decision,
): Promise<Approval> {
  const { store, now } = tools;
  const { tenantId } = caller;
  const actor = actorOf(caller);
  const approval = await getApproval(store, tenantId, approvalId);
  await requireAnotherPerson(store, tenantId, approval, actor);
  if (approval.status !== 'pending') throw new StoreFailure('conflict', `${approvalId} is ${approval.status} already`);
  const decision = parse(decisionFields, { ...verdict, by: actor, at: now() });
  if (decision?.decision === 'approve') {
    if (approval.fingerprint !== fingerprint)
      throw new StoreFailure(
        'conflict',
        `${approval.pricerId} has another version than when ${approvalId} was requested: request it again`,
      );
    await checkEvidence(store, tenantId, approval, fingerprint);
  }
  const decided: Approval = { ...approval, status: decision?.decision === 'approve' ? 'approved' : 'rejected', decision, updatedBy: actor };
  const stored = await replaced(tools, caller, `approval.${verdict.decision}`, approval, decided);
  if (stored.status === 'approved') await supersede(tools, caller, stored, ['pending', 'approved']);
  return stored;
}

/** @throws CallFailure PERMISSION_DENIED to whoever may be the one who asked */
async function requireAnotherPerson(store: Store, tenantId: string, { id, createdBy = '' }: Approval, actor: string): Promise<void> {
  const reason = await whyOnePerson(store, tenantId, createdBy, actor);
  if (reason !== undefined)
    throw new CallFailure(
      grpcStatus.PERMISSION_DENIED,
      `${id} was requested by ${createdBy} and cannot be decided by ${actor}: ${reason}; another person must decide`,
    );
}

/** @throws StoreFailure not_found */
export async function getApproval(store: Store, tenantId: string, approvalId: string): Promise<Approval> {
  const approval = await store.get(approvals, tenantId, approvalId);
  if (approval === undefined) throw notThere(approvalId);
  return approval;
}

/** Writes an approval in a new version, with the audit entry. @throws StoreFailure conflict, where another call has changed it */
async function replaced(tools: ChangeTools, caller: Caller, action: string, former: Approval, approval: Approval): Promise<Approval> {
  try {
    const event = { tenantId: caller.tenantId, ...eventOf(caller, action, former, approval) };
    return await replaceAudited(tools, event, approvals, approval, former.version);
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'stale')) throw error;
    throw new StoreFailure('conflict', `${approval.id} was decided by another at the same time`, { cause: error });
  }
}

/** The requests for the same pricer that came before this one are no longer what is asked or what holds. */
async function supersede(tools: ChangeTools, caller: Caller, newer: Approval, statuses: readonly Approval['status'][]): Promise<void> {
  const { store } = tools;
  for (const status of statuses) {
    const conditions = conditionsOf(approvals, { pricerId: newer.pricerId, status });
    for await (const other of each(store, approvals, newer.tenantId, { where: conditions })) {
      if (other.id === newer.id || !isBefore(other, newer)) continue;
      const superseded: Approval = { ...other, status: 'superseded', updatedBy: actorOf(caller) };
      // One that is decided at this moment stays as decided: what holds is the one decided last.
      await unlessTaken(replaced(tools, caller, 'approval.supersede', other, superseded));
    }
  }
}

/** True where one was decided before the other; while one is not decided, where it was requested before. */
function isBefore(one: Approval, other: Approval): boolean {
  const [a, b] =
    one.decision && other.decision ? [one.decision.at, other.decision.at] : [one.createdAt, other.decision?.at ?? other.createdAt];
  return a < b || (a === b && one.id < other.id);
}

/**
 * @throws StoreFailure not_found, for a validation run that is not there; conflict, for ga-validated without a run that the pricer passed
 */
async function checkEvidence(
  store: Store,
  tenantId: string,
  { pricerId, toStatus, evidence }: Pick<Approval, 'pricerId' | 'toStatus' | 'evidence'>,
  fingerprint: string,
): Promise<void> {
  let passed = false;
  for (const [index, id] of evidence.entries()) {
    const run = await store.get(validationRuns, tenantId, id);
    if (run === undefined) {
      const faults = [{ pointer: `/evidence/${index}`, reason: `${id} is not there` }];
      throw new StoreFailure('not_found', `evidence.${index} ${id} is not there`, { faults });
    }
    const result = run.results.find((each) => each.pricerId === pricerId && each.fingerprint === fingerprint);
    passed ||= run.state === 'succeeded' && result !== undefined && result.cases > 0 && result.failed === 0;
  }
  if (toStatus === 'ga-validated' && !passed)
    throw new StoreFailure(
      'conflict',
      `ga-validated needs a validation run that ${pricerId} has passed in its present version, ${fingerprint}`,
    );
}

function eventOf(caller: Caller, action: string, former: Approval | undefined, approval: Approval) {
  const { pricerId, fingerprint, fromStatus, toStatus, reason, evidence, status, decision } = approval;
  const details = { pricerId, fingerprint, fromStatus, toStatus, reason, evidence, status, decision };
  const contents = { before: former && onlyFields(former), after: onlyFields(approval) };
  return { ...eventBy(caller), action, subject: approval.id, details, ...contents };
}

/** @throws CallFailure PERMISSION_DENIED to a caller that is nobody: four eyes need two names */
function actorOf(caller: Caller): string {
  const actor = authorOf(caller);
  if (actor === undefined) throw new CallFailure(grpcStatus.PERMISSION_DENIED, 'an approval needs a key or a user');
  return actor;
}

/** Filters; empty matches all. */
interface ApprovalQuery {
  /** 1 to 500; 0 stands for 50. */
  readonly limit: number;
  /** Empty for the first page. */
  readonly cursor: string;
  readonly pricerId: string;
  readonly status: string;
  readonly sort: string;
  /** A part of the reason; empty for all. */
  readonly search: string;
}

/** Newest first. */
export function listApprovals(store: Store, tenantId: string, query: ApprovalQuery): Promise<Page<Approval>> {
  const conditions = conditionsOf(approvals, { pricerId: query.pricerId || undefined, status: query.status || undefined });
  return store.page(approvals, tenantId, {
    limit: Math.min(query.limit || DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT),
    cursor: query.cursor || undefined,
    sort: query.sort || undefined,
    search: query.search || undefined,
    where: conditions,
  });
}

/** The statuses that override the defaults of pricers for the tenant, one entry per pricer, after the one of its policy, if it has one. */
export async function statusesInForce(store: Store, tenantId: string): Promise<StatusInForce[]> {
  const owner = await store.get(tenants, PLATFORM, ownerOf(tenantId));
  const least = owner?.leastStatus?.[tenantId === ownerOf(tenantId) ? 'live' : 'test'];
  const last = new Map<string, Approval>();
  for await (const approval of each(store, approvals, tenantId, { where: conditionsOf(approvals, { status: 'approved' }) })) {
    const other = last.get(approval.pricerId);
    if (other === undefined || isBefore(other, approval)) last.set(approval.pricerId, approval);
  }
  return [
    ...(least === undefined ? [] : [{ pricerId: EVERY_PRICER, fingerprint: '', status: least }]),
    ...[...last.values()].map(({ pricerId, fingerprint, toStatus }) => ({ pricerId, fingerprint, status: toStatus })),
  ];
}
