/** Logs one JSON object per line to standard output. On a terminal, the supervisor shows the lines in a readable form. */
import pino, { type Logger } from 'pino';
import client from 'prom-client';
import { openLogOutput } from './log-output.js';
import type { Registry } from './metrics.js';
import { activeSpan, isTraced } from './tracing.js';

export type Log = Logger;

/** Pino sets the level of a line on a stream with this property before it writes the line. */
const METADATA = Symbol.for('pino.metadata');
const WARNING = pino.levels.values.warn;

/**
 * A slow or absent reader of the log never delays the process: lines are dropped and counted. A warning is written at once, other lines
 * together at the end of an event-loop turn.
 *
 * @param level trace | debug | info | warn | error | fatal | silent
 * @param registry  the registry that counts dropped lines
 */
export function createLog(service: string, level: string, registry?: Registry): Log {
  // A silent log opens no output, and nothing has to be written when the process ends.
  if (level === 'silent') return pino({ level });
  const output = openLogOutput(1, (dropped) =>
    JSON.stringify({
      level: 'warn',
      time: new Date().toISOString(),
      service,
      dropped,
      msg: 'lines of the log were dropped: its reader was too slow',
    }).concat('\n'),
  );
  process.once('exit', output.end);
  if (registry !== undefined) countDropped(registry, output.dropped);
  const destination = {
    [METADATA]: true,
    lastLevel: 0,
    write(line: string): void {
      output.write(line, this.lastLevel >= (WARNING ?? 0));
    },
  };
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(isTraced(process.env) && { mixin: () => ({ ...activeSpan()?.logFields }) }),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}

function countDropped(registry: Registry, dropped: () => number): void {
  new client.Counter({
    name: 'svc_log_dropped_lines_total',
    help: 'Lines of the log that were dropped because its reader was too slow or had gone.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
}
