/**
 * A kernel's text as a WebAssembly module that computes `LANES` threads of a row at once.
 *
 * What is the same for all of them is computed once: integers as integers, so that reading a number a step costs an address and a load. What
 * varies is in pairs of vectors, whose chains of arithmetic then wait less for their own results. An `if` that only some paths take
 * is skipped where none does, and otherwise computed for all and kept for those; so is a loop.
 */
import { isTest, kindsOf } from './kinds.js';
import * as wasm from './module.js';
import { type Code, f32, f32x4, get, i32, i32x4, set, v128 } from './module.js';
import { type Expression, type Operator, readKernel, type Statement, type Variable } from './read.js';

/** Vectors of four computed side by side: more would not stay in the sixteen registers of x86. */
const VECTORS = 4;
/** Threads computed at once, next to each other in a row. */
export const LANES = 4 * VECTORS;

/** The function's own parameters, before a base for each array and the kernel's numbers. */
const PARAMETERS = ['begin', 'end', 'blocks', 'plane', 'out'] as const;
/**
 * Added to a whole n, leaves n + 127 in the lowest bits of the sum (1.5 · 2²³ has them zero): shifted to where an exponent stands, they are
 * 2^n. Under the least power that is 0, from the greatest on ∞.
 */
const POWER_BITS = 1.5 * 2 ** 23 + 127;
const EXPONENT_AT = 23;
const LEAST_POWER = -127;
const GREATEST_POWER = 128;

type Apply = Extract<Expression, { readonly type: 'apply' }>;

export interface CompiledKernel {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Numbers that the memory must hold from a byte address on. What is below it is the module's own. */
  readonly constants: { readonly at: number; readonly values: Float32Array };
}

/**
 * The module's `run(begin, end, blocks, plane, out, ...bases, ...numbers)` computes blocks `begin` to `end` of `LANES` threads, `blocks` a row. Output
 * k of thread t (of whole blocks) is written to out + k·plane + 4t. All are byte addresses.
 *
 * @param source   of a function; parameters are arrays, then numbers
 * @param arrays   how many are arrays
 * @param outputs  numbers that it returns
 * @throws SyntaxError where the text is beyond what kernels are written in
 */
