/** A worker of Temporal: it is given runs and blocks of jobs, and the steps of their workflows. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/client';
import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { workflowBundle } from './temporal-bundle.js';
import {
  type BlockName,
  connectionOptions,
  type JobActivities,
  type JobName,
  type Ran,
  type TemporalCertificate,
  type TemporalSettings,
} from './temporal-protocol.js';

/** The end of the work on a run or a block. */
export type Done =
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'again'; readonly retryAfterMs: number }
  | { readonly outcome: 'split'; readonly blocks: number };

/** The work of a worker on the runs and blocks that it is given. */
export interface JobWork {
  /** @param ending aborted when the worker stops, or the work is not wanted any more */
  run(job: JobName, ending: AbortSignal): Promise<Done>;
  /** @param attempt at this block, 1 for the first */
  block(block: BlockName, attempt: number, ending: AbortSignal): Promise<Done>;
  expire(job: JobName): Promise<void>;
}

export interface WorkerOptions {
  readonly work: JobWork;
  /** Runs and blocks at a time. */
  readonly lanes: number;
  /** Milliseconds in which the work under way may end when the worker stops, before it is given back. */
  readonly graceMs: number;
  /** Told that there is no connection yet with the certificate that was renewed; the former one stays, and the worker tries again. */
  readonly notRenewed: (error: unknown) => void;
}

/** Several within the time after which a silent worker counts as dead, and within the second in which cancelled work stops. */
const HEARTBEAT_MS = 400;
/** Wait before another attempt to connect with a renewed certificate. */
const RECONNECT_MS = 5_000;

export interface TemporalWorker {
  /** Rejects where the worker fails for good. */
  readonly running: Promise<void>;
  /** Takes no further work; resolves when what it has has ended. */
  stop(): Promise<void>;
}

/** Once per process, before its first worker. @param warn for its log */
export function installTemporal(warn: (message: string, meta: unknown) => void): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ message, meta }) => warn(message, meta)),
    // The native part would write lines of its own.
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} } },
    // The process has its own way of ending.
    shutdownSignals: [],
  });
}

export async function temporalWorker(settings: TemporalSettings, options: WorkerOptions): Promise<TemporalWorker> {
  const { work, lanes, graceMs, notRenewed } = options;
  let connection = await NativeConnection.connect(connectionOptions(settings));
  const worker = await Worker.create({
    connection,
    namespace: settings.namespace,
    taskQueue: settings.taskQueue,
    workflowBundle: await workflowBundle(),
    activities: activities(work),
    maxConcurrentActivityTaskExecutions: lanes,
    // No workflow is kept in memory: the next step of one that a worker kept would wait for that worker, dead or not. Histories are short.
    maxCachedWorkflows: 0,
    maxHeartbeatThrottleInterval: HEARTBEAT_MS,
    defaultHeartbeatThrottleInterval: HEARTBEAT_MS,
    shutdownGraceTime: graceMs,
  });
  const running = worker.run().finally(() => connection.close());
  let newest: TemporalCertificate | undefined;
  /** Connects anew. The activities under way go on, and report over the new connection. */
  async function reconnect(tls: TemporalCertificate): Promise<void> {
    if (tls !== newest || worker.getState() !== 'RUNNING') return;
    try {
      const next = await NativeConnection.connect(connectionOptions({ ...settings, tls }));
      // Another may have been renewed, or the worker stopped, while the connection was made.
      if (tls !== newest || worker.getState() !== 'RUNNING') return await next.close();
      const former = connection;
      worker.connection = next;
      connection = next;
      await former.close();
    } catch (error) {
      notRenewed(error);
      setTimeout(() => void reconnect(tls), RECONNECT_MS).unref();
    }
  }
  settings.onRenewed?.((tls) => {
    newest = tls;
    void reconnect(tls);
  });
  return {
    running,
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
    },
  };
}

const activities = (work: JobWork): JobActivities => ({
  run: async (job): Promise<Ran> => {
    const end = await beating((ending) => work.run(job, ending));
    return end.outcome === 'split' ? { next: 'blocks', blocks: end.blocks } : { next: 'nothing' };
  },
  block: async (block) => {
    await beating((ending, attempt) => work.block(block, attempt, ending));
  },
  expire: work.expire,
});

/** Lets the server know that the worker lives, and hears from it whether the work is still wanted. @throws ApplicationFailure for another attempt */
async function beating(work: (ending: AbortSignal, attempt: number) => Promise<Done>): Promise<Done> {
  const context = Context.current();
  const beats = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  try {
    const end = await work(context.cancellationSignal, context.info.attempt);
    if (end.outcome !== 'again') return end;
    throw ApplicationFailure.create({
      message: 'the attempt failed and may succeed later',
      nextRetryDelay: end.retryAfterMs,
    });
  } finally {
    clearInterval(beats);
  }
}
