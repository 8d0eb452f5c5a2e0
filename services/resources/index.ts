/**
 * Every stored resource. The stores make their collections, tables and indexes from this list when they open. A resource stands after those
 * on which its documents depend: a backup reads them in the reverse order.
 */

import { approvals } from './approval.js';
import { artifactParts, artifacts } from './artifact.js';
import { auditEntries } from './audit-entry.js';
import { bookRuns } from './book-run.js';
import { collateralAgreements } from './collateral-agreement.js';
import { correlations } from './correlation.js';
import { counterparties } from './counterparty.js';
import { creditCurves } from './credit-curve.js';
import { curves } from './curve.js';
import { drafts } from './draft.js';
import { exposureLimits } from './exposure-limit.js';
import { idempotencyKeys, idempotentAnswers } from './idempotency-key.js';
import { jobAttempts, jobBlocks, jobNotices, jobParts, jobProgress, jobs, unfinishedJobs } from './job.js';
import { jobWorkers } from './job-worker.js';
import { keys } from './key.js';
import { modelChallenges } from './model-challenge.js';
import { modelOverlays } from './model-overlay.js';
import { nettingSets } from './netting-set.js';
import { portfolios } from './portfolio.js';
import { positions } from './position.js';
import { products } from './product.js';
import { quotes } from './quote.js';
import { rateVolatilities } from './rate-volatility.js';
import { receiptBlocks, receiptCheckpoints, receiptParts, receipts } from './receipt.js';
import type { AnyResource } from './resource.js';
import { runSchedules } from './run-schedule.js';
import { sessions } from './session.js';
import { snapshotContents, snapshots, snapshotUses } from './snapshot.js';
import { surfaces } from './surface.js';
import { tenants } from './tenant.js';
import { trades } from './trade.js';
import { usageDays, usageParts, usages } from './usage.js';
import { administrators, users } from './user.js';
import { validationFindings } from './validation-finding.js';
import { unfinishedValidationRuns, validationOutcomes, validationRuns } from './validation-run.js';

/** @throws Error where two resources have one collection or one id prefix, or where a reference does not fit the others */
export function distinct(list: readonly AnyResource[]): readonly AnyResource[] {
  for (const property of ['collection', 'idPrefix'] as const) {
    const values = new Set<string>();
    for (const { [property]: value } of list) {
      if (value !== '' && values.has(value)) throw new Error(`two stored resources have the ${property} ${value}`);
      values.add(value);
    }
  }
  for (const { collection, references, history } of list)
    for (const { field, to, owned } of references) {
      if (!list.some((each) => each.collection === to)) throw new Error(`${field} of ${collection} refers to ${to}, which is no resource`);
      if (owned && (history || list.some((each) => each.references.some((reference) => reference.to === collection))))
        throw new Error(`${collection} is removed with its ${to}: it can have no history, and no resource may refer to it`);
    }
  return list;
}

export const resources = distinct([
  tenants,
  administrators,
  users,
  sessions,
  keys,
  usages,
  usageDays,
  usageParts,
  receiptCheckpoints,
  receiptParts,
  receipts,
  receiptBlocks,
  validationOutcomes,
  validationRuns,
  unfinishedValidationRuns,
  validationFindings,
  modelChallenges,
  modelOverlays,
  auditEntries,
  approvals,
  idempotentAnswers,
  idempotencyKeys,
  counterparties,
  quotes,
  portfolios,
  trades,
  products,
  positions,
  drafts,
  curves,
  surfaces,
  rateVolatilities,
  correlations,
  snapshots,
  snapshotContents,
  snapshotUses,
  nettingSets,
  creditCurves,
  exposureLimits,
  collateralAgreements,
  bookRuns,
  runSchedules,
  artifacts,
  artifactParts,
  jobWorkers,
  unfinishedJobs,
  jobNotices,
  jobParts,
  jobBlocks,
  jobAttempts,
  jobProgress,
  jobs,
]);
