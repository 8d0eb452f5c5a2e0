/**
 * A formula over columns of doubles as a WebAssembly function that computes four rows at once: two SIMD vectors of two doubles side by side,
 * whose independent chains of arithmetic hide each other's latency. A row's result does not depend on its neighbours.
 */
import { branchIf, type Code, end, f64x2, get, i32, i64x2, ifTrue, loop, moduleOf, set, type Type, v128 } from './module.js';

/** Vectors side by side, and the rows that they hold. */
const VECTORS = 2;
const ROWS_PER_ITERATION = 2 * VECTORS;
const BYTES_PER_VECTOR = 16;
const BYTES_PER_ROW = 8;

/**
 * Rows of one call. All columns then fit in the first-level cache; and V8 replaces the quickly compiled version of a function by the optimised
 * one only between calls.
 */
export const ROWS_PER_CALL = 256;
const BYTES_PER_COLUMN = ROWS_PER_CALL * BYTES_PER_ROW;
/** Bytes of a page of WebAssembly memory, which holds the columns, the results and the constants. */
const PAGE_BYTES = 65_536;

/** Code of a value, for each of the vectors side by side. */
export type Value = (vector: number) => Code;

/** Writes a formula. Every function gives a value; those of comparisons are masks. */
export interface RowWriter {
  /** The input column of this number. */
  readonly column: (index: number) => Value;
  readonly constant: (value: number) => Value;
  /** The number that the loop is called with as this parameter, the same for all rows. */
  readonly parameter: (index: number) => Value;
  /** Computes a value once, for all its uses. */
  readonly keep: (value: Value) => Value;
  /** A kept value that is computed only where a lane of `mask` is set, and is zero or the value elsewhere. */
  readonly keepWhere: (mask: Value, value: () => Value) => Value;
  /** c₀ + c₁x + c₂x² + …, kept. */
  readonly polynomial: (x: Value, coefficients: readonly number[]) => Value;
}

export const plus = (a: Value, b: Value): Value => join(a, b, f64x2['+']);
export const minus = (a: Value, b: Value): Value => join(a, b, f64x2['-']);
export const times = (a: Value, b: Value): Value => join(a, b, f64x2['*']);
export const over = (a: Value, b: Value): Value => join(a, b, f64x2['/']);
export const larger = (a: Value, b: Value): Value => join(a, b, f64x2.max);
export const below = (a: Value, b: Value): Value => join(a, b, f64x2['<']);
export const atLeast = (a: Value, b: Value): Value => join(a, b, f64x2['>=']);
export const above = (a: Value, b: Value): Value => join(a, b, f64x2['>']);
export const both = (a: Value, b: Value): Value => join(a, b, v128.and);
export const either = (a: Value, b: Value): Value => join(a, b, v128.or);
export const size = (a: Value): Value => join(a, f64x2.abs);
export const floor = (a: Value): Value => join(a, f64x2.floor);
export const root = (a: Value): Value => join(a, f64x2.sqrt);
export const choose = (mask: Value, yes: Value, no: Value): Value => join(yes, no, mask, v128.bitselect);
/** Sums and differences of the bits of doubles, taken as whole numbers, and their shifts; to the right the sign fills. */
export const plusBits = (a: Value, b: Value): Value => join(a, b, i64x2['+']);
export const minusBits = (a: Value, b: Value): Value => join(a, b, i64x2['-']);
export const shiftLeft = (a: Value, bits: number): Value => join(a, i32.const(bits), i64x2.shl);
export const shiftRight = (a: Value, bits: number): Value => join(a, i32.const(bits), i64x2.shr);

export const join =
  (...parts: readonly (Value | Code)[]): Value =>
  (vector) =>
    parts.map((part) => (typeof part === 'function' ? part(vector) : part));

/** The part of the WebAssembly API that is used here; Node's type declarations leave it to the browser's. */
declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly run: (end: number) => void } };
};

/** Addresses of the columns and constants of a loop. */
interface LoopShape {
  /**
   * Parameters of the function. The first is the end of the rows in bytes; local number `parameters.length` is the address of the present
   * row.
   */
  readonly parameters: readonly Type[];
  /** Code of the address of a column at the present row, without `offset`. */
  readonly address: (column: number) => Code;
  /** Bytes from that address to the column. */
  readonly offset: (column: number) => number;
  readonly constantsAt: number;
}

/** A result and the column that it is written to. */
export interface Written {
  readonly column: number;
  readonly value: Value;
}

