/** Reads the bytes of a body, within bounds of its own and of all bodies together. The operation's run parses them. */

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import client from 'prom-client';
import type { Registry } from '#services/runtime/metrics';
import { HttpFailure } from '../../contract/errors.js';
import { DEFAULT_BODY_LIMIT, type Operation } from '../../contract/operation.js';
import { announcesBody, type HttpCall } from '../call.js';

/** Largest ratio of a body's size to its compressed size. A batch of real options shrinks tenfold at most; a bomb, a thousandfold. */
const MAX_INFLATION = 100;
/** Bytes up to which a body may inflate by any factor. */
const FREE_INFLATION_BYTES = 1024 * 1024;

const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

/** The decoder of each Content-Encoding, and the bytes that it occupies. */
const DECODERS = {
  gzip: { open: createGunzip, holds: 64 * 1024 },
  deflate: { open: createInflate, holds: 64 * 1024 },
  br: { open: createBrotliDecompress, holds: 16 * 1024 * 1024 },
} as const;

/**
 * Reads a body of an authenticated call: nobody else can make the gateway hold a megabyte.
 *
 * @param account  the bytes of the body count here until the response is out
 * @returns the bytes, decompressed, in segments that nothing else shares unless there is only one; undefined where there is no body
 * @throws HttpFailure SVC-REQ-002, SVC-REQ-003, SVC-REQ-004 or SVC-SYS-002
 */
export async function readBody(
  { request }: HttpCall,
  { wire, request: schema, consumes, bodyLimit = DEFAULT_BODY_LIMIT }: Operation,
  account: BodyAccount,
): Promise<readonly Buffer[] | undefined> {
  if (wire === 'bare') return undefined;
  const announced = announcesBody(request);
  if (announced || schema !== undefined) checkMediaType(request.headers['content-type'], consumes);
  if (!announced) return undefined;
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return collect(request, request, bodyLimit, account);
  if (!Object.hasOwn(DECODERS, encoding))
    throw new HttpFailure(
      'SVC-REQ-004',
      `the Content-Encoding must be ${Object.keys(DECODERS).join(', ')} or identity; it is not supported`,
    );
  return inflated(request, encoding as keyof typeof DECODERS, bodyLimit, account);
}

const JSON_ALONE = ['application/json'];
const TYPE_END = /[ \t]*(?:;|$)/;

function checkMediaType(type: string | undefined, admitted: readonly string[] = JSON_ALONE): void {
  // The usual header needs no pattern.
  if (type !== undefined && admitted.includes(type)) return;
  if (type === undefined || !admitted.includes(type.slice(0, type.search(TYPE_END)).toLowerCase()))
    throw new HttpFailure('SVC-REQ-004', `the body must be ${admitted.join(' or ')}`);
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new HttpFailure('SVC-REQ-004', 'the body must be UTF-8');
}

const tooLarge = (limit: number) => new HttpFailure('SVC-REQ-003', `the body has more than the ${limit} bytes that this operation accepts`);
const brokenOff = () => new HttpFailure('SVC-REQ-002', 'the body broke off');

async function inflated(
  request: IncomingMessage,
  encoding: keyof typeof DECODERS,
  limit: number,
  account: BodyAccount,
): Promise<readonly Buffer[]> {
  const { open, holds } = DECODERS[encoding];
  account.take(holds);
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
    return await collect(decoder, request, limit, account, checkInflation);
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
  account: BodyAccount,
  check?: (bytes: number) => void,
): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const body = segments();
    let length = 0;
    const add = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) throw tooLarge(limit);
      account.take(chunk.length);
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

/** Largest size of a small body, bytes. Small bodies have a budget of their own, so that large ones never keep them out. */
const MAX_SMALL_BODY_BYTES = 64 * 1024;
/** Fraction of the budget that is reserved for small bodies. */
const SMALL_BODY_SHARE = 0.125;
/** Largest fraction of the budget of large bodies for one tenant. */
const TENANT_SHARE = 0.6;

/** The bytes that one request occupies. */
interface BodyAccount {
  /** @throws HttpFailure SVC-SYS-002 where the budget is used up */
  take(bytes: number): void;
  /** Counts bytes that are in memory already, such as an answer, even above the budget: other requests are refused meanwhile. */
  add(bytes: number): void;
  /** Releases all bytes of the request. */
  release(): void;
}

/** The budget of all bodies of this process. */
interface BodyBudget {
  /** @param tenantId empty where no key is needed */
  open(tenantId: string): BodyAccount;
}

/** @param bytes  the budget of bodies of every size together */
export function bodyBudget(bytes: number, registry: Registry): BodyBudget {
  const limits = { small: bytes * SMALL_BODY_SHARE, large: bytes * (1 - SMALL_BODY_SHARE) };
  const used = { small: 0, large: 0 };
  const byTenant = new Map<string, number>();
  new client.Gauge({
    name: 'svc_http_body_bytes',
    help: 'Bytes of the request bodies and large answers that are held now.',
    registers: [registry],
    collect() {
      this.set(used.small + used.large);
    },
  });

  function take(size: 'small' | 'large', count: number, tenantId: string, refuse: boolean): void {
    const tenantBytes = (byTenant.get(tenantId) ?? 0) + count;
    if (refuse && (used[size] + count > limits[size] || (size === 'large' && tenantBytes > limits.large * TENANT_SHARE)))
      throw new HttpFailure('SVC-SYS-002', 'too many bytes of requests and answers are being served', [], { 'Retry-After': '1' });
    used[size] += count;
    if (size === 'large') byTenant.set(tenantId, tenantBytes);
  }
  function give(size: 'small' | 'large', count: number, tenantId: string): void {
    used[size] -= count;
    if (size === 'small') return;
    const remaining = (byTenant.get(tenantId) ?? 0) - count;
    if (remaining > 0) byTenant.set(tenantId, remaining);
    else byTenant.delete(tenantId);
  }

  return {
    open: (tenantId) => {
      let occupied = 0;
      const size = () => (occupied > MAX_SMALL_BODY_BYTES ? 'large' : 'small');
      const hold = (count: number, refuse: boolean) => {
        if (occupied <= MAX_SMALL_BODY_BYTES && occupied + count > MAX_SMALL_BODY_BYTES) {
          take('large', occupied + count, tenantId, refuse);
          give('small', occupied, tenantId);
        } else take(size(), count, tenantId, refuse);
        occupied += count;
      };
      return {
        take: (count) => hold(count, true),
        add: (count) => hold(count, false),
        release: () => {
          give(size(), occupied, tenantId);
          occupied = 0;
        },
      };
    },
  };
}
