/**
 * The error function, its complement and its scaled complement, to double precision.
 *
 * Rational minimax approximations on |x| ≤ 0.46875, (0.46875, 4] and (4, ∞); relative error under 6e-19 in exact
 * arithmetic, a few ulp in doubles.
 *
 * @see W. J. Cody (1969), Rational Chebyshev approximations for the error function, Math. Comp. 23, tables I to III
 */
import { exp } from './elementary/exp.js';

const SQRT_PI = Math.sqrt(Math.PI);
const INVERSE_SQRT_PI = 1 / SQRT_PI;

/** End of Cody's first interval, |x| ≤ 0.46875, on which erf is a rational function of x². */
const FIRST_INTERVAL_END = 0.46875;
/** End of his second interval; beyond it erfcx is a rational function of 1/x². */
const SECOND_INTERVAL_END = 4;
/** Smallest x at which erfc(x) underflows to 0. */
const ERFC_UNDERFLOW = 27.3;
/** Smallest x at which erfcx(x) equals 1/(x√π) to the last digit. */
const MIN_X_FOR_LEADING_TERM = 6.71e7;

/** erf(x) for |x| ≤ 0.46875. */
function erfCentre(x: number): number {
  const z = x * x;
  const numerator =
    (((0.18577770618460315 * z + 3.1611237438705655) * z + 113.86415415105016) * z + 377.485237685302) * z + 3209.3775891384694;
  const denominator = (((z + 23.601290952344122) * z + 244.02463793444417) * z + 1282.6165260773723) * z + 2844.236833439171;
  return (x * numerator) / denominator;
}

/** e^(x²) erfc(x) for x > 0.46875. */
function erfcxTail(x: number): number {
  if (x <= SECOND_INTERVAL_END) {
    const numerator =
      (((((((2.1531153547440383e-8 * x + 0.5641884969886701) * x + 8.883149794388377) * x + 66.11919063714163) * x + 298.6351381974001) *
        x +
        881.952221241769) *
        x +
        1712.0476126340707) *
        x +
        2051.0783778260716) *
        x +
      1230.3393547979972;
    const denominator =
      (((((((x + 15.744926110709835) * x + 117.6939508913125) * x + 537.1811018620099) * x + 1621.3895745666903) * x + 3290.7992357334597) *
        x +
        4362.619090143247) *
        x +
        3439.3676741437216) *
        x +
      1230.3393548037495;
    return numerator / denominator;
  }
  if (x >= MIN_X_FOR_LEADING_TERM) return INVERSE_SQRT_PI / x;
  const z = 1 / (x * x);
  const numerator =
    ((((0.016315387137302097 * z + 0.30532663496123236) * z + 0.36034489994980445) * z + 0.12578172611122926) * z + 0.016083785148742275) *
      z +
    0.0006587491615298378;
  const denominator =
    ((((z + 2.568520192289822) * z + 1.8729528499234604) * z + 0.5279051029514285) * z + 0.06051834131244132) * z + 0.0023352049762686918;
  return (INVERSE_SQRT_PI - (z * numerator) / denominator) / x;
}

/** 2²⁷ + 1: splits a double into halves of 26 bits whose products are exact (Veltkamp). */
const VELTKAMP_SPLITTER = 134217729;

/**
 * e^(c·x²), c = ±1 or ±½. Rounding x² alone would cost |c|·x² ulp, so its rounding error is recovered (Dekker 1971) and applied to first
 * order.
 *
 * @param x |x| < 1e100
 */
export function expOfSquare(x: number, c: number): number {
  const square = x * x;
  const shifted = VELTKAMP_SPLITTER * x;
  const high = shifted - (shifted - x);
  const low = x - high;
  const error = high * high - square + 2 * high * low + low * low;
  return exp(c * square) * (1 + c * error);
}

/** erf(x) = 2/√π ∫₀ˣ e^(−u²) du; relative error a few ulp. */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (size <= FIRST_INTERVAL_END) return erfCentre(x);
  const value = size > ERFC_UNDERFLOW ? 1 : 1 - expOfSquare(size, -1) * erfcxTail(size);
  return x < 0 ? -value : value;
}

/** erfc(x) = 1 − erf(x); relative error a few ulp down to its underflow at x = 27.3. */
export function erfc(x: number): number {
  const size = Math.abs(x);
  if (size <= FIRST_INTERVAL_END) return 1 - erfCentre(x);
  const tail = size > ERFC_UNDERFLOW ? 0 : expOfSquare(size, -1) * erfcxTail(size);
  return x < 0 ? 2 - tail : tail;
}

/** erfcx(x) = e^(x²) erfc(x); relative error a few ulp. It falls like 1/(x√π) as x grows and overflows to ∞ below x = −26.6. */
export function erfcx(x: number): number {
  const size = Math.abs(x);
  if (size <= FIRST_INTERVAL_END) return exp(x * x) * (1 - erfCentre(x));
  if (x > 0) return erfcxTail(x);
  return size > ERFC_UNDERFLOW ? Number.POSITIVE_INFINITY : 2 * expOfSquare(size, 1) - erfcxTail(size);
}
