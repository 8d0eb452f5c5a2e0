/** The correlation matrix that the pairs of a request form, and its repair where they form none. */
import { symmetricEigenvalues } from '../math/eigenvalues.js';
import { nearestCorrelation } from '../math/nearest-correlation.js';
import { eigenvalueRounding, requirePositiveSemiDefinite } from './correlation.js';
import type { Report } from './curve-input.js';
import type { CorrelationRepair } from './market.js';

export interface CorrelationInput {
  readonly matrix: readonly (readonly number[])[];
  /** Absent where the stated matrix is used. */
  readonly repaired?: CorrelationRepair;
}

interface Pair {
  readonly asset1: string;
  readonly asset2: string;
  readonly correlation: number;
}

/** Names of a row of the matrix: its own, and further names with the sign of the driver under each. */
interface Driver {
  readonly name: string;
  readonly others?: readonly (readonly [name: string, sign: 1 | -1])[];
}

/**
 * The matrix of the drivers, in their order.
 *
 * @param repair  whether a matrix with a negative eigenvalue is replaced by the nearest correlation matrix; otherwise it is reported
 */
export function resolveCorrelation(pairs: readonly Pair[], drivers: readonly Driver[], repair: boolean, report: Report): CorrelationInput {
  const matrix = drivers.map((_, i) => drivers.map((_, j) => (i === j ? 1 : Number.NaN)));
  const index = new Map<string, readonly [driver: number, sign: 1 | -1]>();
  drivers.forEach(({ others: correlations = [] }, i) => {
    for (const [name, sign] of correlations) index.set(name, [i, sign]);
  });
  // An asset's own name comes before that of a pair of currencies.
  drivers.forEach(({ name, others: correlations }, i) => {
    if (correlations === undefined) index.set(name, [i, 1]);
  });
  for (const { asset1, asset2, correlation } of pairs) {
    const [one, other] = [index.get(asset1), index.get(asset2)];
    if (one === undefined || other === undefined || one[0] === other[0]) continue;
    const signed = one[1] * other[1] * correlation;
    matrix[one[0]]![other[0]] = signed;
    matrix[other[0]]![one[0]] = signed;
  }
  // A missing pair is not taken as zero: a forgotten one would change the price silently.
  const missing = drivers.flatMap((a, i) =>
    drivers.slice(0, i).flatMap((b, j) => (Number.isNaN(matrix[i]![j]) ? [`${b.name} and ${a.name}`] : [])),
  );
  for (const pair of missing) report('/market/correlations', `must have an entry for ${pair}`);
  if (missing.length > 0) return { matrix };
  const smallest = symmetricEigenvalues(matrix)[0] ?? 1;
  if (!repair || smallest >= -eigenvalueRounding(matrix.length)) {
    requirePositiveSemiDefinite(matrix, '/market/correlations', report);
    return { matrix };
  }
  const nearest = nearestCorrelation(matrix);
  const correlations = drivers.flatMap((a, i) =>
    drivers.slice(0, i).map((b, j) => ({ asset1: b.name, asset2: a.name, correlation: nearest.matrix[i]![j]! })),
  );
  return { matrix: nearest.matrix, repaired: { smallestEigenvalue: smallest, distance: nearest.distance, correlations } };
}
