/** What is asked: body, path and query against the operation's own schemas, every fault listed. */
import express, { type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { faultsOf } from '#engine/schemas';
import type { Operation } from '../../operation.js';
import { HttpFailure, invalidRequest } from '../errors.js';
import { nestsWithin } from '../nesting.js';
import { stateOf } from './correlate.js';

/** A request without lists is far smaller; an operation that takes more says so. */
const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** More than any contract that means something; what reads a body may then go down into it. */
const MAX_LEVELS = 64;
/** Some callers begin with it; the parser passes over it. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Reads the body after the caller is known: nobody else makes the gateway hold a megabyte. */
export function readBody({ request, bodyLimit }: Operation): RequestHandler[] {
  if (request === undefined) return [];
  const parse = express.json({
    limit: bodyLimit ?? DEFAULT_BODY_LIMIT,
    strict: false,
    type: 'application/json',
    // A receipt keeps the body as it came; writing a hundred thousand options out again would cost what pricing them did.
    verify: (_request, response, body, encoding) => {
      if (encoding !== 'utf-8') throw new HttpFailure('SVC-REQ-004', 'the body must be UTF-8');
      stateOf(response as Response).rawBody = body.subarray(
        body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0,
      );
    },
  });
  return [
    (request, _response, next) => {
      if (!request.is('application/json')) throw new HttpFailure('SVC-REQ-004', 'the body must be application/json');
      next();
    },
    parse,
  ];
}

export const validate = (operation: Operation): RequestHandler => {
  const parts = [
    ['body', 'body', operation.request, ''],
    ['params', 'params', operation.params, '/path'],
    ['query', 'query', operation.query, '/query'],
    ['headers', 'requestHeaders', operation.headers, '/headers'],
  ] as const;
  return (request, response, next) => {
    const state = stateOf(response);
    if (operation.request !== undefined && !nestsWithin(request.body, MAX_LEVELS))
      throw invalidRequest('', `must nest at most ${MAX_LEVELS} levels deep`);
    const faults = parts.flatMap(([part, field, schema, pointer]) => {
      if (schema === undefined) return [];
      const parsed = (schema as z.ZodType).safeParse(request[part]);
      if (parsed.success) {
        state[field] = parsed.data;
        return [];
      }
      return faultsOf(parsed.error, request[part]).map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
    });
    // Express parses the query at each look.
    if (operation.query === undefined && request.url.includes('?')) {
      faults.push(
        ...Object.keys(request.query).map((name) => ({ pointer: `/query/${name}`, reason: 'is not a parameter of this operation' })),
      );
    }
    if (faults.length > 0) {
      const [{ pointer, reason }] = faults as [(typeof faults)[number]];
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
      throw new HttpFailure('SVC-REQ-001', `${pointer.slice(1).replaceAll('/', '.') || 'body'} ${reason}${more}`, faults);
    }
    next();
  };
};
