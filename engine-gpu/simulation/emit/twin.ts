/** A program in double precision: its own text run as JavaScript on Float64Arrays. Tests compare it with every backend to bound the error of single precision. */

import type { Arguments } from './launch.js';
import type { Program } from './program.js';

type Thread = { readonly thread: { readonly x: number; readonly y: number } };
type Kernel = (this: Thread, ...args: readonly (Float64Array | number)[]) => number | readonly number[];

/** Returns what `backend.run` returns for the same arguments, in double precision. It blocks the calling thread, so it is for tests only. */
export function runTwin(
  { source, outputs }: Pick<Program, 'source' | 'outputs'>,
  { arrays, numbers, width, rows }: Arguments,
): Float64Array {
  const kernel = new Function(`return ${source}`)() as Kernel;
  const parameters = [...arrays, ...numbers];
  const values = new Float64Array(width * rows * outputs);
  for (let thread = 0; thread < width * rows; thread++)
    values.set([kernel.call({ thread: { x: thread % width, y: Math.floor(thread / width) } }, ...parameters)].flat(), thread * outputs);
  return values;
}
