/** The same program in double precision: its own text, run as JavaScript over Float64Arrays. What f32 costs is the difference. */
import type { Row } from '../random/lattice.js';
import type { Program } from './compose.js';
import type { Arguments } from './launch.js';

type Thread = { readonly thread: { readonly x: number; readonly y: number } };
type Kernel = (this: Thread, ...args: readonly (Float64Array | number)[]) => number;

/** Values row by row, `rows[0].width` a row. Computes on the calling thread: for tests. */
export function runTwin({ source }: Program, { arrays, numbers }: Arguments, rows: readonly Row[]): Float64Array {
  const kernel = new Function(`return ${source}`)() as Kernel;
  const { width } = rows[0]!;
  const values = [...arrays.map(([array]) => array), ...numbers];
  return Float64Array.from({ length: rows.length * width }, (_, k) =>
    kernel.call({ thread: { x: k % width, y: Math.floor(k / width) } }, ...values),
  );
}
