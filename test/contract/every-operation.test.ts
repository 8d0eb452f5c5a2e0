import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { z } from 'zod';
import { findIdentity } from '#engine';
import { minimumTier } from '#gateway/contract/entitlement';
import { DEFAULT_BODY_LIMIT, type Operation } from '#gateway/contract/operation';
import { deskOperations } from '#gateway/desk/index';
import { operations } from '#gateway/operations/index';
import { defined } from '#services/runtime/defined';
import { isFullRun } from '../support/effort.js';
import { expectFailure, expectFault, expectSecured, expectSuccess } from '../support/envelope.js';
import { type Answer, type Body, get, post, send } from '../support/http.js';
import { datedRequest, marketsIn, oldestDate } from '../support/market-dates.js';
import { leftOut } from '../support/mongo/server.js';
import { type OpenApi, readOpenApi, resolved, validatorOf } from '../support/openapi.js';
import { anyPathOf, callExample, pathOf, TAKES_SECONDS, titleOf } from '../support/operations.js';
import { type SharedService, sharedService } from '../support/service.js';
import { leftOut as temporalLeftOut } from '../support/temporal/server.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

const openApi = readOpenApi('data');
const wireDocument = readOpenApi('wire');
const manifestOf = validatorOf(openApi, { $ref: '#/components/schemas/RunManifest' });

const example = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };

/** The schema of an operation's success, as the document has it. */
const documented = ({ path, method, status }: Operation, document: OpenApi): z.ZodType => {
  const { responses } = document.paths[path]![method.toLowerCase()]!;
  return validatorOf(document, defined(responses[String(status ?? 200)]!.content, 'the content')['application/json']!.schema);
};

/** Bodies of one byte more than a limit, made once per limit. */
const tooLarge = new Map<number, { readonly large: string; readonly packed: Buffer }>();
function bodiesBeyond(limitBytes: number) {
  const large = ' '.repeat(limitBytes + 1);
  const bodies = tooLarge.get(limitBytes) ?? { large, packed: gzipSync(large) };
  tooLarge.set(limitBytes, bodies);
  return bodies;
}

/** Operations whose body may be an empty object: by default all pricers are validated. */
const NEEDS_NO_FIELD: readonly string[] = ['startValidationRun'];

/** Refused keys are limited per address, so every call comes from an address of its own. */
let addresses = 0;
const elsewhere = () => ({ 'X-Forwarded-For': `10.0.${(++addresses >> 8) & 255}.${addresses & 255}` });

/** Every status with which an operation may succeed. */
const statusesOf = ({ status = 200, otherStatuses = [] }: Operation): readonly number[] => [status, ...otherStatuses];

const today = (): string => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
const dayBefore = (date: string): string => new Date(Date.parse(date) - 24 * 60 * 60 * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);

let service: SharedService;
const callerWith = (key: string) => ({ url: service.url, key });
/** A key with the scope that the operation needs and no other; a job needs that of its own operation too. */
const keyFor = ({ scope, tag }: Operation, { url, keys }: SharedService = service) => ({
  url,
  key: tag === 'Jobs' ? keys.jobsOfPrices : scope === 'any' || scope === 'none' ? keys.noScope : keys.only[scope],
});

before(async function () {
  this.timeout(60_000);
  service = await sharedService();
  // Makes a receipt, so that the lists are not empty.
  expectSuccess(await post(callerWith(service.keys.only.price), '/api/v1/price', example));
});

