/** Reads the bytes of a body. What they mean is judged when the operation runs. */
import type { IncomingHttpHeaders } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Operation } from '../../operation.js';
import { HttpFailure } from '../errors.js';

/** Bytes. A request without lists is far smaller; an operation that takes more says so. */
const DEFAULT_BODY_LIMIT = 1024 * 1024;

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

/**
 * Stands behind authentication, so that nobody else makes the gateway hold a megabyte. The bytes are then in `request.body`,
 * decompressed; it stays undefined where there are none.
 */
export function readBody({ wire, request, bodyLimit = DEFAULT_BODY_LIMIT }: Operation): RequestHandler[] {
  if (wire === 'bare') return [];
  const needed = request !== undefined;
  return [
    ({ headers }, _response, next) => {
      if (needed || announcesBody(headers)) checkMediaType(headers['content-type']);
      next();
    },
    express.raw({ limit: bodyLimit, type: () => true }),
  ];
}

const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function checkMediaType(type: string | undefined): void {
  // The usual header needs no pattern.
  if (type === 'application/json') return;
  if (type === undefined || !JSON_TYPE.test(type)) throw new HttpFailure('SVC-REQ-004', 'the body must be application/json');
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new HttpFailure('SVC-REQ-004', 'the body must be UTF-8');
}
