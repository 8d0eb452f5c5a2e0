import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { routes } from '#gateway/app';
import type { Operation } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { buildClientFiles } from '#openapi/build';
import { buildDocument } from '#openapi/document';
import { failuresOf } from '#openapi/failures';
import { defined } from '#services/runtime/defined';
import { service } from '#test/support/shared-service';
import { CODES } from '../support/envelope.js';
import { type Body, get, post, send } from '../support/http.js';
import {
  committed,
  type Described,
  documentedCodes,
  type JsonSchema,
  readOpenApi,
  referencesIn,
  resolve,
  resolved,
  validatorOf,
} from '../support/openapi.js';
import { anyPathOf } from '../support/operations.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface Documented extends Described {
  readonly method: string;
  readonly path: string;
}

interface Linked {
  readonly links?: Readonly<Record<string, { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }>>;
}

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

for (const [view, file] of [
  ['data', 'openapi.yaml'],
  ['wire', 'openapi-wire.yaml'],
] as const) {
  const document = readOpenApi(view);
  const documented: readonly Documented[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ method: method.toUpperCase(), path, ...described })),
  );

  describe(`the document ${file}`, () => {
    it('is what the operations build today (npm run openapi)', () => {
      expect(committed(view)).to.equal(buildDocument(operations, view));
    });

    it('is served without a key, unchanged', async () => {
      const { status, body, headers } = await send(service, 'GET', `/api/${file}`, { headers: { 'X-API-Key': undefined } });
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.match(/^application\/yaml/);
      expect(body).to.equal(committed(view));
    });

    it('links creations to the operations that take the id of what was created', () => {
      const links = documented.flatMap(({ responses }) =>
        Object.values(responses).flatMap((each) => Object.entries((each as Linked).links ?? {})),
      );
      expect(links).to.have.length.above(30);
      for (const [name, { operationId, parameters }] of links) {
        expect(operationId).to.equal(name);
        const { path } = defined(
          operations.find(({ id }) => id === operationId),
          operationId,
        );
        for (const parameter of Object.keys(parameters)) expect(path, operationId).to.include(`{${parameter}}`);
      }
      const [, removal] = defined(
        links.find(([name]) => name === 'removePosition'),
        'the link',
      );
      expect(removal.parameters).to.deep.equal({ portfolioId: '$request.path.portfolioId', positionId: '$response.body#/data/id' });
    });

    it('is OpenAPI 3.1.0, API 0.1.0, MIT', () => {
      const { openapi, info } = document;
      expect({ openapi, version: info.version, license: info.license.name }).to.deep.equal({
        openapi: '3.1.0',
        version: '0.1.0',
        license: 'MIT',
      });
    });

    it('asks for a key everywhere except at /health', () => {
      expect(document.security).to.deep.equal([{ ApiKey: [] }]);
      expect(document.components.securitySchemes).to.deep.equal({ ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } });
      expect(documented.filter(({ security }) => security !== undefined).map(({ path, security }) => ({ path, security }))).to.deep.equal([
        { path: '/health', security: [] },
      ]);
    });

    describe('its endpoints', () => {
      it('are the routes that the gateway registers, in both directions', async () => {
        expect(documented.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)).to.have.members(
          await servedRoutes(),
        );
      });

      it('are those that the running gateway lists, in both directions', async () => {
        const { body } = await get(service, '/api/v1/entitlements');
        const { endpoints } = body.data.scopes.find(({ scope }: Body) => scope === 'admin');
        expect(documented.map(nameOf)).to.have.members(endpoints.map(nameOf));
      });

      for (const { method, path, security } of documented) {
        it(`answer when called: ${method} ${path}`, async () => {
          const { status } = await send(service, method, anyPathOf({ path }), { headers: { 'X-API-Key': undefined } });
          expect(status).to.equal(security === undefined ? 401 : 200);
        });
      }
    });

    describe('its envelope schemas', () => {
      const { ApiEnvelope, ApiError } = document.components.schemas as unknown as Record<
        string,
        { required: string[]; properties: JsonSchema; patternProperties?: JsonSchema }
      >;
      let success: Body;
      let failure: Body;

      before(async () => {
        const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
        success = (await post(service, '/api/v1/price', option)).body;
        failure = (await post(service, '/api/v1/price', { ...option, spot: -1 })).body;
      });

      it('exist, and have the fields that are sent and no others', () => {
        const { properties, patternProperties = {} } = ApiEnvelope!;
        const described = [
          ...Object.keys(properties),
          ...Object.keys(patternProperties).map((pattern) => pattern.replaceAll(/[\^$]/g, '')),
        ];
        expect(described).to.have.members([...new Set([...Object.keys(success), ...Object.keys(failure)])]);
        expect(Object.keys(ApiError!.properties)).to.have.members(Object.keys(failure.error));
      });

      it('require exactly what is always present', () => {
        expect(ApiEnvelope!.required).to.have.members(['success', 'correlationId', 'timestamp']);
        expect(ApiError!.required).to.have.members(['code', 'message']);
      });

      it('describe what is sent', () => {
        const envelope = validatorOf(document, { $ref: '#/components/schemas/ApiEnvelope' });
        const failed = validatorOf(document, { $ref: '#/components/schemas/ApiFailure' });
        expect(envelope.safeParse(success).error?.issues).to.equal(undefined);
        expect(envelope.safeParse(failure).error?.issues).to.equal(undefined);
        expect(failed.safeParse(failure).error?.issues).to.equal(undefined);
        expect(failed.safeParse(success).success).to.equal(false);
        expect(envelope.safeParse({ ...success, correlationId: 'mine' }).success).to.equal(false);
        expect(envelope.safeParse({ ...success, success: undefined }).success).to.equal(false);
      });
    });

    describe('every part of it', () => {
      it('that is referred to exists, and every named part is referred to', () => {
        const references = new Set(referencesIn(document));
        expect(references.size).to.be.greaterThan(10);
        for (const reference of references) expect(resolve(document, reference), reference).to.be.an('object');
        for (const kind of ['schemas', 'responses', 'headers', 'parameters'])
          for (const name of Object.keys(document.components[kind]!)) expect(references).to.include(`#/components/${kind}/${name}`);
      });

      it('that is a schema compiles in a validator', () => {
        for (const name of Object.keys(document.components.schemas))
          expect(() => validatorOf(document, { $ref: `#/components/schemas/${name}` }), name).not.to.throw();
      });

      it('is complete: operations have one tag, a summary, the parameters of their path, and responses', () => {
        const ids = documented.map(({ operationId }) => operationId);
        expect(new Set(ids).size).to.equal(ids.length);
        for (const operation of documented) {
          const { path, method, tags, responses, requestBody } = operation;
          const title = nameOf(operation);
          expect(METHODS, title).to.include(method.toLowerCase());
          expect(tags, title).to.have.length(1);
          expect(
            document.tags.map(({ name }) => name),
            title,
          ).to.include(tags[0]);
          const parameters = operation.parameters.map((each) => resolved(document, each));
          const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
          expect(
            parameters.filter((each) => each.in === 'path').map(({ name }) => name),
            title,
          ).to.deep.equal(inPath);
          for (const parameter of parameters) {
            expect(parameter.in, title).to.be.oneOf(['path', 'query', 'header']);
            expect(parameter.schema, title).to.be.an('object');
            if (parameter.in === 'path') expect(parameter.required, title).to.equal(true);
          }
          const { status = 200, otherStatuses = [] } = defined(
            operations.find(({ id }) => id === operation.operationId),
            title,
          );
          const stated = [status, ...otherStatuses].map(String);
          const described = Object.keys(responses).filter((each) => each < '300' || stated.includes(each));
          expect(described, title).to.have.members(stated);
          expect(requestBody !== undefined && method === 'GET', title).to.equal(false);
        }
      });

      it('that is a failure has the codes that its operation declares, under their statuses', () => {
        for (const described of documented) {
          const operation = operations.find(({ id }) => id === described.operationId);
          if (operation === undefined) throw new Error(`no operation is called ${described.operationId}`);
          const expected = failuresOf(operation).map((code) => [code, CODES[code]] as const);
          expect([...documentedCodes(document, described)], operation.id).to.have.deep.members(expected);
        }
        const unmatched = documentedCodes(document, { responses: document['x-unmatched-responses'] });
        expect([...unmatched]).to.deep.equal([
          ['SVC-REQ-005', 404],
          ['SVC-REQ-006', 405],
        ]);
      });

      it('that is a response names the headers that it carries', () => {
        for (const operation of documented)
          for (const [status, response] of Object.entries(operation.responses)) {
            const { headers = {} } = resolved(document, response);
            const expected = ['X-Correlation-Id', ...(['429', '503'].includes(status) ? ['Retry-After'] : [])];
            expect(Object.keys(headers), `${nameOf(operation)} ${status}`).to.include.members(expected);
          }
      });

      it('that is an example is one that its own schema accepts', () => {
        const bodies = documented.flatMap(({ requestBody, ...operation }) =>
          requestBody === undefined ? [] : [{ requestBody, operation }],
        );
        expect(bodies).not.to.deep.equal([]);
        for (const { requestBody, operation } of bodies) {
          const { schema, example, examples = { usual: { value: example } } } = requestBody.content['application/json']!;
          for (const [name, { value }] of Object.entries<{ readonly value: unknown }>(examples)) {
            expect(value, `${nameOf(operation)} ${name}`).to.be.an('object');
            expect(validatorOf(document, schema).safeParse(value).error?.issues, `${nameOf(operation)} ${name}`).to.equal(undefined);
          }
        }
      });
    });
  });
}

describe('the files of the clients', () => {
  it('are what the operations build today (npm run openapi)', () => {
    for (const [file, text] of buildClientFiles()) expect(readFileSync(file, 'utf8') === text, file).to.equal(true);
  });
});

/** The operations that the gateway finds at their own method and path. */
async function servedRoutes(): Promise<string[]> {
  const declared: Operation[] = [];
  const route = routes(operations, (operation) => {
    declared.push(operation);
  });
  for (const operation of operations) {
    route({ method: operation.method, url: anyPathOf(operation) } as IncomingMessage, {} as ServerResponse, undefined, () => undefined);
    // The router goes on in a later turn of the event loop where many paths do not fit.
    await new Promise(setImmediate);
  }
  expect(declared).to.deep.equal(operations);
  return declared.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
}
