/** Kernels on a device, through gpu.js: made from source text, kept by it, given up when others are needed more. */
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import type { GPU, IKernelRunShortcut, Input } from 'gpu.js';
import { type Launch, MOST_KERNELS } from './launch.js';

/** Compiled kernels. */
export interface Kernels {
  /** Row by row, thread by thread, output by output. Throws where gpu.js refuses the kernel, or ran it elsewhere. */
  readonly run: (launch: Launch) => Promise<Float32Array>;
  readonly compiled: () => number;
  readonly close: () => void;
}

/** By then a device that is lost is known to be; it is a turn or two of the event loop. */
const LOSS_KNOWN_MS = 50;

// gpu.js is CommonJS; loaded when a device is first opened and not before.
const require = createRequire(import.meta.url);

/** Its declarations have `input` as a type alone. */
const load = () =>
  require('gpu.js') as typeof import('gpu.js') & {
    readonly input: (values: Float32Array, size: readonly number[]) => Input;
  };

/** What gpu.js keeps behind a kernel, as far as it is used here; version 2.24.1. */
interface Internals {
  readonly constructor: { readonly mode: string };
  readonly fallbackReason: string | null;
  readonly context?: { readonly isLost?: boolean } | null;
}

interface Compiled {
  readonly kernel: IKernelRunShortcut;
  /** Calls of one kernel follow each other: it has one size and one memory at a time. */
  tail: Promise<unknown>;
}

const internals = ({ kernel }: Compiled): Internals => kernel.kernel as unknown as Internals;

/** Kernels are compiled for the sizes of their arrays: powers of two keep those few. */
const roundUp = (n: number): number => 2 ** Math.ceil(Math.log2(Math.max(n, 1)));

const padded = (values: Float32Array): Float32Array => {
  const array = new Float32Array(roundUp(values.length));
  array.set(values);
  return array;
};

export function openKernels(): Kernels {
  const { GPU: Gpu, input } = load();
  const gpu: GPU = new Gpu({ mode: 'webgpu' });
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
    return { kernel, tail: Promise.resolve() };
  };

  const giveUp = ({ kernel }: Compiled) => {
    try {
      kernel.destroy(true);
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
    // Rows beyond those asked for are computed and mean nothing: arrays end with what belongs to rows.
    kernel.setOutput([width, roundUp(rows)]);
    const lines = (await kernel(...arrays.map(padded).map((array) => input(array, [array.length])), ...numbers)) as (
      | Float32Array
      | Float32Array[]
    )[];
    const { constructor: ran, fallbackReason } = internals(compiled);
    if (ran.mode !== 'webgpu') throw new Error(fallbackReason ?? `ran as ${ran.mode}`);
    const values = new Float32Array(width * rows * outputs);
    lines.slice(0, rows).forEach((line, row) => {
      if (line instanceof Float32Array) values.set(line, row * width);
      else line.forEach((thread, x) => void values.set(thread, (row * width + x) * outputs));
    });
    return values;
  };

  /** What waits for a device that is lost fails without a word, before the loss is known. */
  const explained = async (compiled: Compiled, error: unknown): Promise<unknown> => {
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
      gpu.destroy();
    },
  };
}
