/** Kernels through gpu.js: made from source text, kept by it, given up when others are needed more. */
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import type { GPU, IKernelRunShortcut, Input } from 'gpu.js';

/** One kernel call: `width` × `rows` threads (this.thread.x, this.thread.y), `outputs` numbers each. */
export interface Launch {
  /** A function's text; its parameters are the arrays, then the numbers. */
  readonly source: string;
  readonly arrays: readonly Float32Array[];
  readonly numbers: readonly number[];
  readonly width: number;
  readonly rows: number;
  /** 1 where the kernel returns a number; 2 to 4 where it returns an array of so many. */
  readonly outputs: number;
}

export type Mode = 'webgpu' | 'webasm' | 'cpu';

/** Compiled kernels of one mode. */
export interface Kernels {
  /** Row by row, thread by thread, output by output. Throws where gpu.js refuses the kernel in this mode, or ran it in another. */
  readonly run: (launch: Launch) => Promise<Float32Array>;
  readonly compiled: () => number;
  readonly close: () => void;
}

/** Each kernel holds two WebAssembly memories with gigabytes of reserved addresses, or a few device buffers. */
const MOST_KERNELS = 32;
/** Sizes (steps and rows are powers of two) that one kernel keeps compiled. */
const SIZES_KEPT = 2;

/** By then a device that is lost is known to be; it is a turn or two of the event loop. */
const LOSS_KNOWN_MS = 50;

// gpu.js is CommonJS; loaded when a backend is first opened and not before.
const require = createRequire(import.meta.url);

/** Its declarations have `input` as a type alone. */
const load = () =>
  require('gpu.js') as typeof import('gpu.js') & {
    readonly input: (values: Float32Array, size: readonly number[]) => Input;
  };

/** Whether this runtime has WebAssembly; one without vectors would only be slower. */
export const hasWebAssembly = (): boolean => load().GPU.isWebAssemblySupported;

/** What gpu.js keeps behind a kernel, as far as it is used here; version 2.24.1. */
interface Internals {
  readonly constructor: { readonly mode: string };
  readonly fallbackReason: string | null;
  readonly _moduleCache?: ReadonlyMap<string, { readonly id: number }>;
  readonly context?: { readonly isLost?: boolean } | null;
  _pool?: WorkerPool | null;
}

interface WorkerPool {
  release(entry: number): void;
  destroy(): void;
}

interface Compiled {
  readonly kernel: IKernelRunShortcut;
  /** Calls of one kernel follow each other: it has one size and one memory at a time. */
  tail: Promise<unknown>;
}

const internals = ({ kernel }: Compiled): Internals => kernel.kernel as unknown as Internals;

/** @param workers  threads of webasm; the other modes have none of their own */
export function openKernels(mode: Mode, workers: number): Kernels {
  const { GPU: Gpu, input } = load();
  const gpu: GPU = new Gpu({ mode });
  // gpu.js would start threads for each kernel; all of ours share these.
  const pool = mode === 'webasm' ? openPool(workers) : undefined;
  const kept = new Map<string, Compiled>();

  const compile = (source: string): Compiled => {
    const kernel = gpu.createKernel(
      source as unknown as Parameters<typeof gpu.createKernel>[0],
      {
        output: [1, 1],
        precision: 'single',
        dynamicArguments: true,
        dynamicOutput: true,
        // Bounds are ours; the default of 1000 would cut a loop short without a word.
        loopMaxIterations: 1e6,
        asyncMode: true,
      } as Parameters<typeof gpu.createKernel>[1],
    ) as unknown as IKernelRunShortcut;
    if (pool) Object.assign(kernel.kernel, { _pool: pool, moduleCacheLimit: SIZES_KEPT });
    return { kernel, tail: Promise.resolve() };
  };

  const giveUp = (compiled: Compiled) => {
    const held = internals(compiled);
    if (pool) {
      for (const { id } of held._moduleCache?.values() ?? []) pool.release(id);
      held._pool = null;
    }
    try {
      compiled.kernel.destroy(true);
    } catch {
      // One that never compiled has nothing to free, and gpu.js trips over that.
    }
  };

  const find = (source: string): Compiled => {
    const compiled = kept.get(source) ?? compile(source);
    kept.delete(source);
    kept.set(source, compiled);
    if (kept.size > MOST_KERNELS) {
      const [oldest, least] = kept.entries().next().value!;
      kept.delete(oldest);
      least.tail = least.tail.then(() => giveUp(least));
    }
    return compiled;
  };

  const call = async (compiled: Compiled, { arrays, numbers, width, rows, outputs }: Launch): Promise<Float32Array> => {
    const { kernel } = compiled;
    kernel.setOutput([width, rows]);
    const lines = (await kernel(...arrays.map((array) => input(array, [array.length])), ...numbers)) as (Float32Array | Float32Array[])[];
    const held = internals(compiled);
    if (held.constructor.mode !== mode) throw new Error(held.fallbackReason ?? `ran as ${held.constructor.mode}`);
    const values = new Float32Array(width * rows * outputs);
    lines.forEach((line, row) => {
      if (line instanceof Float32Array) values.set(line, row * width);
      else line.forEach((thread, x) => void values.set(thread, (row * width + x) * outputs));
    });
    return values;
  };

  /** What waits for a device that is lost fails without a word, before the loss is known. */
  const explained = async (compiled: Compiled, error: unknown): Promise<unknown> => {
    if (mode !== 'webgpu') return error;
    await setTimeout(LOSS_KNOWN_MS);
    return internals(compiled).context?.isLost ? new Error('the device is lost', { cause: error }) : error;
  };

  return {
    run: (launch) => {
      const compiled = find(launch.source);
      const result = compiled.tail.then(() =>
        call(compiled, launch).catch(async (error: unknown) => {
          throw await explained(compiled, error);
        }),
      );
      compiled.tail = result.catch(() => {
        kept.delete(launch.source);
        giveUp(compiled);
      });
      return result;
    },
    compiled: () => kept.size,
    close: () => {
      for (const compiled of kept.values()) giveUp(compiled);
      kept.clear();
      pool?.destroy();
      gpu.destroy();
    },
  };
}

function openPool(workers: number): WorkerPool {
  const { WebAssemblyWorkerPool } = require('gpu.js/src/backend/web-assembly/worker-pool.js') as {
    WebAssemblyWorkerPool: new (size: number) => WorkerPool;
  };
  return new WebAssemblyWorkerPool(workers);
}
