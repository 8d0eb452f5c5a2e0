/** The monitoring of a tenant's pricers, from its receipts, findings and overlays. */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { type ModelChallenge, modelChallenges } from '#services/resources/model-challenge';
import { type ModelOverlay, modelOverlays } from '#services/resources/model-overlay';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import type { AnyResource } from '#services/resources/resource';
import { type ValidationFinding, validationFindings } from '#services/resources/validation-finding';
import type { ValidationRun } from '#services/resources/validation-run';
import type { Dependencies, OperationCall } from '../contract/operation.js';
import { referenceCases } from './cases.js';
import { liveUses, type UsedReceipt } from './live-use.js';
import { reviewsDue } from './review.js';
import type { Monitoring } from './sections.js';
import type { Subject } from './subjects.js';

/** Newest receipts that are counted. */
const MAX_COUNTED_RECEIPTS = 1_000;
/** Newest receipts whose requests and results are read. */
const MAX_READ_RECEIPTS = 50;
const READS_AT_ONCE = 8;

type Evidence = Pick<Dependencies, 'evidence'>;

/** @param runs that succeeded, newest first */
export async function monitoringOf(
  subjects: readonly Subject[],
  runs: readonly ValidationRun[],
  call: OperationCall,
  dependencies: Dependencies,
): Promise<Monitoring> {
  const [receipts, overlays, findings, [challenge]] = await Promise.all([
    newestReceipts(call, dependencies),
    newestOf<ModelOverlay>(modelOverlays, call, dependencies),
    newestOf<ValidationFinding>(validationFindings, call, dependencies),
    newestOf<ModelChallenge>(modelChallenges, call, dependencies),
  ]);
  const uses = liveUses(receipts, referenceCases());
  const now = dependencies.now().getTime();
  const reviews = reviewsDue({ subjects, runs, uses, findings, overlays, now });
  return { uses, reviews, overlays, ...(challenge && { challenge }), receipts: receipts.length, now };
}

async function newestReceipts(call: OperationCall, { evidence }: Evidence): Promise<UsedReceipt[]> {
  const summaries: (Omit<UsedReceipt, 'content'> & { readonly runId: string })[] = [];
  for (let cursor = ''; summaries.length < MAX_COUNTED_RECEIPTS; ) {
    const query = { limit: MAX_PAGE_LIMIT, cursor, operationId: '', pricerId: '', tag: '', fromMs: 0, toMs: 0 };
    const page = await evidence.listReceipts(query, call);
    summaries.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === '') break;
  }
  const receipts: UsedReceipt[] = summaries.map(({ pricerId, operationId, tag }) => ({ pricerId, operationId, tag }));
  for (let first = 0; first < Math.min(summaries.length, MAX_READ_RECEIPTS); first += READS_AT_ONCE) {
    const batch = summaries.slice(first, Math.min(first + READS_AT_ONCE, MAX_READ_RECEIPTS));
    const contents = await Promise.all(batch.map(({ runId }) => contentOf(runId, call, { evidence })));
    contents.forEach((content, index) => {
      const receipt = receipts[first + index];
      if (content !== undefined && receipt !== undefined) receipts[first + index] = { ...receipt, content };
    });
  }
  return receipts;
}

/** @returns undefined for a receipt in parts, which is too large to be read for a report, and for one that retention has removed meanwhile */
async function contentOf(runId: string, call: OperationCall, { evidence }: Evidence): Promise<UsedReceipt['content']> {
  const receipt = await evidence.getReceipt({ runId, leaveParts: true }, call).catch((error: unknown) => {
    if (error instanceof CallFailure && error.code === status.NOT_FOUND) return undefined;
    throw error;
  });
  if (receipt === undefined || receipt.parts.length > 0) return undefined;
  const { requestJson, resultJson } = receipt;
  return { request: JSON.parse(requestJson) as object, result: JSON.parse(resultJson) as object };
}

const documentOf = <Stored>({ id, createdAtMs, updatedAtMs, fieldsJson }: Document__Output): Stored =>
  ({ ...(JSON.parse(fieldsJson) as object), id, createdAt: createdAtMs, updatedAt: updatedAtMs }) as Stored;

async function newestOf<Stored>({ collection }: AnyResource, call: OperationCall, { documents }: Dependencies): Promise<Stored[]> {
  const query = { collection, limit: MAX_PAGE_LIMIT, cursor: '', sort: '', search: '', filtersJson: '' };
  return (await documents.listDocuments(query, call)).items.map((each) => documentOf<Stored>(each));
}