for (const operation of operations) {
  const { id, method, scope, request, wire } = operation;
  const title = titleOf(operation);

  describe(title, () => {
    const call = (key: string | undefined, headers: Record<string, string | undefined> = {}) =>
      send(service, method, anyPathOf(operation), { body: operation.example, headers: { 'X-API-Key': key, ...elsewhere(), ...headers } });

    if (wire === 'envelope') {
      it('answers its example, for a key with its scope only, with an envelope that fits its schemas', async () => {
        const answer = await callExample(keyFor(operation), operation);
        const data = expectSuccess(answer, ...statusesOf(operation));
        expectToSatisfy(documented(operation, openApi), data);
        expectToSatisfy(documented(operation, wireDocument), answer.body);
        expectToSatisfy(operation.response, data);
        if (prices(data)) expectToSatisfy(manifestOf, answer.body.meta?.manifest);
      });

      const examples = Object.entries(operation.furtherExamples ?? {}).filter(([summary]) => isFullRun || !TAKES_SECONDS.test(summary));
      for (const [summary, body] of examples)
        it(`answers its further example as it stands: ${summary}`, async () => {
          const caller = keyFor(operation);
          const answer = await send(caller, method, await pathOf(caller, operation), { body });
          const data = expectSuccess(answer, ...statusesOf(operation));
          expectToSatisfy(documented(operation, openApi), data);
          expectToSatisfy(operation.response, data);
          if (answer.body.meta !== undefined) expect(answer.body.meta.manifest.marketDataAsOf).to.equal(oldestDate(body, today()));
        });

      it('accepts the scope admin in place of its own', async () => {
        expectSuccess(await callExample(callerWith(service.keys.only.admin), operation), ...statusesOf(operation));
      });

      it('has a correlation id of its own, and echoes the id of the caller', async () => {
        const correlationId = randomUUID();
        const named = await callExample(keyFor(operation), operation, { 'X-Correlation-Id': correlationId });
        expectSuccess(named, ...statusesOf(operation));
        expect(named.body.correlationId).not.to.equal(correlationId);
        expect(named.headers.get('x-request-id')).to.equal(correlationId);
      });
    } else {
      it('answers with the document that it produces', async () => {
        const { status, headers } = await callExample(keyFor(operation), operation);
        expect(status).to.equal(operation.status ?? 200);
        expect(operation.produces).to.include(headers.get('content-type')?.split(';', 1)[0]);
        expectSecured(headers);
      });
    }

    if (method === 'POST') {
      it('runs once per Idempotency-Key, and repeats status, headers and body', async () => {
        const caller = keyFor(operation);
        const headers = { 'Idempotency-Key': randomUUID() };
        const path = await pathOf(caller, operation);
        const sendIt = (key = caller.key) => send({ ...caller, key }, method, path, { body: operation.example, headers });
        const first = await sendIt();
        const again = await sendIt();
        expect(first.headers.get('idempotent-replayed')).to.equal(null);
        expect(again.headers.get('idempotent-replayed')).to.equal('true');
        expect(again.status).to.equal(first.status);
        for (const name of ['content-type', 'x-correlation-id', ...Object.keys(operation.responseHeaders ?? {})])
          expect(again.headers.get(name), name).to.equal(first.headers.get(name));
        const withoutTime = ({ text }: Answer) => text.replace(/"timestamp":"[^"]*"/, '');
        expect(withoutTime(again)).to.equal(withoutTime(first));
        // A stored answer is still protected by scope.
        if (scope !== 'any' && scope !== 'none') expectFailure(await sendIt(service.keys.without[scope]), 'SVC-AUTH-004');
      });
    }

    if (scope !== 'none') {
      it('refuses a call without a key', async () => {
        expectFailure(await call(undefined), 'SVC-AUTH-001');
      });

      it('refuses a key that is malformed or unknown', async () => {
        for (const key of ['', 'secret', 'svc_live_short', `svc_prod_${'a'.repeat(32)}`, `svc_live_${'-'.repeat(32)}`])
          expectFailure(await call(key), 'SVC-AUTH-002');
        expectFailure(await call(`svc_live_${'0'.repeat(32)}`), 'SVC-AUTH-002');
        // A known prefix with another secret.
        expectFailure(await call(`${service.keys.noScope.slice(0, -4)}0000`), 'SVC-AUTH-002');
      });

      it('refuses a key that is revoked or expired, or whose tenant is disabled', async () => {
        for (const key of [service.keys.revoked, service.keys.expired, service.keys.disabledTenant])
          expectFailure(await call(key), 'SVC-AUTH-003');
      });
    }

    if (scope !== 'none' && scope !== 'any') {
      it('refuses a key that has every scope but its own', async () => {
        const { message } = expectFailure(await call(service.keys.without[scope]), 'SVC-AUTH-004');
        expect(message).to.include(scope);
      });

      if (minimumTier(scope) !== 'free') {
        it('refuses a tenant below its tier, after a key without its scope', async () => {
          expectFailure(await call(service.keys.proWithout[scope]), 'SVC-AUTH-004');
          const { message } = expectFailure(await call(service.keys.pro), 'SVC-AUTH-005');
          expect(message).to.include(minimumTier(scope)).and.to.include('pro');
        });
      }
    }

    if (request !== undefined) {
      const sendBody = async (options: Parameters<typeof send>[3]) => {
        const caller = keyFor(operation);
        return send(caller, method, await pathOf(caller, operation), options);
      };

      it('refuses a field that it does not know, naming it', async () => {
        expectFault(await sendBody({ body: { ...operation.example, nonsense: 1 } }), '/nonsense');
      });

      it('refuses a body without a field that it needs, naming it', async () => {
        if (NEEDS_NO_FIELD.includes(id)) {
          expect(request.safeParse({}).success).to.equal(true);
          return;
        }
        const { fields, alternatives } = requiredBy(operation);
        if (fields.length + alternatives.length === 0) {
          // Every field may be left out.
          expectSuccess(await sendBody({ body: {} }), ...statusesOf(operation));
          return;
        }
        for (const field of fields) expectFault(await sendBody({ body: { ...operation.example, [field]: undefined } }), `/${field}`);
        if (fields.length > 0) return;
        const none = Object.fromEntries(alternatives.map((field) => [field, undefined]));
        const [fault] = expectFailure(await sendBody({ body: { ...operation.example, ...none } }), 'SVC-REQ-001').details ?? [];
        // The fault is that of the form that comes nearest, or of the body as a whole.
        expect(['', ...alternatives.map((field) => `/${field}`)]).to.include(fault.pointer);
        if (fault.pointer === '') for (const field of alternatives) expect(fault.reason).to.include(field);
      });

      it('refuses a body that is not an object', async () => {
        for (const body of [null, [], 'text', 1]) expectFault(await sendBody({ body }), '');
      });

      it('refuses an empty body, and one that is not UTF-8', async () => {
        const json = { 'Content-Type': 'application/json' };
        expectFailure(await sendBody({ headers: json }), 'SVC-REQ-002');
        expectFailure(await sendBody({ raw: '' }), 'SVC-REQ-002');
        expectFailure(await sendBody({ raw: Uint8Array.of(0x22, 0xff, 0x22) }), 'SVC-REQ-002');
        expectFailure(await sendBody({}), 'SVC-REQ-004');
      });

      it('refuses a body that is not JSON', async () => {
        for (const raw of ['{"spot": 1', '{spot: 1}', 'NaN', '\u0000']) expectFailure(await sendBody({ raw }), 'SVC-REQ-002');
      });

      it('refuses media types other than JSON', async () => {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
          expectFailure(await sendBody({ body: operation.example, headers: { 'Content-Type': type } }), 'SVC-REQ-004');
        const charset = { 'Content-Type': 'application/json; charset=latin1' };
        expectFailure(await sendBody({ body: operation.example, headers: charset }), 'SVC-REQ-004');
      });

      it('refuses a body beyond its limit, compressed or not', async () => {
        const { large, packed } = bodiesBeyond(operation.bodyLimit ?? DEFAULT_BODY_LIMIT);
        expectFailure(await sendBody({ raw: large }), 'SVC-REQ-003');
        expectFailure(await sendBody({ raw: packed, headers: { 'Content-Encoding': 'gzip' } }), 'SVC-REQ-003');
      });
    }

    if (request === undefined && wire !== 'bare' && method !== 'GET') {
      it('accepts an empty object as no body, and refuses any other', async () => {
        const caller = keyFor(operation);
        const path = await pathOf(caller, operation);
        expectSuccess(await send(caller, method, path, { body: {} }), ...statusesOf(operation));
        expectFault(await send(caller, method, path, { body: { nonsense: 1 } }), '/nonsense');
        expectFault(await send(caller, method, path, { body: [] }), '');
        expectFailure(await send(caller, method, path, { raw: '{' }), 'SVC-REQ-002');
        expectFailure(await send(caller, method, path, { raw: '{}', headers: { 'Content-Type': 'text/plain' } }), 'SVC-REQ-004');
      });
    }

    it(wire === 'bare' ? 'ignores its query' : 'refuses a query parameter that it does not know, naming it', async () => {
      const caller = keyFor(operation);
      const path = `${await pathOf(caller, operation)}?nonsense=1`;
      const answer = await send(caller, method, path, { body: operation.example });
      if (wire === 'bare') expect(answer.status).to.equal(operation.status ?? 200);
      else expectFault(answer, '/query/nonsense');
    });

    if (operation.params !== undefined) {
      it('answers 404 for a resource that does not exist', async () => {
        const answer = await call(keyFor(operation).key, { 'If-Match': '"1"' });
        if (answer.status === 400) expectFault(answer, `/path/${pathParametersOf(operation.path).at(-1)}`);
        else expectFailure(answer, 'SVC-RES-001');
      });
    }

    it('refuses the methods that its path does not have, and lists those that it has', async () => {
      const methods = operations.filter(({ path }) => path === operation.path).map((each) => each.method);
      const served: string[] = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
      for (const other of METHODS.filter((each) => !served.includes(each))) {
        const answer = await send(service, other, anyPathOf(operation));
        expectFailure(answer, 'SVC-REQ-006');
        expect(answer.headers.get('allow')?.split(', ')).to.have.members(served);
      }
    });

    if (method === 'GET') {
      it('answers HEAD as GET, without the body', async () => {
        const caller = keyFor(operation);
        const path = await pathOf(caller, operation);
        const whole = await get(caller, path);
        const head = await send(caller, 'HEAD', path);
        expect({ status: head.status, type: head.headers.get('content-type') }).to.deep.equal({
          status: whole.status,
          type: whole.headers.get('content-type'),
        });
        expect(head.text).to.equal('');
        expectSecured(head.headers);
      });
    }
  });

  if (wire === 'envelope' && request !== undefined) {
    describe(`a run of ${id}`, () => {
      const { example: body } = operation;
      if (operation.prices !== undefined)
        it('is dated by the oldest of its markets, and by today where one states no date', async () => {
          const caller = keyFor(operation);
          const path = await pathOf(caller, operation);
          // A day before its own, when no option of an example has expired, whatever the day of the test.
          const earlier = dayBefore(oldestDate(body, today()));
          for (const request of [body, ...(marketsIn(body).length > 0 ? [datedRequest(body, earlier)] : [])]) {
            const answer = await send(caller, method, path, { body: request });
            expectSuccess(answer, ...statusesOf(operation));
            if (answer.body.meta !== undefined) expect(answer.body.meta.manifest.marketDataAsOf).to.equal(oldestDate(request, today()));
          }
        });

      it('leaves a receipt exactly if its answer has a manifest, and a replay of it is identical to the last bit', async () => {
        const { body } = await callExample(service, operation);
        const path = `/api/v1/governance/receipts/${body.correlationId}`;
        const stored = await get(service, path);
        if (body.meta === undefined) {
          expectFailure(stored, 'SVC-RES-001');
          return;
        }
        expect(body.meta.manifest.runtime).to.equal(`node/${process.versions.node} v8/${process.versions.v8} ${process.arch}`);
        // The operation declares what it prices, and a pricer what it may be asked for.
        const receipt = expectSuccess(stored);
        expect(receipt).to.deep.include({ runId: body.correlationId, manifest: body.meta.manifest });
        // The fields of a stored document were computed by another operation, in place of the run.
        const isInPlace = operation.prices === undefined;
        if (!isInPlace) expect(receipt).to.deep.include({ operationId: id, result: body.data });
        const computing = defined(
          [...operations, ...deskOperations].find((each) => each.id === receipt.operationId),
          receipt.operationId,
        );
        const { prices = [] } = computing;
        if (prices !== 'all') expect(prices).to.include.oneOf([...(findIdentity(body.meta.manifest.pricerId)?.prices ?? [])]);
        const again = await post(service, `${path}/replay`, undefined);
        expect(expectSuccess(again)).to.deep.include({ runId: body.correlationId, identical: true, differences: [] });
        // The replay is a run of its own.
        expectToSatisfy(manifestOf, again.body.meta?.manifest);
        expect(again.body.data.manifest).to.deep.equal(again.body.meta.manifest);
        const replayed = expectSuccess(await get(service, `/api/v1/governance/receipts/${again.body.correlationId}`));
        expect(replayed).to.deep.include({ operationId: computing.id, request: receipt.request, result: again.body.data.result });
        expect(replayed.inputs).to.deep.equal({ ...receipt.inputs, replayOf: body.correlationId });
      });

      it('may be repeated under one trace id, together with other operations', async () => {
        const headers = { 'X-Correlation-Id': randomUUID() };
        const { body } = await callExample(service, operation, headers);
        const again = await callExample(service, operation, headers);
        const data = expectSuccess(again, ...statusesOf(operation));
        // A resource that is stored a second time has another id or version.
        if (!('createdAt' in data)) expect(data).to.deep.equal(body.data);
        expect(again.body.correlationId).not.to.equal(body.correlationId);
        const other = defined(
          operations.find((each) => each.id !== id && each.tag === 'Vanilla'),
          'another operation',
        );
        expectSuccess(await callExample(service, other, headers));
        if (body.meta === undefined) return;
        const receipt = expectSuccess(await get(service, `/api/v1/governance/receipts/${again.body.correlationId}`));
        expect(receipt.traceId).to.equal(headers['X-Correlation-Id']);
      });
    });
  }
}

