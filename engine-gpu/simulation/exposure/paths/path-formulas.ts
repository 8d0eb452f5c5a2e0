/**
 * Formulas of compiled loops over paths (path-arithmetic.ts): the normal quantile, the exponential and cubic interpolation, each with the
 * operations of its plain function in the same order.
 */
import { f64x2, i32, i32x4 } from '../../../backend/webasm/module.js';
import {
  above,
  atLeast,
  below,
  both,
  choose,
  either,
  floor,
  join,
  minus,
  over,
  plus,
  plusBits,
  root,
  shiftLeft,
  shiftRight,
  times,
  type Value,
} from '../../../backend/webasm/rows.js';
import type { LoopWriter } from '../../../backend/webasm/vectors.js';
import { LN2_HIGH, LN2_LOW, MAX_ABS_EXPONENT } from '../../../math/fast-elementary.js';
import {
  CENTRAL_DENOMINATOR,
  CENTRAL_HALF_WIDTH,
  CENTRAL_HALF_WIDTH_SQUARED,
  CENTRAL_NUMERATOR,
  TAIL_DENOMINATOR,
  TAIL_NUMERATOR,
  TAIL_SHIFT,
} from '../../../math/normal.js';

/** The double with these bits. */
const ofBits = (bits: bigint): number => new Float64Array(BigUint64Array.of(bits).buffer)[0]!;

/** 1.5·2⁵²: a whole number added to it stands in the low bits of the sum. */
const WHOLE = 6755399441055744;
const MANTISSA_BITS = 52;
const MANTISSA = ofBits(0x000fffffffffffffn);
const EXPONENT_BIAS = 1_023;

/**
 * Constants of the logarithm of fdlibm, which is that of V8: ln 2 as high + low, the coefficients of its series, and the bounds, as high words
 * of the mantissa in units of 2⁻²⁰, between its cases.
 *
 * @see Sun Microsystems (1993), fdlibm, e_log.c
 */
const LOG_LN2_HIGH = 0.6931471803691238;
const LOG_LN2_LOW = 1.9082149292705877e-10;
const LOG_EVEN = [0.3999999999940942, 0.22222198432149784, 0.15313837699209373];
const LOG_ODD = [0.6666666666666735, 0.2857142874366239, 0.1818357216161805, 0.14798198605116586];
const mantissaOf = (word: number): number => 1 + word / 2 ** 20;
const HALVED_FROM = mantissaOf(0x6a09c);
const SQUARED_FROM = mantissaOf(0x6147a);
const SQUARED_BELOW = mantissaOf(0x6b852);
const NEAR_ONE_BELOW = mantissaOf(1);
const NEAR_TWO_FROM = mantissaOf(0xffffe);

/** ln p with the bits of `Math.log`, 0 < p < ½. */
function logarithm({ constant, keep, polynomial }: LoopWriter, p: Value): Value {
  const mantissa = keep(plusBits(both(p, constant(MANTISSA)), constant(1)));
  const halved = keep(atLeast(mantissa, constant(HALVED_FROM)));
  const biased = minus(plusBits(shiftRight(p, MANTISSA_BITS), constant(WHOLE)), constant(WHOLE));
  const k = keep(plus(minus(biased, constant(EXPONENT_BIAS)), both(halved, constant(1))));
  const f = keep(minus(choose(halved, times(constant(0.5), mantissa), mantissa), constant(1)));
  const s = keep(over(f, plus(constant(2), f)));
  const z = keep(times(s, s));
  const w = keep(times(z, z));
  const series = keep(plus(times(z, polynomial(w, LOG_ODD)), times(w, polynomial(w, LOG_EVEN))));
  const low = keep(times(k, constant(LOG_LN2_LOW)));
  const half = keep(times(times(constant(0.5), f), f));
  const squared = minus(half, plus(times(s, plus(half, series)), low));
  const plain = minus(times(s, minus(f, series)), low);
  const cubic = times(times(f, f), minus(constant(0.5), times(constant(1 / 3), f)));
  const isSquared = both(atLeast(mantissa, constant(SQUARED_FROM)), below(mantissa, constant(SQUARED_BELOW)));
  const isNear = either(below(mantissa, constant(NEAR_ONE_BELOW)), atLeast(mantissa, constant(NEAR_TWO_FROM)));
  const rest = choose(isNear, minus(cubic, low), choose(isSquared, squared, plain));
  return keep(minus(times(k, constant(LOG_LN2_HIGH)), minus(rest, f)));
}

