/**
 * Elementary functions as kernel text: straight-line single-precision arithmetic.
 *
 * The WebAssembly backend computes four paths at once, but only inside the root kernel. `Math.exp` and `Math.log` leave the kernel one
 * path at a time, so both are written out here.
 */
import { powerOfTwo } from '../../math/elementary/binary.js';
import { pow } from '../../math/elementary/pow.js';

/** Smallest denominator of a quotient, in place of a variance of zero. */
export const MIN_DENOMINATOR = 1e-30;

/** Returns a variable name not yet used in the kernel. */
export type Names = () => string;

/**
 * A number as the sum of two single-precision numbers, 48 bits together. A strike that is subtracted from a spot is passed this way:
 * rounded to one single-precision number it would shift every path by the same amount.
 */
export function inTwo(value: number): readonly [nearest: number, rest: number] {
  const nearest = Math.fround(value);
  return [nearest, value - nearest];
}

/** Text of a polynomial in Horner's form; coefficients from the lowest power up. */
const polynomial = (x: string, coefficients: readonly number[]): string =>
  coefficients.reduceRight((inner, c) => {
    if (inner === '') return `${c}`;
    return inner === '1' ? `${x} + ${c}` : `(${inner}) * ${x} + ${c}`;
  }, '');

/** ln 2 as a sum of two numbers. The first has 9 bits, so its integer multiples are exact in single precision. */
const LN2_HIGH = 0.693359375;
const LN2_LOW = -2.1219444005469057e-4;
const LOG2_E = 1.4426950408889634;
/** Minimax polynomial of e^r by Lawson's algorithm, first two coefficients fixed at 1: relative error 3.1e-9 for |r| ≤ ln 2 / 2. */
const EXP_SERIES = [1, 1, 0.4999999344778, 0.1666652063164, 0.04166838804857, 0.008368716886256, 0.001381459848773];

/**
 * Writes `target` = e^x. Relative error 1e-7 in single precision, 3.1e-9 in double. Overflows to ∞ and underflows to 0.
 *
 *   e^x = 2^n e^r,   n the integer nearest to x/ln 2
 *
 * Every backend computes a power of two with an integer exponent exactly.
 *
 * @param x  text evaluated several times, so a name or a number
 */
export function exponential(target: string, x: string, fresh: Names): string {
  const [n, r] = [fresh(), fresh()];
  return `
const ${n} = Math.floor(${x} * ${LOG2_E} + 0.5);
const ${r} = (${x} - ${n} * ${LN2_HIGH}) - ${n} * ${LN2_LOW};
let ${target} = (${polynomial(r, EXP_SERIES)}) * Math.pow(2.0, ${n});`;
}

/** Probability below which, and above one minus which, the tail formula is used: one point in a thousand. */
const TAIL_PROBABILITY = powerOfTwo(-11);
/**
 * Φ⁻¹(p)/(p − ½) as a rational function of (p (1 − p))^¼, minimax by Lawson's algorithm: relative error 4.1e-9 outside the tails. The
 * fourth root removes most of the singularity at 0 for two instructions. All but one of the coefficients are positive, so the sums do not
 * cancel.
 */
const CENTRAL_NUMERATOR = [0.062598755638, 1.4358638044, 1.8492002615, 0.70054501865, -0.11658230474];
const CENTRAL_DENOMINATOR = [0.0052045639258, 0.18154055751, 0.63053949288, 0.52955185304, 1];

/** Centre of the tail's expansion, in p^(1/16). */
const TAIL_CENTRE = pow(0.02425, 1 / 16);
/**
 * −Φ⁻¹(p) as a rational function of TAIL_CENTRE − p^(1/16) for p ≤ 0.02425, interpolated at Chebyshev points: relative error under 1.4e-7
 * for p ≥ 2^−25. The four square roots are single WebAssembly instructions. A logarithm would call JavaScript once per path, which took a
 * quarter of a kernel's time.
 */