export function compileKernel(source: string, arrays: number, outputs: number): CompiledKernel {
  const kernel = readKernel(source, arrays);
  const { kindOf, pinned } = kindsOf(kernel);

  const parameters: wasm.Type[] = [...PARAMETERS.map(() => 'i32' as const), ...kernel.arrays.map(() => 'i32' as const)];
  const bases = kernel.arrays.map((_, array) => PARAMETERS.length + array);
  const numbers = kernel.numbers.map(() => parameters.push('f32') - 1);
  const [begin, end, blocks, plane, out] = PARAMETERS.map((_, at) => at) as [number, number, number, number, number];

  const locals: wasm.Type[] = [];
  const local = (type: wasm.Type): number => parameters.length + locals.push(type) - 1;
  const vectors = (): number[] => Array.from({ length: VECTORS }, () => local('v128'));
  const homes = new Map<Variable, readonly number[]>();
  const homeOf = (variable: Variable): readonly number[] => {
    const found = homes.get(variable) ?? (variable.kind === 'varying' ? vectors() : [local(variable.kind === 'integer' ? 'i32' : 'v128')]);
    homes.set(variable, found);
    return found;
  };
  const [x, y] = [vectors(), local('i32')];

  // V8 makes a constant anew wherever it is used, and what a loop only reads anew in each round: both are cheaper to load.
  const pinOf = (variable: Variable, n: number): number => 16 * (pinned.indexOf(variable) * VECTORS + n);
  const firstConstant = 16 * VECTORS * pinned.length;
  const constants = new Map<number, number>();
  const constant = (value: number): number => {
    if (!constants.has(value)) constants.set(value, firstConstant + 4 * constants.size);
    return constants.get(value)!;
  };

  const code: Code[] = [];
  const emit = (...parts: readonly Code[]): void => void code.push(...parts);

  // ── What is the same for all paths ──

  const address = (array: number, index: Expression): Code => [get(bases[array]!), integer(index), i32.const(2), i32.shl, i32['+']];

  const number = (value: number): Code => [i32.const(0), f32.load(constant(value))];
  const everywhere = (value: number): Code => [i32.const(0), f32x4.loadSplat(constant(value))];

  /** Code of an i32. */
  const integer = (e: Expression): Code => {
    if (kindOf(e) !== 'integer') return [single(e), i32.fromF32];
    if (e.type === 'number') return i32.const(e.value);
    if (e.type === 'variable') return get(homeOf(e.variable)[0]!);
    if (e.type === 'thread') return get(y);
    const { operator, operands } = e as Apply;
    return [operands.map(integer), i32[operator as '+' | '-' | '*']];
  };

  /** Code of an f32. */
  const single = (e: Expression): Code => {
    if (e.type === 'number') return number(e.value);
    if (kindOf(e) === 'integer') return [integer(e), f32.fromI32];
    if (e.type === 'variable') return [get(homeOf(e.variable)[0]!), f32x4.first];
    if (e.type === 'element') return [address(e.array, e.index), f32.load()];
    const { operator, operands } = e as Apply;
    if (operator === 'choose') return [single(operands[1]!), single(operands[2]!), test(operands[0]!), wasm.select('f32')];
    if (operator === 'powerOfTwo') {
      const n = [single(operands[0]!), number(LEAST_POWER), f32.max, number(GREATEST_POWER), f32.min, number(POWER_BITS), f32['+']];
      return [n, i32.bitsOfF32, i32.const(EXPONENT_AT), i32.shl, f32.ofBits];
    }
    return [operands.map(single), f32[operator as keyof typeof f32 & Operator]];
  };

  /** Code of an i32 that is 0 or 1. */
  const test = (e: Expression): Code => {
    const { operator, operands } = asTest(e);
    if (operator === '!') return [test(operands[0]!), i32.eqz];
    if (operator === '&&' || operator === '||') return [operands.map(test), operator === '&&' ? i32.and : i32.or];
    const whole = operands.every((operand) => kindOf(operand) === 'integer');
    const compare = operator as keyof typeof i32 & keyof typeof f32 & Operator;
    return whole ? [operands.map(integer), i32[compare]] : [operands.map(single), f32[compare]];
  };

  /** Code of a vector that has the value in each lane. */
  const splat = (e: Expression): Code => {
    if (e.type === 'number') return everywhere(e.value);
    if (e.type === 'variable' && e.variable.kind === 'uniform') return get(homeOf(e.variable)[0]!);
    if (e.type === 'element') return [address(e.array, e.index), f32x4.loadSplat()];
    return [single(e), f32x4.splat];
  };

  // ── What varies from path to path ──

  /** Where parts that are the same for all paths have been put, for every vector to read. */
  const shared = new Map<Expression, number>();
  const share = (e: Expression): void => {
    if (shared.has(e)) return;
    const varies = kindOf(e) === 'varying';
    if (e.type === 'apply' && isTest(e.operator)) {
      if (varies) e.operands.forEach(share);
      else put(e, 'v128', [i32.const(0), test(e), i32['-'], i32x4.splat]);
    } else if (!varies) {
      if (e.type !== 'number' && !(e.type === 'variable' && e.variable.kind === 'uniform')) put(e, 'v128', splat(e));
    } else if (e.type === 'element') share(e.index);
    else if (e.type === 'apply') {
      const [condition, ...rest] = e.operands;
      if (e.operator === 'choose' && kindOf(condition!) !== 'varying') put(condition!, 'i32', test(condition!));
      else share(condition!);
      rest.forEach(share);
    }
  };
  const put = (e: Expression, type: wasm.Type, value: Code): void => {
    const at = local(type);
    emit(value, set(at));
    shared.set(e, at);
  };

  /** Code of vector number n of a number. Its parts that do not vary have been shared. */
  const vector = (e: Expression, n: number): Code => {
    const at = shared.get(e);
    if (at !== undefined) return get(at);
    if (kindOf(e) !== 'varying') return splat(e);
    if (e.type === 'variable') return e.variable.pinned ? [i32.const(0), f32x4.load(pinOf(e.variable, n))] : get(homeOf(e.variable)[n]!);
    if (e.type === 'thread') return get(x[n]!);
    if (e.type === 'element') return gathered(e.array, e.index, n);
    const { operator, operands } = e as Apply;
    if (operator === 'choose') return chosen(operands as [Expression, Expression, Expression], n);
    const parts = operands.map((operand) => vector(operand, n));
    if (operator === 'powerOfTwo') {
      const bounded = [parts, everywhere(LEAST_POWER), f32x4.quickMax, everywhere(GREATEST_POWER), f32x4.quickMin];
      return [bounded, everywhere(POWER_BITS), f32x4['+'], i32.const(EXPONENT_AT), i32x4.shl];
    }
    // A NaN is lost only if the second operand is one: that which does not vary is finite.
    if (operator === 'min' || operator === 'max') {
      const [one, other] = operands as [Expression, Expression];
      const quick = operator === 'min' ? f32x4.quickMin : f32x4.quickMax;
      if (kindOf(other) !== 'varying') return [parts, quick];
      if (kindOf(one) !== 'varying') return [vector(other, n), vector(one, n), quick];
    }
    return [parts, f32x4[operator as keyof typeof f32x4 & Operator]];
  };

  const isZero = (e: Expression): boolean => e.type === 'number' && e.value === 0;

  const chosen = ([condition, yes, no]: readonly [Expression, Expression, Expression], n: number): Code => {
    const at = shared.get(condition);
    if (at !== undefined) return [vector(yes, n), vector(no, n), get(at), wasm.select('v128')];
    if (isZero(no)) return [vector(yes, n), mask(condition, n), v128.and];
    if (isZero(yes)) return [vector(no, n), mask(condition, n), v128.andNot];
    return [vector(yes, n), vector(no, n), mask(condition, n), v128.bitselect];
  };

  /** Code of vector number n of a test: all bits of a lane, or none. */
  const mask = (e: Expression, n: number): Code => {
    const at = shared.get(e);
    if (at !== undefined) return get(at);
    const { operator, operands } = asTest(e);
    if (operator === '!') return [mask(operands[0]!, n), v128.not];
    if (operator === '&&' || operator === '||')
      return [operands.map((operand) => mask(operand, n)), operator === '&&' ? v128.and : v128.or];
    return [operands.map((operand) => vector(operand, n)), f32x4[operator as keyof typeof f32x4 & Operator]];
  };

  /** Code of elements of an array that each path reads at its own place. */
  const gathered = (array: number, index: Expression, n: number): Code => {
    const places = local('v128');
    const base = get(bases[array]!);
    return [
      vector(index, n),
      i32x4.fromF32,
      set(places),
      [0, 1, 2, 3].map((lane) => [base, get(places), i32x4.lane(lane), i32.const(2), i32.shl, i32['+']]),
      f32x4.const(0, 0, 0, 0),
      set(places),
      [3, 2, 1, 0].map((lane) => [get(places), f32x4.loadLane(lane), set(places)]),
      get(places),
    ];
  };

  // ── Statements ──

  /** Which paths are meant, one vector each; undefined for all. */
  type Meant = readonly number[] | undefined;

  const assign = (variable: Variable, value: Expression, meant: Meant, depth: number): void => {
    if (variable.kind !== 'varying') {
      emit(variable.kind === 'integer' ? integer(value) : splat(value), set(homeOf(variable)[0]!));
      return;
    }
    share(value);
    for (let n = 0; n < VECTORS; n++) {
      const before = vector({ type: 'variable', variable }, n);
      const after = meant && variable.depth < depth ? [vector(value, n), before, get(meant[n]!), v128.bitselect] : vector(value, n);
      if (variable.pinned) emit(i32.const(0), after, f32x4.store(pinOf(variable, n)));
      else emit(after, set(homeOf(variable)[n]!));
    }
  };

  /** Paths among those meant of which a test holds, and code that says whether there are any. */
  const narrowed = (condition: Expression, meant: Meant, into: readonly number[], not = false): Code => {
    share(condition);
    into.forEach((at, n) => {
      const test = not ? [mask(condition, n), v128.not] : mask(condition, n);
      emit(test, meant ? [get(meant[n]!), v128.and] : [], set(at));
    });
    return [into.map((at, n) => [get(at), n === 0 ? [] : v128.or]), v128.anyTrue];
  };

  const write = (statement: Statement, meant: Meant, depth: number): void => {
    if (statement.type === 'set') assign(statement.variable, statement.value, meant, depth);
    else if (statement.type === 'if') {
      const { body, otherwise } = statement;
      if (kindOf(statement.test) !== 'varying') {
        emit(test(statement.test), wasm.ifTrue);
        for (const each of body) write(each, meant, depth);
        if (otherwise.length > 0) emit(wasm.otherwise);
        for (const each of otherwise) write(each, meant, depth);
        emit(wasm.end);
        return;
      }
      // Tested once: what is done to some paths may change what the test reads.
      const [some, others] = [vectors(), otherwise.length > 0 ? vectors() : []];
      const anyOther = otherwise.length > 0 ? narrowed(statement.test, meant, others, true) : [];
      for (const [part, of, any] of [
        [body, some, narrowed(statement.test, meant, some)],
        [otherwise, others, anyOther],
      ] as const) {
        if (part.length === 0) continue;
        emit(any, wasm.ifTrue);
        for (const each of part) write(each, of, depth + 1);
        emit(wasm.end);
      }
    } else {
      const { counter, from, body } = statement;
      assign(counter, from, undefined, depth);
      const varies = kindOf(statement.test) === 'varying';
      const going = varies ? vectors() : [];
      going.forEach((at, n) => {
        emit(meant ? get(meant[n]!) : [i32.const(-1), i32x4.splat], set(at));
      });
      emit(wasm.block, wasm.loop);
      emit(varies ? narrowed(statement.test, going, going) : test(statement.test), i32.eqz, wasm.branchIf(1));
      for (const each of body) write(each, varies ? going : meant, varies ? depth + 1 : depth);
      assign(counter, plusOne(counter), undefined, depth);
      emit(wasm.branch(0), wasm.end, wasm.end);
    }
    shared.clear();
  };

  if (kernel.outputs.length !== outputs) throw new SyntaxError(`a kernel of ${outputs} outputs returns ${kernel.outputs.length}`);

  kernel.numbers.forEach((number, at) => void emit(get(numbers[at]!), f32x4.splat, set(homeOf(number)[0]!)));
  emit(wasm.block, wasm.loop, get(begin), get(end), i32['>='], wasm.branchIf(1));
  emit(get(begin), get(blocks), i32.divideUnsigned, set(y));
  x.forEach((at, n) => {
    emit(get(begin), get(y), get(blocks), i32['*'], i32['-'], i32.const(LANES), i32['*'], f32.fromI32, f32x4.splat);
    emit(f32x4.const(4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3), f32x4['+'], set(at));
  });
  for (const statement of kernel.body) write(statement, undefined, 0);
  kernel.outputs.forEach((output, k) => {
    share(output);
    for (let n = 0; n < VECTORS; n++) emit(get(out), get(plane), i32.const(k), i32['*'], i32['+'], vector(output, n), f32x4.store(16 * n));
  });
  emit(get(begin), i32.const(1), i32['+'], set(begin), get(out), i32.const(4 * LANES), i32['+'], set(out));
  emit(wasm.branch(0), wasm.end, wasm.end);
  return { bytes: wasm.moduleOf(parameters, locals, code), constants: { at: firstConstant, values: Float32Array.from(constants.keys()) } };
}

function asTest(e: Expression): Apply {
  if (e.type === 'apply' && isTest(e.operator)) return e;
  throw new SyntaxError('WebAssembly kernels have no test but of a comparison');
}

const plusOne = (counter: Variable): Expression => ({
  type: 'apply',
  operator: '+',
  operands: [
    { type: 'variable', variable: counter },
    { type: 'number', value: 1 },
  ],
});
