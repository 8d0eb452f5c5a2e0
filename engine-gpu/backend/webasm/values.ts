/** Code of expressions: uniform ones once, varying ones for each vector. */
import { powerOfTwo } from '../../math/elementary/binary.js';
import type { Frame } from './frame.js';
import { isTest } from './kinds.js';
import { type Code, f32, f32x4, get, i32, i32x4, select, set, type Type, v128 } from './module.js';
import type { Expression, Kind, Operator } from './read.js';

/**
 * 2^n of a whole n: adding this leaves n + 127 in the lowest bits of the f32 sum (those of 1.5 · 2²³ are zero), which, shifted to the exponent
 * bits, are 2^n. n is clamped, so that the result is 0 at `MIN_POWER_OF_TWO` and ∞ at `MAX_POWER_OF_TWO`.
 */
const POWER_BITS = 1.5 * powerOfTwo(23) + 127;
const EXPONENT_SHIFT = 23;
const MIN_POWER_OF_TWO = -127;
const MAX_POWER_OF_TWO = 128;

/** Conversion of a whole f32 n ≥ 0 to an integer: adding this leaves n in the lowest 23 bits of the sum. */
const INTEGER_BITS = powerOfTwo(23);
/** The f32 of which exactly the lowest 23 bits are set. */
const INTEGER_MASK = powerOfTwo(-126) - powerOfTwo(-149);

type Apply = Extract<Expression, { readonly type: 'apply' }>;

export interface Uniform {
  /** Code of an expression as an i32, of a test as an i32 that is 0 or 1, and of an expression as a vector with its value in each lane. */
  readonly integer: (e: Expression) => Code;
  readonly test: (e: Expression) => Code;
  readonly splat: (e: Expression) => Code;
}

/** Code of uniform expressions. */
export function uniformValues({ bases, y, homeOf, constant }: Frame, kindOf: (e: Expression) => Kind): Uniform {
  const address = (array: number, index: Expression): Code => [get(bases[array]!), integer(index), i32.const(2), i32.shl, i32['+']];

  const number = (value: number): Code => [constant(value), f32x4.first];

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
    if (operator === 'choose') return [single(operands[1]!), single(operands[2]!), test(operands[0]!), select('f32')];
    if (operator === 'powerOfTwo') {
      const n = [single(operands[0]!), number(MIN_POWER_OF_TWO), f32.max, number(MAX_POWER_OF_TWO), f32.min, number(POWER_BITS), f32['+']];
      return [n, i32.bitsOfF32, i32.const(EXPONENT_SHIFT), i32.shl, f32.ofBits];
    }
    return [operands.map(single), f32[operator as keyof typeof f32 & Operator]];
  };

  const test = (e: Expression): Code => {
    const { operator, operands } = asTest(e);
    if (operator === '!') return [test(operands[0]!), i32.eqz];
    if (operator === '&&' || operator === '||') return [operands.map(test), operator === '&&' ? i32.and : i32.or];
    const whole = operands.every((operand) => kindOf(operand) === 'integer');
    const compare = operator as keyof typeof i32 & keyof typeof f32 & Operator;
    return whole ? [operands.map(integer), i32[compare]] : [operands.map(single), f32[compare]];
  };

  const splat = (e: Expression): Code => {
    if (e.type === 'number') return constant(e.value);
    if (e.type === 'variable' && e.variable.kind === 'uniform') return get(homeOf(e.variable)[0]!);
    if (e.type === 'element') return [address(e.array, e.index), f32x4.loadSplat()];
    return [single(e), f32x4.splat];
  };

  return { integer, test, splat };
}

export interface Varying {
  /** Emits the uniform parts of an expression to locals, which the code of every vector reads until `forget` is called. */
  readonly share: (e: Expression) => void;
  readonly forget: () => void;
  /** Code of vector n of a number, or of the mask of a test: all bits of a lane set, or none. `share` was called for the expression. */
  readonly vector: (e: Expression, n: number) => Code;
  readonly mask: (e: Expression, n: number) => Code;
}

