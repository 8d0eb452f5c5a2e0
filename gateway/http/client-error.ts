/** Requests that the HTTP parser refuses, before the router sees them: they too get an envelope. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { v7 as uuid } from 'uuid';
import { failure } from '../contract/envelope.js';
import { HttpFailure } from '../contract/errors.js';
import { apiHeadersOn } from './security-headers.js';

/** Node's codes of a request that it does not understand, and what a caller is told. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the request line and the headers must have at most 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not arrive in time',
};

export function answerClientErrors(server: Server): void {
  /** Responses under way by connection, each with whether its request has arrived and whether it has begun. */
  const answering = new WeakMap<object, ServerResponse[]>();
  server.on('request', ({ socket }, response) => {
    let open = answering.get(socket);
    if (open === undefined) {
      open = [];
      answering.set(socket, open);
    }
    const responses = open;
    responses.push(response);
    response.once('close', () => responses.splice(responses.indexOf(response), 1));
  });
  /** A refusal must not stand inside or before the response to another request. It may stand in place of that to the broken one. */
  const mayAnswer = (socket: object): boolean =>
    (answering.get(socket) ?? []).every(({ headersSent, req }, index) => index === 0 && !headersSent && !req.complete);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && mayAnswer(socket))
      socket.write(refusal(socket as Socket, REASONS[error.code ?? ''] ?? 'the request is not valid HTTP'));
    (socket as Socket).destroySoon();
  });
  // Nothing is tunnelled.
  server.on('connect', (_request, socket) => socket.end(refusal(socket as Socket, 'CONNECT is not a method of this service')));
}

/** A whole response, with the headers of every failure. */
function refusal(socket: Socket, reason: string): string {
  const refused = new HttpFailure('SVC-REQ-001', reason);
  const correlationId = uuid();
  const body = failure(correlationId, refused);
  const headers = [
    ...apiHeadersOn(socket),
    ...['X-Correlation-Id', correlationId, 'Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'],
  ];
  const lines = [`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
