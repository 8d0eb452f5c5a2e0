/** Logs one JSON object per line to standard output. On a terminal, the supervisor shows the lines in a readable form. */
import pino, { type Logger } from 'pino';

export type Log = Logger;

/**
 * Each line is written at once. A process that is killed has then written all its lines, and one whose reader has gone ends, where a
 * buffer that is flushed at the end would wait for that reader for ever.
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
