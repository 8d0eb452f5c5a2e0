/**
 * Arithmetic on arrays with one number per path, the innermost loops of a simulation: as compiled loops (backend/webasm/vectors.ts) that compute
 * four paths at once, and as plain ones. Both do the same operations in the same order, so that their results have the same bits.
 */
import { above, below, choose, endOf, floor, minus, plus, times, type Value } from '../../../backend/webasm/rows.js';
import { compileLoop, inMemory, type Loop } from '../../../backend/webasm/vectors.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { fastExp } from '../../../math/fast-elementary.js';
import { inverseNormalsOf } from '../../../math/normal.js';
import { exponential, interpolated, inverseNormal } from './path-formulas.js';

/** Paths that are stepped together: their states stay in the cache of a core. */
export const BATCH = 512;

/** Half a unit in the last place of a lattice point: it keeps points away from 0. */
const HALF_POINT = powerOfTwo(-24);

/** Positions are limited to where four nodes surround them, a millionth of a cell inside, so that their floor is the second node. */
const INSIDE = 1e-6;

/** How a draw of a Brownian bridge comes from a lattice point: {order · step + start}, and where it lies between the ends of its interval. */
interface DrawNumbers {
  readonly step: number;
  readonly start: number;
  readonly weight: number;
  readonly deviation: number;
}

/** Every function is of the first `count` paths. */
export interface PathArithmetic {
  /** into ← now + weight (end − now) + deviation Φ⁻¹(point). */
  readonly draw: (
    count: number,
    order: Float64Array,
    now: Float64Array,
    end: Float64Array,
    into: Float64Array,
    numbers: DrawNumbers,
  ) => void;
  /** increment ← scale (end − now), and now ← end. */
  readonly advance: (count: number, now: Float64Array, end: Float64Array, increment: Float64Array, scale: number) => void;
  /** into ← constant + Σ loads·arrays, in their order, without the loads that are 0. */
  readonly linear: (count: number, constant: number, loads: readonly number[], arrays: readonly Float64Array[], into: Float64Array) => void;
  /** into ← e^into. */
  readonly exponential: (count: number, into: Float64Array) => void;
  readonly multiply: (count: number, into: Float64Array, factor: Float64Array) => void;
  /** into ← into + scale · from. */
  readonly addScaled: (count: number, into: Float64Array, from: Float64Array, scale: number) => void;
  /** into ← into · scale, limited to the inside of a table. */
  readonly position: (count: number, into: Float64Array, scale: number, nodes: number) => void;
  /** into ← into + amplitudes · (the table at the positions). */
  readonly addInterpolated: (
    count: number,
    into: Float64Array,
    amplitudes: Float64Array,
    positions: Float64Array,
    table: Float64Array,
  ) => void;
}

/** Normals of the present draw. */
const drawn = new Float64Array(BATCH);

/** Arithmetic for arrays anywhere. */
export const plainArithmetic: PathArithmetic = {
  draw: (count, order, now, end, into, { step, start, weight, deviation }) => {
    for (let p = 0; p < count; p++) {
      const position = order[p]! * step + start;
      drawn[p] = position - Math.floor(position) + HALF_POINT;
    }
    inverseNormalsOf(drawn, count);
    for (let p = 0; p < count; p++) into[p] = now[p]! + weight * (end[p]! - now[p]!) + deviation * drawn[p]!;
  },
  advance: (count, now, end, increment, scale) => {
    for (let p = 0; p < count; p++) {
      increment[p] = scale * (end[p]! - now[p]!);
      now[p] = end[p]!;
    }
  },
  linear: (count, constant, loads, arrays, into) => {
    into.fill(constant, 0, count);
    loads.forEach((load, i) => {
      if (load !== 0) addScaled(count, into, arrays[i]!, load);
    });
  },
  exponential: (count, into) => {
    for (let p = 0; p < count; p++) into[p] = fastExp(into[p]!);
  },
  multiply: (count, into, factor) => {
    for (let p = 0; p < count; p++) into[p] = into[p]! * factor[p]!;
  },
  addScaled,
  position: (count, into, scale, nodes) => {
    const last = nodes - 2 - INSIDE;
    for (let p = 0; p < count; p++) {
      const position = into[p]! * scale;
      into[p] = position < 1 ? 1 : position > last ? last : position;
    }
  },
  addInterpolated: (count, into, amplitudes, positions, table) => {
    for (let p = 0; p < count; p++) {
      const position = positions[p]!;
      const node = Math.floor(position);
      const s = position - node;
      const [below, above, beyond] = [s + 1, s - 1, s - 2];
      // Lagrange's polynomial through the four nodes around the position.
      const lower = beyond * above * s;
      const upper = below * s;
      into[p] =
        into[p]! +
        amplitudes[p]! *
          (0.5 * below * above * beyond * table[node]! -
            (lower / 6) * table[node - 1]! -
            0.5 * upper * beyond * table[node + 1]! +
            ((upper * above) / 6) * table[node + 2]!);
    }
  },
};

