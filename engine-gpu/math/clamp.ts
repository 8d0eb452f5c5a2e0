/** The value, or the bound that it lies beyond. */
export const clamp = (value: number, lower: number, upper: number): number => Math.min(Math.max(value, lower), upper);
