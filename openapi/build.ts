/** Builds the OpenAPI document from the operations: `npm run openapi`. A test fails when what is committed is stale. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { ERROR_STATUS } from '#gateway/http/errors';
import type { Operation } from '#gateway/operation';
import { operations } from '#gateway/operations/index';
import { packageRoot } from '#services/runtime/version';

type JsonSchema = Record<string, unknown>;

/** The version of the interface (specification, 9), not of the package. */
const API_VERSION = '0.1.0';

const envelopes: Record<string, JsonSchema> = {
  ApiEnvelope: {
    type: 'object',
    description: 'Wraps every answer but those of /health, /metrics and rendered documents. An operation’s own schema describes `data`.',
    required: ['success', 'correlationId', 'timestamp'],
    properties: {
      success: { type: 'boolean', description: 'true on success, 202 included; false on failure' },
      data: { type: 'object', description: 'The operation’s payload; absent on failure' },
      meta: {
        type: 'object',
        description: 'Present when the operation attaches provenance',
        properties: { manifest: { $ref: '#/components/schemas/RunManifest' } },
      },
      error: { $ref: '#/components/schemas/ApiError' },
      correlationId: {
        type: 'string',
        format: 'uuid',
        description:
          'Identifies the call. The caller’s X-Correlation-Id where that is a UUID; for a priced result also the manifest’s runId',
      },
      correlation_id: { type: 'string', description: 'The same value as correlationId' },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the answer, UTC' },
    },
  },
  ApiError: {
    type: 'object',
    description: 'What went wrong',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'Stable and machine-readable' },
      message: { type: 'string', description: 'For people; may change' },
      details: {
        type: 'array',
        description: 'One entry a fault of the request',
        items: {
          type: 'object',
          required: ['pointer', 'reason'],
          properties: { pointer: { type: 'string', description: 'JSON pointer into the body' }, reason: { type: 'string' } },
        },
      },
    },
  },
};

/** The wire body of every failure. */
const failure: JsonSchema = {
  allOf: [{ $ref: '#/components/schemas/ApiEnvelope' }],
  required: ['error'],
  properties: { success: { const: false } },
};

/** @returns the whole document as YAML */
export function buildOpenApi(list: readonly Operation[]): string {
  const schemas: Record<string, JsonSchema> = { ...envelopes };
  /** A schema in place; whatever has a name goes to the components, once. */
  const inline = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const {
      $schema,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    const moved = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...body } = moved(definition);
      const known = schemas[name];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(body)) throw new Error(`two schemas are called ${name}`);
      schemas[name] = body;
    }
    const { id, ...body } = moved(own);
    if (typeof id !== 'string') return body;
    schemas[id] = body;
    return { $ref: `#/components/schemas/${id}` };
  };

  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of list) {
    for (const schema of operation.schemas ?? []) inline(schema, 'input');
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, inline) };
  }
  return stringify(
    {
      openapi: '3.1.0',
      info: {
        title: 'Derivatives Pricing and Risk Service',
        version: API_VERSION,
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Instrument and market in; price, Greeks or risk out. Answers are wrapped in ApiEnvelope: the schema of an operation describes `data`. ' +
          'Rates and volatilities are decimals, times are years, rates compound continuously. Every priced number carries `meta.manifest`.',
      },
      servers: [{ url: '/' }],
      security: [{ ApiKey: [] }],
      tags: [...new Set(list.map(({ tag }) => tag))].map((name) => ({ name })),
      paths,
      components: {
        securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
        responses: {
          Failure: { description: 'A failure', content: { 'application/json': { schema: failure } } },
        },
        headers: {
          CorrelationId: { description: 'The call’s correlation id', schema: { type: 'string', format: 'uuid' } },
        },
        schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      },
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}

function describe(operation: Operation, inline: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema): object {
  const parameters = (['params', 'query'] as const).flatMap((part) => {
    const schema = operation[part];
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = inline(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] };
    return Object.entries(properties).map(([name, { description, ...type }]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: type,
    }));
  });
  const success =
    operation.wire === 'envelope'
      ? { 'application/json': { schema: inline(operation.response, 'output') } }
      : Object.fromEntries(
          operation.produces.map((type) => [type, { schema: { type: type === 'application/json' ? 'object' : 'string' } }]),
        );
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    ...(operation.scope === 'none' && { security: [] }),
    'x-scope': operation.scope,
    ...(parameters.length > 0 && { parameters }),
    ...(operation.request && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: inline(operation.request, 'input'), ...(operation.example && { example: operation.example }) },
        },
      },
    }),
    responses: {
      [String(operation.status ?? 200)]: {
        description: operation.wire === 'envelope' ? 'Success; the schema is that of `data` in ApiEnvelope' : 'Success',
        headers: { 'X-Correlation-Id': { $ref: '#/components/headers/CorrelationId' } },
        content: success,
      },
      ...(operation.wire !== 'bare' && { default: { $ref: '#/components/responses/Failure' } }),
    },
  };
}

export const openApiFile = path.join(packageRoot, 'openapi/openapi.yaml');

if (import.meta.filename === process.argv[1]) writeFileSync(openApiFile, buildOpenApi(operations));
