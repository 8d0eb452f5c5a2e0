/** The answer of a run: plain data that any transport can carry, and the JSON envelope around it (interface specification, 2.2). */
import { type HttpFailure, httpFailure } from './errors.js';
import type { JsonText, RenderedDocument, ResponseHeaders } from './operation.js';

interface AnswerHead {
  readonly status: number;
  /** Response headers beside those of every response. */
  readonly headers: ResponseHeaders;
  /** The run that gave the answer. Under an idempotency key that has its answer already, this is the first run. */
  readonly correlationId: string;
}

/** The texts are those that the receipt holds, to the last character. */
export interface DataAnswer extends AnswerHead {
  readonly kind: 'data';
  /** The data as JSON, in pieces where it is long: joined, it would be held twice. */
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
  /** The error as it was thrown, for the log. */
  readonly cause: unknown;
}

export type Answer = DataAnswer | DocumentAnswer | FailureAnswer;

/** @param cause whatever was thrown */
export function failureAnswer(cause: unknown, correlationId: string): FailureAnswer {
  const failure = httpFailure(cause);
  return { kind: 'failure', status: failure.status, headers: failure.headers, correlationId, failure, cause };
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The end of every envelope. */
const call = (correlationId: string): string =>
  `"correlationId":"${correlationId}","correlation_id":"${correlationId}","timestamp":"${new Date().toISOString()}"}`;

/** @param dataJson the payload as text, because the receipt holds the same characters */
export const success = (correlationId: string, dataJson: string, manifestJson?: string): string =>
  `{"success":true,"data":${dataJson},${manifestJson === undefined ? '' : `"meta":{"manifest":${manifestJson}},`}${call(correlationId)}`;

/** The envelope of `success` in UTF-8: joined as text first, a large payload would be held twice. @param dataTexts the payload in pieces */
export function successBytes(correlationId: string, dataTexts: readonly string[], manifestJson?: string): Buffer {
  const [head = '', end = ''] = success(correlationId, '\0', manifestJson).split('\0');
  const texts = [head, ...dataTexts, end];
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let offset = 0;
  for (const text of texts) offset += bytes.write(text, offset);
  return bytes;
}

export const failure = (correlationId: string, { code, message, faults }: HttpFailure): string => {
  const error = { code, message, ...(faults.length > 0 && { details: faults }) };
  return `{"success":false,"error":${JSON.stringify(error)},${call(correlationId)}`;
};
