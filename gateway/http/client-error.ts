/** Requests that the HTTP parser refuses, before Express sees them: they too get an envelope. */
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { v7 as uuid } from 'uuid';
import { failure } from './envelope.js';
import { HttpFailure } from './errors.js';
import { apiHeaders } from './middleware/secure.js';

/** Node's codes of a request that it does not understand, and what a caller is told. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the request line and the headers must have at most 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not arrive in time',
};

export function answerClientErrors(server: Server): void {
  /** Connections with a response under way: a second one would be read as part of it. */
  const answering = new WeakSet<object>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && !answering.has(socket)) socket.write(refusal(REASONS[error.code ?? ''] ?? 'the request is not valid HTTP'));
    (socket as Socket).destroySoon();
  });
}

/** A whole response, with the headers of every failure. */
function refusal(reason: string): string {
  const refused = new HttpFailure('SVC-REQ-001', reason);
  const correlationId = uuid();
  const body = failure(correlationId, refused);
  const headers = [
    ...apiHeaders,
    ...['X-Correlation-Id', correlationId, 'Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'],
  ];
  const lines = [`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
