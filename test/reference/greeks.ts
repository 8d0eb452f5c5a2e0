/** Greeks of the tables against ours. */
import { closeTo, type Tolerance } from './table.js';

/** Names of the tables that payloads call otherwise. */
const OURS: Readonly<Record<string, string>> = { dividend_rho: 'dividendRho' };
/** Given by the tables and not by the interface. */
const NOT_OFFERED = ['strike_delta', 'ultima'];

/** Each expected number of a row; the tables ask for 1e-14 in absolute terms where a number is under 1e-12. */
export function closeToGreeks(actual: object, expected: Readonly<Record<string, number>>, tolerance: Tolerance): void {
  const greeks = actual as Readonly<Record<string, number>>;
  for (const [name, value] of Object.entries(expected).filter(([name]) => !NOT_OFFERED.includes(name))) {
    const bound = Math.abs(value) < 1e-12 && tolerance.rel !== undefined ? { ...tolerance, abs: 1e-14 } : tolerance;
    closeTo(greeks[OURS[name] ?? name], value, bound, name);
  }
}
