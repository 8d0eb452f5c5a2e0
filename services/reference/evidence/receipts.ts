/** Receipts of priced runs: the request, the result and the manifest, and the hash over everything that is stored of them. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants as zlib } from 'node:zlib';
import { hash as blake3 } from 'blake3-wasm';
import { z } from 'zod';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../../resources/page-limit.js';
import { MAX_PART_BYTES, type Receipt, receiptParts, receipts, TEXT_COUNT, TEXT_SEPARATOR } from '../../resources/receipt.js';
import { defined } from '../../runtime/defined.js';
import { StoreFailure } from '../../store/failure.js';
import { conditionsOf, type Page, type Store } from '../../store/port.js';
import { decode, type Encoding, encode, MAX_DOCUMENT_BYTES, readParts, writeParts } from '../base/content.js';

/** The record of a run. The texts are JSON. */
export interface Run {
  readonly runId: string;
  readonly operationId: string;
  /** Tag of the operation. */
  readonly tag: string;
  readonly requestJson: string;
  readonly resultJson: string;
  readonly manifestJson: string;
  /** Backend that simulated the paths; empty for a closed form. */
  readonly backend: string;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  /** The inputs that a replay needs beside the body; empty: not recorded. */
  readonly inputsJson: string;
  /** Trace that the HTTP caller named; empty: none. */
  readonly traceId: string;
  /** Ids of parts that were written before and hold the texts, each compressed by Brotli; absent or empty: the texts are those above. */
  readonly parts?: readonly string[];
}

/** A UUID in capitals names the same run. */
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
 * Durable when it returns. Recording the same run again changes nothing, so that a caller may try again.
 *
 * @returns the new receipt for the tenant's chain; undefined where the run had its receipt already
 * @throws StoreFailure conflict, when another run has this id; invalid, when the id or the manifest is malformed
 */
export async function recordReceipt(store: Store, tenantId: string, run: Run): Promise<Link | undefined> {
  const id = idOf(run.runId);
  const now = run.createdAtMs;
  const { bytes, encoding, parts } = await contentToStore(store, tenantId, id, run);
  const receipt: Receipt = {
    tenantId,
    id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    operationId: run.operationId,
    tag: run.tag,
    pricerId: pricerOf(run),
    backend: run.backend,
    traceId: run.traceId,
    encoding,
    parts: [...parts],
  };
  try {
    await store.insert(receipts, receipt, bytes);
    return { runId: id, hash: receiptHash(receipt, bytes) };
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
    if (!isSameRun(run, await getReceipt(store, tenantId, id, run.parts !== undefined && run.parts.length > 0))) {
      throw new StoreFailure('conflict', `run ${run.runId} has a receipt already, of another request or result`, { cause: error });
    }
    return undefined;
  }
}

const NO_PARTS: readonly string[] = [];

const compress = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const FAST: BrotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Prepares the bytes of the receipt's own document, or writes its parts. The parts are written first: the receipt's own document makes them
 * visible.
 */
async function contentToStore(
  store: Store,
  tenantId: string,
  id: string,
  run: Run,
): Promise<{ bytes?: Buffer; encoding: Encoding; parts: readonly string[] }> {
  const { parts = NO_PARTS, createdAtMs: now } = run;
  if (parts.length > 0) {
    for (const part of parts)
      if (!part.startsWith(`${id}.`) || (await store.get(receiptParts, tenantId, part)) === undefined)
        throw new StoreFailure('invalid', `run ${run.runId} has no part ${part}`);
    return { encoding: 'brotli', parts };
  }
  const content = contentOf(run);
  const { bytes, encoding } = await encode(content);
  if (bytes.length <= MAX_DOCUMENT_BYTES) return { bytes, encoding, parts };
  const written: string[] = [];
  for (let start = 0; start < content.length; start += MAX_PART_BYTES) {
    const part = await compress(content.subarray(start, start + MAX_PART_BYTES), FAST);
    written.push(...(await writeParts(store, receiptParts, { tenantId, ownerId: id, now }, part)));
  }
  return { encoding: 'brotli', parts: written };
}

/** Durable when it returns. Writing the same part again changes nothing. @returns its id */
export async function writeReceiptPart(
  store: Store,
  tenantId: string,
  { runId, content, createdAtMs: now }: { readonly runId: string; readonly content: Buffer; readonly createdAtMs: number },
): Promise<string> {
  if (content.length === 0 || content.length > MAX_PART_BYTES)
    throw new StoreFailure('invalid', `a part of a receipt must have 1 to ${MAX_PART_BYTES} bytes; got ${content.length}`);
  const [id] = await writeParts(store, receiptParts, { tenantId, ownerId: idOf(runId), now }, content);
  return defined(id, 'the id of a part');
}

/** @throws StoreFailure not_found */
export async function readReceiptPart(store: Store, tenantId: string, runId: string, id: string): Promise<Buffer> {
  const bytes = id.startsWith(`${idOf(runId)}.`) ? await store.bytes(receiptParts, tenantId, id) : undefined;
  if (bytes === undefined) throw new StoreFailure('not_found', `run ${runId} has no part ${id}`);
  return bytes;
}

const isSameRun = (one: Run, { parts = NO_PARTS, ...other }: Run): boolean =>
  (one.parts ?? NO_PARTS).join() === parts.join() &&
  (
    ['operationId', 'backend', ...(parts.length > 0 ? [] : (['requestJson', 'resultJson', 'manifestJson', 'inputsJson'] as const))] as const
  ).every((field) => one[field] === other[field]);

