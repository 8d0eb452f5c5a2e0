import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Operation } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { CODES } from '../support/envelope.js';
import { get } from '../support/http.js';
import { documentedCodes, readOpenApi } from '../support/openapi.js';
import { anyPathOf } from '../support/operations.js';
import { startService } from '../support/service.js';
import { promised, type Scenario } from './scenario.js';

const REQUESTS = { full: 5_000, short: 500 };
const CALLERS = 32;
/** Milliseconds after which a request is taken to get no answer: one that is not whole may get none. */
const SILENCE_MS = { whole: 20_000, broken: 1_000 };

/** Requests as bytes: whole ones with hostile parts, and whole ones of which bytes were changed, cut off or doubled. */
export const hostileRequests: Scenario = {
  name: 'hostile-requests',
  promise: 'every hostile request that is whole gets an answer that the interface documents, and none ends a process',
  run: async (effort) => {
    const service = await startService({ environment: { LOG_LEVEL: 'fatal' } });
    const { port } = new URL(service.url);
    const random = generator(20_261_122);
    const outcomes = { answered: 0, silent: 0 };
    const wrong: string[] = [];
    let remaining = REQUESTS[effort];
    const caller = async (): Promise<void> => {
      while (remaining-- > 0) {
        const sent = hostileRequest(random, service.key);
        const answer = await answerTo(Number(port), sent.bytes, sent.whole ? SILENCE_MS.whole : SILENCE_MS.broken);
        if (answer === '') outcomes.silent++;
        else outcomes.answered++;
        const fault = answer === '' && !sent.whole ? undefined : faultOf(answer, sent.operation);
        if (fault !== undefined)
          wrong.push(`${fault}: ${JSON.stringify(sent.bytes.toString('latin1').slice(0, 300))} → ${JSON.stringify(answer.slice(0, 300))}`);
      }
    };
    try {
      await Promise.all(Array.from({ length: CALLERS }, caller));
      const alive = (await get(service, '/api/v1/entitlements')).status === 200;
      const measured =
        `${REQUESTS[effort]} requests: ${outcomes.answered} answered, ${outcomes.silent} that were cut off not, ${wrong.length} answered otherwise than documented` +
        wrong
          .slice(0, 3)
          .map((each) => `\n     ${each}`)
          .join('');
      promised(wrong.length === 0 && alive && outcomes.answered > REQUESTS[effort] / 2, measured);
      return measured;
    } finally {
      await service.stop();
    }
  },
};

type Random = (below: number) => number;

