/**
 * Formulas of compiled loops over paths (path-arithmetic.ts): the normal quantile, the exponential and cubic interpolation, each with the
 * operations of its plain function in the same order.
 */
import { f64x2, i32, i32x4 } from '../../../backend/webasm/module.js';
import {
  above,
  below,
  both,
  choose,
  either,
  floor,
  join,
  minus,
  minusBits,
  over,
  plus,
  plusBits,
  root,
  shiftLeft,
  shiftRight,
  times,
  type Value,
} from '../../../backend/webasm/rows.js';
import { addressOfTable, type LoopWriter } from '../../../backend/webasm/vectors.js';
import { CELL_ROUNDING, FIRST_CELL_WORD, LN2_IN_TWO, LOG_SERIES, LOG_TABLE } from '../../../math/elementary/tables.js';
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
/** Bytes of a number, as a power of two. */
const LOG2_BYTES = 3;
const BYTES = 1 << LOG2_BYTES;

/** The lower end of the first cell of the logarithm's table, and the mask of a cell's address in bytes: 128 cells of 32 bytes. */
const FIRST_CELL = ofBits(BigInt(FIRST_CELL_WORD) << 32n);
const CELL_ADDRESS = ofBits(BigInt(LOG_TABLE.byteLength - 32));
/** Bits by which the offset of a number from that end is shifted to become this address. */
const CELL_SHIFT = 40;
const [LN2_UPPER, LN2_REST] = LN2_IN_TWO;
const [A3, A4, A5, A6, A7, A8] = LOG_SERIES;

/** ln p with the bits of `log`, 0 < p < ½. */
function logarithm({ constant, keep }: LoopWriter, p: Value): Value {
  const offset = keep(minusBits(p, constant(FIRST_CELL)));
  const exponent = keep(shiftRight(offset, MANTISSA_BITS));
  const k = keep(minus(plusBits(exponent, constant(WHOLE)), constant(WHOLE)));
  const z = keep(minusBits(p, shiftLeft(exponent, MANTISSA_BITS)));
  const cells = keep(both(shiftRight(offset, CELL_SHIFT), constant(CELL_ADDRESS)));
  const table = addressOfTable(LOG_TABLE);
  const [inverse, high, low] = [0, 1, 2].map((column): Value => {
    const place = table + column * BYTES;
    return keep(join(cells, i32x4.lane(2), cells, i32x4.lane(0), f64x2.loadFirst(place), f64x2.loadSecond(place)));
  }) as [Value, Value, Value];
  const upper = keep(minus(plus(z, constant(CELL_ROUNDING)), constant(CELL_ROUNDING)));
  const exact = keep(minus(times(upper, inverse), constant(1)));
  const more = keep(times(minus(z, upper), inverse));
  const r = keep(plus(exact, more));
  const s = keep(times(r, r));
  const whole = keep(plus(times(k, constant(LN2_UPPER)), high));
  const sum = keep(plus(whole, r));
  const lost = plus(plus(minus(exact, r), more), plus(minus(whole, sum), r));
  const rest = keep(plus(lost, plus(times(k, constant(LN2_REST)), low)));
  const pairOf = (one: number, other: number): Value => plus(constant(one), times(r, constant(other)));
  const cube = keep(plus(pairOf(A3, A4), times(s, plus(pairOf(A5, A6), times(s, pairOf(A7, A8))))));
  return keep(plus(sum, plus(rest, times(s, minus(times(r, cube), constant(0.5))))));
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

/** The cubic through four nodes of a table, whose array has this number, at positions in cells from node 0. */
export function interpolated({ constant, keep, start }: LoopWriter, table: number, position: Value): Value {
  const node = keep(floor(position));
  const s = keep(minus(position, node));
  const offsets = keep(join(node, i32x4.fromF64x2, i32.const(LOG2_BYTES), i32x4.shl));
  /** The nodes before, at, after, and after next. */
  const [lower, middle, upper, last] = [0, 1, 2, 3].map((k): Value => {
    const addressOf = (lane: number) => join(start(table), i32.const(-BYTES), i32['+'], offsets, i32x4.lane(lane), i32['+']);
    return join(addressOf(1), addressOf(0), f64x2.loadFirst(k * BYTES), f64x2.loadSecond(k * BYTES));
  });
  const [ahead, behind, beyond] = [keep(plus(s, constant(1))), keep(minus(s, constant(1))), keep(minus(s, constant(2)))];
  const rising = keep(times(ahead, s));
  const first = times(times(times(times(constant(0.5), ahead), behind), beyond), middle!);
  const second = times(over(times(times(beyond, behind), s), constant(6)), lower!);
  const third = times(times(times(constant(0.5), rising), beyond), upper!);
  const fourth = times(over(times(rising, behind), constant(6)), last!);
  return keep(plus(minus(minus(first, second), third), fourth));
}
