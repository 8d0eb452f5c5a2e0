/** Receipts of priced runs: what was asked, what was answered, and the manifest. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate, constants as zlib } from 'node:zlib';
import { z } from 'zod';
import { type Receipt, receipts } from '../resources/receipt.js';
import { receiptParts } from '../resources/receipt-part.js';
import { StoreFailure } from '../store/failure.js';
import type { Page, Store } from '../store/port.js';

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
}

/** Below this a turn through the thread pool costs more than the bytes it saves. */
const COMPRESS_BYTES = 16 * 1024;

/** Of one document: MongoDB's end at 16 MiB. */
const PART_BYTES = 8 * 2 ** 20;

/** Between the texts: the one separator that valid JSON cannot hold unescaped (RFC 7464 uses it so too). */
const SEPARATOR = '\x1e';

const compress = promisify<Buffer, { level: number }, Buffer>(deflate);
const expand = promisify<Buffer, Buffer>(inflate);

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
  const content = await contentOf(run);
  const whole = content.bytes.length <= PART_BYTES;
  const receipt: Receipt = {
    tenantId,
    id,
    version: 1,
    createdAt: run.createdAtMs,
    updatedAt: run.createdAtMs,
    operationId: run.operationId,
    pricerId: pricerOf(run),
    backend: run.backend,
    encoding: content.encoding,
    // Parts first: the receipt's own document is what makes them visible.
    parts: whole ? [] : await writeParts(store, tenantId, id, content.bytes, run.createdAtMs),
  };
  try {
    await store.insert(receipts, receipt, whole ? content.bytes : undefined);
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
    if (!isSameRun(run, await getReceipt(store, tenantId, id))) {
      throw new StoreFailure('conflict', `run ${run.runId} has a receipt already, of another request or result`, { cause: error });
    }
  }
}

const isSameRun = (one: Run, other: Run): boolean =>
  (['operationId', 'requestJson', 'resultJson', 'manifestJson', 'backend'] as const).every((field) => one[field] === other[field]);

/** @throws StoreFailure not_found */
export async function getReceipt(store: Store, tenantId: string, runId: string): Promise<Run> {
  const id = idOf(runId);
  const receipt = await store.get(receipts, tenantId, id);
  if (receipt === undefined) throw new StoreFailure('not_found', `no receipt of run ${runId}`);
  const bytes = receipt.parts.length === 0 ? await store.bytes(receipts, tenantId, id) : await readParts(store, receipt);
  const texts = bytes && (receipt.encoding === 'deflate' ? await expand(bytes) : bytes).toString().split(SEPARATOR);
  if (texts?.length !== 3) throw new Error(`the receipt of run ${runId} is damaged`);
  const [requestJson, resultJson, manifestJson] = texts as [string, string, string];
  const { operationId, backend, createdAt: createdAtMs } = receipt;
  return { runId: id, operationId, requestJson, resultJson, manifestJson, backend, createdAtMs };
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

async function contentOf({ requestJson, resultJson, manifestJson }: Run): Promise<{ bytes: Buffer; encoding: Receipt['encoding'] }> {
  const texts = [requestJson, resultJson, manifestJson];
  if (texts.some((text) => text.includes(SEPARATOR))) throw new StoreFailure('invalid', 'a receipt holds JSON texts');
  const bytes = Buffer.from(texts.join(SEPARATOR));
  if (bytes.length < COMPRESS_BYTES) return { bytes, encoding: 'plain' };
  return { bytes: await compress(bytes, { level: zlib.Z_BEST_SPEED }), encoding: 'deflate' };
}

/** Parts are named by what they hold: writing the same again changes nothing, and other bytes never get in between. */
async function writeParts(store: Store, tenantId: string, runId: string, content: Buffer, now: number): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < content.length; start += PART_BYTES) {
    const bytes = content.subarray(start, start + PART_BYTES);
    const id = `${runId}.${createHash('sha256').update(bytes).digest('hex')}`;
    try {
      await store.insert(receiptParts, { tenantId, id, version: 1, createdAt: now, updatedAt: now }, bytes);
    } catch (error) {
      if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
    }
    ids.push(id);
  }
  return ids;
}

async function readParts(store: Store, { tenantId, id: runId, parts }: Receipt): Promise<Buffer> {
  const bytes = await Promise.all(parts.map((id) => store.bytes(receiptParts, tenantId, id)));
  return Buffer.concat(
    bytes.map((part) => {
      if (part === undefined) throw new Error(`the receipt of run ${runId} lacks a part`);
      return part;
    }),
  );
}
