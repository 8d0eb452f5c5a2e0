/** Digits that a reader can mean: what rounding in f64 adds stands beyond them. */
const DIGITS = 12;

/** A number as a person would write it: 80, 0.3 (not 0.30000000000000004), 1e+21. */
export const amount = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/** A fraction in percent: 0.07 is 7%. */
export const percent = (fraction: number): string => `${amount(fraction * 100)}%`;
