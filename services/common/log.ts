/** One JSON line an event on standard output; a terminal gets a readable form from whoever started the process. */
import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Lines are gathered and written a few kilobytes at a time; nothing waits in the buffer longer than this. */
const FLUSH_MS = 250;

/** @param level trace | debug | info | warn | error | fatal | silent */
export function createLog(service: string, level: string): Log {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: FLUSH_MS });
  process.on('exit', () => destination.flushSync());
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}
