/** Compares simulated prices with the prices that they estimate. */
import type { MonteCarloResult } from '#engine-gpu/simulation/run/monte-carlo';
import { closeTo } from '#test/reference/table';

/** Largest deviation in standard errors. With 16 shifts, the fewest, Student's t with 15 degrees of freedom exceeds 4 once in 900. */
export const STANDARD_ERRORS = 4;

/** @param more what may divide the two besides noise, in units of the price */
export const withinNoise = ({ price, standardError }: MonteCarloResult, expected: number, more = 0): void =>
  closeTo(price, expected, { abs: STANDARD_ERRORS * standardError + more, why: `${STANDARD_ERRORS} standard errors` });