/** Φ⁻¹(p) with the bits of `inverseNormalCdf`, 2e-11 < p < 1 − 2e-11: AS 241 without its far tail. */
export function inverseNormal(write: LoopWriter, p: Value): Value {
  const { constant, keep, keepWhere, polynomial } = write;
  const q = keep(minus(p, constant(0.5)));
  const r = keep(minus(constant(CENTRAL_HALF_WIDTH_SQUARED), times(q, q)));
  const central = keep(over(times(q, polynomial(r, CENTRAL_NUMERATOR)), polynomial(r, CENTRAL_DENOMINATOR)));
  const inTail = keep(either(above(q, constant(CENTRAL_HALF_WIDTH)), below(q, constant(-CENTRAL_HALF_WIDTH))));
  const tail = keepWhere(inTail, () => {
    const isLower = keep(below(q, constant(0)));
    const share = keep(choose(isLower, p, minus(constant(1), p)));
    const x = keep(minus(root(minus(constant(0), logarithm(write, share))), constant(TAIL_SHIFT)));
    const distance = keep(over(polynomial(x, TAIL_NUMERATOR), polynomial(x, TAIL_DENOMINATOR)));
    return choose(isLower, minus(constant(0), distance), distance);
  });
  return choose(inTail, tail, central);
}

/** 1/j!, from j = 0. */
const INVERSE_FACTORIALS = Array.from({ length: 13 }, (_, j) => {
  let factorial = 1;
  for (let i = 2; i <= j; i++) factorial *= i;
  return 1 / factorial;
});
const THIRTEEN_FACTORIAL = 6_227_020_800;

/** e^x with the bits of `fastExp`. */
export function exponential({ constant, keep }: LoopWriter, x: Value): Value {
  const floored = choose(below(x, constant(-MAX_ABS_EXPONENT)), constant(-MAX_ABS_EXPONENT), x);
  const limited = keep(choose(above(x, constant(MAX_ABS_EXPONENT)), constant(MAX_ABS_EXPONENT), floored));
  const n = keep(floor(plus(times(limited, constant(Math.LOG2E)), constant(0.5))));
  const r = keep(minus(minus(limited, times(n, constant(LN2_HIGH))), times(n, constant(LN2_LOW))));
  const last = keep(plus(constant(INVERSE_FACTORIALS[12]!), over(r, constant(THIRTEEN_FACTORIAL))));
  const value = INVERSE_FACTORIALS.slice(0, 12).reduceRight<Value>((sum, each) => keep(plus(constant(each), times(r, sum))), last);
  const power = plusBits(shiftLeft(plus(n, constant(WHOLE)), MANTISSA_BITS), constant(1));
  return times(value, power);
}

/** Bytes of a number, as a power of two. */
const LOG2_BYTES = 3;
const BYTES = 2 ** LOG2_BYTES;

/** The cubic through four nodes of a table, whose array has this number, at positions in cells from node 0. */
export function interpolated({ constant, keep, start }: LoopWriter, table: number, position: Value): Value {
  const node = keep(floor(position));
  const s = keep(minus(position, node));
  const offsets = keep(join(node, i32x4.fromF64x2, i32.const(LOG2_BYTES), i32x4.shl));
  /** The nodes before, at, after, and after next. */
  const [lower, at, upper, last] = [0, 1, 2, 3].map((k): Value => {
    const addressOf = (lane: number) => join(start(table), i32.const(-BYTES), i32['+'], offsets, i32x4.lane(lane), i32['+']);
    return join(addressOf(1), addressOf(0), f64x2.loadFirst(k * BYTES), f64x2.loadSecond(k * BYTES));
  });
  const [ahead, behind, beyond] = [keep(plus(s, constant(1))), keep(minus(s, constant(1))), keep(minus(s, constant(2)))];
  const rising = keep(times(ahead, s));
  const first = times(times(times(times(constant(0.5), ahead), behind), beyond), at!);
  const second = times(over(times(times(beyond, behind), s), constant(6)), lower!);
  const third = times(times(times(constant(0.5), rising), beyond), upper!);
  const fourth = times(over(times(rising, behind), constant(6)), last!);
  return keep(plus(minus(minus(first, second), third), fourth));
}
