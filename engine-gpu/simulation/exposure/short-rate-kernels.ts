/**
 * Kernels for portfolios under a Gaussian short rate: each draws the state at a date exactly, in one step, and evaluates the portfolio there
 * (net-value.ts). A row of threads takes one date and one row of lattice points. A launch takes many such rows, so a profile of a hundred
 * dates needs one or two launches.
 */

import { INVERSE_SQRT_TWO_PI } from '../../math/normal.js';
import { componentsFor, latticeComponent, type Row, rowShift } from '../../random/lattice.js';
import { exponential, normalCdfGiven } from '../emit/arithmetic.js';
import { type KernelBuilder, openKernelBuilder } from '../emit/kernel-builder.js';
import { kernelText } from '../emit/kernel-text.js';
import type { Arguments } from '../emit/launch.js';
import { normalOf } from '../emit/points.js';
import { type NetValue, RANGE, type Series, type Sum } from './net-value.js';

/** What a kernel returns: the value V, or its positive and negative parts. */
export type ValueOutput = 'value' | 'parts';

/** A program for all dates whose portfolios share one kernel text. */
export interface DatedProgram {
  readonly source: string;
  /** 1 for V, or 2 for max(V, 0) and max(−V, 0). */
  readonly outputs: number;
  /** Number of terms of a value. */
  readonly steps: number;
  /** Indices of the given values that this program evaluates. */
  readonly dates: readonly number[];
  /** Unit of each date's outputs, in price units. */
  readonly sizes: readonly number[];
  /** Further numbers of each date's row: none, or its noise and the inverse of its noise. */
  readonly noises: readonly (readonly number[])[];
  /** Coefficients, `length` numbers per date. */
  readonly blocks: Float64Array;
  readonly length: number;
  readonly scalars: Float64Array;
  readonly components: readonly number[];
}

/** A row of points at a date, which is given by its index in the program. */
export interface DatedRow extends Row {
  readonly place: number;
}

/** A form of net value: how a kernel evaluates it, one term per step. */
interface Form<T> {
  /** Number of steps, and of coefficients per step. */
  readonly extent: (values: readonly T[]) => readonly [steps: number, stride: number];
  readonly write: (builder: KernelBuilder, normals: readonly string[], at: (index: string) => string, stride: string) => string;
  /** The coefficients of a step. `steps` and `stride` are the maxima over all dates; missing coefficients are zero. */
  readonly numbers: (value: T, step: number, steps: number, stride: number) => readonly number[];
}

/** Clenshaw's recurrence, b ← c + 2t b′ − b″ from the highest term down; the sum is b − t b′. Each coefficient along the main axis is itself a series across it. */
const SERIES: Form<Series> = {
  extent: (values) => [
    Math.max(...values.map(({ coefficients }) => coefficients.length)),
    Math.max(...values.map(({ coefficients }) => coefficients[0].length)),
  ],
  numbers: ({ coefficients }, step, steps, stride) => {
    const row = coefficients[steps - 1 - step] ?? [];
    return Array.from({ length: stride }, (_, k) => row[stride - 1 - k] ?? 0);
  },
  write: (builder, normals, at, stride) => {
    const { fresh, local, step } = builder;
    const [t, s] = normals.map((normal) => {
      const name = fresh();
      builder.before(`const ${name} = ${normal} * ${1 / RANGE};`);
      return name;
    });
    const [last, before, next] = [local('0.0'), local('0.0'), fresh()];
    let term = at('0');
    if (s !== undefined) {
      const [inner, innerBefore, innerNext, k] = [fresh(), fresh(), fresh(), fresh()];
      step(`let ${inner} = 0.0;
let ${innerBefore} = 0.0;
for (let ${k} = 0; ${k} < ${stride}; ${k}++) {
const ${innerNext} = ${at(k)} + 2.0 * ${s} * ${inner} - ${innerBefore};
${innerBefore} = ${inner};
${inner} = ${innerNext};
}`);
      term = `(${inner} - ${s} * ${innerBefore})`;
    }
    step(`const ${next} = ${term} + 2.0 * ${t} * ${last} - ${before};
${before} = ${last};
${last} = ${next};`);
    return `(${last} - ${t} * ${before})`;
  },
};

/** Direct summation, one exponential per step. */
const SUM: Form<Sum> = {
  extent: (values) => [Math.max(...values.map(({ terms }) => terms.length)), 3],
  numbers: ({ terms }, step) => {
    const { weight, along, across } = terms[step] ?? { weight: 0, along: 0, across: 0 };
    return [weight, along, across];
  },
  write: (builder, [w, z], at) => {
    const [x, e, sum] = [builder.fresh(), builder.fresh(), builder.local('0.0')];
    const second = z === undefined ? '' : ` - ${at('2')} * ${z}`;
    builder.step(`const ${x} = -${at('1')} * ${w}${second};${exponential(e, x, builder.fresh)}
${sum} = ${sum} + ${at('0')} * ${e};`);
    return sum;
  },
};

