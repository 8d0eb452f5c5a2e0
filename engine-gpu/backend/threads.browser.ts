/** Kernels on the thread that calls, in short parts between which it answers others. */
import { setImmediate as otherTasks } from 'node:timers/promises';
import { computePart } from './compute-part.js';
import { openFairParts } from './fair-parts.js';
import { cacheRecent, MAX_CACHED_KERNELS } from './launch.js';
import type * as pool from './threads.js';
import { BLOCK } from './webasm/compile.js';
import { threadsBefore } from './webasm/part.js';

export const POOL_THREAD_FLAGS: typeof pool.POOL_THREAD_FLAGS = [];

export const openThreads: typeof pool.openThreads = (language) => {
  const used = new Map<string, true>();
  const fair = openFairParts(1);
  return {
    run: async ({ source, arrays, numbers, width, rows, outputs, share }) => {
      const values = new Float32Array(width * rows * outputs);
      await fair.run(rows * Math.ceil(width / BLOCK), share, async (begin, end) => {
        await otherTasks();
        const part = { source, arrays, numbers, width, rows, outputs, language, begin, end };
        values.set(computePart(part), threadsBefore(begin, width) * outputs);
      });
      cacheRecent(used, source, true, MAX_CACHED_KERNELS);
      return values;
    },
    held: () => used.size,
    close: async () => {},
  };
};
