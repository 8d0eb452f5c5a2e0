/**
 * Lattice points as kernel text: the coordinates of point number `point` of a row (its number `q` within the order of the dimension's
 * block, and its shift), and the Brownian motions constructed from them.
 */
import { powerOfTwo } from '../../math/elementary/binary.js';
import { LATTICE_DIMENSIONS, latticeComponent } from '../../random/lattice.js';
import { normalQuantile } from './arithmetic.js';
import type { Construction, Draw } from './bridge.js';
import type { KernelBuilder } from './kernel-builder.js';

/**
 * Points u are multiples of 2^−23 from 0 to 1 − 2^−23. The midpoints of their cells, centred, c = u − ½ + 2^−24, are symmetric about 0
 * and exact in single precision.
 */
const HALF_CELL = powerOfTwo(-24);

/** Number of stored bridge levels is rounded up to a multiple of this, so grids of up to 64 steps share one text, up to 4096 another. */
const LEVELS_PER_TEXT = 6;

/** The random inputs of a path. */
export interface Drawn<T> {
  /** Independent Brownian motions, in decreasing order of importance. */
  readonly drivers: T;
  /** Independent normals per step that no bridge constructs. */
  readonly normals: T;
  /** Uniforms per path. */
  readonly uniforms: T;
}

export interface Dimensions {
  /** Generating-vector component of each dimension, in the order in which kernels read them: uniforms, drivers draw by draw, normals step by step. */
  readonly components: readonly number[];
  /** Number of blocks of dimensions, each of which permutes the points by itself; 1 where all dimensions fit the lattice. */
  readonly blocks: number;
}

/**
 * Writes the random inputs of a path. Uniforms take the first dimensions, then the bridge draws level by level and within a level driver
 * by driver, then the remaining normals.
 *
 * @param constructions  at least one; each constructs its own drivers from the same normals, on the same number of times
 * @returns texts of the drivers (per construction) and normals at the end of a step, and the dimensions that they use
 */