function addScaled(count: number, into: Float64Array, from: Float64Array, scale: number): void {
  for (let p = 0; p < count; p++) into[p] = into[p]! + scale * from[p]!;
}

/** Most arrays that one loop adds up. */
const MAX_SUMMED_ARRAYS = 4;

/** Loops by the number of arrays that they add up, from 0: to a constant, and to what an array holds. */
interface Sums {
  readonly toConstant: readonly Loop[];
  readonly toArray: readonly Loop[];
}

function compileSums(): Sums | undefined {
  const sumOf = (terms: number, start: Value, arrays: readonly Value[], loads: readonly Value[]): Value =>
    Array.from({ length: terms }).reduce<Value>((sum, _, i) => plus(sum, times(loads[i]!, arrays[i]!)), start);
  const counts = Array.from({ length: MAX_SUMMED_ARRAYS + 1 }, (_, terms) => terms);
  /** The arrays are those added and the one written; parameters the loads, and the constant after them. */
  const toConstant = counts.map((terms) =>
    compileLoop(terms + 1, terms + 1, ({ column, parameter }) => {
      const loads = counts.slice(0, terms).map(parameter);
      const start = parameter(terms);
      return [{ column: terms, value: sumOf(terms, start, counts.slice(0, terms).map(column), loads) }];
    }),
  );
  const toArray = counts.map((terms) =>
    compileLoop(terms + 1, terms, ({ column, parameter }) => {
      const loads = counts.slice(0, terms).map(parameter);
      return [{ column: terms, value: sumOf(terms, column(terms), counts.slice(0, terms).map(column), loads) }];
    }),
  );
  const isComplete = (loops: readonly (Loop | undefined)[]): loops is Loop[] => loops.every((each) => each !== undefined);
  return isComplete(toConstant) && isComplete(toArray) ? { toConstant, toArray } : undefined;
}