/** The module of a loop over rows, and the constants that have to stand at `constantsAt`. */
export function emitLoop(
  { parameters, address, offset, constantsAt }: LoopShape,
  formula: (write: RowWriter) => readonly Written[],
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly constants: readonly number[] } {
  const constants = new Map<number, number>();
  const [last, firstLocal] = [0, parameters.length];
  const vectors: number[] = [];
  const [preamble, code]: [Code[], Code[]] = [[], []];
  const local = (): number => firstLocal + vectors.push(0);
  const keep = (value: Value): Value => {
    const homes = Array.from({ length: VECTORS }, local);
    homes.forEach((home, vector) => void code.push(value(vector), set(home)));
    return (vector) => get(homes[vector]!);
  };
  const constant = (value: number): Value => {
    const index = constants.get(value) ?? constants.size;
    constants.set(value, index);
    // A load: V8 would put an inline constant together at each use.
    return () => [i32.const(0), f64x2.loadSplat(constantsAt + index * BYTES_PER_ROW)];
  };
  const write: RowWriter = {
    column: (index) => (vector) => [address(index), f64x2.load(offset(index) + vector * BYTES_PER_VECTOR)],
    constant,
    parameter: (index) => {
      const home = local();
      preamble.push(get(index), f64x2.splat, set(home));
      return () => get(home);
    },
    keep,
    keepWhere: (mask, value) => {
      const homes = Array.from({ length: VECTORS }, local);
      const zero = constant(0);
      homes.forEach((home, vector) => void code.push(zero(vector), set(home)));
      const masks = Array.from({ length: VECTORS }, (_, vector) => mask(vector));
      code.push(masks[0]!, ...masks.slice(1).map((more) => [more, v128.or]), v128.anyTrue, ifTrue);
      const computed = value();
      homes.forEach((home, vector) => void code.push(computed(vector), set(home)));
      code.push(end);
      return (vector) => get(homes[vector]!);
    },
    polynomial: (x, coefficients) =>
      coefficients
        .slice(0, -1)
        .reduceRight<Value>((sum, coefficient) => keep(plus(times(sum, x), constant(coefficient))), constant(coefficients.at(-1) ?? 0)),
  };
  for (const { column, value } of formula(write))
    for (let vector = 0; vector < VECTORS; vector++)
      code.push(address(column), value(vector), f64x2.store(offset(column) + vector * BYTES_PER_VECTOR));
  const step = [
    get(firstLocal),
    i32.const(VECTORS * BYTES_PER_VECTOR),
    i32['+'],
    set(firstLocal),
    get(firstLocal),
    get(last),
    i32['<'],
    branchIf(0),
  ];
  const bytes = moduleOf(parameters, ['i32', ...vectors.map(() => 'v128' as const)], [preamble, loop, code, step, end]);
  return { bytes, constants: [...constants.keys()] };
}

/** Columns of a compiled formula, which the caller fills and reads. */
export interface Rows {
  readonly columns: readonly Float64Array[];
  readonly results: Float64Array;
  /** Computes the results of the first `count` rows, at most ROWS_PER_CALL. */
  readonly compute: (count: number) => void;
}

/** The compiled formula, or undefined where this processor has no WebAssembly SIMD. */
export function compileRows(columns: number, formula: (write: RowWriter) => Value): Rows | undefined {
  const constantsAt = (columns + 1) * BYTES_PER_COLUMN;
  const { bytes, constants } = emitLoop(
    { parameters: ['i32'], address: () => get(1), offset: (index) => index * BYTES_PER_COLUMN, constantsAt },
    (write) => [{ column: columns, value: formula(write) }],
  );
  if (!WebAssembly.validate(bytes)) return undefined;

  if (constantsAt + constants.length * BYTES_PER_ROW > PAGE_BYTES)
    throw new RangeError(`${columns} columns do not fit in a page of memory`);
  const memory = new WebAssembly.Memory({ initial: 1 });
  new Float64Array(memory.buffer, constantsAt, constants.length).set(constants);
  const { run } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } }).exports;
  const column = (index: number): Float64Array => new Float64Array(memory.buffer, index * BYTES_PER_COLUMN, ROWS_PER_CALL);
  return {
    columns: Array.from({ length: columns }, (_, index) => column(index)),
    results: column(columns),
    // The rows are rounded up to whole vectors: what the columns hold beyond them is computed in vain.
    compute: (count) => run(endOf(count)),
  };
}

/** The end of so many rows in bytes, rounded up to whole vectors. */
export const endOf = (count: number): number => Math.ceil(count / ROWS_PER_ITERATION) * ROWS_PER_ITERATION * BYTES_PER_ROW;