const TAIL_NUMERATOR = [1.97296132733, 14.4347777896, 12.1494881168, -21.3051771572, -0.869953690343, -6.49153395578];
const TAIL_DENOMINATOR = [1, 2.96102615028, -2.44695916665, -2.16392933803];

/**
 * Writes `target` = Φ⁻¹(½ + c) for |c| ≤ ½ − 2^−24. Relative error 4.1e-9 in the centre and 1.4e-7 in the tails, plus rounding.
 *
 * ½ − c and ½ + c are exact in single precision, so their product is accurate near the ends, where ¼ − c² is not. The tail stands in a
 * loop that is skipped when none of the paths computed together needs it.
 *
 * @param c  text evaluated several times, so a name
 */
export function normalQuantile(target: string, c: string, fresh: Names): string {
  const [v, r, tail, k, w] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  return `
const ${v} = (0.5 - ${c}) * (0.5 + ${c});
const ${r} = Math.sqrt(Math.sqrt(${v}));
let ${target} = ${c} * (${polynomial(r, CENTRAL_NUMERATOR)}) / (${polynomial(r, CENTRAL_DENOMINATOR)});
const ${tail} = ${v} < ${TAIL_PROBABILITY * (1 - TAIL_PROBABILITY)} ? 1.0 : 0.0;
for (let ${k} = 0; ${k} < ${tail}; ${k}++) {
  const ${w} = ${TAIL_CENTRE} - Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(0.5 - Math.abs(${c})))));
  ${target} = (${polynomial(w, TAIL_NUMERATOR)}) / (${polynomial(w, TAIL_DENOMINATOR)});
  ${target} = ${c} < 0.0 ? -${target} : ${target};
}`;
}

/** Φ(−x) e^(x²/2) as a polynomial in t = 1/(1 + 0.315 x) for x ≥ 0, from the lowest power up. The error of Φ oscillates within ±6.4e-10. */
const CDF_SCALE = 0.315;
const CDF_SERIES = [0, 0.128748067079, 0.0947119680816, 0.244910142984, -0.2158272293, 0.453823537851, -0.25233758609, 0.0459710987612];

/**
 * Writes `target` = Φ(d). Absolute error 4e-9, mostly from the exponential, plus rounding. The form is that of Hastings with two further
 * terms: his five terms have a systematic error of 7.5e-8, which a mean over paths would keep.
 *
 * @param d  text evaluated several times, so a name
 * @see Abramowitz and Stegun (1964), 26.2.17
 */
export function normalCdf(target: string, d: string, fresh: Names): string {
  const [h, e] = [fresh(), fresh()];
  return `
const ${h} = Math.max(-0.5 * ${d} * ${d}, -80.0);${exponential(e, h, fresh)}${normalCdfGiven(target, d, e, fresh)}`;
}

/** Writes `target` = Φ(d) where the variable `bell` already holds e^(−d²/2). */
export function normalCdfGiven(target: string, d: string, bell: string, fresh: Names): string {
  const t = fresh();
  return `
const ${t} = 1.0 / (1.0 + ${CDF_SCALE} * Math.abs(${d}));
let ${target} = ${bell} * (${polynomial(t, CDF_SERIES)});
${target} = ${d} > 0.0 ? 1.0 - ${target} : ${target};`;
}

/** Taylor series of 2 artanh(w)/w in w². For |w| ≤ ⅓ the remainder is below 1e-7 of the value. */
const ATANH_SERIES = [2, 2 / 3, 2 / 5, 2 / 7, 2 / 9, 2 / 11, 2 / 13];

/**
 * Text of 2 artanh w = ln((1 + w)/(1 − w)) for |w| ≤ ⅓. Absolute error 2e-8 plus rounding.
 *
 * @param w  text evaluated several times, so a name
 */
export const twiceArtanh = (w: string): string => `${w} * (${polynomial(`(${w} * ${w})`, ATANH_SERIES)})`;

/**
 * Writes `target` = ln x for ½ ≤ x ≤ 2. Absolute error 2e-8 plus rounding.
 *
 * @param x  text evaluated several times, so a name
 */
