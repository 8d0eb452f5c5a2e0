/** The one way out of the gateway: an answer as an HTTP response. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '#services/runtime/log';
import type { Answer, DocumentAnswer } from '../contract/answer.js';
import { failure, JSON_TYPE, success } from '../contract/envelope.js';
import { announcesBody, type HttpCall } from './call.js';
import { apiHeadersOn } from './security-headers.js';

/** A caller that is still sending could not read the answer to a refused body. It may send the rest for so many milliseconds… */
const LINGER_MS = 30_000;
/** …as long as it never pauses for as many as these. */
const LINGER_PAUSE_MS = 5_000;

const MAX_LISTENERS = 20;

export async function respond(call: HttpCall, answer: Answer, log: Log): Promise<void> {
  const { request, response } = call;
  if (!request.complete && announcesBody(request)) await discardBody(call);
  // The caller hung up, and what was running was cancelled: nobody is left to be told.
  if (response.closed) return;
  const { correlationId } = answer;
  if (answer.kind === 'document') return sendDocument(call, answer, log);
  if (answer.kind === 'data') return send(call, answer, JSON_TYPE, success(correlationId, `${answer.dataJson}`, answer.manifestJson));
  call.errorCode = answer.failure.code;
  if (answer.failure.code === 'SVC-SYS-001')
    log.error({ err: answer.cause, correlationId: call.correlationId, operation: call.operationId }, 'unforeseen');
  send(call, answer, JSON_TYPE, failure(correlationId, answer.failure));
}

/** Reads on for a moment. A body that does not end in time ends the connection with the answer. */
function discardBody({ request, response }: HttpCall): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(limit);
      clearTimeout(silence);
      request.removeListener('data', heard).removeListener('end', stop).removeListener('close', stop);
      if (!request.complete) response.shouldKeepAlive = false;
      resolve();
    };
    const limit = setTimeout(stop, LINGER_MS);
    const silence = setTimeout(stop, LINGER_PAUSE_MS);
    const heard = () => void silence.refresh();
    request.on('data', heard).once('end', stop).once('close', stop);
  });
}

function send(call: HttpCall, answer: Answer, contentType: string, body: string | Uint8Array): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  call.response.writeHead(answer.status, headersOf(call, answer, contentType, ['Content-Length', String(length)]));
  call.response.end(body);
}

async function sendDocument(call: HttpCall, answer: DocumentAnswer, log: Log): Promise<void> {
  const { response, operationId } = call;
  const { body, contentType, status, correlationId } = answer;
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  if (isWhole && (typeof body === 'string' || body.length <= PIECE_BYTES)) return send(call, answer, contentType, body);
  response.writeHead(status, headersOf(call, answer, contentType, isWhole ? ['Content-Length', String(body.length)] : []));
  // The pipeline listens seven times to the end of the response, beside the meter, the connection's turn and others: no leak.
  response.setMaxListeners(MAX_LISTENERS);
  try {
    await pipeline(Readable.from(isWhole ? piecesOf(body) : body, { objectMode: false }), response);
  } catch (error) {
    // The head is out, so that only breaking off can say that the document is not whole.
    if (!response.closed) log.error({ err: error, correlationId, operation: operationId }, 'a document broke off');
    response.destroy();
  }
}

/** Sent in pieces, the bytes show how far the reader has come, and count against the budget until it has come to the end. */
const PIECE_BYTES = 256 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

/** Names and values in turn: given one list, Node writes the head without looking up each header. */
function headersOf({ request, headers }: HttpCall, answer: Answer, contentType: string, length: readonly string[]): string[] {
  // A page with a style sheet of its own has a policy of its own.
  const own = 'Content-Security-Policy' in answer.headers;
  const list = [...apiHeadersOn(request.socket, own), 'X-Correlation-Id', answer.correlationId, 'Content-Type', contentType, ...length];
  for (const name in headers) list.push(name, headers[name]);
  for (const name in answer.headers) list.push(name, answer.headers[name]);
  return list;
}
