/** The one way out of the gateway: an answer as an HTTP response. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Log } from '#services/runtime/log';
import type { Answer, DocumentAnswer } from '../answer.js';
import { failure, success } from './envelope.js';
import { stateOf } from './middleware/correlate.js';
import { apiHeaders } from './middleware/secure.js';

const JSON_TYPE = 'application/json; charset=utf-8';

export async function respond(response: Response, answer: Answer, log: Log): Promise<void> {
  // The caller hung up, and what was running was cancelled: nobody is left to be told.
  if (response.closed) return;
  const { correlationId } = answer;
  if (answer.kind === 'document') return sendDocument(response, answer, log);
  if (answer.kind === 'data') return send(response, answer, JSON_TYPE, success(correlationId, answer.dataJson, answer.manifestJson));
  const state = stateOf(response);
  state.errorCode = answer.failure.code;
  if (answer.failure.code === 'SVC-SYS-001')
    log.error({ err: answer.cause, correlationId: state.correlationId, operation: state.operationId }, 'unforeseen');
  send(response, answer, JSON_TYPE, failure(correlationId, answer.failure));
}

function send(response: Response, answer: Answer, contentType: string, body: string | Uint8Array): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(answer.status, headersOf(response, answer, contentType, ['Content-Length', String(length)]));
  response.end(body);
}

async function sendDocument(response: Response, answer: DocumentAnswer, log: Log): Promise<void> {
  const { body, contentType, status, correlationId } = answer;
  if (typeof body === 'string' || body instanceof Uint8Array) return send(response, answer, contentType, body);
  response.writeHead(status, headersOf(response, answer, contentType, []));
  try {
    await pipeline(Readable.from(body, { objectMode: false }), response);
  } catch (error) {
    // The head is out, so that only breaking off can say that the document is not whole.
    if (!response.closed) log.error({ err: error, correlationId, operation: stateOf(response).operationId }, 'a document broke off');
    response.destroy();
  }
}

/** Names and values in turn: given one list, Node writes the head without looking up each header. */
function headersOf(response: Response, answer: Answer, contentType: string, length: readonly string[]): string[] {
  const list = [...apiHeaders, 'X-Correlation-Id', answer.correlationId, 'Content-Type', contentType, ...length];
  const { headers } = stateOf(response);
  for (const name in headers) list.push(name, headers[name]);
  for (const name in answer.headers) list.push(name, answer.headers[name]);
  return list;
}