export function logarithmNearOne(target: string, x: string, fresh: Names): string {
  const w = fresh();
  return `
const ${w} = (${x} - 1.0) / (${x} + 1.0);
const ${target} = ${twiceArtanh(w)};`;
}

/** Writes `target` = ln x for 1 ≤ x ≤ 1e5 as sixteen times the logarithm of the sixteenth root. Absolute error 1e-6 in single precision. */
export function logarithm(target: string, x: string, fresh: Names): string {
  const [root, part] = [fresh(), fresh()];
  return `
const ${root} = Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(${x}))));${logarithmNearOne(part, root, fresh)}
const ${target} = 16.0 * ${part};`;
}

/** `logarithmOfAny` clamps its argument to between 1/LOG_RANGE and LOG_RANGE. */
const LOG_RANGE = powerOfTwo(31);
/** Exponents of two by which an argument is scaled towards 1, in turn. */
const LOG_EXPONENTS = [16, 8, 4, 2, 1];

/**
 * Writes `target` = ln x with x clamped to [2^−31, 2^31]. Absolute error 1e-11 plus rounding.
 *
 * x = 2^n m with m within a factor √2 of 1; n and m are found by comparisons.
 *
 * @param x  text evaluated once
 */
export function logarithmOfAny(target: string, x: string, fresh: Names): string {
  const [m, n, w] = [fresh(), fresh(), fresh()];
  const nearer = (power: number) => {
    const [over, under] = [fresh(), fresh()];
    return `const ${over} = ${m} > ${pow(2, power - 0.5)} ? 1.0 : 0.0;
const ${under} = ${m} < ${pow(2, 0.5 - power)} ? 1.0 : 0.0;
${n} = ${n} + ${power}.0 * (${over} - ${under});
${m} = ${m} * (${over} > 0.5 ? ${powerOfTwo(-power)} : ${under} > 0.5 ? ${powerOfTwo(power)}.0 : 1.0);`;
  };
  return `
let ${m} = Math.min(Math.max(${x}, ${1 / LOG_RANGE}), ${LOG_RANGE}.0);
let ${n} = 0.0;
${LOG_EXPONENTS.map(nearer).join('\n')}
const ${w} = (${m} - 1.0) / (${m} + 1.0);
const ${target} = ${n} * ${Math.LN2} + ${twiceArtanh(w)};`;
}

/** Range of z on which −ln Φ(−z) is interpolated at Chebyshev points, with an absolute error under 3e-7. */
const EXPONENTIAL_RANGE = { from: -0.85, to: 6 };
/** Coefficients of that interpolation in z scaled to [−1, 1], from the lowest power up. */
const EXPONENTIAL_SERIES = [
  5.295919397901075, 9.902325759866025, 5.361874363103851, 0.27385753113119554, -0.1478289932438603, 0.07404190841575024,
  -0.032638043764106645, 0.012239846815159518, -0.0023920161317809194, -0.003022964585833624, 0.0035629041414130713, -0.0011707596468686057,
];

/**
 * Writes `target` = −ln Φ(−z), which is a standard exponential variate where z is a standard normal one. Absolute error 3e-7 plus
 * rounding. z is clamped to [−0.85, 6], so the result is never below −ln Φ(0.85) = 0.22.
 *
 * @param z  text evaluated several times, so a name
 */
export function exponentialVariate(target: string, z: string, fresh: Names): string {
  const t = fresh();
  const [centre, half] = [(EXPONENTIAL_RANGE.to + EXPONENTIAL_RANGE.from) / 2, (EXPONENTIAL_RANGE.to - EXPONENTIAL_RANGE.from) / 2];
  return `
const ${t} = (Math.max(Math.min(${z}, ${EXPONENTIAL_RANGE.to}.0), ${EXPONENTIAL_RANGE.from}) - ${centre}) * ${1 / half};
const ${target} = ${polynomial(t, EXPONENTIAL_SERIES)};`;
}
