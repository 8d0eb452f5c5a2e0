/** What running an operation gives, as plain data that any transport can carry. */
import { type HttpFailure, httpFailure } from './errors.js';
import type { JsonText, RenderedDocument } from './operation.js';

interface AnswerHead {
  readonly status: number;
  /** Response headers beside those of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** The run that gave the answer. Under an idempotency key that has its answer already, this is the first run. */
  readonly correlationId: string;
}

/** The texts are those that the receipt holds, to the last character. */
export interface DataAnswer extends AnswerHead {
  readonly kind: 'data';
  /** In pieces where it is long: joined, it would be held twice. */
  readonly dataJson: string | JsonText<unknown>;
  /** Present for a priced result. */
  readonly manifestJson?: string;
}

export interface DocumentAnswer extends AnswerHead {
  readonly kind: 'document';
  readonly contentType: string;
  readonly body: RenderedDocument['body'];
}

export interface FailureAnswer extends AnswerHead {
  readonly kind: 'failure';
  readonly failure: HttpFailure;
  /** What was thrown, for the log. */
  readonly cause: unknown;
}

export type Answer = DataAnswer | DocumentAnswer | FailureAnswer;

/** @param cause whatever was thrown */
export function failureAnswer(cause: unknown, correlationId: string): FailureAnswer {
  const failure = httpFailure(cause);
  return { kind: 'failure', status: failure.status, headers: failure.headers, correlationId, failure, cause };
}
