/** Receipts: a priced number leaves only after its request, its result and the inputs of its run are durable. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Caller } from '#proto/caller';
import type { Receipt__Output } from '#proto/types/svc/evidence/v1/Receipt';
import { MAX_PART_BYTES, TEXT_COUNT, TEXT_SEPARATOR } from '#services/resources/receipt';
import type { ClientCall } from '#services/rpc/method-table';
import { LongText } from '../contract/long-text.js';
import type { Dependencies } from '../contract/operation.js';

/** The texts are those that the caller sent and gets. */
export interface PricedRun {
  readonly operationId: string;
  readonly tag: string;
  readonly requestJson: string | LongText;
  readonly resultJson: string | readonly (string | LongText)[];
  readonly manifestJson: string;
  /** Empty for closed forms. */
  readonly backend: string;
  readonly inputsJson: string;
}

/** Larger receipts cross in compressed parts, so that neither side ever holds one in a single message. */
const MAX_MESSAGE_CHARACTERS = 2 ** 20;
/** Parts that are written at a time. */
const WRITES_AT_ONCE = 4;

export interface Receipt {
  /**
   * A text of the receipt that may be long: what is compressed of it is written at once, and without a receipt removed some days later.
   *
   * @param text its beginning
   * @param utf8 the same text in UTF-8, where that is at hand
   */
  newText(text?: string, utf8?: Buffer): LongText;
  /** Durable when it returns. */
  keep(run: PricedRun): Promise<void>;
}

/** The receipt that a run will have, if all goes well. */
export function openReceipt(evidence: Dependencies['evidence'], caller: Caller): Receipt {
  const { correlationId: runId, traceId } = caller;
  const openedAtMs = Date.now();
  /** The ids of the parts that are written or being written, in order. */
  const ids = new Map<Promise<Buffer>, Promise<string>>();

  function write(part: Promise<Buffer>): Promise<string> {
    const existing = ids.get(part);
    if (existing !== undefined) return existing;
    const previous = [...ids.values()].at(-WRITES_AT_ONCE);
    const id = (async () => {
      await previous;
      return (await evidence.writeReceiptPart({ runId, content: await part, createdAtMs: openedAtMs }, { caller })).id;
    })();
    // A failure to write fails the run when it keeps its receipt.
    id.catch(() => {});
    ids.set(part, id);
    return id;
  }

  return {
    newText: (text, utf8) => new LongText(text, { ...(utf8 && { utf8 }), onPart: write }),
    keep: async ({ requestJson, resultJson, manifestJson, inputsJson, ...rest }) => {
      const result = typeof resultJson === 'string' ? [resultJson] : resultJson;
      const texts = [requestJson, TEXT_SEPARATOR, ...result, TEXT_SEPARATOR, manifestJson, TEXT_SEPARATOR, inputsJson];
      // Whoever lists receipts from a time on finds each that is kept later, however long its run took.
      const head = { ...rest, runId, traceId, createdAtMs: Date.now(), manifestJson };
      if (texts.reduce((sum, { length }) => sum + length, 0) <= MAX_MESSAGE_CHARACTERS) {
        await evidence.recordReceipt({ ...head, requestJson: `${requestJson}`, resultJson: result.join(''), inputsJson }, { caller });
        return;
      }
      const parts = await Promise.all(partsOf(texts).map(write));
      await evidence.recordReceipt({ ...head, parts }, { caller });
    },
  };
}

/** Neighbouring short texts are compressed together. */
function partsOf(texts: readonly (string | LongText)[]): Promise<Buffer>[] {
  const long: LongText[] = [];
  let short: LongText | undefined;
  for (const text of texts) {
    if (typeof text !== 'string') {
      long.push(text);
      short = undefined;
    } else if (short === undefined) {
      short = new LongText(text);
      long.push(short);
    } else short.append(text);
  }
  return long.flatMap((text) => text.parts());
}

const expand = promisify<Buffer, { readonly maxOutputLength: number; readonly chunkSize: number }, Buffer>(brotliDecompress);

/** A receipt with all its texts. */
export type WholeReceipt = Omit<Receipt__Output, 'parts'>;

/** @throws CallFailure NOT_FOUND */
export async function readReceipt(evidence: Dependencies['evidence'], runId: string, call: ClientCall): Promise<WholeReceipt> {
  const { parts, ...receipt } = await evidence.getReceipt({ runId, leaveParts: true }, call);
  if (parts.length === 0) return receipt;
  const texts: string[] = [];
  let chunks: Buffer[] = [];
  const endText = () => {
    texts.push(Buffer.concat(chunks).toString());
    chunks = [];
  };
  for (const id of parts) {
    const { content } = await evidence.readReceiptPart({ runId, id }, call);
    // A part holds less text than it may have bytes (long-text.ts), so that nothing in the store can expand without bound.
    const chunk = await expand(content, { maxOutputLength: MAX_PART_BYTES, chunkSize: MAX_PART_BYTES });
    let start = 0;
    for (let end = chunk.indexOf(TEXT_SEPARATOR); end >= 0; end = chunk.indexOf(TEXT_SEPARATOR, start)) {
      chunks.push(chunk.subarray(start, end));
      endText();
      start = end + 1;
    }
    chunks.push(chunk.subarray(start));
  }
  endText();
  if (texts.length !== TEXT_COUNT) throw new Error(`the receipt of run ${runId} is damaged`);
  const [requestJson = '', resultJson = '', manifestJson = '', inputsJson = ''] = texts;
  return { ...receipt, requestJson, resultJson, manifestJson, inputsJson };
}
