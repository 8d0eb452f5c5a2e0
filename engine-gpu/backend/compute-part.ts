/** Computes parts of launches on the thread that calls. */
import { type KernelThread, kernelFunction } from './javascript.js';
import { cacheRecent, MAX_CACHED_KERNELS } from './launch.js';
import { isWhole } from './webasm/kinds.js';
import { loadKernel } from './webasm/load.js';
import { type LaunchPart, threadsBefore } from './webasm/part.js';

/** How a kernel's source is run: compiled to WebAssembly, or as JavaScript. */
export type Language = 'webasm' | 'cpu';

/** A part of a launch, and how it is computed. */
export interface Part extends LaunchPart {
  readonly language: Language;
}

/** Computes the blocks of a part of a launch. */
type Compute = (part: LaunchPart) => Float32Array;

/** Runs the kernel's source as JavaScript: its outputs are rounded to single precision. */
function asJavaScript(kernelPart: LaunchPart): Compute {
  const kernel = kernelFunction(kernelPart);
  return ({ arrays, numbers, width, outputs, begin, end }) => {
    const [first, last] = [threadsBefore(begin, width), threadsBefore(end, width)];
    const values = new Float32Array((last - first) * outputs);
    const self: KernelThread = { thread: { x: 0, y: 0 } };
    for (let thread = first; thread < last; thread++) {
      self.thread.y = Math.floor(thread / width);
      self.thread.x = thread - self.thread.y * width;
      const result = kernel.call(self, ...arrays, ...numbers);
      if (typeof result === 'number') values[thread - first] = result;
      else values.set(result, (thread - first) * outputs);
    }
    return values;
  };
}

const LOADERS: Readonly<Record<Language, (part: LaunchPart) => Compute>> = { webasm: loadKernel, cpu: asJavaScript };
const caches: Readonly<Record<Language, Map<string, Compute>>> = { webasm: new Map(), cpu: new Map() };

/** @returns values thread by thread, output by output. Throws where the kernel cannot be compiled */
export function computePart(part: Part): Float32Array {
  const { language, source, numbers } = part;
  const key = `${numbers.map(isWhole)}${source}`;
  const compute = caches[language].get(key) ?? LOADERS[language](part);
  cacheRecent(caches[language], key, compute, MAX_CACHED_KERNELS);
  return compute(part);
}
