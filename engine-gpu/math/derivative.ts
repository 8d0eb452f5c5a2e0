/**
 * f′(0) by the five-point formula, [f(−2h) − 8f(−h) + 8f(h) − f(2h)]/12h, for functions whose values are accurate to rounding.
 *
 * @param h  step: the error is h⁴f⁗′/30 and about ε|f|/h of rounding
 */
export const derivativeAtZero = (f: (x: number) => number, h: number): number => (f(-2 * h) - f(2 * h) + 8 * (f(h) - f(-h))) / (12 * h);
