/**
 * What a kernel is written on: its text, and beside it the numbers that the text names.
 *
 * Every number of a contract or market goes in through `scalar`, `column` or `row`, which give back the text that reads it. So two
 * contracts of one structure have the same text, and a compiled kernel serves both.
 */
import type { Names } from './arithmetic.js';

export interface KernelBuilder {
  /** A name not used before. */
  readonly fresh: Names;
  /** A number a contract. */
  readonly scalar: (value: number) => string;
  /** `count` numbers filled in later, and where they stand in the scalars. */
  readonly later: (count: number) => { readonly at: number; readonly texts: readonly string[] };
  /** A number a step, of the present one unless `step` names another. */
  readonly column: (values: ArrayLike<number>, step?: string) => string;
  /** Numbers that a loop over rows reads; @returns where the first stands */
  readonly row: (...values: readonly number[]) => number;
  /** A variable that each path begins anew; @returns its name */
  readonly local: (initial: string) => string;
  /** An array of one number a step, zero but for those given. */
  readonly marks: (entries: Iterable<readonly [step: number, value: number]>) => Float64Array;
  /** Text run once a path before its steps, and in each step. */
  readonly before: (text: string) => void;
  readonly step: (text: string) => void;
  /** Text of a number a path, known after its steps, that a run sums beside the value; three at most. @returns its place, from 1 on */
  readonly output: (text: string) => number;
  readonly finish: () => Finished;
}

export interface Finished {
  readonly locals: string;
  readonly before: string;
  readonly step: string;
  readonly outputs: readonly string[];
  /** steps × stride. */
  readonly columns: Float64Array;
  readonly rows: Float64Array;
  readonly scalars: Float64Array;
}

/** Stands in the text for the number of columns, which is known at the end. */
const STRIDE = 'STRIDE';

/** Beside the value: gpu.js returns up to four numbers a thread. */
const MOST_OUTPUTS = 3;

export function openKernelBuilder(steps: number): KernelBuilder {
  const scalars: number[] = [];
  const columns: ArrayLike<number>[] = [];
  const rows: number[] = [];
  const text = { locals: '', before: '', step: '' };
  const outputs: string[] = [];
  let names = 0;
  const fresh = () => `t${names++}`;
  const scalar = (value: number) => `p[${scalars.push(value) - 1}]`;
  return {
    fresh,
    scalar,
    later: (count) => {
      const at = scalars.length;
      return { at, texts: Array.from({ length: count }, () => scalar(0)) };
    },
    column: (values, step = 'i') => `g[${step} * ${STRIDE} + ${columns.push(values) - 1}]`,
    row: (...values) => rows.push(...values) - values.length,
    local: (initial) => {
      const name = fresh();
      text.locals += `let ${name} = ${initial};\n`;
      return name;
    },
    marks: (entries) => {
      const values = new Float64Array(steps);
      for (const [step, value] of entries) values[step] = value;
      return values;
    },
    before: (part) => {
      text.before += `${part}
`;
    },
    step: (part) => {
      text.step += `${part}
`;
    },
    output: (part) => {
      if (outputs.length === MOST_OUTPUTS) throw new RangeError(`a kernel has at most ${MOST_OUTPUTS} outputs beside its value`);
      return outputs.push(part);
    },
    finish: () => ({
      ...text,
      outputs,
      step: text.step.replaceAll(STRIDE, `${columns.length}`),
      columns: Float64Array.from({ length: steps * columns.length }, (_, k) => columns[k % columns.length][Math.floor(k / columns.length)]),
      rows: Float64Array.from(rows),
      scalars: Float64Array.from(scalars),
    }),
  };
}
