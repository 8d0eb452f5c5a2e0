/** The schemas and headers around every payload: what a client receives besides `data` (interface specification, 2.2 and 7). */
import { ERROR_STATUS } from '#gateway/contract/errors';
import type { Operation } from '#gateway/contract/operation';
import { type JsonSchema, referenceTo } from './schemas.js';

const correlationId: JsonSchema = {
  type: 'string',
  format: 'uuid',
  description: 'Identifies the call; for a priced result also the runId of the manifest',
};

const success: JsonSchema = { type: 'boolean', description: 'true on success, 202 included; false on failure' };
const timestamp: JsonSchema = { type: 'string', format: 'date-time', description: 'Time of the response, UTC' };

const correlationIdAlias: JsonSchema = { type: 'string', description: 'The same value as correlationId' };

const meta = referenceTo('schemas', 'Provenance');

const TRACEPARENT = '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$';

const REQUIRED = ['success', 'correlationId', 'timestamp'];

/** @param priced whether some operation of the document attaches a manifest @returns the named schemas of every envelope */
export function envelopeSchemasFor(priced: boolean): Readonly<Record<string, JsonSchema>> {
  if (priced) return envelopeSchemas;
  const { Provenance, ApiEnvelope, ...remaining } = envelopeSchemas;
  const { meta: _, ...properties } = (ApiEnvelope?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  return { ...remaining, ApiEnvelope: { ...ApiEnvelope, properties } };
}

const envelopeSchemas: Readonly<Record<string, JsonSchema>> = {
  ApiEnvelope: {
    type: 'object',
    description: 'Wraps every response except those of /health, /metrics and rendered documents.',
    required: REQUIRED,
    properties: {
      success,
      data: referenceTo('schemas', 'ApiPayload'),
      meta,
      error: referenceTo('schemas', 'ApiError'),
      correlationId,
      correlation_id: correlationIdAlias,
      timestamp,
    },
  },
  // With a name, because generators copy what ApiFailure takes over from ApiEnvelope, and an object without a name would be there twice.
  ApiPayload: { type: 'object', description: 'The payload of the operation; absent on failure' },
  ApiFailure: {
    description: 'The body of every failure',
    // Two parts, because of one part and keywords beside it a Python generator takes the part alone; and a generator of TypeScript makes
    // only those fields required that the same part describes.
    allOf: [
      referenceTo('schemas', 'ApiEnvelope'),
      { type: 'object', required: ['error'], properties: { success: { const: false }, error: referenceTo('schemas', 'ApiError') } },
    ],
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
 * @param manifest whether the response has a manifest
 */
export const successEnvelope = (data: JsonSchema, manifest: 'always' | 'when_priced' | 'never'): JsonSchema => ({
  type: 'object',
  required: [...REQUIRED, 'data', ...(manifest === 'always' ? ['meta'] : [])],
  properties: {
    success: { type: 'boolean', const: true },
    data,
    ...(manifest !== 'never' && { meta }),
    correlationId,
    correlation_id: correlationIdAlias,
    timestamp,
  },
});

/** Response headers under `components/headers`. */
export const headers: Readonly<Record<string, JsonSchema>> = {
  CorrelationId: {
    description: 'Id of the call; the same value as correlationId in the envelope',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  RequestId: {
    description: "The caller's own id, where the request has one: X-Correlation-Id or X-Request-Id",
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
  Traceparent: { description: 'The traceparent of the request', schema: { type: 'string', pattern: TRACEPARENT } },
  RateLimit: {
    description: 'What is left of a quota, and the seconds until it is full again (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string', pattern: '^"(minute|month|compute-seconds)";r=\\d+;t=\\d+$', examples: ['"minute";r=99;t=42'] },
  },
  RateLimitPolicy: {
    description:
      'Every quota of the tenant: that of a minute with its window in seconds, that of a calendar month, and that of the thread time of a calendar month',
    schema: {
      type: 'string',
      pattern: '^"minute";q=\\d+;w=60(, "month";q=\\d+)?(, "compute-seconds";q=\\d+)?$',
      examples: ['"minute";q=100;w=60, "month";q=10000, "compute-seconds";q=3600'],
    },
  },
  RetryAfter: {
    description: 'Seconds after which a retry may succeed',
    schema: { type: 'integer', minimum: 0 },
  },
  IdempotentReplayed: {
    description: 'Present where the Idempotency-Key has its answer already, which is then given again',
    schema: { type: 'string', const: 'true' },
  },
  Allow: { description: 'The methods of the path', required: true, schema: { type: 'string' } },
};

/** The headers of every response. */
export const commonHeaders: JsonSchema = {
  'X-Correlation-Id': referenceTo('headers', 'CorrelationId'),
  'X-Request-Id': referenceTo('headers', 'RequestId'),
  traceparent: referenceTo('headers', 'Traceparent'),
};

/** The headers of every response after the rate limits were checked. */
export const rateLimitHeaders: JsonSchema = {
  RateLimit: referenceTo('headers', 'RateLimit'),
  'RateLimit-Policy': referenceTo('headers', 'RateLimitPolicy'),
};

/** Request headers under `components/parameters`. */
export const requestHeaders: Readonly<Record<string, JsonSchema>> = {
  CorrelationId: {
    name: 'X-Correlation-Id',
    in: 'header',
    description:
      "The caller's own id of the call, 1 to 128 visible ASCII characters; anything else is ignored. It is recorded in logs and receipts and comes back as X-Request-Id. Where it is absent, X-Request-Id is read",
    schema: { type: 'string' },
  },
  Traceparent: {
    name: 'traceparent',
    in: 'header',
    description: 'W3C Trace Context; a malformed one is ignored',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of the caller. A request that is sent again with it within 24 hours gets the first answer and runs nothing; with another body it is a 422, and a 409 while the first is still running',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
};

/** The names of the request headers that operations of a method read. */
export const requestHeadersOf = ({ method, holdsSecret }: Pick<Operation, 'method' | 'holdsSecret'>): readonly string[] => [
  'CorrelationId',
  'Traceparent',
  ...(method === 'POST' && !holdsSecret ? ['IdempotencyKey'] : []),
];
