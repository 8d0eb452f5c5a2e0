/** Messages between the gateway's main thread and the threads that run large requests. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Caller } from '#proto/caller';
import type { Fault } from '#proto/failure';
import { type Answer, type DocumentAnswer, type FailureAnswer, failureAnswer, JSON_TYPE, successBytes } from '../contract/answer.js';
import { type ErrorCode, HttpFailure } from '../contract/errors.js';

export interface RunMessage {
  readonly id: number;
  readonly operationId: string;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body in segments, which the thread joins. */
  readonly body: readonly Uint8Array[] | undefined;
  /** W3C Trace Context of the request; absent where it is not traced. */
  readonly traceparent?: string;
}

export type ToThread =
  | ({ readonly kind: 'run' } & RunMessage)
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number };

export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: WholeAnswer | WireFailure }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: ThreadMetrics };

export type ThreadMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** A success, down to the last byte of its response. */
interface WholeAnswer extends Omit<DocumentAnswer, 'body'> {
  readonly body: Uint8Array;
}

/** A failure without what cannot cross: its class, and whatever was thrown. */
interface WireFailure {
  readonly kind: 'failure';
  readonly code: ErrorCode;
  readonly message: string;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  readonly correlationId: string;
  readonly cause: string;
}

/** Encodes an answer in the thread. The envelope is made there too, so that the main thread only sends bytes. */
export async function toWire(answer: Answer): Promise<WholeAnswer | WireFailure> {
  if (answer.kind === 'failure') {
    const { failure, correlationId, cause } = answer;
    const { code, message, faults, headers } = failure;
    return {
      kind: 'failure',
      code,
      message,
      faults,
      headers,
      correlationId,
      cause: cause instanceof Error ? String(cause.stack) : String(cause),
    };
  }
  if (answer.kind === 'data') {
    const { dataJson, manifestJson, kind: _, ...head } = answer;
    const texts = typeof dataJson === 'string' ? [dataJson] : dataJson.texts;
    return { ...head, kind: 'document', contentType: JSON_TYPE, body: successBytes(answer.correlationId, texts, manifestJson) };
  }
  return { ...answer, body: await bytesOf(answer.body) };
}

async function bytesOf(body: DocumentAnswer['body']): Promise<Uint8Array> {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Decodes an answer in the main thread. */
export function fromWire(answer: WholeAnswer | WireFailure): DocumentAnswer | FailureAnswer {
  if (answer.kind === 'document') return answer;
  const { code, message, faults, headers, correlationId, cause } = answer;
  return { ...failureAnswer(new HttpFailure(code, message, faults, headers), correlationId), cause };
}
