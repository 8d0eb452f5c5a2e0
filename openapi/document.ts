/** An OpenAPI 3.1.0 document of the operations, as YAML. */

import { stringify } from 'yaml';
import type { z } from 'zod';
import type { Callback, EnvelopeOperation, Operation } from '#gateway/contract/operation';
import { SESSION_COOKIES } from '#gateway/http/middleware/authenticate';
import { runManifest } from '#gateway/operations/receipts';
import {
  commonHeaders,
  envelopeSchemasFor,
  headers,
  rateLimitHeaders,
  requestHeaders,
  requestHeadersOf,
  successEnvelope,
} from './envelope.js';
import { FailureResponses } from './failures.js';
import { forGenerators } from './for-generators.js';
import { withJobForms } from './job-forms.js';
import { withNamedForms } from './named-forms.js';
import { type JsonSchema, referenceTo, SchemaCollection } from './schemas.js';
import type { View } from './view.js';

/** The version of the interface (specification, 9), not of the package. */
const API_VERSION = '0.1.0';

const VIEW_DESCRIPTION: Record<View, string> = {
  data:
    'Responses are wrapped in ApiEnvelope, and the schema of a successful response describes the content of `data`. ' +
    'The document /api/openapi-wire.yaml describes the whole bodies: use it to generate clients and to check responses.',
  wire:
    'This document describes the bytes: the schema of a response is that of the whole body, envelope included. ' +
    'In /api/openapi.yaml the same operations are described by the content of `data` alone, and there a number or a list of a request also has ' +
    'the forms that name stored market data, which are left out here because generated clients would wrap every number in a class.',
};

/** Title and description of a document. */
interface Heading {
  readonly title: string;
  readonly description: string;
  /** Ways in which a caller shows who it is: each by itself is enough. */
  readonly security: Readonly<Record<string, JsonSchema>>;
}

const API_KEY = { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } };

const publicHeading = (view: View): Heading => ({
  title: 'Derivatives Pricing and Risk Service',
  description: [
    'Send an instrument and a market; receive a price, Greeks or a risk number.',
    VIEW_DESCRIPTION[view],
    'Rates and volatilities are decimals, times are in years, rates are continuously compounded. Every priced number carries `meta.manifest`.',
  ].join(' '),
  security: API_KEY,
});

/** Heading of the document of the operations under /admin/v1. */
export const adminHeading: Heading = {
  title: 'Derivatives Pricing and Risk Service: administration',
  description:
    'Tenants, keys, users and their sessions, usage and the audit log. This document describes the bytes: the schema of a response is that of the whole body. A caller shows a key with the scope admin, or the cookie of a session; every request of a session that is no GET repeats the csrfToken of the session in the header X-CSRF-Token. Another tenant’s ids are a 404.',
  security: { ...API_KEY, Session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIES.plain } },
};

/** Heading of the document of the operations under /desk/v1. */
export const deskHeading: Heading = {
  title: 'Derivatives Pricing and Risk Service: desk',
  description:
    'Operations for desks and for model risk management beyond those of /api/v1, with the same keys, scopes, envelope, errors, idempotency and paging; every POST operation may run as a job. This document describes the bytes: the schema of a response is that of the whole body.',
  security: API_KEY,
};

/** @returns the document of these operations, as YAML */
export function buildDocument(operations: readonly Operation[], view: View, heading: Heading = publicHeading(view)): string {
  const isPriced = operations.some(({ prices, manifest }) => prices !== undefined || manifest !== undefined);
  const schemas = new SchemaCollection(
    envelopeSchemasFor(isPriced),
    view,
    operations.flatMap(({ request }) => (request === undefined ? [] : [request])),
  );
  const failures = new FailureResponses();
  const paths: Record<string, Record<string, unknown>> = {};
  // Requests come first, so that schemas that requests and responses share have the names that requests give them.
  for (const { schemas: further = [], request } of operations)
    for (const schema of request === undefined ? further : [...further, request]) schemas.of(schema, 'input');
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        tags: [operation.tag],
        summary: operation.summary,
        ...(operation.description && { description: operation.description }),
        ...(operation.scope === 'none' && { security: [] }),
        'x-scope': operation.scope,
        parameters: [...parametersOf(operation, schemas), ...headerParametersOf(operation, schemas)],
        ...(operation.request && { requestBody: requestBody(operation, operation.request, schemas) }),
        responses: { ...successes(operation, operations, view, schemas), ...failures.of(operation) },
        // Generated clients make calls, and receive none.
        ...(operation.callbacks && view === 'data' && { callbacks: callbacksOf(operation.callbacks, schemas) }),
      },
    };
  }
  // The envelope of a priced number refers to its manifest, whether or not an operation answers with one.
  if (isPriced) schemas.of(runManifest, 'output');
  if (view === 'wire') withJobForms(schemas, operations);
  const unmatched = failures.forCodes(['SVC-REQ-005', 'SVC-REQ-006']);
  const document = {
    openapi: '3.1.0',
    info: {
      title: heading.title,
      version: API_VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description: heading.description,
    },
    servers: [{ url: '/' }],
    security: Object.keys(heading.security).map((name) => ({ [name]: [] })),
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: heading.security,
      parameters: requestHeaders,
      headers,
      responses: failures.all(),
      schemas: view === 'wire' ? withNamedForms(schemas.all()) : schemas.all(),
    },
    // The responses to a path or a method that no operation has.
    'x-unmatched-responses': unmatched,
  };
  return stringify(view === 'wire' ? forGenerators(document) : document, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    // Readers of YAML 1.1, such as Python's, take an unquoted `on` for true.
    compat: 'yaml-1.1',
  });
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Path and query parameters: one per property of the operation's schemas. */
const parametersOf = ({ params, query }: Operation, schemas: SchemaCollection): JsonSchema[] => [
  ...parameters(params, 'path', schemas),
  ...parameters(query, 'query', schemas),
];

