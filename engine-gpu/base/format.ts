/** Significant digits of a number in a text: rounding errors of double precision lie beyond them. */
const SIGNIFICANT_DIGITS = 12;

/** A number as a person would write it: 80, 0.3 (not 0.30000000000000004), 1e+21. */
export const formatNumber = (value: number): string => String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));

/** A fraction in percent: 0.07 is 7%. */
export const formatPercent = (fraction: number): string => `${formatNumber(fraction * 100)}%`;

/** Three digits, which are enough for a message. */
export const threeDigits = (value: number): string => formatNumber(Number(value.toPrecision(3)));
