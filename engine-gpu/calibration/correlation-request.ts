/** A correlation matrix as callers state it. */
import { z } from 'zod';
import { assetNames } from '../base/terms.js';

/** How far entries may be from symmetry, the diagonal from one, and eigenvalues from zero: what printing with ten digits leaves. */
export const CORRELATION_TOLERANCE = 1e-10;

const entry = z
  .number()
  .min(-1 - CORRELATION_TOLERANCE)
  .max(1 + CORRELATION_TOLERANCE);

export const correlationMatrixFields = {
  assets: assetNames.meta({
    description: 'Distinct names, in the order of the rows: of assets, pairs of currencies (EURUSD) or currencies',
  }),
  matrix: z.array(z.array(entry)).meta({ description: 'A row per asset: symmetric, with ones on the diagonal and no negative eigenvalue' }),
  repair: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether a matrix with a negative eigenvalue is replaced by the nearest correlation matrix (Higham 2002)' }),
};

interface Stated {
  readonly assets: readonly string[];
  readonly matrix: readonly (readonly number[])[];
}

/** Requires a square, symmetric matrix with ones on its diagonal. */
export function requireSymmetricUnitDiagonal({ assets, matrix }: Stated, context: z.RefinementCtx): void {
  const fault = (path: (string | number)[], message: string, input: unknown) => context.addIssue({ code: 'custom', path, message, input });
  const n = assets.length;
  if (matrix.length !== n) fault(['matrix'], `must have one row per asset, ${n}; got ${matrix.length}`, matrix);
  const ragged = matrix.flatMap((row, i) => (row.length === n ? [] : [i]));
  for (const i of ragged) fault(['matrix', i], `must have one entry per asset, ${n}; got ${matrix[i]!.length}`, matrix[i]);
  if (matrix.length !== n || ragged.length > 0) return;
  matrix.forEach((row, i) => {
    row.forEach((value, j) => {
      if (i === j && Math.abs(value - 1) > CORRELATION_TOLERANCE) fault(['matrix', i, j], `must be 1; got ${value}`, value);
      if (j < i && Math.abs(value - matrix[j]![i]!) > CORRELATION_TOLERANCE)
        fault(['matrix', i, j], `must be ${matrix[j]![i]}, the entry opposite the diagonal; got ${value}`, value);
    });
  });
}

export const correlationMatrixRequest = z.strictObject(correlationMatrixFields).superRefine(requireSymmetricUnitDiagonal);
export type CorrelationMatrixRequest = z.output<typeof correlationMatrixRequest>;

const repaired = z
  .strictObject({
    distance: z.number().meta({ description: 'Frobenius norm of what was changed' }),
    smallestEigenvalue: z.number().meta({ description: 'Of the matrix that was given' }),
    iterations: z.int(),
    converged: z.boolean().meta({ description: 'Whether no other correlation matrix is nearer; the matrix is one either way' }),
  })
  .meta({ id: 'CorrelationRepair', description: 'How the matrix that was given was replaced by the nearest correlation matrix' });

export const correlationMatrixResponse = z.strictObject({
  matrix: z.array(z.array(z.number())),
  repaired: repaired.optional(),
});
export type CorrelationMatrixResponse = z.output<typeof correlationMatrixResponse>;
