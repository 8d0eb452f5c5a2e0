/** Validation: body, path parameters, query and headers of a request against the schemas of its operation. */
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { faultsOf } from '#engine/schemas';
import type { Fault } from '#proto/failure';
import { HttpFailure, invalidRequest, invalidRequests } from '../contract/errors.js';
import type { Operation } from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { mayHaveNames, withValues } from '../stored/resolve.js';
import { structuralFault } from './json-scan.js';

/** The parts of a request, as they came. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** JSON text in UTF-8; absent or empty: none. */
  readonly body?: Uint8Array | undefined;
}

/** What the handler of an operation is given. */
export interface ValidRequest {
  readonly body: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  /** The body as it came, without a byte order mark; empty: none. */
  readonly bodyText: string;
}

/** In place of a schema that an operation does not have. Many clients send an empty object with every POST. */
const NO_FIELDS = z.strictObject({});
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** A body before it is validated. */
export interface ReadBody {
  /** As it came, without a byte order mark; empty: none. */
  readonly bodyText: string;
  /** The text in UTF-8. */
  readonly bodyBytes: Buffer;
  /** What the text says; absent where there is no text. */
  readonly body?: unknown;
}

/** @throws HttpFailure SVC-REQ-002 where the body is no JSON text, SVC-REQ-001 where it nests too deep */
export function readBody(operation: Operation, { body }: RequestParts): ReadBody {
  const bodyBytes = bytesOf(body);
  const bodyText = bodyBytes.toString();
  const read = { bodyText, bodyBytes };
  return bodyText === '' && operation.request === undefined ? read : { ...read, body: bodyOf(bodyText) };
}

/**
 * @param read by default what the request's own body says
 * @throws HttpFailure that lists every fault of the request
 */
export function validated(operation: Operation, request: RequestParts, read: ReadBody = readBody(operation, request)): ValidRequest {
  const { bodyText } = read;
  const faults: Fault[] = [];
  const part = (schema: z.ZodType | undefined, value: unknown, pointer: string): unknown => {
    if (schema === undefined) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const fault of faultsOf(parsed.error, value)) faults.push({ pointer: pointer + fault.pointer, reason: fault.reason });
    return undefined;
  };
  const strict = operation.wire === 'bare' ? undefined : NO_FIELDS;
  const valid = {
    bodyText,
    body: 'body' in read ? part(operation.request ?? strict, read.body, '') : undefined,
    params: part(operation.params, request.params, '/path'),
    query: part(operation.query ?? strict, request.query, '/query'),
    headers: part(operation.headers, request.headers, '/headers'),
  };
  if (faults.length > 0) throw invalidRequests(faults);
  return valid;
}

/** Validates a request with the values that its names stand for. */
export async function validatedWithValues(
  operation: Operation,
  parts: RequestParts,
  read: ReadBody,
  stored: StoredData,
): Promise<ValidRequest> {
  const { request } = operation;
  if (request === undefined || !mayHaveNames(request, read.bodyText)) return validated(operation, parts, read);
  return validated(operation, parts, { ...read, body: await withValues(read.body, request, stored) });
}

const NO_BYTES = Buffer.alloc(0);

/** @throws HttpFailure where it is not UTF-8 or must not be parsed */
function bytesOf(body: Uint8Array | undefined): Buffer {
  if (body === undefined || body.length === 0) return NO_BYTES;
  if (!isUtf8(body)) throw new HttpFailure('SVC-REQ-002', 'the body is not UTF-8');
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const fault = structuralFault(bytes);
  if (fault !== undefined) throw invalidRequest('', fault);
  // Some callers begin with a byte order mark, which is not part of the JSON text.
  return bytes.subarray(bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
}

function bodyOf(text: string): unknown {
  if (text === '') throw new HttpFailure('SVC-REQ-002', 'the body is empty');
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpFailure('SVC-REQ-002', 'the body is not valid JSON');
  }
}
