/** One JSON line an event on standard output; a terminal gets a readable form from whoever started the process. */
import pino, { type Logger } from 'pino';

export type Log = Logger;

/**
 * Lines are written one by one as they come: a process that is killed has said all it had to say, and one whose reader
 * has gone ends (a buffer that is flushed at the end would wait for that reader for ever).
 *
 * @param level trace | debug | info | warn | error | fatal | silent
 */
export function createLog(service: string, level: string): Log {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 1, sync: true }),
  );
}
