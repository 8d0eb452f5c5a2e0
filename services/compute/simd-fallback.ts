/** Reports, logs and counts computations that run without WebAssembly SIMD. */
import client from 'prom-client';
import { type Fallback, loopFallback } from '#engine';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';

export interface SimdFallback {
  /** Warnings for the manifest of a result that was computed without SIMD. */
  readonly warnings: readonly string[];
  /** Counts a computation without SIMD. */
  readonly count: () => void;
}

/** @param fallback  the fallback of this process, or null where SIMD is available */
export function openSimdFallback(log: Pick<Log, 'warn'>, registry: Registry, fallback: Fallback | null = loopFallback()): SimdFallback {
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
