/**
 * Builds a kernel: its text, and the numbers that the text reads.
 *
 * Every number of a contract or market is added by `scalar`, `column` or `row`, which return the text that reads it. Two contracts of the
 * same structure therefore have the same text and share one compiled kernel.
 */
import type { Names } from './arithmetic.js';

export interface KernelBuilder {
  /** Returns a variable name not used before. */
  readonly fresh: Names;
  /** Adds one number per contract. */
  readonly scalar: (value: number) => string;
  /** Reserves `count` scalars whose values are set later; `at` is the index of the first among the scalars. */
  readonly later: (count: number) => { readonly at: number; readonly texts: readonly string[] };
  /** Adds one number per step; the text reads that of the current step unless `step` names another. */
  readonly column: (values: ArrayLike<number>, step?: string) => string;
  /** Adds numbers that a loop reads by index. @returns the index of the first */
  readonly row: (...values: readonly number[]) => number;
  /** Adds a variable that is initialised for each path. @returns its name */
  readonly local: (initial: string) => string;
  /** An array with one number per step, zero except for the given entries. */
  readonly marks: (entries: Iterable<readonly [step: number, value: number]>) => Float64Array;
  /** Adds text that runs once per path, before its first step. */
  readonly before: (text: string) => void;
  /** Adds text that runs in each step. */
  readonly step: (text: string) => void;
  /** Adds text of a number, known at the end of a path, that is summed beside the value; at most MAX_EXTRA_OUTPUTS. @returns its index, from 1 */
  readonly output: (text: string) => number;
  readonly finish: () => Finished;
}

/** Text and data that the builder has collected. */
export interface Finished {
  readonly locals: string;
  readonly before: string;
  readonly step: string;
  readonly outputs: readonly string[];
  /** Row-major: one row per step, one entry per column added. */
  readonly columns: Float64Array;
  readonly rows: Float64Array;
  readonly scalars: Float64Array;
}

/** Placeholder in the text for the number of columns, which is known only at the end. */
const STRIDE = 'STRIDE';

/** Maximum number of outputs beside the value: gpu.js returns up to four numbers per thread. */
const MAX_EXTRA_OUTPUTS = 3;

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
      const offset = scalars.length;
      return { at: offset, texts: Array.from({ length: count }, () => scalar(0)) };
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
      if (outputs.length === MAX_EXTRA_OUTPUTS) throw new RangeError(`a kernel has at most ${MAX_EXTRA_OUTPUTS} outputs beside its value`);
      return outputs.push(part);
    },
    finish: () => ({
      ...text,
      outputs,
      step: text.step.replaceAll(STRIDE, `${columns.length}`),
      columns: Float64Array.from(
        { length: steps * columns.length },
        (_, k) => columns[k % columns.length]![Math.floor(k / columns.length)]!,
      ),
      rows: Float64Array.from(rows),
      scalars: Float64Array.from(scalars),
    }),
  };
}
