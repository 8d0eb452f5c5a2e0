/**
 * Functions as kernel text, straight-line f32 arithmetic: backends that compute four paths at once do so only in the root kernel, and
 * leave it for Math.exp and Math.log one path at a time.
 */

/** Text that sets variables, each name used once in a kernel. */
export type Names = () => string;

/**
 * A number as the sum of two that f32 holds to 48 bits together. What is taken from something of its size, as a strike from a spot, would be
 * off by the same on every path if it were rounded.
 */
export function inTwo(value: number): readonly [nearest: number, rest: number] {
  const nearest = Math.fround(value);
  return [nearest, value - nearest];
}

/** A polynomial in Horner's scheme, coefficients lowest first. */
const polynomial = (x: string, coefficients: readonly number[]): string =>
  coefficients.reduceRight((inner, c) => {
    if (inner === '') return `${c}`;
    return inner === '1' ? `${x} + ${c}` : `(${inner}) * ${x} + ${c}`;
  }, '');

/** ln 2 in two parts: the first has 9 bits, so that its multiples are exact in f32. */
const LN2_HIGH = 0.693359375;
const LN2_LOW = -2.1219444005469057e-4;
const LOG2_E = 1.4426950408889634;
/** Minimax by Lawson's weights, the first two as they are: relative error 3.1e-9 for |r| ≤ ln 2 / 2. */
const EXP_SERIES = [1, 1, 0.4999999344778, 0.1666652063164, 0.04166838804857, 0.008368716886256, 0.001381459848773];

/**
 * Declares `target` = e^x, relative error 1e-7 in f32 and 3.1e-9 in f64. Overflows to ∞ and underflows to 0.
 *
 * e^x = 2^n e^r, n the nearest integer to x/ln 2: a power of two with a whole exponent is the one that every backend has exactly.
 *
 * @param x  text, evaluated several times: a name or a number
 */
export function exponential(target: string, x: string, fresh: Names): string {
  const [n, r] = [fresh(), fresh()];
  return `
const ${n} = Math.floor(${x} * ${LOG2_E} + 0.5);
const ${r} = (${x} - ${n} * ${LN2_HIGH}) - ${n} * ${LN2_LOW};
let ${target} = (${polynomial(r, EXP_SERIES)}) * Math.pow(2.0, ${n});`;
}

/** Nearer the ends of (0, 1) than this is a tail: one point in a thousand. */
const TAIL_BEGINS = 2 ** -11;
/**
 * Φ⁻¹(p)/(p − ½) as a function of (p (1 − p))^¼, minimax by Lawson's weights: relative error 4.1e-9 from TAIL_BEGINS on. The root takes most
 * of the singularity at 0 away, at the price of two instructions; and all but one coefficient are positive, so that none is lost to
 * cancellation.
 */
const CENTRAL_NUMERATOR = [0.062598755638, 1.4358638044, 1.8492002615, 0.70054501865, -0.11658230474];
const CENTRAL_DENOMINATOR = [0.0052045639258, 0.18154055751, 0.63053949288, 0.52955185304, 1];

/** About which the tail is written, in p^(1/16). */
const TAIL = 0.02425 ** (1 / 16);
/**
 * −Φ⁻¹(p) as a function of TAIL − p^(1/16), from p = 0.02425 down: interpolation at Chebyshev's points, relative error under 1.4e-7 for p ≥ 2^−25. Four square
 * roots are single instructions of WebAssembly; a logarithm leaves it for JavaScript, once a path, and took a quarter of a kernel's time.
 */
const TAIL_NUMERATOR = [1.97296132733, 14.4347777896, 12.1494881168, -21.3051771572, -0.869953690343, -6.49153395578];
const TAIL_DENOMINATOR = [1, 2.96102615028, -2.44695916665, -2.16392933803];

/**
 * Declares `target` = Φ⁻¹(½ + c) for |c| ≤ ½ − 2^−24: relative error 4.1e-9 in the centre and 1.4e-7 in the tails, and rounding.
 *
 * ½ − c and ½ + c are exact in f32, so their product is right near the ends too, where ¼ − c² would not be. The tail is in a loop that
 * is skipped when no path needs it.
 *
 * @param c  text, evaluated several times: a name
 */
export function normalQuantile(target: string, c: string, fresh: Names): string {
  const [v, r, tail, k, w] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  return `
const ${v} = (0.5 - ${c}) * (0.5 + ${c});
const ${r} = Math.sqrt(Math.sqrt(${v}));
let ${target} = ${c} * (${polynomial(r, CENTRAL_NUMERATOR)}) / (${polynomial(r, CENTRAL_DENOMINATOR)});
const ${tail} = ${v} < ${TAIL_BEGINS * (1 - TAIL_BEGINS)} ? 1.0 : 0.0;
for (let ${k} = 0; ${k} < ${tail}; ${k}++) {
  const ${w} = ${TAIL} - Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(0.5 - Math.abs(${c})))));
  ${target} = (${polynomial(w, TAIL_NUMERATOR)}) / (${polynomial(w, TAIL_DENOMINATOR)});
  ${target} = ${c} < 0.0 ? -${target} : ${target};
}`;
}

/** Φ(−x) e^(x²/2) as a polynomial in t = 1/(1 + 0.315 x), x ≥ 0, lowest power first: Φ is off by 6.4e-10 at most, on both sides in turn. */
const CDF_SCALE = 0.315;
const CDF_SERIES = [0, 0.128748067079, 0.0947119680816, 0.244910142984, -0.2158272293, 0.453823537851, -0.25233758609, 0.0459710987612];

