/**
 * The Idempotency-Key header: a caller that sends a POST again with the same key gets the first answer, and the operation
 * runs once. Requests are the same when operation, path parameters, query, declared headers and the bytes of the body are:
 * white space in the JSON counts, a byte order mark and compression do not.
 *
 * Only a success is kept. A failure releases its key, so that the same request can be sent again at once: it either had no
 * effect, or its outcome is not known and only running it again can tell.
 */
import { createHash } from 'node:crypto';
import type { Caller } from '#proto/caller';
import type { Answer, DataAnswer, DocumentAnswer } from '../contract/answer.js';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import type { Dependencies } from '../contract/operation.js';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** Set on an answer that was given before. */
const REPLAYED_HEADER = 'Idempotent-Replayed';

/** Visible ASCII: two headers of this name arrive joined by a comma and a space, and are refused for the space. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Milliseconds by which a claim outlives the deadline of its run: time for the claim itself, the receipt, and a machine that is busy. */
const LEASE_MARGIN_MS = 15_000;

/** @throws HttpFailure where the key is malformed */
export function idempotencyKeyOf(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw invalidRequest(`/headers/${IDEMPOTENCY_HEADER}`, 'must be one key of 1 to 255 visible ASCII characters');
}

/** SHA-256 of the parts in order, each with its length before it, so that no two lists of parts run together. */
export function fingerprintOf(parts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest();
}

/** Largest answer that is stored; it crosses to the reference service in one message (MAX_MESSAGE_BYTES of proto/services.ts). */
const MAX_ANSWER_BYTES = 96 * 2 ** 20;

interface Claimed {
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly caller: Caller;
  /** Deadline of the run. */
  readonly deadlineMs: number;
}

/** Runs the request unless the key has an answer. @throws HttpFailure SVC-RES-002 in flight, SVC-RES-005 another request */
export async function runOnce(
  { key, fingerprint, caller, deadlineMs }: Claimed,
  evidence: Dependencies['evidence'],
  run: (requestId: string) => Promise<Answer>,
): Promise<Answer> {
  const claimId = caller.correlationId;
  // Never with the caller's signal: whether the key is claimed must be known even when the caller has hung up.
  const call = { caller };
  // Does nothing where the key is completed after all, and only the reply was lost. Where the store is down, the lease ends the claim.
  const release = () => evidence.releaseIdempotencyKey({ key, claimId }, call).catch(() => undefined);
  const claim = evidence.claimIdempotencyKey({ key, fingerprint, claimId, leaseMs: deadlineMs + LEASE_MARGIN_MS }, call);
  // The claim may have been made, and only its reply lost.
  claim.catch(release);
  const { outcome, answer, requestId } = await claim;
  if (outcome === 'completed') return replayed(answer);
  if (outcome === 'in_flight')
    throw new HttpFailure('SVC-RES-002', 'a request with this Idempotency-Key is still running', [], { 'Retry-After': '1' });
  if (outcome === 'other_request') throw new HttpFailure('SVC-RES-005', 'this Idempotency-Key was used for another request');

  let completed = false;
  try {
    const first = await run(requestId);
    if (first.kind === 'failure') return first;
    const [wholeAnswer, bytes] = await stored(first);
    // The answer leaves only after it is stored: otherwise a second request could get another one.
    await evidence.completeIdempotencyKey({ key, claimId, answer: bytes }, call);
    completed = true;
    return wholeAnswer;
  } finally {
    if (!completed) await release();
  }
}

/** The part of an answer that is stored before its body. */
interface StoredHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly correlationId: string;
  /** The type of a document; absent for data. */
  readonly contentType?: string;
  readonly manifestJson?: string;
}

type Success = DataAnswer | DocumentAnswer;

/** The head as one line of JSON, then the body. @returns the answer too, because a stream can be read only once */
async function stored(answer: Success): Promise<[Success, Buffer]> {
  const { status, headers, correlationId } = answer;
  const head = (rest: Partial<StoredHead>) => Buffer.from(`${JSON.stringify({ status, headers, correlationId, ...rest })}\n`);
  if (answer.kind === 'data') {
    const { manifestJson, dataJson } = answer;
    return [answer, Buffer.concat([head(manifestJson === undefined ? {} : { manifestJson }), Buffer.from(`${dataJson}`)])];
  }
  const body = await bytesOf(answer.body);
  return [{ ...answer, body }, Buffer.concat([head({ contentType: answer.contentType }), body])];
}

async function bytesOf(body: DocumentAnswer['body']): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new HttpFailure('SVC-LIMIT-003', `a document of more than ${MAX_ANSWER_BYTES} bytes cannot be kept under an Idempotency-Key`);
  }
  return Buffer.concat(chunks);
}

function replayed(bytes: Buffer): Answer {
  const end = bytes.indexOf('\n');
  const { status, headers, correlationId, contentType, manifestJson } = JSON.parse(bytes.toString('utf8', 0, end)) as StoredHead;
  const head = { status, headers: { ...headers, [REPLAYED_HEADER]: 'true' }, correlationId };
  const body = bytes.subarray(end + 1);
  if (contentType !== undefined) return { kind: 'document', ...head, contentType, body };
  return { kind: 'data', ...head, dataJson: body.toString(), ...(manifestJson !== undefined && { manifestJson }) };
}
