/** Says, logs and counts where a process computes netting sets and books of options without the vectors of WebAssembly. */
import client from 'prom-client';
import { type Fallback, loopFallback } from '#engine';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';

export interface Loops {
  /** For the manifest of a result that was computed with loops over arrays. */
  readonly warnings: readonly string[];
  /** Counts such a computation. */
  readonly count: () => void;
}

/** @param fallback  that of this process, or null where there is none */
export function openLoops(log: Pick<Log, 'warn'>, registry: Registry, fallback: Fallback | null = loopFallback()): Loops {
  const computations = new client.Counter({
    name: 'svc_plain_loop_computations_total',
    help: 'Computations of netting sets and books of options without WebAssembly SIMD, which the processor lacks: slower.',
    registers: [registry],
  });
  if (fallback === null) return { warnings: [], count: () => {} };
  const { from, to, reason } = fallback;
  log.warn({ from, to, reason }, 'loops over paths and options run one at a time');
  return {
    warnings: [`${reason}: paths and options are computed one at a time, more slowly; prices of books of options differ by rounding`],
    count: () => computations.inc(),
  };
}
