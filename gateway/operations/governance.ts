import { z } from 'zod';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import type { Pricer__Output } from '#proto/types/svc/pricing/v1/Pricer';
import { capabilityStatuses, STATUSES_BY_STRENGTH } from '#services/resources/approval';
import { type ValidationRun, validationDepths } from '#services/resources/validation-run';
import { minimumTier, SCOPE_CATALOGUE, SCOPES, satisfies, TIERS } from '../contract/entitlement.js';
import { HttpFailure } from '../contract/errors.js';
import { type Operation, operation } from '../contract/operation.js';
import { memoryQuery, pageOf, pageResponse } from '../contract/page.js';
import { tablesOf } from '../validation/cases.js';

export const status = z
  .enum(capabilityStatuses)
  .meta({ id: 'CapabilityStatus', description: 'How far a capability is validated; ga-validated is the strongest' });

const json = z.record(z.string(), z.unknown());

/** The hash of the code that a pricer reaches. */
export const sourceHash = z.string().meta({
  description:
    'SHA-256, hexadecimal, of the code that the pricer reaches when it prices; it moves with the code, whereas the version moves only with results',
});

const pricerSummary = z
  .object({
    pricerId: z.string(),
    version: z.int(),
    fingerprint: z
      .string()
      .meta({ description: 'fp:v1:blake3: and 64 hexadecimal digits: a hash of the identity and version of the pricer' }),
    status: status.meta({ description: 'In force: the default, or what an approval has made of it' }),
    defaultStatus: status,
    summary: z.string(),
    evidence: z.array(z.string()).meta({ description: 'The tables of the reference cases that validation runs hold it to' }),
  })
  .meta({ id: 'PricerSummary' });

/** True if one of the operations may return numbers of a pricer of these kinds of requests. */
const mayUse = (operations: readonly Operation[], kinds: readonly string[]): boolean =>
  operations.some(({ prices = [] }) => prices === 'all' || prices.some((kind) => kinds.includes(kind)));

type Status = z.infer<typeof status>;
const weakest = (statuses: readonly Status[]): Status =>
  statuses.reduce((weak, next) => (STATUSES_BY_STRENGTH.indexOf(next) < STATUSES_BY_STRENGTH.indexOf(weak) ? next : weak), 'ga-validated');

/** The operations that a key with this scope may call. */
const gated = (operations: readonly Operation[], scope: string) =>
  operations.filter((each) => each.scope === scope || (scope === 'admin' && satisfies([scope], each.scope)));

/** Validation runs in which a pricer's history is looked for. */
const HISTORY_RUNS = 50;

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
            const tagged = operations.filter((each) => each.tag === tag);
            const used = pricers.filter((_, i) => mayUse(tagged, catalogue.pricers[i]?.prices ?? []));
            return {
              name: tag,
              // An operation that computes nothing is validated by the contract tests only.
              status: used.length > 0 ? weakest(used.map((pricer) => pricer.status)) : ('production-candidate' as const),
              operations: tagged.map(({ id }) => id),
              pricers: used.map(({ pricerId }) => pricerId),
              evidence: tablesOf(
                ({ pricerId, operation: id }) => used.some((each) => each.pricerId === pricerId) || tagged.some((each) => each.id === id),
              ),
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
    query: memoryQuery('pricerId', 'pricerId', 'summary'),
    response: pageResponse(pricerSummary),
    handle: async ({ query, call }, { pricing }) => {
      const { pricers } = await pricing.listPricers({}, call);
      const texts = {
        idOf: ({ pricerId }: PricerView) => pricerId,
        textOf: ({ pricerId, summary }: PricerView) => `${pricerId} ${summary}`,
      };
      return { data: pageOf(pricers.map(pricerView), query, texts) };
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
    summary: 'Get one pricer: version, fingerprint, hash of its sources, status, evidence and the schema of its params',
    params: z.strictObject({ pricerId: z.string() }),
    response: pricerSummary.extend({
      sources: sourceHash,
      paramsSchema: json.optional().meta({ description: 'JSON Schema; absent when the pricer takes no params' }),
      validationHistory: z
        .array(
          z.object({
            ...{ validationRunId: z.string(), at: z.iso.datetime(), depth: z.enum(validationDepths) },
            ...{ version: z.int(), fingerprint: z.string(), cases: z.int(), passed: z.int(), failed: z.int() },
          }),
        )
        .meta({ description: 'The newest validation runs of this pricer, newest first' }),
    }),
    handle: async ({ params, call }, { pricing, governance }) => {
      const [catalogue, runs] = await Promise.all([
        pricing.listPricers({}, call),
        governance.listValidationRuns({ limit: HISTORY_RUNS, succeeded: true }, call),
      ]);
      const pricer = catalogue.pricers.find(({ id }) => id === params.pricerId);
      if (pricer === undefined) throw new HttpFailure('SVC-RES-001', `no pricer is called ${params.pricerId}`);
      const view = pricerView(pricer);
      return {
        data: {
          ...view,
          sources: pricer.sources,
          ...(pricer.paramsSchemaJson && { paramsSchema: JSON.parse(pricer.paramsSchemaJson) as Record<string, unknown> }),
          validationHistory: runs.items.flatMap((run) => historyOf(run, params.pricerId)),
        },
      };
    },
  }),
];

/** The result of a validation run for a pricer; empty where the run did not test it. */
function historyOf({ id, createdAtMs, fieldsJson }: Document__Output, pricerId: string) {
  const { depth, results } = JSON.parse(fieldsJson) as ValidationRun;
  return results
    .filter((each) => each.pricerId === pricerId)
    .map(({ pricerVersion: version, fingerprint, cases, passed, failed }) => ({
      ...{ validationRunId: id, at: new Date(createdAtMs).toISOString(), depth },
      ...{ version, fingerprint, cases, passed, failed },
    }));
}

type PricerView = ReturnType<typeof pricerView>;

function pricerView({ id, version, fingerprint, status: inForce, defaultStatus, summary }: Pricer__Output) {
  return {
    ...{ pricerId: id, version, fingerprint, summary },
    evidence: tablesOf(({ pricerId }) => pricerId === id),
    status: inForce as Status,
    defaultStatus: defaultStatus as Status,
  };
}
