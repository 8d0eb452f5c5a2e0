import { z } from 'zod';
import { tiers } from '#services/resources/tier';
import { limitsOf, type TIER_LIMITS } from '../contract/entitlement.js';
import { invalidRequest } from '../contract/errors.js';
import { operation } from '../contract/operation.js';
import { dataOf, environment, tenantParams, viewOf } from './views.js';

const DAY_MS = 86_400_000;
/** Days that one answer may have. */
const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

const day = z.iso.date().optional();

/** The quota and the part of it that remains; no fields where there is no quota. */
const leftOf = (used: number, quota: number | undefined) => (quota === undefined ? {} : { quota, left: Math.max(0, quota - used) });

const amount = (unit: string) =>
  z.object({
    used: z.number().meta({ description: unit }),
    quota: z.number().optional().meta({ description: 'Absent: unlimited' }),
    left: z.number().optional(),
  });

const startOfNextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

export const usage = [
  operation({
    id: 'getUsage',
    method: 'GET',
    path: '/admin/v1/tenants/{tenantId}/usage',
    tag: 'Usage',
    scope: 'admin',
    costClass: 'batch',
    summary: 'What a tenant has used, by day, and what is left of its quotas',
    description: 'Counts of the last seconds may be missing. Days are those of UTC; a day without any use is left out.',
    params: tenantParams,
    query: z.strictObject({
      from: day.meta({ description: 'First day; by default 30 days before the last' }),
      to: day.meta({ description: 'Last day; by default today' }),
      environment,
    }),
    response: z
      .object({
        tenantId: z.string(),
        tier: z.enum(tiers),
        requestsPerMinute: z.int(),
        month: z
          .object({
            requests: amount('Requests of this calendar month'),
            computeSeconds: amount('Thread time of simulations, calibrations and risk computations of this calendar month, seconds'),
            resetsAt: z.iso.datetime(),
          })
          .meta({ description: 'What the quotas count' }),
        days: z.array(z.object({ day: z.iso.date(), requests: z.int(), computeSeconds: z.number(), receipts: z.int() })),
        lastDay: z
          .array(z.object({ operationId: z.string(), actor: z.string(), requests: z.int() }))
          .meta({ description: 'Requests of the last day by operation and key or user, the most frequent first, at most 500' }),
        storedBytes: z
          .object({ ...amount('Bytes that are stored now').shape, byKind: z.record(z.string(), z.int()) })
          .meta({ description: 'What the quota of stored bytes counts: receipts, artifacts, jobs, documents, idempotency and drafts' }),
        stored: z
          .array(z.object({ collection: z.string(), documents: z.int(), more: z.boolean() }))
          .meta({ description: 'Documents that are stored now; `more`: counted no further' }),
      })
      .meta({ id: 'Usage' }),
    failures: ['SVC-RES-001'],
    handle: async ({ params, query, call }, { access, now }) => {
      const last = query.to ?? now().toISOString().slice(0, 'yyyy-mm-dd'.length);
      const from = query.from ?? new Date(Date.parse(last) - DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
      const days = (Date.parse(last) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1 || days > MAX_DAYS) throw invalidRequest('/query/from', `must lie in the ${MAX_DAYS} days up to ${last}; got ${from}`);
      const tenantId = dataOf(params.tenantId, query.environment);
      const report = await access.getUsage({ tenantId, from, to: last }, call);
      const tenant = viewOf(report.tenant) as {
        readonly tier: keyof typeof TIER_LIMITS;
        readonly requestsPerMinute: number;
        readonly monthlyQuota: number;
        readonly computeSecondsQuota: number;
      };
      const { requestsPerMinute, monthlyQuota, computeSecondsQuota } = limitsOf(tenant);
      const computeSeconds = report.monthComputeMs / 1000;
      const byKind = Object.fromEntries(report.storedBytes.map(({ kind, bytes }) => [kind, bytes]));
      const storedBytes = report.storedBytes.reduce((sum, { bytes }) => sum + bytes, 0);
      return {
        data: {
          tenantId: params.tenantId,
          tier: tenant.tier,
          requestsPerMinute,
          month: {
            // Requests of test keys are not billed.
            requests: {
              used: report.monthRequests,
              ...leftOf(report.monthRequests, query.environment === 'test' ? undefined : monthlyQuota),
            },
            computeSeconds: { used: computeSeconds, ...leftOf(computeSeconds, computeSecondsQuota) },
            resetsAt: startOfNextMonth(now()).toISOString(),
          },
          days: report.days.map(({ computeMs, ...each }) => ({ ...each, computeSeconds: computeMs / 1000 })),
          lastDay: report.parts,
          storedBytes: { used: storedBytes, ...leftOf(storedBytes, report.storedBytesQuota), byKind },
          stored: report.stored.map((each) => ({ ...each, more: each.documents >= report.countLimit })),
        },
      };
    },
  }),
];
