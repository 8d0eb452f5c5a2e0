/**
 * Tables and constants of the elementary functions, computed when the module is loaded: in whole numbers, so that no rounding but the last
 * enters, and no table has to be trusted.
 */
import { powerOfTwo } from './binary.js';

/** A number in units of 2^−FRACTION_BITS. */
type Fixed = bigint;

const FRACTION_BITS = 192;
const ONE: Fixed = 1n << BigInt(FRACTION_BITS);

/** The double nearest to a number in units of 2^−bits. */
export const nearestDouble = (fixed: Fixed, bits = FRACTION_BITS): number => Number(fixed) * powerOfTwo(-bits);

/** A number as the sum of a multiple of 2^−bits and a double. */
function inTwo(fixed: Fixed, bits: number): readonly [high: number, low: number] {
  const dropped = BigInt(FRACTION_BITS - bits);
  const multiple = (fixed + (1n << (dropped - 1n))) >> dropped;
  return [nearestDouble(multiple, bits), nearestDouble(fixed - (multiple << dropped))];
}

function squareRoot(fixed: Fixed): Fixed {
  const square = fixed << BigInt(FRACTION_BITS);
  let root = ONE << 1n;
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Σ (±1)^n x^(2n+1)/(2n + 1) of x = numerator/denominator: arctan x with alternating signs, artanh x without, in units of 2^−bits. */
export function inverseTangent(numerator: bigint, denominator: bigint, alternating: boolean, bits = FRACTION_BITS): Fixed {
  let power = (numerator << BigInt(bits)) / denominator;
  let sum = power;
  const [over, under] = [numerator * numerator, denominator * denominator];
  for (let n = 1n; power !== 0n; n++) {
    power = (power * over) / under;
    const term = power / (2n * n + 1n);
    sum += alternating && n % 2n === 1n ? -term : term;
  }
  return sum;
}

/** ln(numerator/denominator) */
const logarithmOf = (numerator: bigint, denominator: bigint): Fixed =>
  2n * inverseTangent(numerator - denominator, numerator + denominator, false);

const LN2 = logarithmOf(2n, 1n);

/** Values of the exponential's table per factor 2, as a power of two. */
export const EXP_STEPS = 128;
/** Bits behind the point of the upper part of a step: its multiples are exact. */
const STEP_BITS = 42;

/** ln 2/128 as a sum whose first part has 35 bits. */
export const expStep = (): readonly [high: number, low: number] => inTwo(LN2 / BigInt(EXP_STEPS), STEP_BITS);

/** 2^(i/128) rounded, and what has to be added to it, relative to it, for i from 0: two numbers per i. */
export function expTable(): Float64Array {
  let step: Fixed = ONE << 1n;
  for (let n = EXP_STEPS; n > 1; n /= 2) step = squareRoot(step);
  const table = new Float64Array(2 * EXP_STEPS);
  for (let i = 0, power = ONE; i < EXP_STEPS; i++, power = (power * step) / ONE) {
    const rounded = nearestDouble(power);
    const rest = nearestDouble(power - BigInt(rounded * powerOfTwo(52)) * (1n << BigInt(FRACTION_BITS - 52)));
    table.set([rounded, rest / rounded], 2 * i);
  }
  return table;
}

/** Upper word of the lower end of the first cell, 353/512; cells are 2¹³ apart, and factors of two 2²⁰. */
export const FIRST_CELL_WORD = 0x3fe61000;
/** 1.5·2³⁰: a number below 2 added to it is rounded to a multiple of 2⁻²². */
export const CELL_ROUNDING = 1610612736;
/** (ln(1 + r) − r + r²/2)/r³ for |r| ≤ 1/256, minimax: ln(1 + r) to 2⁻⁷³ relative. */
export const LOG_SERIES = [
  0.3333333333333334, -0.25000000000000017, 0.19999999997109752, -0.16666666662613136, 0.142860405283212, -0.1250035580668045,
] as const;

/** Cells of the logarithm's table. */
export const LOG_CELLS = 128;
/** Numbers per cell, of which the last is not used. */
export const LOG_COLUMNS = 4;
/** Bits behind the point of 1/c and of the upper part of ln c. */
const [INVERSE_BITS, LOG_BITS] = [26, 42];

/** ln 2 as a sum whose first part is a multiple of 2^−42: its product with an exponent, plus the upper part of ln c, is exact. */
export const LN2_IN_TWO = inTwo(LN2, LOG_BITS);

/**
 * The cells of [0.6895, 1.3789), whose centres c are the multiples of 1/256 below 1 and of 1/128 above. Each has 1/c rounded to 26 bits, and
 * minus the logarithm of that in two parts; the cell around 1 has 1, 0, 0.
 */
export const LOG_TABLE = logTable();

function logTable(): Float64Array {
  const table = new Float64Array(LOG_COLUMNS * LOG_CELLS);
  for (let i = 0; i < LOG_CELLS; i++) {
    // The centres are 177/256, …, 255/256, 128/128, …, 176/128.
    const centre = i < LOG_CELLS - 49 ? 177 + i : 2 * (128 + i - (LOG_CELLS - 49));
    const inverse = Math.round((256 / centre) * powerOfTwo(INVERSE_BITS));
    const [high, low] = inTwo(-logarithmOf(BigInt(inverse), 1n << BigInt(INVERSE_BITS)), LOG_BITS);
    table.set([inverse / powerOfTwo(INVERSE_BITS), high, low], LOG_COLUMNS * i);
  }
  return table;
}

/** Steps of the arctangent's table between 0 and 1. */
export const ARCTANGENT_STEPS = 128;
/** Bits behind the point of the upper part of an arctangent. */
const ARCTANGENT_BITS = 50;

/** arctan(j/128) in two parts, for j from 0 to 128. */
export function arctangentTable(): Float64Array {
  const table = new Float64Array(2 * (ARCTANGENT_STEPS + 1));
  const steps = BigInt(ARCTANGENT_STEPS);
  let angle: Fixed = 0n;
  for (let j = 0n; j < steps; j++) {
    // arctan b − arctan a = arctan((b − a)/(1 + a b))
    angle += inverseTangent(steps, steps * steps + j * (j + 1n), true);
    table.set(inTwo(angle, ARCTANGENT_BITS), 2 * Number(j + 1n));
  }
  return table;
}