/** The same numbers each time, so that a new failure is due to the last change. */
function generator(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Hostile {
  readonly bytes: Buffer;
  /** True where the bytes are one whole request, however strange. */
  readonly whole: boolean;
  /** The operation that the request surely reaches, if any. */
  readonly operation?: Operation;
}

function hostileRequest(random: Random, key: string): Hostile {
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const operation = pick(operations);
  const example = Buffer.from(JSON.stringify(operation.example ?? {}));
  const body = pick<() => Buffer>([
    () => example,
    () => example.subarray(0, random(example.length + 1)),
    () => Buffer.concat([example, example]),
    () => Buffer.from(pick(['', '\0', 'null', '[]', '"', '{"a":', '1e999', '-', '\ufeff{}', '{"__proto__":{"x":1}}', '[[[[', '\ud800'])),
    () => Buffer.from('['.repeat(1 + random(20_000))),
    () => Buffer.from(`{"${'x'.repeat(random(60_000))}":1}`),
    () => changed(example),
    () => gzipSync(example),
    () => gzipSync(Buffer.alloc(random(4 * 2 ** 20), 32)),
  ])();
  function changed(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    for (let changes = 1 + random(4); changes > 0 && copy.length > 0; changes--) copy[random(copy.length)] = random(256);
    return copy;
  }
  const path = pick([
    () => anyPathOf(operation),
    () => anyPathOf(operation),
    () => anyPathOf(operation),
    () => `${anyPathOf(operation)}?${pick(['limit=0', 'limit=999', 'cursor=%00', 'a[b]=c', '%zz', '&&&=', 'x='.repeat(2_000)])}`,
    () => `${anyPathOf(operation)}/`,
    () => `//${anyPathOf(operation)}`,
    () => anyPathOf(operation).replace(/nothing|$/, pick(['%2e%2e%2f', '%', '%00', '..', '%ff', ';', 'a'.repeat(5_000)])),
    () => `http://elsewhere${anyPathOf(operation)}`,
    () => '*',
    () => '/swagger/../../etc/passwd',
  ])();
  const method = pick([
    operation.method,
    operation.method,
    operation.method,
    pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PURGE', 'LINK']),
  ]);
  const headers = [
    'Host: x',
    `X-API-Key: ${pick([key, key, key, key, '', 'svc_live_', `svc_live_${'0'.repeat(32)}`, `${key} `, 'x'.repeat(3_000)])}`,
    `Content-Type: ${pick(['application/json', 'application/json', 'application/json', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ''])}`,
    `Content-Length: ${body.length}`,
    ...pick<readonly string[]>([
      [],
      [],
      [],
      [`Content-Encoding: ${pick(['gzip', 'deflate', 'br', 'zip', 'gzip, gzip', 'GZIP', ''])}`],
      [`Idempotency-Key: ${pick(['a', 'a b', '', 'é', 'x'.repeat(256)])}`],
      [`If-Match: ${pick(['"1"', '*', 'W/"1"', '1', '""', `"${'9'.repeat(40)}"`])}`],
      ['Expect: 100-continue'],
      ['Expect: nothing'],
      ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
      [`X-Correlation-Id: ${pick(['a b', 'x'.repeat(200), '{{7*7}}', '"}{'])}`, `traceparent: ${pick(['00-0-0-00', 'x'])}`],
      [`Range: bytes=${pick(['0-', '-1', '9-1', '0-0,1-1'])}`],
      [`X-Forwarded-For: ${pick(['1.2.3.4', ',,,', 'x'.repeat(500)])}`],
      [`Cookie: ${'a=b; '.repeat(100)}`],
    ]),
  ];
  const request = Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`), body]);
  const spoil = random(10);
  if (spoil === 0) return { bytes: changed(request), whole: false };
  if (spoil === 1) return { bytes: request.subarray(0, random(request.length)), whole: false };
  if (spoil === 2) return { bytes: Buffer.from(Array.from({ length: 1 + random(400) }, () => random(256))), whole: false };
  const reaches = path === anyPathOf(operation) && method === operation.method && operation.wire !== 'bare';
  return { bytes: request, whole: true, ...(reaches && { operation }) };
}

/** @returns everything that comes until one response is whole, the connection ends or nothing comes any more */
const answerTo = (port: number, bytes: Buffer, silenceMs: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    const end = () => {
      clearTimeout(silence);
      socket.destroy();
      resolve(withoutContinue(text));
    };
    const silence = setTimeout(end, silenceMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const final = withoutContinue(text);
      const head = final.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/^content-length: (\d+)/im.exec(final.slice(0, head))?.[1] ?? Number.NaN);
      if (final.length >= head + 4 + length || /^HTTP\/1\.1 (204|304)/.test(final)) end();
    });
    socket.on('error', () => undefined);
    socket.once('close', end);
  });

const withoutContinue = (text: string): string => text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');

const document = readOpenApi('wire');

/** @returns why an answer is not one that the interface documents */
function faultOf(answer: string, operation: Operation | undefined): string | undefined {
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  if (code === undefined) return 'no response';
  const status = Number(code);
  const start = answer.indexOf('\r\n\r\n') + 4;
  const length = Number(/^content-length: (\d+)/im.exec(answer.slice(0, start))?.[1] ?? answer.length);
  // The bytes behind a spoilt header are the next request, which has an answer of its own.
  const body = Buffer.from(answer.slice(start, start + length), 'latin1').toString();
  if (status < 300) return undefined;
  // The answer to HEAD has no body.
  if (body === '') return status < 500 ? undefined : `status ${status} without a body`;
  let error: { code: string } | undefined;
  try {
    ({ error } = JSON.parse(body) as { error?: { code: string } });
  } catch {
    return `status ${status} without an envelope`;
  }
  if (error === undefined || CODES[error.code] !== status) return `status ${status} with the code ${error?.code}`;
  if (status >= 500 && !error.code.startsWith('SVC-CALC-')) return `a failure of the service: ${error.code}`;
  if (operation === undefined) return undefined;
  const documented = documentedCodes(document, document.paths[operation.path]![operation.method.toLowerCase()]!);
  return documented.has(error.code) ? undefined : `the code ${error.code}, which ${operation.id} does not document`;
}
