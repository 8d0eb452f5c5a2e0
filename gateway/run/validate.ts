/** Validation: body, path parameters, query and headers of a request against the schemas of its operation. */

import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { faultsOf, parsedWith } from '#engine/schemas';
import type { Fault } from '#proto/failure';
import { HttpFailure, invalidRequests } from '../contract/errors.js';
import type { Operation } from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { mayHaveNames, withValues } from '../stored/resolve.js';
import { fieldNames, pointerOfName } from './field-names.js';

/** The parts of a request before validation. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** JSON text in UTF-8; absent or empty where the request has no body. */
  readonly body?: Uint8Array | undefined;
}

/** The input of the handler of an operation. */
export interface ValidRequest {
  readonly body: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  /** The text of the body, without a byte order mark; empty where there is none. */
  readonly bodyText: string;
}

/** The schema of a part for which an operation has none. Many clients send an empty object with every POST. */
const NO_FIELDS = z.strictObject({});
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** A body before it is validated. */
export interface ReadBody {
  /** The text of the body, without a byte order mark; empty where there is none. */
  readonly bodyText: string;
  /** The text in UTF-8. */
  readonly bodyBytes: Buffer;
  /** The value that the text states; absent where there is no text. */
  readonly body?: unknown;
}

/** Parses a body as JSON, or leaves it as the text that the operation takes. @throws HttpFailure SVC-REQ-002 where it is no JSON text, SVC-REQ-001 where it nests too deep */
export function readBody(operation: Operation, { body }: RequestParts): ReadBody {
  const bodyBytes = bytesOf(body, operation.consumes === undefined);
  const bodyText = bodyBytes.toString();
  const read = { bodyText, bodyBytes };
  if (operation.consumes !== undefined) return { ...read, body: bodyText };
  return bodyText === '' && operation.request === undefined ? read : { ...read, body: bodyOf(bodyText) };
}

/**
 * Validates the parts of a request by the schemas of the operation.
 *
 * @param read  the parsed body; by default that of the request
 * @throws HttpFailure that lists every fault of the request
 */
export function validated(operation: Operation, request: RequestParts, read: ReadBody = readBody(operation, request)): ValidRequest {
  const { bodyText } = read;
  const faults: Fault[] = [];
  const part = (schema: z.ZodType | undefined, value: unknown, pointer: string): unknown => {
    if (schema === undefined) return undefined;
    const parsed = parsedWith(schema, value);
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
function bytesOf(body: Uint8Array | undefined, isJson: boolean): Buffer {
  if (body === undefined || body.length === 0) return NO_BYTES;
  if (!isUtf8(body)) throw new HttpFailure('SVC-REQ-002', 'the body is not UTF-8');
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const fault = isJson ? structuralFault(bytes) : undefined;
  if (fault !== undefined) throw invalidRequests([fault]);
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

/** Largest depth of nesting: above that of any meaningful contract, and safe for code that recurses once per level. */
const MAX_LEVELS = 64;
/** Largest number of values (numbers, texts, objects, …) in one body. A batch of 100 000 options with every field has 800 000. */
const MAX_VALUES = 4_000_000;
/** Largest number of fields of one object: above that of any map by name. */
const MAX_FIELDS = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;

/** 1 for each byte that structures the text, so that one look-up skips any other byte. */
const STRUCTURAL = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY]) STRUCTURAL[byte] = 1;

/** Number of fields begun so far at each level, or −1 in an array. */
const fields = new Int32Array(MAX_LEVELS + 1);

/**
 * Scans JSON text for structures that must not be parsed: too deep, too many values, too many fields in one object, or two fields of one
 * object with the same name, of which parsers take different ones. Whether the text is JSON is left to `JSON.parse`.
 *
 * @param text  in UTF-8
 * @returns why the structure is refused, as the rest of a sentence about the body or the field that stands twice; undefined where it may be parsed
 */
export function structuralFault(text: Buffer): Fault | undefined {
  const names = fieldNames(MAX_LEVELS);
  let level = 0;
  fields[0] = -1;
  let values = 1;
  /** True where the next string is the name of a field. */
  let isName = false;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i] ?? 0;
    if (STRUCTURAL[byte] === 0) continue;
    if (byte === QUOTE) {
      const start = i + 1;
      // Nothing within a string structures the text.
      for (i++; i < text.length && text[i] !== QUOTE; i++) if (text[i] === BACKSLASH) i++;
      if (isName && names.hasTwice(text, level, fields[level] ?? 0, start, i))
        return { pointer: pointerOfName(text, start), reason: 'must stand once in its object; it stands twice' };
      isName = false;
    } else if (byte === COMMA) {
      if (++values > MAX_VALUES) return ofBody(`must have at most ${MAX_VALUES} values`);
      const begun = fields[level] ?? -1;
      if (begun >= MAX_FIELDS) return ofBody(`must have at most ${MAX_FIELDS} fields in one object`);
      isName = begun >= 0;
      if (begun >= 0) fields[level] = begun + 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (level === MAX_LEVELS) return ofBody(`must nest at most ${MAX_LEVELS} levels deep`);
      isName = byte === OPEN_OBJECT;
      names.open(level + 1, fields[level] ?? -1);
      fields[++level] = isName ? 1 : -1;
      if (++values > MAX_VALUES) return ofBody(`must have at most ${MAX_VALUES} values`);
    } else {
      isName = false;
      if (level > 0) level--;
    }
  }
  return undefined;
}

const ofBody = (reason: string): Fault => ({ pointer: '', reason });
