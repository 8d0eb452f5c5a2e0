/**
 * Portfolios under a Gaussian short rate as kernels: one draw of the state at a date, exact whatever lies between, and what the
 * portfolio is worth there (net-value.ts). A row of threads takes one date and one row of lattice points; a launch takes many of them, so that a
 * profile of a hundred dates is a launch or two.
 */

import { INVERSE_SQRT_TWO_PI } from '../../math/normal.js';
import { componentsFor, latticeComponent, type Row, rowShift } from '../../random/lattice.js';
import { exponential, normalCdfGiven } from '../emit/arithmetic.js';
import { type KernelBuilder, openKernelBuilder } from '../emit/kernel-builder.js';
import { kernelText } from '../emit/kernel-text.js';
import type { Arguments } from '../emit/launch.js';
import { normalOf } from '../emit/points.js';
import { type NetValue, RANGE, type Series, type Sum } from './net-value.js';

/** What a kernel returns of V. */
export type Asked = 'value' | 'parts';

/** Dates whose portfolios have one text. */
export interface DatedProgram {
  readonly source: string;
  /** 1, or 2 for the sums of V where it is positive and of −V where it is negative. */
  readonly outputs: number;
  /** Terms of a value. */
  readonly steps: number;
  /** Which of the values given are in it. */
  readonly dates: readonly number[];
  /** What each returns is in units of this. */
  readonly sizes: readonly number[];
  /** What a row of threads is told of its date beside where its coefficients begin: nothing, or its noise and the inverse of that. */
  readonly noises: readonly (readonly number[])[];
  /** Coefficients, `length` numbers a date. */
  readonly blocks: Float64Array;
  readonly length: number;
  readonly scalars: Float64Array;
  readonly components: readonly number[];
}

/** A row of points at a date, by its place in a program. */
export interface DatedRow extends Row {
  readonly place: number;
}

/** A kernel's text but for its draws: what it does a step, and what V then is. */
interface Form<T> {
  /** Steps, and numbers a step. */
  readonly extent: (values: readonly T[]) => readonly [steps: number, stride: number];
  readonly write: (builder: KernelBuilder, normals: readonly string[], at: (index: string) => string, stride: string) => string;
  /** The numbers of a step; `steps` and `stride` are those of all dates, and what a date has fewer of is zero. */
  readonly numbers: (value: T, step: number, steps: number, stride: number) => readonly number[];
}

/** By Clenshaw's recurrence, b ← c + 2t b′ − b″ from the highest term down; the sum is b − t b′. Within it, one across for each along. */
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

/** Term by term. */
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

/** Programs that take all values between them: one a form, number of factors and noise or none that there is. */
export function composeDates(values: readonly NetValue[], asked: Asked): DatedProgram[] {
  const numbered = values.map((value, date) => ({ value, date }));
  return ([1, 2] as const).flatMap((factors) =>
    [false, true].flatMap((noisy) => {
      const alike = numbered.filter(({ value }) => value.factors === factors && value.noise > 0 === noisy);
      const series = alike.filter((one): one is Dated<Series> => one.value.type === 'series');
      const sums = alike.filter((one): one is Dated<Sum> => one.value.type === 'sum');
      return [
        ...(series.length > 0 ? [compose(SERIES, series, factors, noisy, asked)] : []),
        ...(sums.length > 0 ? [compose(SUM, sums, factors, noisy, asked)] : []),
      ];
    }),
  );
}

interface Dated<T> {
  readonly value: T & NetValue;
  readonly date: number;
}

function compose<T>(form: Form<T>, dated: readonly Dated<T>[], factors: number, noisy: boolean, asked: Asked): DatedProgram {
  const values = dated.map(({ value }) => value);
  const [most, stride] = form.extent(values);
  // Of nothing, a sum of nothing.
  const steps = Math.max(1, most);
  const builder = openKernelBuilder(steps);
  const drawn = noisy && asked === 'value' ? factors + 1 : factors;
  const normals = Array.from({ length: drawn }, (_, d) => {
    const { name, text } = normalOf(builder, `${d}.0`);
    builder.before(text);
    return name;
  });
  const told = (place: number) => `l[this.thread.y * ${noisy ? 3 : 1} + ${place}]`;
  const block = builder.fresh();
  builder.before(`const ${block} = ${told(0)};`);
  const width = builder.scalar(stride);
  const value = form.write(builder, normals.slice(0, factors), (index) => `g[${block} + i * ${width} + ${index}]`, width);
  const results =
    asked === 'value'
      ? [noisy ? `${value} + ${told(1)} * ${normals[factors]}` : value]
      : noisy
        ? writeMeans(builder, value, told(1), told(2))
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

/** Writes the means of both parts of V + rZ over Z, by Bachelier's formula: r φ(d) + V Φ(d), d = V/r, and that less V. */
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
 * @param rows    of one width
 * @param shifts  Δ by number of shift
 * @param points  that each thread sums over
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
