/** The function being written: its parameters, its locals, and the code so far. */
import { type Code, f32x4, get, i32, set, type Type } from './module.js';
import type { Kernel, Variable } from './read.js';

/** The function's own parameters, before a base and a last index for each array, and the kernel's numbers. */
const PARAMETERS = ['begin', 'end', 'blocks', 'plane', 'out'] as const;

/** Byte addresses of what the module keeps in memory besides arrays: a vector, and its constants. */
export const SCRATCH = 0;
export const CONSTANTS = 16;

export interface Frame {
  readonly own: Readonly<Record<(typeof PARAMETERS)[number], number>>;
  readonly parameters: readonly Type[];
  readonly locals: readonly Type[];
  /** Of each array, its byte address and the index of its last element; and of each of the kernel's numbers. */
  readonly bases: readonly number[];
  readonly lasts: readonly number[];
  readonly numbers: readonly number[];
  /** this.thread.x, one local a vector, and this.thread.y. */
  readonly x: readonly number[];
  readonly y: number;
  /** A new local; and one of a vector each. */
  readonly local: (type: Type) => number;
  readonly vectors: () => readonly number[];
  /** Where a variable is kept: an integer in an i32, what is the same for all paths in one vector, what varies in several. */
  readonly homeOf: (variable: Variable) => readonly number[];
  /** Code of a vector of a number, and the numbers used. */
  readonly constant: (value: number) => Code;
  readonly constants: ReadonlyMap<number, number>;
  readonly emit: (...parts: readonly Code[]) => void;
  /** All of it, constants loaded first: V8 would make one anew at each use. */
  readonly finish: () => Code;
}

/** @param count  vectors computed side by side */
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
    own: Object.fromEntries(PARAMETERS.map((name, at) => [name, at])) as Frame['own'],
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
      const at = constants.get(value) ?? local('v128');
      constants.set(value, at);
      return get(at);
    },
    constants,
    emit: (...parts) => void code.push(...parts),
    finish: () => [[...constants.values()].map((at, i) => [i32.const(0), f32x4.loadSplat(CONSTANTS + 4 * i), set(at)]), code],
  };
}
