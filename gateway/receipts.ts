/** Receipts: a priced number leaves only after what was asked, what was answered and why is durable. */
import { constants, createDeflate, createInflate } from 'node:zlib';
import type { Caller } from '#proto/caller';
import type { Receipt__Output } from '#proto/types/svc/reference/v1/Receipt';
import { MAX_PART_BYTES, TEXT_SEPARATOR } from '#services/resources/receipt-text';
import type { ClientCall } from '#services/rpc/client-call';
import type { Dependencies } from './operation.js';

/** The texts are those that the caller sent and gets. */
export interface PricedRun {
  readonly operationId: string;
  readonly tag: string;
  readonly requestJson: string;
  readonly resultJson: string;
  readonly manifestJson: string;
  /** Empty for closed forms. */
  readonly backend: string;
  readonly inputsJson: string;
}

/** Larger receipts cross in deflated parts, so that neither side ever holds one in a single message. */
const MAX_MESSAGE_CHARACTERS = 2 ** 20;
/** Characters that are encoded at a time. */
const SLICE_CHARACTERS = 2 ** 18;

/** Durable when it returns. */
export async function keepReceipt(reference: Dependencies['reference'], run: PricedRun, caller: Caller): Promise<void> {
  const { correlationId: runId, traceId } = caller;
  const { requestJson, resultJson, manifestJson, inputsJson, ...rest } = run;
  const texts = [requestJson, resultJson, manifestJson, inputsJson];
  const createdAtMs = Date.now();
  const head = { ...rest, runId, traceId, createdAtMs, manifestJson };
  if (texts.reduce((sum, { length }) => sum + length, 0) <= MAX_MESSAGE_CHARACTERS) {
    await reference.recordReceipt({ ...head, requestJson, resultJson, inputsJson }, { caller });
    return;
  }
  const parts: string[] = [];
  for await (const content of partsOf(texts)) {
    const { id } = await reference.writeReceiptPart({ runId, content, createdAtMs }, { caller });
    parts.push(id);
  }
  await reference.recordReceipt({ ...head, parts }, { caller });
}

/** The texts, deflated, in parts of at most `MAX_PART_BYTES`. */
async function* partsOf(texts: readonly string[]): AsyncGenerator<Buffer> {
  const deflate = createDeflate({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 });
  const writing = (async () => {
    for (const slice of slicesOf(texts)) if (!deflate.write(slice)) await new Promise((resolve) => deflate.once('drain', resolve));
    deflate.end();
  })();
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    if (bytes + chunk.length > MAX_PART_BYTES) {
      yield Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
    }
    chunks.push(chunk);
    bytes += chunk.length;
  }
  await writing;
  yield Buffer.concat(chunks);
}

/** The texts with their separators, piece by piece. No piece ends between the two halves of a character. */
function* slicesOf(texts: readonly string[]): Generator<string> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) yield TEXT_SEPARATOR;
    for (let start = 0; start < text.length; ) {
      let end = Math.min(text.length, start + SLICE_CHARACTERS);
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++;
      yield text.slice(start, end);
      start = end;
    }
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** A receipt with all its texts. */
export type WholeReceipt = Omit<Receipt__Output, 'parts'>;

/** @throws CallFailure NOT_FOUND */
export async function readReceipt(reference: Dependencies['reference'], runId: string, call: ClientCall): Promise<WholeReceipt> {
  const { parts, ...receipt } = await reference.getReceipt({ runId, leaveParts: true }, call);
  if (parts.length === 0) return receipt;
  const inflate = createInflate({ chunkSize: 256 * 1024 });
  const writing = (async () => {
    for (const id of parts) {
      const { content } = await reference.readReceiptPart({ runId, id }, call);
      if (!inflate.write(content)) await new Promise((resolve) => inflate.once('drain', resolve));
    }
    inflate.end();
  })();
  writing.catch((error: Error) => inflate.destroy(error));
  const texts: string[] = [];
  let chunks: Buffer[] = [];
  const endText = () => {
    texts.push(Buffer.concat(chunks).toString());
    chunks = [];
  };
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(TEXT_SEPARATOR); end >= 0; end = chunk.indexOf(TEXT_SEPARATOR, start)) {
      chunks.push(chunk.subarray(start, end));
      endText();
      start = end + 1;
    }
    chunks.push(chunk.subarray(start));
  }
  endText();
  // A receipt from before the inputs were recorded has three texts.
  if (texts.length < 3 || texts.length > 4) throw new Error(`the receipt of run ${runId} is damaged`);
  const [requestJson, resultJson, manifestJson, inputsJson = ''] = texts;
  return { ...receipt, requestJson, resultJson, manifestJson, inputsJson };
}
