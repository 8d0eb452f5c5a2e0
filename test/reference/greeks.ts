/** Compares the Greeks of the tables with those of the service. */
import { closeTo, type Tolerance } from './table.js';

/** Names in the tables that differ from those in payloads. */
const OURS: Readonly<Record<string, string>> = { dividend_rho: 'dividendRho' };
/** Greeks that the tables have and the interface does not. */
const NOT_OFFERED = ['strike_delta', 'ultima'];

/** Checks each expected number of a row; numbers below 1e-12 have an absolute tolerance of 1e-14. */
export function closeToGreeks(actual: object, expected: Readonly<Record<string, number>>, tolerance: Tolerance): void {
  const greeks = actual as Readonly<Record<string, number>>;
  for (const [name, value] of Object.entries(expected).filter(([name]) => !NOT_OFFERED.includes(name))) {
    const bound = Math.abs(value) < 1e-12 && tolerance.rel !== undefined ? { ...tolerance, abs: 1e-14 } : tolerance;
    closeTo(greeks[OURS[name] ?? name]!, value, bound, name);
  }
}
