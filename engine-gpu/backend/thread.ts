/** A thread that computes parts of launches. */
import { move } from 'piscina';
import { keepLast, MOST_KERNELS } from './launch.js';
import { type Language, type Part, threadsBefore } from './threads.js';
import { isWhole } from './webasm/kinds.js';
import { loadKernel } from './webasm/load.js';

/** Computes blocks of a launch. */
type Compute = (part: Part) => Float32Array;

type Thread = { readonly thread: { x: number; y: number } };
type Kernel = (this: Thread, ...args: readonly (Float32Array | number)[]) => number | readonly number[];

/** The text as what it is: arithmetic is in double precision, and rounded where it is kept. */
function asJavaScript({ source }: Part): Compute {
  const kernel = new Function(`return ${source}`)() as Kernel;
  return ({ arrays, numbers, width, outputs, begin, end }) => {
    const [first, last] = [threadsBefore(begin, width), threadsBefore(end, width)];
    const values = new Float32Array((last - first) * outputs);
    const self = { thread: { x: 0, y: 0 } };
    for (let thread = first; thread < last; thread++) {
      self.thread.y = Math.floor(thread / width);
      self.thread.x = thread - self.thread.y * width;
      const given = kernel.call(self, ...arrays, ...numbers);
      if (typeof given === 'number') values[thread - first] = given;
      else values.set(given, (thread - first) * outputs);
    }
    return values;
  };
}

const LOADERS: Readonly<Record<Language, (part: Part) => Compute>> = { webasm: loadKernel, cpu: asJavaScript };
const kept: Readonly<Record<Language, Map<string, Compute>>> = { webasm: new Map(), cpu: new Map() };

export default (part: Part): Float32Array => {
  const { language, source, numbers } = part;
  const key = `${numbers.map(isWhole)}${source}`;
  const compute = kept[language].get(key) ?? LOADERS[language](part);
  keepLast(kept[language], key, compute, MOST_KERNELS);
  const values = compute(part);
  return move(values) as unknown as Float32Array;
};