/**
 * Declares `target` = Φ(d), absolute error 4e-9 (most of it the exponential's), and rounding. The form is Hastings' with two terms
 * more: his five are 7.5e-8 off, which a mean over paths would keep.
 *
 * @param d  text, evaluated several times: a name
 * @see Abramowitz and Stegun (1964), 26.2.17
 */
export function normalCdf(target: string, d: string, fresh: Names): string {
  const [h, e] = [fresh(), fresh()];
  return `
const ${h} = Math.max(-0.5 * ${d} * ${d}, -80.0);${exponential(e, h, fresh)}${normalCdfGiven(target, d, e, fresh)}`;
}

/** The same where `bell` names e^(−d²/2). */
export function normalCdfGiven(target: string, d: string, bell: string, fresh: Names): string {
  const t = fresh();
  return `
const ${t} = 1.0 / (1.0 + ${CDF_SCALE} * Math.abs(${d}));
let ${target} = ${bell} * (${polynomial(t, CDF_SERIES)});
${target} = ${d} > 0.0 ? 1.0 - ${target} : ${target};`;
}

/** Of 2 atanh(w) = ln((1 + w)/(1 − w)): for |w| ≤ ⅓ the remainder is under 1e-7 of it. */
const ATANH_SERIES = [2, 2 / 3, 2 / 5, 2 / 7, 2 / 9, 2 / 11, 2 / 13];

/**
 * Text of 2 artanh w = ln((1 + w)/(1 − w)) for |w| ≤ ⅓, absolute error 2e-8, and rounding.
 *
 * @param w  text, evaluated several times: a name
 */
export const twiceArtanh = (w: string): string => `${w} * (${polynomial(`(${w} * ${w})`, ATANH_SERIES)})`;

/**
 * Declares `target` = ln x for ½ ≤ x ≤ 2, absolute error 2e-8, and rounding.
 *
 * @param x  text, evaluated several times: a name
 */
export function logarithmNearOne(target: string, x: string, fresh: Names): string {
  const w = fresh();
  return `
const ${w} = (${x} - 1.0) / (${x} + 1.0);
const ${target} = ${twiceArtanh(w)};`;
}

/** Declares `target` = ln x for 1 ≤ x ≤ 1e5, absolute error 1e-6 in f32: sixteen times the logarithm of the sixteenth root. */
export function logarithm(target: string, x: string, fresh: Names): string {
  const [root, part] = [fresh(), fresh()];
  return `
const ${root} = Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(${x}))));${logarithmNearOne(part, root, fresh)}
const ${target} = 16.0 * ${part};`;
}

/** Beyond 2^±31 the logarithm of any number is that of the bound. */
const LOG_RANGE = 2 ** 31;
/** Powers of two by which a number is brought near 1. */
const LOG_STEPS = [16, 8, 4, 2, 1];

/**
 * Declares `target` = ln x for 2^−31 ≤ x ≤ 2^31, the bound's beyond; absolute error 1e-11, and rounding.
 *
 * x = 2^n m with m within a factor √2 of 1, both by comparing.
 *
 * @param x  text, evaluated once
 */
export function logarithmOfAny(target: string, x: string, fresh: Names): string {
  const [m, n, w] = [fresh(), fresh(), fresh()];
  const nearer = (power: number) => {
    const [over, under] = [fresh(), fresh()];
    return `const ${over} = ${m} > ${2 ** (power - 0.5)} ? 1.0 : 0.0;
const ${under} = ${m} < ${2 ** (0.5 - power)} ? 1.0 : 0.0;
${n} = ${n} + ${power}.0 * (${over} - ${under});
${m} = ${m} * (${over} > 0.5 ? ${2 ** -power} : ${under} > 0.5 ? ${2 ** power}.0 : 1.0);`;
  };
  return `
let ${m} = Math.min(Math.max(${x}, ${1 / LOG_RANGE}), ${LOG_RANGE}.0);
let ${n} = 0.0;
${LOG_STEPS.map(nearer).join('\n')}
const ${w} = (${m} - 1.0) / (${m} + 1.0);
const ${target} = ${n} * ${Math.LN2} + ${twiceArtanh(w)};`;
}

/** Where −ln Φ(−z) is approximated, and its interpolation at Chebyshev's points there: absolute error under 3e-7. */
const EXPONENTIAL = { from: -0.85, to: 6 };
const EXPONENTIAL_SERIES = [
  5.295919397901075, 9.902325759866025, 5.361874363103851, 0.27385753113119554, -0.1478289932438603, 0.07404190841575024,
  -0.032638043764106645, 0.012239846815159518, -0.0023920161317809194, -0.003022964585833624, 0.0035629041414130713, -0.0011707596468686057,
];

/**
 * Declares `target` = −ln Φ(−z): of a normal z, a standard exponential. Absolute error 3e-7 and rounding; under −ln Φ(0.85) = 0.22 it is
 * that, and a normal beyond 6 is taken as 6.
 *
 * @param z  text: a name
 */
export function exponentialVariate(target: string, z: string, fresh: Names): string {
  const t = fresh();
  const [centre, half] = [(EXPONENTIAL.to + EXPONENTIAL.from) / 2, (EXPONENTIAL.to - EXPONENTIAL.from) / 2];
  return `
const ${t} = (Math.max(Math.min(${z}, ${EXPONENTIAL.to}.0), ${EXPONENTIAL.from}) - ${centre}) * ${1 / half};
const ${target} = ${polynomial(t, EXPONENTIAL_SERIES)};`;
}