/**
 * @param leaveParts give the ids of the parts where the texts are in parts, and leave the texts out
 * @throws StoreFailure not_found
 */
export async function getReceipt(store: Store, tenantId: string, runId: string, leaveParts = false): Promise<Run> {
  const id = idOf(runId);
  const receipt = await store.get(receipts, tenantId, id);
  if (receipt === undefined) throw new StoreFailure('not_found', `no receipt of run ${runId}`);
  const { operationId, tag, backend, createdAt: createdAtMs, traceId, parts } = receipt;
  const head = { runId: id, operationId, tag, backend, createdAtMs, traceId };
  if (leaveParts && parts.length > 0) return { ...head, requestJson: '', resultJson: '', manifestJson: '', inputsJson: '', parts };
  const texts = (await textsOf(store, receipt))?.toString().split(TEXT_SEPARATOR);
  if (texts?.length !== TEXT_COUNT) throw new Error(`the receipt of run ${runId} is damaged`);
  const [requestJson = '', resultJson = '', manifestJson = '', inputsJson = ''] = texts;
  return { ...head, requestJson, resultJson, manifestJson, inputsJson };
}

/** @returns undefined where the receipt has none */
async function textsOf(store: Store, { tenantId, id, encoding, parts }: Receipt): Promise<Buffer | undefined> {
  if (parts.length === 0) {
    const bytes = await store.bytes(receipts, tenantId, id);
    return bytes && decode(bytes, encoding);
  }
  const pieces: Buffer[] = [];
  for (const part of parts) pieces.push(await decode(await readParts(store, receiptParts, tenantId, [part]), encoding));
  return Buffer.concat(pieces);
}

export interface ReceiptQuery {
  /** 1 to 500; 0 stands for 50. */
  readonly limit: number;
  /** Empty for the first page. */
  readonly cursor: string;
  /** Filters; empty or 0 matches all. Times are Unix milliseconds: at or after `fromMs`, before `toMs`. */
  readonly operationId: string;
  readonly pricerId: string;
  readonly tag: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Empty: newest first. */
  readonly sort?: string;
}

/** The newest come first by default. @throws StoreFailure invalid, when the limit or the cursor is */
export async function listReceipts(store: Store, tenantId: string, query: ReceiptQuery): Promise<Page<Receipt>> {
  const limit = query.limit || DEFAULT_PAGE_LIMIT;
  if (limit > MAX_PAGE_LIMIT) throw new StoreFailure('invalid', `limit must lie in [1, ${MAX_PAGE_LIMIT}]; got ${limit}`);
  return store.page(receipts, tenantId, {
    limit,
    cursor: query.cursor || undefined,
    sort: query.sort || undefined,
    where: conditionsOf(receipts, {
      operationId: query.operationId || undefined,
      pricerId: query.pricerId || undefined,
      tag: query.tag || undefined,
      createdFrom: query.fromMs || undefined,
      createdBefore: query.toMs || undefined,
    }),
  });
}

function contentOf({ requestJson, resultJson, manifestJson, inputsJson }: Run): Buffer {
  const texts = [requestJson, resultJson, manifestJson, inputsJson];
  if (texts.some((text) => text.includes(TEXT_SEPARATOR))) throw new StoreFailure('invalid', 'a receipt holds JSON texts');
  return Buffer.from(texts.join(TEXT_SEPARATOR));
}

/** A receipt as the chain knows it. */
export interface Link {
  readonly runId: string;
  /** BLAKE3, 32 bytes. */
  readonly hash: Uint8Array;
}

const HASH_VERSION = 'receipt:v1';

/**
 * BLAKE3 over the JSON of the receipt's fields, a line feed, and the stored bytes. Bytes in parts are covered by the ids of the parts,
 * which hold the SHA-256 of each.
 */
function receiptHash(receipt: Receipt, bytes: Buffer | undefined): Buffer {
  const { tenantId, id, createdAt, operationId, tag, pricerId, backend, traceId, encoding, parts } = receipt;
  const fields = JSON.stringify([HASH_VERSION, tenantId, id, createdAt, operationId, tag, pricerId, backend, traceId, encoding, parts]);
  return blake3(Buffer.concat([Buffer.from(`${fields}\n`), bytes ?? Buffer.alloc(0)])) as Buffer;
}

/** @returns undefined where there is no such receipt */
export async function storedHash(
  store: Store,
  tenantId: string,
  runId: string,
): Promise<{ readonly hash: Buffer; readonly parts: readonly string[] } | undefined> {
  const [receipt, bytes] = await Promise.all([store.get(receipts, tenantId, runId), store.bytes(receipts, tenantId, runId)]);
  return receipt && { hash: receiptHash(receipt, bytes), parts: receipt.parts };
}

/** True where all parts of a receipt exist, with the bytes that their ids name. */
export async function partsIntact(store: Store, tenantId: string, runId: string, parts: readonly string[]): Promise<boolean> {
  for (const part of parts) {
    const bytes = await store.bytes(receiptParts, tenantId, part);
    if (bytes === undefined || part !== `${runId}.${createHash('sha256').update(bytes).digest('hex')}`) return false;
  }
  return true;
}
