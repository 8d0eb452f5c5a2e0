/** Kernels on the CPU: a launch is divided into parts, which a pool of worker threads computes. */
import { Piscina } from 'piscina';
import type { Language, Part } from './compute-part.js';
import { openFairParts } from './fair-parts.js';
import { cacheRecent, type Launch, MAX_CACHED_KERNELS } from './launch.js';
import { BLOCK } from './webasm/compile.js';
import { threadsBefore } from './webasm/part.js';

export interface Threads {
  /** Returns values row by row, thread by thread, output by output. Throws where the kernel cannot be compiled. */
  readonly run: (launch: Launch) => Promise<Float32Array>;
  /** Number of kernels that a thread caches at most. */
  readonly held: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Time after which an idle thread ends, milliseconds. It holds some megabytes of kernels, and starting a thread takes many times longer than
 * a price.
 */
const KERNEL_THREAD_IDLE_TIMEOUT_MS = 600_000;
/** Heap of a thread, MiB: many times what its kernels take. Values and draws are outside it, and bounded by the cost limit of a run. */
const HEAP_MIB = 256;
/**
 * Flags of Node for the threads of a pool. Piscina loads its file by `require` first, and on Node 20 a thread that is stopped while it requires an
 * ECMAScript module ends the whole process (FATAL ERROR: v8::Module::IsGraphAsync). Without `require` for such modules Piscina imports them.
 */
export const POOL_THREAD_FLAGS: readonly string[] = ['--no-experimental-require-module'];

/** @param workers  number of threads; results do not depend on it */
export function openThreads(language: Language, workers: number): Threads {
  const pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: KERNEL_THREAD_IDLE_TIMEOUT_MS,
    execArgv: [...POOL_THREAD_FLAGS],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  const used = new Map<string, true>();
  const fair = openFairParts(workers);

  const run = async ({ source, arrays: launchArrays, numbers, width, rows, outputs, share }: Launch): Promise<Float32Array> => {
    const arrays = launchArrays.map(shared);
    const values = new Float32Array(width * rows * outputs);
    await fair.run(rows * Math.ceil(width / BLOCK), share, async (begin, end) => {
      const part: Part = { source, arrays, numbers, width, rows, outputs, language, begin, end };
      values.set((await pool.run(part)) as Float32Array, threadsBefore(begin, width) * outputs);
    });
    cacheRecent(used, source, true, MAX_CACHED_KERNELS);
    return values;
  };

  const close = (): Promise<void> => {
    // A result that a thread has just finished may arrive after the pool is closed; nobody waits for it.
    pool.on('error', () => undefined);
    return pool.destroy();
  };

  return { run, held: () => used.size, close };
}

/** A copy in shared memory, which all threads read. */
function shared(values: Float32Array): Float32Array {
  const array = new Float32Array(new SharedArrayBuffer(values.byteLength));
  array.set(values);
  return array;
}
