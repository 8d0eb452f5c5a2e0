/** Reads the bytes of a body, within bounds. What they mean is judged when the operation runs. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Operation } from '../../operation.js';
import type { BodyAccount } from '../body-budget.js';
import { announcesBody, type HttpCall } from '../call.js';
import { HttpFailure } from '../errors.js';

/** Bytes. A request without lists is far smaller; an operation that takes more says so. */
const DEFAULT_BODY_LIMIT = 1024 * 1024;

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
 * @returns the bytes, decompressed; undefined where there is no body
 * @throws HttpFailure SVC-REQ-002, SVC-REQ-003, SVC-REQ-004 or SVC-SYS-002
 */
export async function readBody(
  { request }: HttpCall,
  { wire, request: schema, bodyLimit = DEFAULT_BODY_LIMIT }: Operation,
  held: BodyAccount,
): Promise<Buffer | undefined> {
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

async function inflated(request: IncomingMessage, encoding: keyof typeof DECODERS, limit: number, held: BodyAccount): Promise<Buffer> {
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
 * Copies what arrives into one buffer that doubles as it fills. A list of chunks would hold a hundred times the bytes of a body that
 * is sent in chunks of one byte.
 */
function collect(
  source: Readable,
  request: IncomingMessage,
  limit: number,
  held: BodyAccount,
  check?: (bytes: number) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let collected: Buffer = NOTHING;
    let length = 0;
    const add = (chunk: Buffer) => {
      const end = length + chunk.length;
      if (end > limit) throw tooLarge(limit);
      held.take(chunk.length);
      check?.(end);
      if (length === 0) collected = chunk;
      else {
        if (end > collected.length) {
          const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(2 * end, MIN_BUFFER_BYTES)));
          collected.copy(larger, 0, 0, length);
          collected = larger;
        }
        chunk.copy(collected, length);
      }
      length = end;
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
      resolve(collected.subarray(0, length));
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

const NOTHING = Buffer.alloc(0);
const MIN_BUFFER_BYTES = 16 * 1024;
