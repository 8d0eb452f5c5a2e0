import { z } from 'zod';
import type { Receipt__Output } from '#proto/types/svc/reference/v1/Receipt';
import { minimumTier, SCOPE_CATALOGUE, SCOPES, satisfies, TIERS } from '../entitlement.js';
import { HttpFailure } from '../http/errors.js';
import type { RunInputs } from '../inputs.js';
import { STATUSES_BY_STRENGTH } from '../manifest.js';
import { type Operation, operation } from '../operation.js';
import { pageOf, pageQuery, pageResponse, uuid } from '../page.js';
import { replayReceipt } from '../replay.js';

const status = z
  .enum(['roadmap', 'experimental', 'production-candidate', 'ga-validated', 'retired'])
  .meta({ id: 'CapabilityStatus', description: 'How far a capability is validated; ga-validated is the strongest' });

const pricerSummary = z
  .object({
    pricerId: z.string(),
    version: z.int(),
    fingerprint: z
      .string()
      .meta({ description: 'fp:v1:blake3: and 64 hexadecimal digits: a hash of the identity and version of the pricer' }),
    status,
    summary: z.string(),
    evidence: z.array(z.string()).meta({ description: 'The reference tables that validate it' }),
  })
  .meta({ id: 'PricerSummary' });

const manifest = z
  .object({
    engineVersion: z.string(),
    runId: uuid,
    pricerId: z.string(),
    pricerVersion: z.int(),
    pricerFingerprint: z.string(),
    capabilityStatus: status,
    marketDataAsOf: z.iso.date(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'RunManifest', description: 'What produced a number; runId is the correlation id of the run' });

type RunManifest = z.infer<typeof manifest>;

const json = z.record(z.string(), z.unknown());

const receiptSummary = z
  .object({ runId: uuid, operationId: z.string(), pricerId: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'ReceiptSummary' });

const receiptSchema = z
  .object({
    runId: uuid,
    operationId: z.string(),
    createdAt: z.iso.datetime(),
    backend: z.string().optional().meta({ description: 'The backend that simulated the paths; absent for closed forms' }),
    traceId: z.string().optional().meta({ description: 'The trace that the caller named; absent where none was named' }),
    request: json.meta({ description: 'The request body as it came' }),
    inputs: z
      .object({
        today: z.iso.date().meta({ description: 'The date used where the request leaves out its valuation date' }),
        params: json.optional().meta({ description: 'Path parameters' }),
        query: json.optional().meta({ description: 'Query parameters' }),
        headers: json.optional().meta({ description: 'The request headers that the operation reads' }),
        resolved: json.optional().meta({ description: 'The stored inputs that the run looked up, by name' }),
        replayOf: uuid.optional().meta({ description: 'Of a replay: the run that it repeats' }),
      })
      .optional()
      .meta({ description: 'What a replay uses beside the body; absent from receipts made before it was recorded' }),
    result: json.meta({ description: 'The `data` of the response' }),
    manifest,
  })
  .meta({ id: 'Receipt' });

const runId = z.strictObject({ runId: uuid });

const timestamp = (ms: number) => new Date(ms).toISOString();

const receiptView = (receipt: Receipt__Output): z.infer<typeof receiptSchema> => {
  const { runId, operationId, createdAtMs, backend, traceId, requestJson, inputsJson, resultJson, manifestJson } = receipt;
  return {
    runId,
    operationId,
    createdAt: timestamp(createdAtMs),
    ...(backend && { backend }),
    ...(traceId && { traceId }),
    request: JSON.parse(requestJson) as Record<string, unknown>,
    ...(inputsJson && { inputs: JSON.parse(inputsJson) as RunInputs & Record<string, never> }),
    result: JSON.parse(resultJson) as Record<string, unknown>,
    manifest: JSON.parse(manifestJson) as RunManifest,
  };
};

/** Whether one of the operations may return numbers of the pricer. */
const mayUse = (operations: readonly Operation[], pricerId: string): boolean =>
  operations.some(({ pricers = [] }) => pricers === 'all' || pricers.includes(pricerId));

type Status = z.infer<typeof status>;
const weakest = (statuses: readonly Status[]): Status =>
  statuses.reduce((weak, next) => (STATUSES_BY_STRENGTH.indexOf(next) < STATUSES_BY_STRENGTH.indexOf(weak) ? next : weak), 'ga-validated');

/** The operations that a key with this scope may call. */
const gated = (operations: readonly Operation[], scope: string) =>
  operations.filter((each) => each.scope === scope || (scope === 'admin' && satisfies([scope], each.scope)));

export const governance = [
  operation({
    id: 'getCapabilities',
    method: 'GET',
    path: '/api/v1/capabilities',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'quick',
    summary: 'Every capability and pricer with its status and its evidence',
    response: z.object({
      engineVersion: z.string(),
      backend: z
        .object({ name: z.string(), reason: z.string() })
        .meta({ description: 'The backend on which this deployment simulates paths, and the reason for its choice' }),
      capabilities: z.array(
        z.object({
          name: z.string(),
          status,
          operations: z.array(z.string()),
          pricers: z.array(z.string()),
          evidence: z.array(z.string()),
        }),
      ),
      pricers: z.array(pricerSummary),
    }),
    handle: async ({ call }, { pricing, operations }) => {
      const catalogue = await pricing.listPricers({}, call);
      const pricers = catalogue.pricers.map(pricerView);
      const tags = [...new Set(operations.map(({ tag }) => tag))];
      return {
        data: {
          engineVersion: catalogue.engineVersion,
          backend: { name: catalogue.backend, reason: catalogue.backendReason },
          capabilities: tags.map((tag) => {
            const own = operations.filter((each) => each.tag === tag);
            const used = pricers.filter(({ pricerId }) => mayUse(own, pricerId));
            return {
              name: tag,
              // An operation that computes nothing is validated by the contract tests only.
              status: used.length > 0 ? weakest(used.map((pricer) => pricer.status)) : ('production-candidate' as const),
              operations: own.map(({ id }) => id),
              pricers: used.map(({ pricerId }) => pricerId),
              evidence: [...new Set([...used.flatMap(({ evidence }) => evidence), ...own.flatMap(({ evidence = [] }) => evidence)])],
            };
          }),
          pricers,
        },
      };
    },
  }),
  operation({
    id: 'getEntitlements',
    method: 'GET',
    path: '/api/v1/entitlements',
    tag: 'Governance',
    scope: 'any',
    costClass: 'quick',
    summary: 'Live catalogue of scopes: what each grants, the endpoints that need it and its minimum tier',
    response: z.object({
      scopes: z.array(
        z.object({
          scope: z.enum(SCOPES),
          grants: z.string(),
          minimumTier: z.enum(TIERS),
          endpoints: z.array(z.object({ operationId: z.string(), method: z.string(), path: z.string() })),
        }),
      ),
    }),
    handle: async (_input, { operations }) => ({
      data: {
        scopes: SCOPES.map((scope) => ({
          scope,
          grants: SCOPE_CATALOGUE[scope].grants,
          minimumTier: minimumTier(scope),
          endpoints: gated(operations, scope).map(({ id, method, path }) => ({ operationId: id, method, path })),
        })),
      },
    }),
  }),
  operation({
    id: 'listPricers',
    method: 'GET',
    path: '/api/v1/governance/pricers',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'quick',
    summary: 'List the pricers of the registry',
    query: pageQuery,
    response: pageResponse(pricerSummary),
    handle: async ({ query, call }, { pricing }) => {
      const { pricers } = await pricing.listPricers({}, call);
      return { data: pageOf(pricers.map(pricerView), ({ pricerId }) => pricerId, query) };
    },
  }),
  operation({
    id: 'getPricer',
    method: 'GET',
    path: '/api/v1/governance/pricers/{pricerId}',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'quick',
    failures: ['SVC-RES-001'],
    summary: 'Get one pricer: version, fingerprint, status, evidence and the schema of its params',
    params: z.strictObject({ pricerId: z.string() }),
    response: pricerSummary.extend({
      paramsSchema: json.optional().meta({ description: 'JSON Schema; absent when the pricer takes no params' }),
      validationHistory: z
        .array(z.object({ version: z.int(), status, evidence: z.array(z.string()) }))
        .meta({ description: 'Validation runs that were recorded for this pricer, newest first; empty if none was' }),
    }),
    handle: async ({ params, call }, { pricing }) => {
      const found = (await pricing.listPricers({}, call)).pricers.find(({ id }) => id === params.pricerId);
      if (found === undefined) throw new HttpFailure('SVC-RES-001', `no pricer is called ${params.pricerId}`);
      const view = pricerView(found);
      return {
        data: {
          ...view,
          ...(found.paramsSchemaJson && { paramsSchema: JSON.parse(found.paramsSchemaJson) as Record<string, unknown> }),
          // Validation runs are not recorded yet. The registry's status and evidence are above, and are no history.
          validationHistory: [],
        },
      };
    },
  }),
  operation({
    id: 'listReceipts',
    method: 'GET',
    path: '/api/v1/governance/receipts',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'store',
    summary: 'List run receipts, newest first',
    query: pageQuery.extend({
      operationId: z.string().max(100).optional(),
      pricerId: z.string().max(100).optional(),
      from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made at or after' }),
      to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made before' }),
    }),
    response: pageResponse(receiptSummary),
    handle: async ({ query, call }, { reference }) => {
      const { items, nextCursor } = await reference.listReceipts(
        {
          limit: query.limit,
          cursor: query.cursor ?? '',
          operationId: query.operationId ?? '',
          pricerId: query.pricerId ?? '',
          fromMs: query.from === undefined ? 0 : Date.parse(query.from),
          toMs: query.to === undefined ? 0 : Date.parse(query.to),
        },
        call,
      );
      return {
        data: {
          items: items.map(({ runId, operationId, pricerId, createdAtMs }) => ({
            runId,
            operationId,
            pricerId,
            createdAt: timestamp(createdAtMs),
          })),
          ...(nextCursor && { nextCursor }),
        },
      };
    },
  }),
  operation({
    id: 'getReceipt',
    method: 'GET',
    path: '/api/v1/governance/receipts/{runId}',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'store',
    failures: ['SVC-RES-001'],
    summary: 'Get the receipt of one run: its inputs, manifest and result',
    params: runId,
    response: receiptSchema,
    handle: async ({ params, call }, { reference }) => ({ data: receiptView(await reference.getReceipt({ runId: params.runId }, call)) }),
  }),
  operation({
    id: 'replayReceipt',
    method: 'POST',
    path: '/api/v1/governance/receipts/{runId}/replay',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'simulation',
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-LIMIT-003', 'SVC-CALC-001', 'SVC-CALC-002'],
    manifest: 'always',
    summary: 'Replay a receipt and compare the results to the last bit',
    description:
      'Uses the inputs that the receipt holds, stored data included, on the backend of the first run where this deployment has it. The replay is a run of its own, with its own manifest in `meta` and its own receipt.',
    params: runId,
    response: z.object({
      runId: uuid.meta({ description: 'The run that was repeated' }),
      identical: z.boolean(),
      differences: z
        .array(z.object({ pointer: z.string(), original: z.unknown(), replayed: z.unknown() }))
        .meta({ description: 'Where result or pricer differ; empty when identical' }),
      result: json,
      manifest,
    }),
    handle: async ({ params, caller, call }, dependencies) => {
      const receipt = await dependencies.reference.getReceipt({ runId: params.runId }, call);
      const { differences, result, manifest } = await replayReceipt(receipt, { caller, signal: call.signal }, dependencies);
      return {
        data: {
          runId: params.runId,
          identical: differences.length === 0,
          differences: [...differences],
          result,
          manifest: manifest as RunManifest,
        },
        manifest,
        receiptKept: true,
      };
    },
  }),
];

function pricerView({
  id,
  version,
  fingerprint,
  status: held,
  summary,
  evidence,
}: {
  id: string;
  version: number;
  fingerprint: string;
  status: string;
  summary: string;
  evidence: string[];
}) {
  return { pricerId: id, version, fingerprint, status: held as Status, summary, evidence };
}
