/** A worker thread that computes parts of launches. */
import { move } from 'piscina';
import { powerOfTwo } from '../math/elementary/binary.js';
import { cacheRecent, MAX_CACHED_KERNELS } from './launch.js';
import type { Language, Part } from './threads.js';
import { isWhole } from './webasm/kinds.js';
import { loadKernel } from './webasm/load.js';
import { threadsBefore } from './webasm/part.js';

/** Computes the blocks of a part of a launch. */
type Compute = (part: Part) => Float32Array;

type Thread = { readonly thread: { x: number; y: number } };
type Kernel = (this: Thread, ...args: readonly (Float32Array | number)[]) => number | readonly number[];

/**
 * Runs the kernel's source as JavaScript: its arithmetic is in double precision, and its outputs are rounded to single. Powers of two are
 * the engine's own, because ECMAScript leaves their last bit to the implementation.
 */
function asJavaScript({ source }: Part): Compute {
  const kernel = new Function('powerOfTwo', `return ${source.replaceAll('Math.pow(2.0, ', 'powerOfTwo(')}`)(powerOfTwo) as Kernel;
  return ({ arrays, numbers, width, outputs, begin, end }) => {
    const [first, last] = [threadsBefore(begin, width), threadsBefore(end, width)];
    const values = new Float32Array((last - first) * outputs);
    const self = { thread: { x: 0, y: 0 } };
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

const LOADERS: Readonly<Record<Language, (part: Part) => Compute>> = { webasm: loadKernel, cpu: asJavaScript };
const caches: Readonly<Record<Language, Map<string, Compute>>> = { webasm: new Map(), cpu: new Map() };

export default (part: Part): Float32Array => {
  const { language, source, numbers } = part;
  const key = `${numbers.map(isWhole)}${source}`;
  const compute = caches[language].get(key) ?? LOADERS[language](part);
  cacheRecent(caches[language], key, compute, MAX_CACHED_KERNELS);
  const values = compute(part);
  return move(values) as unknown as Float32Array;
};
