/** The WebAssembly function being generated: its parameters, its locals and its code so far. */
import { type Code, f32x4, get, i32, set, type Type } from './module.js';
import type { Kernel, Variable } from './read.js';

/** The leading parameters. They are followed by the bases of the arrays, their last indices, and the kernel's numbers. */
const PARAMETERS = ['begin', 'end', 'blocks', 'plane', 'out'] as const;

/** Byte addresses of a scratch vector and of the module's constants. */
export const SCRATCH = 0;
export const CONSTANTS = 16;

export interface Frame {
  readonly own: Readonly<Record<(typeof PARAMETERS)[number], number>>;
  readonly parameters: readonly Type[];
  readonly locals: readonly Type[];
  /** Parameter indices: of each array's byte address, of each array's last element index, and of each number of the kernel. */
  readonly bases: readonly number[];
  readonly lasts: readonly number[];
  readonly numbers: readonly number[];
  /** Locals of this.thread.x, one per vector, and of this.thread.y. */
  readonly x: readonly number[];
  readonly y: number;
  /** Allocates a local; and one v128 local per vector. */
  readonly local: (type: Type) => number;
  readonly vectors: () => readonly number[];
  /** Locals of a variable: one i32 for an integer, one vector for a uniform value, one per vector for a varying value. */
  readonly homeOf: (variable: Variable) => readonly number[];
  /** Code of a vector with a constant in each lane, and the constants used so far with their locals. */
  readonly constant: (value: number) => Code;
  readonly constants: ReadonlyMap<number, number>;
  readonly emit: (...parts: readonly Code[]) => void;
  /** The whole code, which first loads the constants to locals: V8 would materialise an inline constant at each use. */
  readonly finish: () => Code;
}

/** @param count  number of vectors side by side */
export function openFrame(kernel: Kernel, count: number): Frame {
  const parameters: Type[] = [...PARAMETERS, ...kernel.arrays].map(() => 'i32');
  const bases = kernel.arrays.map((_, array) => PARAMETERS.length + array);
  const lasts = kernel.arrays.map(() => parameters.push('f32') - 1);
  const numbers = kernel.numbers.map(({ kind }) => parameters.push(kind === 'integer' ? 'i32' : 'f32') - 1);
  const locals: Type[] = [];
  const local = (type: Type): number => parameters.length + locals.push(type) - 1;
  const vectors = (): readonly number[] => Array.from({ length: count }, () => local('v128'));
  const homes = new Map<Variable, readonly number[]>();
  const constants = new Map<number, number>();
  const code: Code[] = [];
  return {
    own: Object.fromEntries(PARAMETERS.map((name, index) => [name, index])) as Frame['own'],
    parameters,
    locals,
    bases,
    lasts,
    numbers,
    x: vectors(),
    y: local('i32'),
    local,
    vectors,
    homeOf: (variable) => {
      const home = homes.get(variable) ?? (variable.kind === 'varying' ? vectors() : [local(variable.kind === 'integer' ? 'i32' : 'v128')]);
      homes.set(variable, home);
      return home;
    },
    constant: (value) => {
      const index = constants.get(value) ?? local('v128');
      constants.set(value, index);
      return get(index);
    },
    constants,
    emit: (...parts) => void code.push(...parts),
    finish: () => [[...constants.values()].map((index, i) => [i32.const(0), f32x4.loadSplat(CONSTANTS + 4 * i), set(index)]), code],
  };
}