const onMongoDb = (): void => {
  let onMongo: SharedService;
  before(async function () {
    this.timeout(60_000);
    onMongo = await sharedService('mongodb');
    expectSuccess(await post({ url: onMongo.url, key: onMongo.keys.only.price }, '/api/v1/price', example));
  });

  // On MongoDB jobs need Temporal.
  for (const operation of operations.filter(({ tag }) => tag !== 'Jobs' || temporalLeftOut === undefined))
    it(`answers its example as its schemas say: ${titleOf(operation)}`, async () => {
      const answer = await callExample(keyFor(operation, onMongo), operation);
      if (operation.wire !== 'envelope') {
        expect(answer.status).to.equal(operation.status ?? 200);
        return;
      }
      const data = expectSuccess(answer, ...statusesOf(operation));
      expectToSatisfy(documented(operation, openApi), data);
      if (answer.body.meta === undefined || operation.request === undefined) return;
      const path = `/api/v1/governance/receipts/${answer.body.correlationId}/replay`;
      const replay = await post({ url: onMongo.url, key: onMongo.keys.only.governance }, path, undefined);
      expect(expectSuccess(replay)).to.deep.include({ identical: true, differences: [] });
    });
};
if (isFullRun && leftOut === undefined) describe('every operation, on MongoDB', onMongoDb);

