/** The Temporal adapter of the port: a workflow for each job. Its server keeps the order of work, and gives it to workers on any machine. */
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { EngineJob, JobEngine } from './port.js';
import { connectionOptions, type JobArgs, type TemporalSettings, WORKFLOW } from './temporal-protocol.js';

const workflowIdOf = ({ tenantId, id }: Pick<EngineJob, 'tenantId' | 'id'>): string => `${tenantId}/${id}`;

/** Temporal has the priorities 1 to 5, of which 1 comes first; jobs have 0 to 9, of which 9 does. */
export const priorityKeyOf = (priority: number): number => 5 - Math.floor(priority / 2);

/** Calls over a connection of a former certificate have ended after this, or will not. */
const FORMER_CONNECTION_MS = 60_000;

/** The connection is made with the first call, so that a process starts also while the server does not answer. */
function connect(settings: TemporalSettings) {
  const connection = Connection.lazy(connectionOptions(settings));
  const { workflow } = new Client({ connection, namespace: settings.namespace });
  return { connection, workflow };
}

/** A connection keeps the certificate with which it was made: renewed ones take a connection of their own. */
export function temporalEngine(settings: TemporalSettings): JobEngine {
  let current = connect(settings);
  settings.onRenewed?.((tls) => {
    const former = current;
    current = connect({ ...settings, tls });
    setTimeout(() => void former.connection.close(), FORMER_CONNECTION_MS).unref();
  });
  /** Calls the server, which is to answer well within the call of whoever waits. */
  const inTime = <Value>(call: (connected: typeof current) => Promise<Value>): Promise<Value> => {
    const connected = current;
    return connected.connection.withDeadline(Date.now() + DEADLINE_MS, () => call(connected));
  };
  return {
    start: async (job) => {
      const { id, tenantId, priority, notBefore, expiresAt } = job;
      const args: [JobArgs] = [{ tenantId, jobId: id, notBefore, expiresAt }];
      await inTime(({ workflow }) =>
        workflow.start(WORKFLOW, {
          workflowId: workflowIdOf(job),
          taskQueue: settings.taskQueue,
          args,
          // A job that is started again goes on where it is; one whose workflow is over although the job is not runs again.
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          // Tenants share the workers by their fairness key, where the server knows it.
          priority: { priorityKey: priorityKeyOf(priority), fairnessKey: tenantId.slice(0, MAX_FAIRNESS_KEY) },
        }),
      );
    },
    remove: async (job) => {
      await inTime(({ workflow }) => workflow.getHandle(workflowIdOf(job)).cancel()).catch((error: unknown) => {
        // It is over, or its history is.
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
    },
    // The workflow learns from the reply of its activity what comes next, and has retries and leases of its own.
    split: () => undefined,
    blockDone: () => undefined,
    putBack: () => undefined,
    renew: () => undefined,
    count: () => undefined,
    backlog: async () => {
      const { namespace, taskQueue: name } = settings;
      const { stats } = await inTime(({ connection }) =>
        connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType: ACTIVITIES, reportStats: true }),
      );
      // A server that does not know the question answers without.
      return stats ? { due: Number(stats.approximateBacklogCount) } : {};
    },
    expired: () => [],
    close: () => current.connection.close(),
  };
}

/** The kind of a task queue that holds runs and blocks, as the protocol numbers it. */
const ACTIVITIES = 2;
/** Below the time in which calls of the store are answered. */
const DEADLINE_MS = 2_000;

/** Characters of a fairness key that a server takes. */
const MAX_FAIRNESS_KEY = 64;
