/** Receipts of priced runs: what was asked, what was answered, and the manifest. */
import { z } from 'zod';
import { type Receipt, receipts } from '../resources/receipt.js';
import { receiptParts } from '../resources/receipt-part.js';
import { StoreFailure } from '../store/failure.js';
import type { Page, Store } from '../store/port.js';
import { decode, encode, MAX_DOCUMENT_BYTES, readParts, writeParts } from './content.js';

/** What a run leaves behind; texts are JSON. */
export interface Run {
  readonly runId: string;
  readonly operationId: string;
  readonly requestJson: string;
  readonly resultJson: string;
  readonly manifestJson: string;
  /** Empty: closed form. */
  readonly backend: string;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  /** What a replay needs beside the body; empty: not recorded. */
  readonly inputsJson: string;
  /** Trace that the HTTP caller named; empty: none. */
  readonly traceId: string;
}

/** Between the texts: the one separator that valid JSON cannot hold unescaped (RFC 7464 uses it so too). */
const SEPARATOR = '\x1e';

/** A caller may write its UUID in capitals; it is the same run. */
const idOf = (runId: string): string => {
  if (!z.uuid().safeParse(runId).success) throw new StoreFailure('invalid', 'runId must be a UUID');
  return runId.toLowerCase();
};

const manifestOfRun = z.object({ pricerId: z.string() });

function pricerOf({ manifestJson }: Run): string {
  try {
    return manifestOfRun.parse(JSON.parse(manifestJson)).pricerId;
  } catch (error) {
    throw new StoreFailure('invalid', 'manifestJson must be a manifest with its pricerId', { cause: error });
  }
}

/**
 * Durable when it returns. The same run again is the same receipt, so that recording may be tried again.
 *
 * @throws StoreFailure conflict, when another run has this id
 */
export async function recordReceipt(store: Store, tenantId: string, run: Run): Promise<void> {
  const id = idOf(run.runId);
  const { bytes, encoding } = await encode(contentOf(run));
  const whole = bytes.length <= MAX_DOCUMENT_BYTES;
  const now = run.createdAtMs;
  const receipt: Receipt = {
    tenantId,
    id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    operationId: run.operationId,
    pricerId: pricerOf(run),
    backend: run.backend,
    traceId: run.traceId,
    encoding,
    // The parts come first: the receipt's own document is what makes them visible.
    parts: whole ? [] : await writeParts(store, receiptParts, { tenantId, ownerId: id, now }, bytes),
  };
  try {
    await store.insert(receipts, receipt, whole ? bytes : undefined);
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
    if (!isSameRun(run, await getReceipt(store, tenantId, id))) {
      throw new StoreFailure('conflict', `run ${run.runId} has a receipt already, of another request or result`, { cause: error });
    }
  }
}

const isSameRun = (one: Run, other: Run): boolean =>
  (['operationId', 'requestJson', 'resultJson', 'manifestJson', 'inputsJson', 'backend'] as const).every(
    (field) => one[field] === other[field],
  );

/** @throws StoreFailure not_found */
export async function getReceipt(store: Store, tenantId: string, runId: string): Promise<Run> {
  const id = idOf(runId);
  const receipt = await store.get(receipts, tenantId, id);
  if (receipt === undefined) throw new StoreFailure('not_found', `no receipt of run ${runId}`);
  const { operationId, backend, createdAt: createdAtMs, traceId, encoding, parts } = receipt;
  const bytes = parts.length === 0 ? await store.bytes(receipts, tenantId, id) : await readParts(store, receiptParts, tenantId, parts);
  const texts = bytes && (await decode(bytes, encoding)).toString().split(SEPARATOR);
  // A receipt from before the inputs were recorded has three texts.
  if (texts === undefined || texts.length < 3 || texts.length > 4) throw new Error(`the receipt of run ${runId} is damaged`);
  const [requestJson, resultJson, manifestJson, inputsJson = ''] = texts;
  return { runId: id, operationId, requestJson, resultJson, manifestJson, backend, createdAtMs, inputsJson, traceId };
}

export interface ReceiptQuery {
  /** 1 to 500; 0: 50. */
  readonly limit: number;
  /** Empty: from the newest. */
  readonly cursor: string;
  /** Filters; empty or 0: all. Times are Unix milliseconds, `fromMs` included, `toMs` not. */
  readonly operationId: string;
  readonly pricerId: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 500;

/** Newest first. @throws StoreFailure invalid */
export async function listReceipts(store: Store, tenantId: string, query: ReceiptQuery): Promise<Page<Receipt>> {
  const limit = query.limit || DEFAULT_PAGE;
  if (limit > LARGEST_PAGE) throw new StoreFailure('invalid', `limit must lie in [1, ${LARGEST_PAGE}]; got ${limit}`);
  return store.page(receipts, tenantId, {
    limit,
    cursor: query.cursor || undefined,
    where: { operationId: query.operationId || undefined, pricerId: query.pricerId || undefined },
    from: query.fromMs || undefined,
    to: query.toMs || undefined,
  });
}

function contentOf({ requestJson, resultJson, manifestJson, inputsJson }: Run): Buffer {
  const texts = [requestJson, resultJson, manifestJson, inputsJson];
  if (texts.some((text) => text.includes(SEPARATOR))) throw new StoreFailure('invalid', 'a receipt holds JSON texts');
  return Buffer.from(texts.join(SEPARATOR));
}
