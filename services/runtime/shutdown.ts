/** How a process ends: on SIGTERM, SIGINT or the loss of its supervisor it drains and leaves with 0; a second signal ends it at once. */
import { setTimeout } from 'node:timers/promises';
import type { Log } from './log.js';

/** Beyond the grace, to let go of what is held; shorter than what a supervisor waits before it kills. */
const CLOSE_MS = 1_500;

export interface Ending {
  /** Stops taking work and waits for what is in flight, for so long at most. */
  readonly drain: (graceMs: number) => Promise<void>;
  /** Lets go of what is held, whether or not all calls have ended. */
  readonly close: () => Promise<void>;
}

export function whenStopped(log: Log, graceMs: number, { drain, close }: Ending): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    const drained = await within(graceMs, drain(graceMs));
    if (!drained) log.warn({ graceMs }, 'calls were still in flight when the grace ended');
    const closed = await within(CLOSE_MS, close());
    if (!closed) log.warn({ closeMs: CLOSE_MS }, 'what was held could not be let go of in time');
    log.info('stopped');
    process.exit(drained && closed ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The channel that a supervisor's children have; without one this never fires.
  process.on('disconnect', () => stop('disconnect'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
}

const within = (ms: number, work: Promise<void>): Promise<boolean> => Promise.race([work.then(() => true), setTimeout(ms, false)]);
