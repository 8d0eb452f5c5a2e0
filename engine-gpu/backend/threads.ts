/** Kernels on the CPU: a launch is divided into parts, which a pool of worker threads computes. */
import { Piscina } from 'piscina';
import { cacheRecent, type Launch, MAX_CACHED_KERNELS } from './launch.js';
import { BLOCK } from './webasm/compile.js';

/** How a kernel's source is run: compiled to WebAssembly, or as JavaScript. */
export type Language = 'webasm' | 'cpu';

/** The blocks `begin` to `end` (exclusive) of a launch. A block is up to BLOCK neighbouring threads of a row. */
export interface Part extends Launch {
  readonly language: Language;
  readonly begin: number;
  readonly end: number;
}

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
const IDLE_TIMEOUT_MS = 600_000;
/** Smallest part for which handing it to a thread is worth its cost. */
const MIN_BLOCKS_PER_PART = 4;
/**
 * From this many blocks on a launch has two parts per thread, so that a thread that is delayed does not delay the whole launch. For smaller
 * launches the cost of handing over more parts is larger than the gain.
 */
const MIN_BLOCKS_FOR_TWO_PARTS = 1024;

/** Number of threads of a launch before the first thread of a block. */
export const threadsBefore = (block: number, width: number): number => {
  const blocks = Math.ceil(width / BLOCK);
  const row = Math.floor(block / blocks);
  return row * width + Math.min((block - row * blocks) * BLOCK, width);
};

/** @param workers  number of threads; results do not depend on it */
export function openThreads(language: Language, workers: number): Threads {
  const pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  const used = new Map<string, true>();

  const run = async (launch: Launch): Promise<Float32Array> => {
    const { source, width, rows, outputs } = launch;
    const blocks = rows * Math.ceil(width / BLOCK);
    const maxParts = blocks < MIN_BLOCKS_FOR_TWO_PARTS ? workers : 2 * workers;
    const parts = Math.max(1, Math.min(maxParts, Math.floor(blocks / MIN_BLOCKS_PER_PART)));
    const bounds = Array.from({ length: parts + 1 }, (_, part) => Math.floor((blocks * part) / parts));
    const arrays = launch.arrays.map(shared);
    const results: Float32Array[] = await Promise.all(
      bounds.slice(1).map((end, part) => pool.run({ ...launch, arrays, language, begin: bounds[part], end } satisfies Part)),
    );
    cacheRecent(used, source, true, MAX_CACHED_KERNELS);
    const values = new Float32Array(width * rows * outputs);
    results.forEach((result, part) => void values.set(result, threadsBefore(bounds[part], width) * outputs));
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