const headerParametersOf = (operation: Operation, schemas: SchemaCollection): JsonSchema[] => [
  ...requestHeadersOf(operation).map((name) => referenceTo('parameters', name)),
  ...parameters(operation.headers, 'header', schemas),
];

/** `if-match` as `If-Match`, the way headers are written for people. */
const headerName = (name: string): string => name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase());

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query' | 'header', schemas: SchemaCollection): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...type }]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: type,
  }));
}

const requestBody = (operation: Operation, request: z.ZodType, schemas: SchemaCollection): JsonSchema => ({
  required: true,
  content: Object.fromEntries(
    (operation.consumes ?? ['application/json']).map((type) => [type, { schema: schemas.of(request, 'input'), ...examplesOf(operation) }]),
  ),
});

const callbacksOf = (callbacks: Readonly<Record<string, Callback>>, schemas: SchemaCollection): JsonSchema =>
  Object.fromEntries(
    Object.entries(callbacks).map(([name, { url, summary, headers: sent, body }]) => {
      const parameters = Object.entries(sent).map(([header, description]) => ({
        name: header,
        ...{ in: 'header', required: true, description, schema: { type: 'string' } },
      }));
      const requestBody = { required: true, content: { 'application/json': { schema: schemas.of(body, 'output') } } };
      const responses = { '2XX': { description: 'Received; after any other answer, or none, the call is made again' } };
      return [name, { [url]: { post: { summary, parameters, requestBody, responses } } }];
    }),
  );

/** OpenAPI takes either one example or several with names. */
function examplesOf({ exampleText, example: value, furtherExamples = {} }: Operation): JsonSchema {
  const example = value ?? exampleText;
  const titles = Object.entries(furtherExamples);
  if (titles.length === 0) return example === undefined ? {} : { example };
  const named = titles.map(([summary, value], i) => [`further${i + 1}`, { summary, value }] as const);
  return { examples: { ...(example !== undefined && { usual: { value: example } }), ...Object.fromEntries(named) } };
}

/** A response for each status with which the operation may succeed. */
const successes = (operation: Operation, operations: readonly Operation[], view: View, schemas: SchemaCollection) => {
  const links = linksOf(operation, operations);
  return Object.fromEntries(
    [operation.status ?? 200, ...(operation.otherStatuses ?? [])].map((status) => [
      String(status),
      { ...success(operation, view, schemas), ...(Object.keys(links).length > 0 && { links }) },
    ]),
  );
};

const PATH_PARAMETER = /\{(\w+)\}/g;
const parameterNames = (path: string): string[] => [...path.matchAll(PATH_PARAMETER)].map(([, name = '']) => name);

/** Links from a creation to the operations whose path takes the id of what it created, and no other that the creation does not have. */
function linksOf({ method, path, status = 200, otherStatuses = [] }: Operation, operations: readonly Operation[]): JsonSchema {
  if (method !== 'POST' || ![status, ...otherStatuses].some((each) => each === 201 || each === 202)) return {};
  const owners = parameterNames(path);
  return Object.fromEntries(
    operations.flatMap((each) => {
      const [id, ...furtherNames] = parameterNames(each.path).slice(owners.length);
      if (id === undefined || furtherNames.length > 0 || !each.path.startsWith(`${path}/{`)) return [];
      const parameters = { ...Object.fromEntries(owners.map((name) => [name, `$request.path.${name}`])), [id]: '$response.body#/data/id' };
      return [[each.id, { operationId: each.id, parameters }]];
    }),
  );
}

function success(operation: Operation, view: View, schemas: SchemaCollection): JsonSchema {
  return {
    description: view === 'data' && operation.wire === 'envelope' ? 'Success; the schema is that of `data` in ApiEnvelope' : 'Success',
    headers: {
      ...commonHeaders,
      ...(operation.scope !== 'none' && rateLimitHeaders),
      ...(operation.method === 'POST' && !operation.holdsSecret && { 'Idempotent-Replayed': referenceTo('headers', 'IdempotentReplayed') }),
      ...Object.fromEntries(
        Object.entries(operation.responseHeaders ?? {}).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
    },
    content:
      operation.wire === 'envelope'
        ? { 'application/json': { schema: successSchema(operation, view, schemas) } }
        : Object.fromEntries(
            operation.produces.map((type) => [type, { schema: { type: type === 'application/json' ? 'object' : 'string' } }]),
          ),
  };
}

/** A payload with a name has an envelope with a name, so that generated clients share it between operations. */
function successSchema(operation: EnvelopeOperation, view: View, schemas: SchemaCollection): JsonSchema {
  const { response, prices, manifest = prices === undefined ? 'never' : 'always' } = operation;
  const data = schemas.of(response, 'output');
  if (view === 'data') return data;
  const envelope = successEnvelope(data, manifest);
  const name = (data.$ref as string | undefined)?.split('/').at(-1);
  if (name === undefined) return envelope;
  // A document that is written with a manifest is read without one.
  const isWritten = manifest !== 'never' && prices === undefined;
  return schemas.named(isWritten ? `${name}WithManifestEnvelope` : `${name}Envelope`, envelope);
}
