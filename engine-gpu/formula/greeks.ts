/** Names of the Greeks, in the order in which the closed forms return them. */

/** The order of a row of results: the price, then the Greeks. */
export const GREEKS = [
  'price',
  'delta',
  'gamma',
  'vega',
  'theta',
  'rho',
  'dividendRho',
  'vanna',
  'volga',
  'charm',
  'veta',
  'speed',
  'zomma',
  'color',
] as const;
