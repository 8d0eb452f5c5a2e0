import { z } from 'zod';
import type { ReplicaReport } from '#services/rpc/client';
import { packageVersion } from '#services/runtime/version';
import { operation } from '../contract/operation.js';

const version = z.string().meta({ description: 'Of the package: processes of two versions run side by side while one is replaced' });
const uptimeSeconds = z.int();
const REPLICA_STATES = ['fit', 'doubtful', 'connecting', 'down'] as const;

const replica = z
  .object({
    address: z.string(),
    state: z.enum(REPLICA_STATES).meta({
      description:
        'For the next call: fit; doubtful, because it is about to end, is silent or has failed several times; connecting; or down',
    }),
    version: version.optional(),
    node: z.string().optional(),
    uptimeSeconds: uptimeSeconds.optional(),
  })
  .meta({
    id: 'Replica',
    description: 'A process of a service. What it says of itself is absent where it does not answer within a second',
  });

const worker = z
  .object({
    id: z.string().meta({ description: 'Of the process: another one after each start' }),
    version,
    node: z.string(),
    queue: z.enum(['embedded', 'temporal']).meta({ description: 'From which it takes work' }),
    lanes: z.int().meta({ description: 'Runs and blocks at a time' }),
    startedAt: z.iso.datetime(),
    seenAt: z.iso.datetime().meta({ description: 'When it reported last, which it does every 15 seconds' }),
  })
  .meta({ id: 'Worker', description: 'A job worker that has reported within the last minute and has not ended' });

export const system = [
  operation({
    id: 'getSystem',
    method: 'GET',
    path: '/admin/v1/system',
    tag: 'System',
    scope: 'admin',
    costClass: 'quick',
    summary: 'Processes, versions, store, queues and backend of the installation',
    description:
      'For administrators of the platform. The services are those to which the gateway that answers is connected, the workers those that have reported; store, queues and backend are as one reference and one pricing process say.',
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
          uptimeSeconds,
          store: z.enum(['embedded', 'mongodb']),
          jobs: z.boolean().meta({ description: 'Whether there is a queue of jobs' }),
        }),
        services: z
          .array(z.object({ name: z.enum(['pricing', 'calibration', 'risk', 'reference']), replicas: z.array(replica) }))
          .meta({ description: 'Each service with its processes' }),
        workers: z.array(worker),
        queues: z
          .object({ unfinishedJobs: z.int(), unfinishedValidationRuns: z.int() })
          .meta({ description: 'Of all tenants, waiting or running; counted no further than 100 000' }),
      })
      .meta({ id: 'System' }),
    handle: async ({ call }, { jobs, pricing, replicas, operations }) => {
      // First, because it decides whether the caller may know the rest.
      const { unfinishedJobs, unfinishedValidationRuns, workers, ...referenceProcess } = await jobs.getSystem({}, call);
      const [{ engineVersion, backend, backendReason, pricers }, services] = await Promise.all([
        pricing.listPricers({}, call),
        replicas(call),
      ]);
      return {
        data: {
          ...{ version: packageVersion, engineVersion, backend: { name: backend, reason: backendReason } },
          ...{ pricers: pricers.length, operations: operations.length },
          reference: {
            ...{ version: referenceProcess.version, node: referenceProcess.node, uptimeSeconds: referenceProcess.uptimeS },
            ...{ store: referenceProcess.store as 'embedded' | 'mongodb', jobs: referenceProcess.jobs },
          },
          services: services.map(({ service, replicas: reports }) => ({ name: service, replicas: reports.map(replicaView) })),
          workers: workers.map(({ startedAtMs, seenAtMs, queue, ...each }) => ({
            ...{ ...each, queue: queue as 'embedded' | 'temporal' },
            ...{ startedAt: new Date(startedAtMs).toISOString(), seenAt: new Date(seenAtMs).toISOString() },
          })),
          queues: { unfinishedJobs, unfinishedValidationRuns },
        },
      };
    },
  }),
];

function replicaView({ address, fitness, process: description }: ReplicaReport): z.input<typeof replica> {
  if (description === undefined) return { address, state: fitness };
  return { address, state: fitness, version: description.version, node: description.node, uptimeSeconds: description.uptimeS };
}
