/** The schemas and headers around every payload: what a client receives besides `data` (interface specification, 2.2 and 7). */
import { ERROR_STATUS } from '#gateway/http/errors';
import { type JsonSchema, referenceTo } from './schemas.js';

const correlationId: JsonSchema = {
  type: 'string',
  format: 'uuid',
  description:
    'Identifies the call: the X-Correlation-Id of the request where that is a UUID. For a priced result also the runId of the manifest',
};

const success: JsonSchema = { type: 'boolean', description: 'true on success, 202 included; false on failure' };
const timestamp: JsonSchema = { type: 'string', format: 'date-time', description: 'Time of the response, UTC' };

const correlationIdAlias: JsonSchema = { type: 'string', description: 'The same value as correlationId' };

const meta = referenceTo('schemas', 'Provenance');

const REQUIRED = ['success', 'correlationId', 'timestamp'];

/** The named schemas of every envelope. */
export const envelopeSchemas: Readonly<Record<string, JsonSchema>> = {
  ApiEnvelope: {
    type: 'object',
    description: 'Wraps every response except those of /health, /metrics and rendered documents.',
    required: REQUIRED,
    properties: {
      success,
      data: { type: 'object', description: 'The payload of the operation; absent on failure' },
      meta,
      error: referenceTo('schemas', 'ApiError'),
      correlationId,
      correlation_id: correlationIdAlias,
      timestamp,
    },
  },
  ApiFailure: {
    description: 'The body of every failure',
    allOf: [referenceTo('schemas', 'ApiEnvelope')],
    type: 'object',
    required: ['error'],
    properties: { success: { const: false } },
  },
  Provenance: {
    type: 'object',
    description: 'Present when the operation attaches provenance',
    required: ['manifest'],
    properties: { manifest: referenceTo('schemas', 'RunManifest') },
  },
  ApiError: {
    type: 'object',
    description: 'The reason of a failure',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'Stable and machine-readable' },
      message: { type: 'string', description: 'For people; may change' },
      details: { type: 'array', description: 'One entry per fault of the request', items: referenceTo('schemas', 'ApiFault') },
    },
  },
  ApiFault: {
    type: 'object',
    description: 'One fault of a request',
    required: ['pointer', 'reason'],
    properties: {
      pointer: {
        type: 'string',
        pattern: '^($|/)',
        description:
          'JSON pointer (RFC 6901) into the body; under /path, /query or /headers for a parameter. Empty where the body as a whole is wrong',
      },
      reason: { type: 'string', description: 'What is wrong, with the bound and the value' },
    },
  },
};

/**
 * The body of a success, as the wire document has it.
 *
 * @param data schema of the payload
 * @param priced whether the operation returns numbers of a pricer, which always have a manifest
 */
export const successEnvelope = (data: JsonSchema, priced: boolean): JsonSchema => ({
  type: 'object',
  required: [...REQUIRED, 'data', ...(priced ? ['meta'] : [])],
  properties: {
    success: { type: 'boolean', const: true },
    data,
    ...(priced && { meta }),
    correlationId,
    correlation_id: correlationIdAlias,
    timestamp,
  },
});

/** Response headers under `components/headers`. */
export const headers: Readonly<Record<string, JsonSchema>> = {
  CorrelationId: {
    description: 'The same value as correlationId in the envelope',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description:
      'What is left of the quota, and the seconds until it is full again: `"minute";r=99;t=42` (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'The quota and its window in seconds: `"minute";q=100;w=60`',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds after which a retry may succeed',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Allow: { description: 'The methods of the path', required: true, schema: { type: 'string' } },
};

/** Request headers under `components/parameters`: those of every operation, and those of every POST. */
export const requestHeaders: Readonly<Record<string, JsonSchema>> = {
  CorrelationId: {
    name: 'X-Correlation-Id',
    in: 'header',
    description: 'A UUID that identifies the call; any other value is replaced by a new UUID',
    schema: { type: 'string' },
  },
};