export function writePoints(
  builder: KernelBuilder,
  constructions: readonly Construction[],
  { drivers, normals, uniforms }: Drawn<number>,
): Omit<Drawn<readonly string[]>, 'drivers'> & { readonly drivers: readonly (readonly string[])[]; readonly dimensions: Dimensions } {
  const { levels, draws, recalled } = constructions[0]!;
  const { fresh, column, local } = builder;
  const upTo = <T>(count: number, evaluate: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => evaluate(number));
  const each = <T>(evaluate: (driver: number) => T): T[] => upTo(drivers, evaluate);

  const steps = recalled.length;
  const first = uniforms + draws.length * drivers;
  const all = [
    ...upTo(uniforms, (d) => d),
    ...placesOf(draws, drivers).map((rank) => uniforms + rank),
    ...upTo(steps * normals, (d) => first + d),
  ];
  const blocks = Math.ceil(all.length / LATTICE_DIMENSIONS);
  /** Sets `q` to the point's number in the order of the dimension's block; `of` gives the dimension of a step or draw. */
  const reorder = (dimensionOf: (number: number) => number, step?: string): string => {
    if (blocks === 1) return '';
    const ofBlock = upTo(steps, (number) => Math.floor((all[dimensionOf(number)] ?? 0) / LATTICE_DIMENSIONS));
    return `q = o[${column(ofBlock, step)} * width + point];\n`;
  };
  const normal = (d: string) => normalOf(builder, d);

  const uniformNames = upTo(uniforms, (d) => {
    const [u, uniform] = [fresh(), fresh()];
    builder.before(`${point(builder, `${d}.0`, u)}\nconst ${uniform} = ${u} + ${HALF_CELL};`);
    return uniform;
  });

  // Levels are counted from the deepest, so that kernels of one text share its slot.
  const slots = LEVELS_PER_TEXT * Math.max(1, Math.ceil(levels / LEVELS_PER_TEXT));
  const slotOf = (level: number): number => level + slots - levels;
  const counts = new Float64Array(steps);
  for (const { step } of draws) counts[step] = counts[step]! + 1;

  const walks = constructions.map((construction) => ({
    draws: construction.draws,
    positions: each(() => local('0.0')),
    remembered: each(() => Array.from({ length: slots }, () => local('0.0'))),
    ends: each(fresh),
    weight: fresh(),
    deviation: fresh(),
  }));
  type Walk = (typeof walks)[number];
  const everywhere = (textOf: (walk: Walk, driver: number) => string): string =>
    walks.flatMap((walk) => each((m) => textOf(walk, m))).join('\n');
  const draw = local('0.0');
  const dimension = local(`${uniforms}.0`);
  const [from, count, k, slot] = [fresh(), fresh(), fresh(), fresh()];
  const ofDraw = (all: readonly Draw[], evaluate: (draw: Draw) => number): string =>
    column(
      upTo(steps, (number) => (number < all.length ? evaluate(all[number]!) : 0)),
      draw,
    );
  // The deepest level is tested first: half of all steps recall it and need no further test.
  const recall = (to: number): string =>
    to < 0
      ? ''
      : `if (${from} < ${to + 0.5}) {\n${everywhere(({ ends, remembered }, m) => `${ends[m]} = ${remembered[m]![to]};`)}\n${recall(to - 1)}}\n`;
  // The slots of deeper levels are free at this time, so they may be overwritten too.
  const remember = (to: number): string =>
    to < 0
      ? ''
      : `if (${slot} < ${to + 0.5}) {\n${everywhere(({ ends, remembered }, m) => `${remembered[m]![to]} = ${ends[m]};`)}\n${remember(to - 1)}}\n`;
  builder.step(`${everywhere(({ ends, remembered }, m) => `let ${ends[m]} = ${remembered[m]!.at(-1)};`)}
const ${from} = ${column(recalled.map(slotOf))};
${recall(slots - 2)}const ${count} = ${column(counts)};
for (let ${k} = 0; ${k} < ${count}; ${k}++) {
const ${slot} = ${ofDraw(draws, ({ level }) => slotOf(level))};
${walks
  .map(
    (walk) => `const ${walk.weight} = ${ofDraw(walk.draws, ({ weight }) => weight)};
const ${walk.deviation} = ${ofDraw(walk.draws, ({ deviation }) => deviation)};`,
  )
  .join('\n')}
${each((m) => {
  const { name, text } = normal(`${dimension} + ${m}.0`);
  return `${reorder((number) => uniforms + number * drivers + m, draw)}${text}
${walks
  .map(
    ({ ends, positions, weight, deviation }) =>
      `${ends[m]} = ${positions[m]} + ${weight} * (${ends[m]} - ${positions[m]}) + ${deviation} * ${name};`,
  )
  .join('\n')}`;
}).join('\n')}
${remember(slots - 1)}${draw} = ${draw} + 1.0;
${dimension} = ${dimension} + ${drivers}.0;
}
${everywhere(({ positions, ends }, m) => `${positions[m]} = ${ends[m]};`)}`);
  const normalNames = upTo(normals, (n) => {
    const { name, text } = normal(`${uniforms + n + (draws.length - steps) * drivers}.0 + steps * ${drivers}.0 + i * ${normals}.0`);
    builder.step(`${reorder((step) => first + step * normals + n)}${text}`);
    return name;
  });
  return {
    drivers: walks.map(({ positions }) => positions),
    normals: normalNames,
    uniforms: uniformNames,
    dimensions: { components: all.map((place) => latticeComponent(place % LATTICE_DIMENSIONS)), blocks },
  };
}

/** Rank of each driver's component of each draw, ordered by level, driver and time. */
function placesOf(draws: readonly Draw[], drivers: number): number[] {
  const places: number[] = [];
  draws
    .flatMap(({ level }, draw) => Array.from({ length: drivers }, (_, driver) => ({ level, driver, at: draw * drivers + driver })))
    .sort((a, b) => a.level - b.level || a.driver - b.driver || a.at - b.at)
    .forEach(({ at: place }, rank) => {
      places[place] = rank;
    });
  return places;
}

/** Text that sets a standard normal from dimension `d`. @returns its name and the text */
function normalOf(builder: KernelBuilder, d: string): { readonly name: string; readonly text: string } {
  const { fresh } = builder;
  const [u, centred, name] = [fresh(), fresh(), fresh()];
  return { name, text: `${point(builder, d, u)}\nconst ${centred} = ${u} - ${0.5 - HALF_CELL};${normalQuantile(name, centred, fresh)}` };
}

/** Writes `target` = {q z_d/W + s_d}, the fractional part: coordinate d of lattice point q of W. */
function point({ fresh }: KernelBuilder, d: string, target: string): string {
  const [index, multiple] = [fresh(), fresh()];
  return `const ${index} = ${d};
const ${multiple} = q * z[${index}];
let ${target} = ${multiple} - Math.floor(${multiple}) + s[row + ${index}];
${target} = ${target} - Math.floor(${target});`;
}
