/**
 * Ends a process: on SIGTERM, SIGINT or the loss of its supervisor it finishes its calls and exits with status 0, on a second signal at
 * once.
 */
import { setTimeout } from 'node:timers/promises';
import type { Log } from './log.js';

/** Time to close resources after the grace period; shorter than the margin after which the supervisor kills the process. */
const CLOSE_MS = 1_500;

export interface Ending {
  /** Takes no more work and waits for the calls in flight, at most `graceMs`. */
  readonly drain: (graceMs: number) => Promise<void>;
  /** Closes resources, whether or not all calls have ended. */
  readonly close: () => Promise<void>;
}

export function whenStopped(log: Log, graceMs: number, { drain, close }: Ending): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    const drained = await within(graceMs, drain(graceMs));
    if (!drained) log.warn({ graceMs }, 'calls were still in flight at the end of the grace period');
    const closed = await within(CLOSE_MS, close());
    if (!closed) log.warn({ closeMs: CLOSE_MS }, 'resources could not be closed in time');
    log.info('stopped');
    process.exit(drained && closed ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The channel to the supervisor was lost; a process without a supervisor never gets this event.
  process.on('disconnect', () => stop('disconnect'));
  // The supervisor was lost while this process was starting.
  if (process.send !== undefined && !process.connected) void stop('disconnect');
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
}

const within = (ms: number, work: Promise<void>): Promise<boolean> => Promise.race([work.then(() => true), setTimeout(ms, false)]);