/** The programs that evaluate the values: one for each combination of form, number of factors, and presence of noise that occurs. */
export function composeDates(values: readonly NetValue[], output: ValueOutput): DatedProgram[] {
  const numbered = values.map((value, date) => ({ value, date }));
  return ([1, 2] as const).flatMap((factors) =>
    [false, true].flatMap((noisy) => {
      const alike = numbered.filter(({ value }) => value.factors === factors && value.noise > 0 === noisy);
      const series = alike.filter((one): one is Dated<Series> => one.value.type === 'series');
      const sums = alike.filter((one): one is Dated<Sum> => one.value.type === 'sum');
      return [
        ...(series.length > 0 ? [compose(SERIES, series, factors, noisy, output)] : []),
        ...(sums.length > 0 ? [compose(SUM, sums, factors, noisy, output)] : []),
      ];
    }),
  );
}

interface Dated<T> {
  readonly value: T & NetValue;
  readonly date: number;
}

function compose<T>(form: Form<T>, dated: readonly Dated<T>[], factors: number, noisy: boolean, output: ValueOutput): DatedProgram {
  const values = dated.map(({ value }) => value);
  const [terms, stride] = form.extent(values);
  // A portfolio without cash flows still has one (zero) term.
  const steps = Math.max(1, terms);
  const builder = openKernelBuilder(steps);
  const drawn = noisy && output === 'value' ? factors + 1 : factors;
  const normals = Array.from({ length: drawn }, (_, d) => {
    const { name, text } = normalOf(builder, `${d}.0`);
    builder.before(text);
    return name;
  });
  const rowNumber = (place: number) => `l[this.thread.y * ${noisy ? 3 : 1} + ${place}]`;
  const block = builder.fresh();
  builder.before(`const ${block} = ${rowNumber(0)};`);
  const width = builder.scalar(stride);
  const value = form.write(builder, normals.slice(0, factors), (index) => `g[${block} + i * ${width} + ${index}]`, width);
  const results =
    output === 'value'
      ? [noisy ? `${value} + ${rowNumber(1)} * ${normals[factors]}` : value]
      : noisy
        ? writeMeans(builder, value, rowNumber(1), rowNumber(2))
        : [`Math.max(${value}, 0.0)`, `Math.max(-${value}, 0.0)`];
  const finished = builder.finish();
  return {
    source: kernelText(finished, { components: [], blocks: 1 }, results, false),
    outputs: results.length,
    steps,
    dates: dated.map(({ date }) => date),
    sizes: values.map(({ size }) => size),
    noises: values.map(({ noise }) => (noisy ? [noise, 1 / noise] : [])),
    blocks: Float64Array.from(
      values.flatMap((one) => Array.from({ length: steps }, (_, step) => form.numbers(one, step, steps, stride)).flat()),
    ),
    length: steps * stride,
    scalars: finished.scalars,
    components: Array.from({ length: drawn }, (_, d) => latticeComponent(d)),
  };
}

/** Writes the means over Z of the positive and negative parts of V + rZ by Bachelier's formula: r φ(d) + V Φ(d) with d = V/r, and the same less V. */
function writeMeans(builder: KernelBuilder, value: string, noise: string, inverse: string): string[] {
  const { fresh, local, step } = builder;
  const [positive, negative] = [local('0.0'), local('0.0')];
  const [last, k, v, d, h, e, below] = Array.from({ length: 7 }, fresh) as [string, string, string, string, string, string, string];
  step(`const ${last} = i > steps - 1.5 ? 1.0 : 0.0;
for (let ${k} = 0; ${k} < ${last}; ${k}++) {
const ${v} = Math.abs(${value});
const ${d} = -${v} * ${inverse};
const ${h} = Math.max(-0.5 * ${d} * ${d}, -80.0);${exponential(e, h, fresh)}${normalCdfGiven(below, d, e, fresh)}
const ${v}s = Math.max(${noise} * ${INVERSE_SQRT_TWO_PI} * ${e} - ${v} * ${below}, 0.0);
${positive} = Math.max(${value}, 0.0) + ${v}s;
${negative} = Math.max(-${value}, 0.0) + ${v}s;
}`);
  return [positive, negative];
}

/**
 * The arguments with which a program evaluates rows of points.
 *
 * @param rows    rows of one width
 * @param shifts  the random shift of each row's `shift` index
 * @param points  number of points that each thread sums
 */
export function datedArguments(
  { blocks, length, noises, scalars, components, steps }: DatedProgram,
  rows: readonly DatedRow[],
  shifts: readonly Float64Array[],
  points: number,
): Arguments {
  const { width } = rows[0];
  const first = Math.min(...rows.map(({ place }) => place));
  const last = Math.max(...rows.map(({ place }) => place));
  const shift = Float64Array.from(rows.flatMap((row) => [...rowShift(row, components, shifts[row.shift].subarray(0, components.length))]));
  return {
    arrays: [
      blocks.subarray(first * length, (last + 1) * length),
      Float64Array.from(rows.flatMap(({ place }) => [(place - first) * length, ...noises[place]])),
      scalars,
      componentsFor(components, width),
      shift,
    ],
    numbers: [steps, components.length, points],
    width: width / points,
    rows: rows.length,
  };
}
