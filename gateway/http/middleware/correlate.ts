/** Gives every call its id and its clock before anything can fail. */
import { randomFillSync } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { v7, validate } from 'uuid';
import type { Principal } from '../principal.js';

/** What the middleware learns about a call on its way in. */
export interface CallState {
  readonly correlationId: string;
  readonly startedAt: number;
  /** Of the answer, beside those that every answer has. */
  readonly headers: Record<string, string>;
  /** The operation's id, once the route is known. */
  operationId: string;
  principal?: Principal;
  /** As it came, UTF-8 JSON; absent when the operation takes none. */
  rawBody?: Buffer;
  body?: unknown;
  params?: unknown;
  query?: unknown;
  requestHeaders?: unknown;
  errorCode?: string;
}

export const stateOf = (response: Response): CallState => response.locals.call as CallState;

/** Random bytes are drawn for many ids at once: a call of the system's generator costs as much as the rest of an id. */
const ID_BYTES = 16;
const pool = new Uint8Array(512 * ID_BYTES);
let used = pool.length;

function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return v7({ random: pool.subarray(used - ID_BYTES, used) });
}

/** A caller's id is kept when it is a UUID; otherwise one in time order is made, which stores file cheaply. */
export const correlate: RequestHandler = (request, response, next) => {
  const given = request.headers['x-correlation-id'];
  const correlationId = typeof given === 'string' && validate(given) ? given.toLowerCase() : newId();
  const state: CallState = { correlationId, startedAt: performance.now(), headers: {}, operationId: 'unknown' };
  response.locals.call = state;
  next();
};
