/** How a process ends: on SIGTERM, SIGINT or the loss of its supervisor it drains and leaves with 0; a second signal ends it at once. */
import type { Log } from './log.js';

/** @param drain stops taking work and waits for what is in flight */
export function whenStopped(log: Log, graceMs: number, drain: () => Promise<void>): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    const forced = setTimeout(() => {
      log.warn({ graceMs }, 'calls were still in flight when the grace ended');
      process.exit(1);
    }, graceMs);
    await drain();
    clearTimeout(forced);
    log.info('stopped');
    process.exit(0);
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
