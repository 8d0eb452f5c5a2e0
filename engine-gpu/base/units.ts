/** Aliases of `number` that state the unit in a signature. */

/** Amount in the contract's currency. */
export type Price = number;
/** Decimal, continuously compounded: 0.05 is 5 %. */
export type Rate = number;
/** Decimal: 0.2 is 20 %. */
export type Volatility = number;
/** Year fraction. */
export type Years = number;
/** Value now of one unit paid later. */
export type DiscountFactor = number;
