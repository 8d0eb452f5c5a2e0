import { z } from 'zod';
import { packageVersion } from '#services/runtime/version';
import { operation } from '../operation.js';

export const system = [
  operation({
    id: 'getSystem',
    method: 'GET',
    path: '/admin/v1/system',
    tag: 'System',
    scope: 'admin',
    costClass: 'quick',
    summary: 'Versions, store, queue and backend of the installation',
    description: 'For administrators of the platform. It is what one gateway, one reference and one pricing process say.',
    response: z
      .object({
        version: z.string().meta({ description: 'Of the gateway that answers' }),
        engineVersion: z.string(),
        backend: z.object({ name: z.string(), reason: z.string() }).meta({ description: 'What simulates paths, and why it was chosen' }),
        pricers: z.int().meta({ description: 'Pricers of the registry' }),
        operations: z.int().meta({ description: 'Public operations' }),
        reference: z.object({
          version: z.string(),
          node: z.string(),
          uptimeSeconds: z.int(),
          store: z.enum(['embedded', 'mongodb']),
          jobs: z.boolean().meta({ description: 'Whether there is a queue of jobs' }),
        }),
        queues: z
          .object({ unfinishedJobs: z.int(), unfinishedValidationRuns: z.int() })
          .meta({ description: 'Of all tenants, waiting or running; counted no further than 100 000' }),
      })
      .meta({ id: 'System' }),
    handle: async ({ call }, { reference, pricing, operations }) => {
      // First, because it decides whether the caller may know the rest.
      const { version, node, uptimeS, store, jobs, unfinishedJobs, unfinishedValidationRuns } = await reference.getSystem({}, call);
      const { engineVersion, backend, backendReason, pricers } = await pricing.listPricers({}, call);
      return {
        data: {
          ...{ version: packageVersion, engineVersion, backend: { name: backend, reason: backendReason } },
          ...{ pricers: pricers.length, operations: operations.length },
          reference: { version, node, uptimeSeconds: uptimeS, store: store as 'embedded' | 'mongodb', jobs },
          queues: { unfinishedJobs, unfinishedValidationRuns },
        },
      };
    },
  }),
];