/** Arithmetic for arrays in the memory of loops; undefined where this processor has no WebAssembly SIMD. */
function compiled(): PathArithmetic | undefined {
  const sums = compileSums();
  const draw = compileLoop(4, 4, (write) => {
    const { column, constant, keep, parameter } = write;
    const [step, start, weight, deviation] = [0, 1, 2, 3].map(parameter);
    const position = keep(plus(times(column(0), step!), start!));
    const point = keep(plus(minus(position, floor(position)), constant(HALF_POINT)));
    const normal = keep(inverseNormal(write, point));
    const now = keep(column(1));
    return [{ column: 3, value: plus(plus(now, times(weight!, minus(column(2), now))), times(deviation!, normal)) }];
  });
  const advance = compileLoop(3, 1, ({ column, keep, parameter }) => {
    const scale = parameter(0);
    const end = keep(column(1));
    return [
      { column: 2, value: keep(times(scale, minus(end, column(0)))) },
      { column: 0, value: end },
    ];
  });
  const exponentials = compileLoop(1, 0, (write) => [{ column: 0, value: exponential(write, write.column(0)) }]);
  const products = compileLoop(2, 0, ({ column }) => [{ column: 0, value: times(column(0), column(1)) }]);
  const positions = compileLoop(1, 2, ({ column, constant, keep, parameter }) => {
    const [scale, last] = [parameter(0), parameter(1)];
    const position = keep(times(column(0), scale));
    return [{ column: 0, value: choose(below(position, constant(1)), constant(1), choose(above(position, last), last, position)) }];
  });
  const interpolation = compileLoop(4, 0, (write) => {
    const { column } = write;
    const value = interpolated(write, 3, write.keep(column(2)));
    return [{ column: 0, value: plus(column(0), times(column(1), value)) }];
  });
  if (!(sums && draw && advance && exponentials && products && positions && interpolation)) return undefined;
  const addTerms = openAddition(sums);
  const addOne = sums.toArray[1]!;
  return {
    draw: (count, order, now, end, into, { step, start, weight, deviation }) =>
      draw(endOf(count), order.byteOffset, now.byteOffset, end.byteOffset, into.byteOffset, step, start, weight, deviation),
    advance: (count, now, end, increment, scale) => advance(endOf(count), now.byteOffset, end.byteOffset, increment.byteOffset, scale),
    linear: addTerms,
    exponential: (count, into) => exponentials(endOf(count), into.byteOffset),
    multiply: (count, into, factor) => products(endOf(count), into.byteOffset, factor.byteOffset),
    addScaled: (count, into, from, scale) => addOne(endOf(count), from.byteOffset, into.byteOffset, scale),
    position: (count, into, scale, nodes) => positions(endOf(count), into.byteOffset, scale, nodes - 2 - INSIDE),
    addInterpolated: (count, into, amplitudes, positions, table) =>
      interpolation(endOf(count), into.byteOffset, amplitudes.byteOffset, positions.byteOffset, table.byteOffset),
  };
}

/** The linear form by loops that add up a few arrays each. */
function openAddition({ toConstant, toArray }: Sums): PathArithmetic['linear'] {
  const [addresses, factors] = [new Array<number>(MAX_SUMMED_ARRAYS).fill(0), new Array<number>(MAX_SUMMED_ARRAYS).fill(0)];
  const add = (terms: number, end: number, into: number, constant: number, isFirst: boolean): void => {
    const loop = (isFirst ? toConstant : toArray)[terms]!;
    const [a, b, c, d] = addresses;
    const [f, g, h, k] = factors;
    // A loop ignores arguments beyond its parameters: that to an array has no constant.
    if (terms === 0) loop(end, into, constant);
    else if (terms === 1) loop(end, a!, into, f!, constant);
    else if (terms === 2) loop(end, a!, b!, into, f!, g!, constant);
    else if (terms === 3) loop(end, a!, b!, c!, into, f!, g!, h!, constant);
    else loop(end, a!, b!, c!, d!, into, f!, g!, h!, k!, constant);
  };
  return (count, constant, loads, arrays, into) => {
    const end = endOf(count);
    let [terms, isFirst] = [0, true];
    for (let i = 0; i < loads.length; i++) {
      if (loads[i] === 0) continue;
      if (terms === MAX_SUMMED_ARRAYS) {
        add(terms, end, into.byteOffset, constant, isFirst);
        [terms, isFirst] = [0, false];
      }
      addresses[terms] = arrays[i]!.byteOffset;
      factors[terms] = loads[i]!;
      terms++;
    }
    if (isFirst || terms > 0) add(terms, end, into.byteOffset, constant, isFirst);
  };
}

let arithmetic: PathArithmetic | undefined | 'not yet' = 'not yet';

/** The compiled loops, for arrays that are all in their memory; undefined where this processor has no WebAssembly SIMD. */
function compiledArithmetic(): PathArithmetic | undefined {
  if (arithmetic === 'not yet') arithmetic = compiled();
  return arithmetic;
}

/** The fastest arithmetic that computes with these arrays. */
export const arithmeticFor = (...arrays: readonly Float64Array[]): PathArithmetic =>
  inMemory(...arrays) ? (compiledArithmetic() ?? plainArithmetic) : plainArithmetic;
