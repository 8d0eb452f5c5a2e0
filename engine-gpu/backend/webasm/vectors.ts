/**
 * Arrays of doubles in one WebAssembly memory of this thread, and compiled loops over them (rows.ts). An array that is used by several loops
 * one after the other is not copied between them.
 */
import { get, i32, type Type } from './module.js';
import { emitLoop, type RowWriter, type Written } from './rows.js';

/** Bytes of a page of WebAssembly memory. */
const PAGE_BYTES = 65_536;
/** Pages of the memory: 16 MiB, of which the operating system gives only those that are written. */
const PAGES = 256;
const BYTES_PER_NUMBER = 8;
/** Arrays begin at multiples of this: two vectors of two doubles, which a loop computes at once. */
const ALIGNMENT = 32;
/** The first page has the constants of the loops. */
const FIRST_ARRAY = PAGE_BYTES;

/** The part of the WebAssembly API that is used here; Node's type declarations leave it to the browser's. */
declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly run: Loop } };
};

let memory: { readonly buffer: ArrayBuffer } | undefined;
let constantsEnd = 0;
/** Tables that loops look up, at the end of the first page, and the address of the first. */
const tables = new Map<Float64Array, number>();
let tablesStart = FIRST_ARRAY;
/** Address of the first byte that no array has, and number of scopes that are open. */
let free = FIRST_ARRAY;
let scopes = 0;

const memoryOfThread = (): { readonly buffer: ArrayBuffer } => {
  memory ??= new WebAssembly.Memory({ initial: PAGES });
  return memory;
};

/** A scope: the place of the arrays that `numbers` makes while it computes is free for others afterwards. Scopes may be nested. */
export function withArrays<Result>(compute: () => Result): Result {
  const scopeStart = free;
  scopes++;
  try {
    return compute();
  } finally {
    free = scopeStart;
    scopes--;
  }
}

/** An array of zeros: in the memory of the loops within a scope of `withArrays` as long as there is room, and of its own elsewhere. */
export function numbers(length: number): Float64Array {
  const bytes = Math.ceil((length * BYTES_PER_NUMBER) / ALIGNMENT) * ALIGNMENT;
  if (scopes === 0 || free + bytes > PAGES * PAGE_BYTES) return new Float64Array(length);
  const array = new Float64Array(memoryOfThread().buffer, free, length);
  free += bytes;
  return array.fill(0);
}

/** The address of a table that every loop may look up; its numbers are copied once. */
export function addressOfTable(table: Float64Array): number {
  const address = tables.get(table);
  if (address !== undefined) return address;
  tablesStart -= table.byteLength;
  new Float64Array(memoryOfThread().buffer, tablesStart, table.length).set(table);
  tables.set(table, tablesStart);
  return tablesStart;
}

/** True if all arrays are in the memory of the loops. */
export const inMemory = (...arrays: readonly Float64Array[]): boolean => arrays.every(({ buffer }) => buffer === memory?.buffer);

/**
 * A loop over rows of arrays in the memory, given by their `byteOffset`, from the first to `end` (`endOf` of the number of rows). What the arrays
 * hold beyond them, up to a multiple of four, is computed in vain. It is called without a spread of arguments, which would cost as much as the loop.
 */
export type Loop = (end: number, ...arraysThenParameters: readonly number[]) => void;

/** The loop of a formula, or undefined where this processor has no WebAssembly SIMD. */
export function compileLoop(arrays: number, parameters: number, formula: (write: LoopWriter) => readonly Written[]): Loop | undefined {
  const types: Type[] = ['i32', ...new Array<Type>(arrays).fill('i32'), ...new Array<Type>(parameters).fill('f64')];
  const rowOffset = get(types.length);
  const { bytes, constants } = emitLoop(
    { parameters: types, address: (index) => [get(1 + index), rowOffset, i32['+']], offset: () => 0, constantsAt: constantsEnd },
    (write) => formula({ ...write, parameter: (index) => write.parameter(1 + arrays + index), start: (index) => get(1 + index) }),
  );
  if (!WebAssembly.validate(bytes)) return undefined;
  const used = memoryOfThread();
  new Float64Array(used.buffer, constantsEnd, constants.length).set(constants);
  constantsEnd += constants.length * BYTES_PER_NUMBER;
  if (constantsEnd > tablesStart) throw new RangeError('the constants of the loops do not fit in a page');
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: used } }).exports.run;
}

export interface LoopWriter extends RowWriter {
  /** Code of the address of an array's first number. */
  readonly start: (index: number) => readonly number[];
}
