/** Kernels on the processor: a launch is cut into parts, each computed by one of a few threads. */
import { Piscina } from 'piscina';
import { keepLast, type Launch, MOST_KERNELS } from './launch.js';
import { BLOCK } from './webasm/compile.js';

/** What a kernel's text is run as. */
export type Language = 'webasm' | 'cpu';

/** Part of a launch: its blocks from `begin` to `end`. A block is up to BLOCK threads that stand together in a row. */
export interface Part extends Launch {
  readonly language: Language;
  readonly begin: number;
  readonly end: number;
}

export interface Threads {
  /** Row by row, thread by thread, output by output. Throws where the language has no such kernel. */
  readonly run: (launch: Launch) => Promise<Float32Array>;
  /** Kernels that a thread holds at most. */
  readonly held: () => number;
  readonly close: () => Promise<void>;
}

/** How long an idle thread keeps its kernels, milliseconds: some megabytes, and starting one anew takes a price's time many times over. */
const IDLE = 600_000;
/** Blocks that are worth handing over. */
const LEAST_BLOCKS = 4;
/** With so many, a thread has two parts, so that one that is held up does not hold up the launch; with fewer, handing over takes longer. */
const BLOCKS_IN_TWO = 1024;

/** Threads of a launch that stand before a block. */
export const threadsBefore = (block: number, width: number): number => {
  const blocks = Math.ceil(width / BLOCK);
  const row = Math.floor(block / blocks);
  return row * width + Math.min((block - row * blocks) * BLOCK, width);
};

/** @param workers  threads; results do not depend on it */
export function openThreads(language: Language, workers: number): Threads {
  const pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: IDLE,
  });
  const used = new Map<string, true>();

  const run = async (launch: Launch): Promise<Float32Array> => {
    const { source, width, rows, outputs } = launch;
    const blocks = rows * Math.ceil(width / BLOCK);
    const most = blocks < BLOCKS_IN_TWO ? workers : 2 * workers;
    const parts = Math.max(1, Math.min(most, Math.floor(blocks / LEAST_BLOCKS)));
    const bounds = Array.from({ length: parts + 1 }, (_, part) => Math.floor((blocks * part) / parts));
    const arrays = launch.arrays.map(shared);
    const results: Float32Array[] = await Promise.all(
      bounds.slice(1).map((end, part) => pool.run({ ...launch, arrays, language, begin: bounds[part], end } satisfies Part)),
    );
    keepLast(used, source, true, MOST_KERNELS);
    const values = new Float32Array(width * rows * outputs);
    results.forEach((result, part) => void values.set(result, threadsBefore(bounds[part], width) * outputs));
    return values;
  };

  const close = (): Promise<void> => {
    // What a thread has just finished may still arrive, when nobody asks for it any more.
    pool.on('error', () => undefined);
    return pool.destroy();
  };

  return { run, held: () => used.size, close };
}

/** A copy that all threads read. */
function shared(values: Float32Array): Float32Array {
  const array = new Float32Array(new SharedArrayBuffer(values.byteLength));
  array.set(values);
  return array;
}
