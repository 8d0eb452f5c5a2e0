import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Operation } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { service } from '#test/support/shared-service';
import { numCases } from '../support/effort.js';
import { CODES, expectFailure, expectFault, expectSuccess } from '../support/envelope.js';
import { type Answer, get, send } from '../support/http.js';
import { documentedCodes, readOpenApi } from '../support/openapi.js';
import { anyPathOf, titleOf } from '../support/operations.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values at which JSON programs are known to fail. */
const hostile: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, '', 'put', [], {}, [[]], { length: 1e9 }, '\u0000', '2026-02-30', '9999-12-31', 'a'.repeat(10_000)),
  fc.constantFrom(0, -0, -1, 1, 0.5, 1e308, -1e308, 5e-324, 1e-300, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

/** The path to every part of a value, the whole included. */
function places(value: Json): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, inner]) => places(inner).map((path) => [key, ...path]))];
}

/** A copy of the value with the part at a path replaced, or removed. */
function changed(value: Json, [key, ...rest]: readonly (string | number)[], to: Json | undefined): Json | undefined {
  if (key === undefined) return to;
  const copy = structuredClone(value) as Record<string, Json>;
  const inner = changed(copy[key]!, rest, to);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

/** The example with up to three of its parts replaced by hostile values or removed. */
const spoilt = (example: Json): fc.Arbitrary<Json> =>
  fc.array(fc.tuple(fc.nat(), fc.option(hostile, { nil: undefined })), { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce<Json>((value, [place, to]) => {
      const all = places(value);
      return changed(value, all[place % all.length]!, to) ?? {};
    }, example),
  );

const document = readOpenApi('wire');

/** The answer is a success without null values, or a failure that its operation documents: the caller's fault, or a failed calculation. */
function expectDocumented({ path, method }: Operation, answer: Answer): void {
  if (answer.body.success === true) {
    expectSuccess(answer, answer.status);
    // A number that is not finite would be written as null.
    expect(places(answer.body.data).filter((path) => path.reduce((value, key) => value[key], answer.body.data) === null)).to.deep.equal([]);
    return;
  }
  const { code } = answer.body.error;
  expect(documentedCodes(document, document.paths[path]![method.toLowerCase()]!).get(code), code).to.equal(answer.status);
  expectFailure(answer, code);
  if (CODES[code]! >= 500) expect(code).to.match(/^SVC-CALC-/);
}

const exampleOf = (id: string): object | undefined => operations.find((operation) => operation.id === id)?.example;

/** The same requests are sent each time, so that a new failure is due to the last change; HOSTILE_SEED sends others. */
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121);

describe('a hostile request', () => {
  for (const operation of operations.filter(({ request }) => request !== undefined)) {
    it(`to ${titleOf(operation)} gets a documented answer`, async function () {
      this.timeout(60_000);
      const path = anyPathOf(operation);
      const sends = (body: Json) => send(service, operation.method, path, { body });
      await fc.assert(
        fc.asyncProperty(spoilt(operation.example as Json), async (body) => expectDocumented(operation, await sends(body))),
        { numRuns: numCases(40, 10), seed: SEED },
      );
      await fc.assert(
        fc.asyncProperty(hostile, async (body) => expectDocumented(operation, await sends(body))),
        { numRuns: numCases(15, 5), seed: SEED },
      );
    });

    it(`to ${titleOf(operation)} cannot pollute prototypes`, async () => {
      const members = JSON.stringify(operation.example ?? {}).slice(1, -1);
      for (const name of ['__proto__', 'constructor']) {
        const raw = `{${members}${members && ','}"${name}":{"polluted":1}}`;
        expectFailure(await send(service, operation.method, anyPathOf(operation), { raw }), 'SVC-REQ-001');
      }
      expect(expectSuccess(await get(service, '/api/v1/entitlements'))).not.to.have.property('polluted');
    });

    it(`to ${titleOf(operation)} is refused when it is nested deeper than 64 levels, and read up to that`, async () => {
      const sends = (raw: string) => send(service, operation.method, anyPathOf(operation), { raw });
      for (const [open, close] of [
        ['[', ']'],
        ['{"contract":', '}'],
        ['{"type":"negated","spec":', '}'],
      ] as const) {
        const nested = (levels: number) => `{"contract":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`;
        expectDocumented(operation, await sends(nested(64)));
        for (const levels of [65, 20_000]) {
          const { message } = expectFailure(await sends(nested(levels)), 'SVC-REQ-001');
          expect(message).to.equal('body must nest at most 64 levels deep');
        }
      }
      const batch = `{"options":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`;
      expectFailure(await sends(batch), 'SVC-REQ-001');
    });
  }

  it('with a hundred thousand faults gets the first of them', async () => {
    const unknown = JSON.stringify(Object.fromEntries(Array.from({ length: 110_000 }, (_, i) => [i.toString(36), 1])));
    for (const [path, raw] of [
      ['/api/v1/price', unknown],
      ['/api/v1/engine/price', `{"pricerId":"binomial_tree","market":{},"instrument":${unknown}}`],
      ['/api/v1/engine/price', `{"pricerId":"${'x'.repeat(900_000)}","market":{},"instrument":{}}`],
    ] as const) {
      const answer = await send(service, 'POST', path, { raw });
      expectFailure(answer, 'SVC-REQ-001');
      expect(answer.body.error.details).not.to.be.empty;
      // 16 KiB of faults and the message.
      expect(answer.text.length).to.be.lessThan(64 * 1024);
    }
  });

  it('that is compressed is read, and refused when it is not what its Content-Encoding says', async () => {
    const raw = gzipSync(JSON.stringify(exampleOf('priceOption')));
    const sends = (body: Uint8Array) => send(service, 'POST', '/api/v1/price', { raw: body, headers: { 'Content-Encoding': 'gzip' } });
    expectSuccess(await sends(raw));
    for (const body of [raw.subarray(0, 30), Buffer.from('{}')]) expectFailure(await sends(body), 'SVC-REQ-002');
  });

  it('for a byte range of a page gets the whole page, and with If-Match is refused', async () => {
    for (const page of ['/swagger', '/api/openapi.yaml']) {
      expect(await send(service, 'GET', page, { headers: { Range: 'bytes=99999999-' } })).to.have.property('status', 200);
      expectFailure(await send(service, 'GET', page, { headers: { 'If-Match': '"another"' } }), 'SVC-RES-003');
    }
  });

  it('in another encoding than UTF-8 is refused', async () => {
    const raw = Buffer.from(JSON.stringify(exampleOf('priceOption')), 'utf16le');
    const headers = { 'Content-Type': 'application/json; charset=utf-16le' };
    expectFailure(await send(service, 'POST', '/api/v1/price', { raw, headers }), 'SVC-REQ-004');
  });

  it('with a byte order mark is read, and its receipt is complete', async () => {
    const raw = `\uFEFF${JSON.stringify(exampleOf('priceOption'))}`;
    const answer = await send(service, 'POST', '/api/v1/price', { raw });
    expectSuccess(answer);
    expectSuccess(await get(service, `/api/v1/governance/receipts/${answer.body.correlationId}`));
  });

  it('with arbitrary bytes as its key is refused like one with an unknown key', async () => {
    for (const key of ['é'.repeat(41), 'svc_live_'.padEnd(5_000, 'a'), "' OR 1=1 --".padEnd(41), '{"$gt":""}'])
      expectFailure(
        await send({ url: service.url, key }, 'GET', '/api/v1/entitlements', { headers: { 'X-Forwarded-For': '10.9.9.9' } }),
        'SVC-AUTH-002',
      );
  });

  it('with an invalid path or query parameter is refused, with a pointer to the parameter', async () => {
    const receipts = '/api/v1/governance/receipts';
    for (const id of ['..%2f..%2fetc%2fpasswd', '%00', "'%20OR%201=1", '$gt', 'a'.repeat(5_000)])
      expectFault(await get(service, `${receipts}/${id}`), '/path/runId');
    for (const [query, pointer] of [
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['limit=1e9', 'limit'],
      ['limit=', 'limit'],
      ['limit=5&limit=6', 'limit'],
      ['from=yesterday', 'from'],
      ['operationId[$ne]=1', 'operationId[$ne]'],
    ])
      expectFault(await get(service, `${receipts}?${query}`), `/query/${pointer}`);
    expectFailure(await get(service, `${receipts}?cursor=nonsense`), 'SVC-REQ-001');
  });
});