describe('a path without an operation', () => {
  const paths = [
    '/nothing',
    '/api',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v1/price/',
    '/API/V1/PRICE',
    '/health/',
    '/%E0%A4%A',
    '/api/v1/governance/pricers/%zz',
  ];
  for (const path of paths) {
    it(`is not found, whatever the method: ${path}`, async () => {
      for (const method of ['GET', 'POST', 'DELETE']) expectNotFound(await send(service, method, path));
    });
  }

  function expectNotFound(answer: Answer): void {
    // Pages and operations have different headers; only the failure is the same.
    expect(answer.status).to.equal(404);
    expect(answer.body.error.code).to.equal('SVC-REQ-005');
    expect(answer.headers.get('x-powered-by')).to.equal(null);
  }
});

/** True where the payload contains a price or a volatility. */
const prices = (data: Body): boolean => [data, ...(data.results ?? [])].some((each) => 'price' in each || 'impliedVolatility' in each);

const pathParametersOf = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

function expectToSatisfy(schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  expect(error?.issues ?? []).to.deep.equal([]);
}

/** The request schema of an operation as the document has it, its reference resolved. */
interface RequestSchema {
  readonly $ref?: string;
  readonly required?: string[];
  readonly oneOf?: readonly RequestSchema[];
  readonly anyOf?: readonly RequestSchema[];
}

/** The fields that are required in every form of the request, and those of which some form requires one. */
function requiredBy({ path, method }: Operation): { readonly fields: string[]; readonly alternatives: string[] } {
  const { schema } = defined(openApi.paths[path]![method.toLowerCase()]!.requestBody, 'the request body').content['application/json']!;
  const { required = [], oneOf, anyOf = oneOf ?? [] } = resolved(openApi, schema) as RequestSchema;
  const forms = anyOf.map((form) => resolved(openApi, form).required).filter((form) => form !== undefined);
  const common = (forms[0] ?? []).filter((field) => forms.every((form) => form.includes(field)));
  return { fields: required.length > 0 ? required : common, alternatives: [...new Set(forms.flat())] };
}