/** Code of varying expressions. */
export function varyingValues(frame: Frame, kindOf: (e: Expression) => Kind, { test, splat }: Uniform): Varying {
  const { bases, lasts, x, local, homeOf, constant, emit } = frame;
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
  const put = (e: Expression, type: Type, value: Code): void => {
    const index = local(type);
    emit(value, set(index));
    shared.set(e, index);
  };

  const vector = (e: Expression, n: number): Code => {
    const index = shared.get(e);
    if (index !== undefined) return get(index);
    if (kindOf(e) !== 'varying') return splat(e);
    if (e.type === 'variable') return get(homeOf(e.variable)[n]!);
    if (e.type === 'thread') return get(x[n]!);
    if (e.type === 'element') return gathered(e.array, e.index, n);
    const { operator, operands } = e as Apply;
    if (operator === 'choose') return chosen(operands as [Expression, Expression, Expression], n);
    const parts = operands.map((operand) => vector(operand, n));
    if (operator === 'powerOfTwo') {
      const bounded = [parts, constant(MIN_POWER_OF_TWO), f32x4.quickMax, constant(MAX_POWER_OF_TWO), f32x4.quickMin];
      return [bounded, constant(POWER_BITS), f32x4['+'], i32.const(EXPONENT_SHIFT), i32x4.shl];
    }
    if (operator === 'min' || operator === 'max') return extreme(operator === 'min' ? f32x4.quickMin : f32x4.quickMax, operands, n);
    return [parts, f32x4[operator as keyof typeof f32x4 & Operator]];
  };

  /** The instruction loses a NaN in its second operand. A uniform operand is finite and is taken as the second; a varying NaN is restored. */
  const extreme = (quick: Code, operands: readonly Expression[], n: number): Code => {
    const [one, other] = kindOf(operands[0]!) === 'varying' ? operands : operands.toReversed();
    const parts = [vector(one!, n), vector(other!, n), quick];
    return kindOf(other!) === 'varying' ? [parts, vector(other!, n), vector(other!, n), f32x4['!=='], v128.or] : parts;
  };

  const chosen = ([condition, yes, no]: readonly [Expression, Expression, Expression], n: number): Code => {
    const index = shared.get(condition);
    if (index !== undefined) return [vector(yes, n), vector(no, n), get(index), select('v128')];
    if (isZero(no)) return [vector(yes, n), mask(condition, n), v128.and];
    if (isZero(yes)) return [vector(no, n), mask(condition, n), v128.andNot];
    return [vector(yes, n), vector(no, n), mask(condition, n), v128.bitselect];
  };

  const mask = (e: Expression, n: number): Code => {
    const index = shared.get(e);
    if (index !== undefined) return get(index);
    const { operator, operands } = asTest(e);
    if (operator === '!') return [mask(operands[0]!, n), v128.not];
    if (operator === '&&' || operator === '||')
      return [operands.map((operand) => mask(operand, n)), operator === '&&' ? v128.and : v128.or];
    return [operands.map((operand) => vector(operand, n)), f32x4[operator as keyof typeof f32x4 & Operator]];
  };

  /** Code of array elements at an index that varies by path. An index beyond the ends, or NaN, reads an end. */
  const gathered = (array: number, index: Expression, n: number): Code => {
    const places = local('v128');
    const base = get(bases[array]!);
    const within = [constant(0), get(lasts[array]!), f32x4.splat, vector(index, n), f32x4.quickMin, f32x4.quickMax];
    const bytes = [constant(INTEGER_BITS), f32x4['+'], constant(INTEGER_MASK), v128.and, i32.const(2), i32x4.shl];
    return [
      [within, bytes, set(places)],
      [0, 1, 2, 3].map((lane) => [base, get(places), i32x4.lane(lane), i32['+']]),
      [f32x4.const(0, 0, 0, 0), set(places)],
      [3, 2, 1, 0].map((lane) => [get(places), f32x4.loadLane(lane), set(places)]),
      get(places),
    ];
  };

  return { share, forget: () => shared.clear(), vector, mask };
}

const isZero = (e: Expression): boolean => e.type === 'number' && e.value === 0;

function asTest(e: Expression): Apply {
  if (e.type === 'apply' && isTest(e.operator)) return e;
  throw new SyntaxError('WebAssembly kernels have no test but of a comparison');
}
