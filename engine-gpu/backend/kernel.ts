/** Kernels on a GPU through gpu.js: compiled from source text, cached by it, and destroyed when evicted. */
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import type { GPU, IKernelRunShortcut, Input } from 'gpu.js';
import { ceilLog2, powerOfTwo } from '../math/elementary/binary.js';
import { cacheRecent, type Launch, MAX_CACHED_KERNELS } from './launch.js';

/** A cache of compiled kernels. */
interface Kernels {
  /** Returns values row by row, thread by thread, output by output. Throws where gpu.js refuses the kernel or ran it in another mode. */
  readonly run: (launch: Launch) => Promise<Float32Array>;
  /** Number of cached kernels. */
  readonly compiled: () => number;
  readonly close: () => void;
}

/** Time after which a lost device is reported as such, milliseconds: it takes a turn or two of the event loop. */
const DEVICE_LOSS_REPORT_MS = 50;

// gpu.js is a CommonJS module, and is loaded only when a device is opened.
const require = createRequire(import.meta.url);

/** The type declarations of gpu.js export `input` as a type only. */
const load = () =>
  require('gpu.js') as typeof import('gpu.js') & {
    readonly input: (values: Float32Array, size: readonly number[]) => Input;
  };

/** The internal fields of a gpu.js 2.24.1 kernel that are used here. */
interface Internals {
  readonly constructor: { readonly mode: string };
  readonly fallbackReason: string | null;
  readonly context?: { readonly isLost?: boolean } | null;
}

interface Compiled {
  readonly kernel: IKernelRunShortcut;
  /** The last call of this kernel. Calls run one after another, since a kernel has one output size and one set of buffers. */
  lastCall: Promise<unknown>;
}

const internals = ({ kernel }: Compiled): Internals => kernel.kernel as unknown as Internals;

/** Rounds up to a power of two. Kernels are compiled for the sizes of their arrays, which rounding keeps few. */
const roundUp = (n: number): number => powerOfTwo(ceilLog2(Math.max(n, 1)));

const padded = (values: Float32Array): Float32Array => {
  const array = new Float32Array(roundUp(values.length));
  array.set(values);
  return array;
};

export function openKernels(): Kernels {
  const { GPU: Gpu, input } = load();
  const gpu: GPU = new Gpu({ mode: 'webgpu' });
  const cache = new Map<string, Compiled>();

  const compile = (source: string): Compiled => {
    const kernel = gpu.createKernel(
      source as unknown as Parameters<typeof gpu.createKernel>[0],
      {
        output: [1, 1],
        precision: 'single',
        dynamicArguments: true,
        dynamicOutput: true,
        // The kernels bound their own loops; the default of 1000 would truncate a longer one silently.
        loopMaxIterations: 1e6,
        asyncMode: true,
      } as Parameters<typeof gpu.createKernel>[1],
    ) as unknown as IKernelRunShortcut;
    return { kernel, lastCall: Promise.resolve() };
  };

  const destroy = ({ kernel }: Compiled) => {
    try {
      kernel.destroy(true);
    } catch {
      // gpu.js throws for a kernel that never compiled; there is nothing to free then.
    }
  };

  const find = (source: string): Compiled => {
    const compiled = cache.get(source) ?? compile(source);
    const evicted = cacheRecent(cache, source, compiled, MAX_CACHED_KERNELS);
    if (evicted !== undefined) evicted.lastCall = evicted.lastCall.then(() => destroy(evicted));
    return compiled;
  };

  const call = async (compiled: Compiled, { arrays, numbers, width, rows, outputs }: Launch): Promise<Float32Array> => {
    const { kernel } = compiled;
    // The rows added by rounding up are computed and discarded.
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

  /** The error of a failed call, or `the device is lost`: a call on a lost device fails with an unspecific error before the loss is reported. */
  const explained = async (compiled: Compiled, error: unknown): Promise<unknown> => {
    await setTimeout(DEVICE_LOSS_REPORT_MS);
    return internals(compiled).context?.isLost ? new Error('the device is lost', { cause: error }) : error;
  };

  return {
    run: (launch) => {
      const compiled = find(launch.source);
      const result = compiled.lastCall.then(() =>
        call(compiled, launch).catch(async (error: unknown) => {
          throw await explained(compiled, error);
        }),
      );
      compiled.lastCall = result.catch(() => {
        cache.delete(launch.source);
        destroy(compiled);
      });
      return result;
    },
    compiled: () => cache.size,
    close: () => {
      for (const compiled of cache.values()) destroy(compiled);
      cache.clear();
      gpu.destroy();
    },
  };
}
