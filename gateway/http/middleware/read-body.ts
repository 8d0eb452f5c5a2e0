/** Reads the bytes of a body, within bounds. What they mean is judged when the operation runs. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpFailure } from '../../contract/errors.js';
import { DEFAULT_BODY_LIMIT, type Operation } from '../../contract/operation.js';
import type { BodyAccount } from '../body-budget.js';
import { announcesBody, type HttpCall } from '../call.js';

/** A compressed body may become so many times larger. A batch of real options shrinks tenfold at most; a bomb, a thousandfold. */
const MAX_INFLATION = 100;
/** Below this size, a body may inflate by any factor. */
const FREE_INFLATION_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

/** How a Content-Encoding is undone, and the bytes that its decoder holds meanwhile. */
const DECODERS = {
  gzip: { open: createGunzip, holds: 64 * 1024 },
  deflate: { open: createInflate, holds: 64 * 1024 },
  br: { open: createBrotliDecompress, holds: 16 * 1024 * 1024 },
} as const;

/**
 * Stands behind authentication, so that nobody else makes the gateway hold a megabyte.
 *
 * @param held what the body counts against, until the response is out
 * @returns the bytes, decompressed, in segments that nothing else shares unless there is only one; undefined where there is no body
 * @throws HttpFailure SVC-REQ-002, SVC-REQ-003, SVC-REQ-004 or SVC-SYS-002
 */
export async function readBody(
  { request }: HttpCall,
  { wire, request: schema, bodyLimit = DEFAULT_BODY_LIMIT }: Operation,
  held: BodyAccount,
): Promise<readonly Buffer[] | undefined> {
  if (wire === 'bare') return undefined;
  const announced = announcesBody(request);
  if (announced || schema !== undefined) checkMediaType(request.headers['content-type']);
  if (!announced) return undefined;
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return collect(request, request, bodyLimit, held);
  if (!Object.hasOwn(DECODERS, encoding))
    throw new HttpFailure(
      'SVC-REQ-004',
      `the Content-Encoding must be ${Object.keys(DECODERS).join(', ')} or identity; it is not supported`,
    );
  return inflated(request, encoding as keyof typeof DECODERS, bodyLimit, held);
}

function checkMediaType(type: string | undefined): void {
  // The usual header needs no pattern.
  if (type === 'application/json') return;
  if (type === undefined || !JSON_TYPE.test(type)) throw new HttpFailure('SVC-REQ-004', 'the body must be application/json');
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new HttpFailure('SVC-REQ-004', 'the body must be UTF-8');
}

const tooLarge = (limit: number) => new HttpFailure('SVC-REQ-003', `the body has more than the ${limit} bytes that this operation accepts`);
const brokenOff = () => new HttpFailure('SVC-REQ-002', 'the body broke off');

async function inflated(
  request: IncomingMessage,
  encoding: keyof typeof DECODERS,
  limit: number,
  held: BodyAccount,
): Promise<readonly Buffer[]> {
  const { open, holds } = DECODERS[encoding];
  held.take(holds);
  const decoder = open();
  let compressed = 0;
  request.on('data', (chunk: Buffer) => {
    compressed += chunk.length;
  });
  const brokeOff = () => {
    if (!request.complete) decoder.destroy(brokenOff());
  };
  request.once('close', brokeOff);
  request.pipe(decoder);
  const checkInflation = (bytes: number) => {
    if (bytes > FREE_INFLATION_BYTES && bytes > MAX_INFLATION * compressed)
      throw new HttpFailure('SVC-REQ-003', `the body inflates more than ${MAX_INFLATION}-fold`);
  };
  try {
    return await collect(decoder, request, limit, held, checkInflation);
  } finally {
    request.removeListener('close', brokeOff);
    request.unpipe(decoder);
    decoder.destroy();
  }
}

/**
 * Copies what arrives into segments. A list of chunks would hold a hundred times the bytes of a body that is sent in chunks of one byte, and
 * one buffer that grows would be copied whole while everybody waits.
 */
function collect(
  source: Readable,
  request: IncomingMessage,
  limit: number,
  held: BodyAccount,
  check?: (bytes: number) => void,
): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const body = segments();
    let length = 0;
    const add = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) throw tooLarge(limit);
      held.take(chunk.length);
      check?.(length);
      body.add(chunk);
    };
    const stop = () => {
      source.removeListener('data', onData).removeListener('end', onEnd).removeListener('error', onError);
      request.removeListener('close', onClose);
    };
    const fail = (error: unknown) => {
      stop();
      // An error of a decoder that nobody waits for any more.
      source.on('error', () => undefined);
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      try {
        add(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => {
      stop();
      resolve(body.whole());
    };
    const onError = (error: Error) =>
      fail(
        error instanceof HttpFailure || source === request
          ? brokenOff()
          : new HttpFailure('SVC-REQ-002', 'the body is not what its Content-Encoding says'),
      );
    const onClose = () => {
      if (!request.complete) fail(brokenOff());
    };
    source.on('data', onData).once('end', onEnd).once('error', onError);
    request.once('close', onClose);
  });
}

/** The first segment is as small as most bodies of several chunks; each further one is four times as large, up to the last of these. */
const FIRST_SEGMENT_BYTES = 16 * 1024;
const MAX_SEGMENT_BYTES = 1024 * 1024;

function segments() {
  const full: Buffer[] = [];
  /** A body of one chunk is not copied. */
  let only: Buffer | undefined;
  let current: Buffer = NOTHING;
  let used = 0;
  const copy = (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; ) {
      if (used === current.length) {
        if (used > 0) full.push(current);
        current = Buffer.allocUnsafeSlow(Math.min(MAX_SEGMENT_BYTES, FIRST_SEGMENT_BYTES * 4 ** full.length));
        used = 0;
      }
      const end = Math.min(chunk.length, start + current.length - used);
      used += chunk.copy(current, used, start, end);
      start = end;
    }
  };
  return {
    add: (chunk: Buffer): void => {
      if (only === undefined && used === 0 && full.length === 0) {
        only = chunk;
        return;
      }
      if (only !== undefined) copy(only);
      only = undefined;
      copy(chunk);
    },
    whole: (): readonly Buffer[] => (only !== undefined ? [only] : [...full, current.subarray(0, used)]),
  };
}

const NOTHING = Buffer.alloc(0);
