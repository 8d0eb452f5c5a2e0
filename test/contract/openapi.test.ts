import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Router } from 'express';
import pino from 'pino';
import { createApp } from '#gateway/app';
import type { Dependencies } from '#gateway/operation';
import { operations } from '#gateway/operations/index';
import { buildOpenApi } from '#openapi/build';
import { createRegistry } from '#services/runtime/metrics';
import { type Body, get, post, send } from '../support/http.js';
import { committed, type Described, type JsonSchema, readOpenApi, referencesIn, validatorOf } from '../support/openapi.js';
import { anyPathOf } from '../support/operations.js';
import { type SharedService, sharedService } from '../support/service.js';

const METHODS = ['get', 'post', 'put', 'delete'];

const document = readOpenApi();

interface Documented extends Described {
  readonly method: string;
  readonly path: string;
}

const documented: readonly Documented[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ method: method.toUpperCase(), path, ...described })),
);

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

let service: SharedService;
before(async function () {
  this.timeout(30_000);
  service = await sharedService();
});

describe('the OpenAPI document', () => {
  it('is what the operations build today (npm run openapi)', () => {
    expect(committed()).to.equal(buildOpenApi(operations));
  });

  it('is served without a key, to the letter', async () => {
    const { status, body, headers } = await send(service, 'GET', '/api/openapi.yaml', { headers: { 'X-API-Key': undefined } });
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^application\/yaml/);
    expect(body).to.equal(committed());
  });

  it('is OpenAPI 3.1.0, API 0.1.0, MIT', () => {
    const { openapi, info } = document;
    expect({ openapi, version: info.version, license: info.license.name }).to.deep.equal({
      openapi: '3.1.0',
      version: '0.1.0',
      license: 'MIT',
    });
  });

  it('asks for a key everywhere but at /health', () => {
    expect(document.security).to.deep.equal([{ ApiKey: [] }]);
    expect(document.components.securitySchemes).to.deep.equal({ ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } });
    expect(documented.filter(({ security }) => security !== undefined).map(({ path, security }) => ({ path, security }))).to.deep.equal([
      { path: '/health', security: [] },
    ]);
  });
});

describe('the document’s endpoints', () => {
  it('are the routes that the gateway registers, in both directions', () => {
    expect(documented.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)).to.have.members(registeredRoutes());
  });

  it('are the ones that the running gateway says it has, in both directions', async () => {
    const { body } = await get(service, '/api/v1/entitlements');
    const { endpoints } = body.data.scopes.find(({ scope }: Body) => scope === 'admin');
    expect(documented.map(nameOf)).to.have.members(endpoints.map(nameOf));
  });

  for (const { method, path, security } of documented) {
    it(`are there when called: ${method} ${path}`, async () => {
      const { status } = await send(service, method, anyPathOf({ path }), { headers: { 'X-API-Key': undefined } });
      expect(status).to.equal(security === undefined ? 401 : 200);
    });
  }
});

describe('the envelope schemas', () => {
  const { ApiEnvelope, ApiError } = document.components.schemas as unknown as Record<
    string,
    { required: string[]; properties: JsonSchema }
  >;
  let success: Body;
  let failure: Body;

  before(async () => {
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    success = (await post(service, '/api/v1/price', option)).body;
    failure = (await post(service, '/api/v1/price', { ...option, spot: -1 })).body;
  });

  it('exist, and have the fields that are sent and no others', () => {
    expect(Object.keys(ApiEnvelope!.properties)).to.have.members([...new Set([...Object.keys(success), ...Object.keys(failure)])]);
    expect(Object.keys(ApiError!.properties)).to.have.members(Object.keys(failure.error));
  });

  it('require exactly what is always present', () => {
    expect(ApiEnvelope!.required).to.have.members(['success', 'correlationId', 'timestamp']);
    expect(ApiError!.required).to.have.members(['code', 'message']);
  });

  it('describe what is sent', () => {
    const envelope = validatorOf(document, { $ref: '#/components/schemas/ApiEnvelope' });
    expect(envelope.safeParse(success).error?.issues).to.equal(undefined);
    expect(envelope.safeParse(failure).error?.issues).to.equal(undefined);
    expect(envelope.safeParse({ ...success, correlationId: 'mine' }).success).to.equal(false);
    expect(envelope.safeParse({ ...success, success: undefined }).success).to.equal(false);
  });
});

describe('every part of the document', () => {
  it('that is referred to is there, and what is there is referred to', () => {
    const references = new Set(referencesIn(document));
    expect(references.size).to.be.greaterThan(10);
    for (const reference of references) expect(resolve(reference), reference).to.be.an('object');
    for (const kind of ['schemas', 'responses', 'headers'])
      for (const name of Object.keys(document.components[kind])) expect(references).to.include(`#/components/${kind}/${name}`);
  });

  it('is a schema that a validator takes', () => {
    for (const name of Object.keys(document.components.schemas))
      expect(() => validatorOf(document, { $ref: `#/components/schemas/${name}` }), name).not.to.throw();
  });

  it('says more than a name: operations have one tag, a summary, path parameters as in the path, and answers', () => {
    const ids = documented.map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const operation of documented) {
      const { path, method, tags, parameters = [], responses, requestBody } = operation;
      const title = nameOf(operation);
      expect(METHODS, title).to.include(method.toLowerCase());
      expect(tags, title).to.have.length(1);
      expect(
        document.tags.map(({ name }) => name),
        title,
      ).to.include(tags[0]);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        parameters.filter((each) => each.in === 'path').map(({ name }) => name),
        title,
      ).to.deep.equal(inPath);
      for (const parameter of parameters) {
        expect(parameter.in, title).to.be.oneOf(['path', 'query']);
        expect(parameter.schema, title).to.be.an('object');
        if (parameter.in === 'path') expect(parameter.required, title).to.equal(true);
      }
      const [answer, ...rest] = Object.keys(responses);
      expect(answer, title).to.be.oneOf(['200', '201', '202']);
      expect(rest, title).to.deep.equal(path === '/health' ? [] : ['default']);
      expect(requestBody !== undefined && method === 'GET', title).to.equal(false);
    }
  });

  it('that is an example is one that its own schema takes', () => {
    const withBody = documented.filter(({ requestBody }) => requestBody !== undefined);
    expect(withBody).not.to.deep.equal([]);
    for (const operation of withBody) {
      const { schema, example } = operation.requestBody!.content['application/json'];
      expect(example, nameOf(operation)).to.be.an('object');
      expect(validatorOf(document, schema).safeParse(example).error?.issues, nameOf(operation)).to.equal(undefined);
    }
  });
});

/** What stands at a local reference. */
const resolve = (reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (value as JsonSchema | undefined)?.[key], document);

/** The routes of the real application, without those that refuse the other methods of a path. */
function registeredRoutes(): string[] {
  const app = createApp({
    operations,
    // Routes are made without calling anything.
    dependencies: { operations } as Dependencies,
    registry: createRegistry('gateway', randomUUID()),
    log: pino({ level: 'silent' }),
    pages: Router(),
    trustedProxies: 0,
    now: () => new Date(),
  });
  return app.router.stack.flatMap(({ route }) => {
    const methods = Object.keys((route as unknown as { methods: Record<string, true> } | undefined)?.methods ?? {});
    return methods.length > METHODS.length ? [] : methods.map((method) => `${method.toUpperCase()} ${route!.path}`);
  });
}
