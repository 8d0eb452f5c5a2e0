/** Runs loops over arrays of doubles: paths of netting sets, and books of options (webasm/vectors.ts, webasm/rows.ts). */
import type { Fallback } from './backend.js';
import { hasVectors } from './webasm/load.js';

/**
 * Why this process runs them as JavaScript, or null where they are WebAssembly SIMD. On paths both do the same operations in the same order, so that
 * results have the same bits; prices of options differ by rounding.
 */
export const loopFallback = (): Fallback | null =>
  hasVectors() ? null : { from: 'webasm', to: 'cpu', reason: 'this processor has no WebAssembly SIMD' };
