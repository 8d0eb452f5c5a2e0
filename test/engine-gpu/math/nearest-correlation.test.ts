import { expect } from 'chai';
import fc from 'fast-check';
import { symmetricEigenvalues } from '#engine-gpu/math/eigenvalues';
import { nearestCorrelation } from '#engine-gpu/math/nearest-correlation';

const norm = (matrix: readonly (readonly number[])[], other: readonly (readonly number[])[]): number =>
  Math.sqrt(matrix.reduce((sum, row, i) => sum + row.reduce((rowSum, value, j) => rowSum + (value - other[i]![j]!) ** 2, 0), 0));

/** Symmetric, ones on the diagonal, entries in [−1, 1]. */
const candidates = fc
  .integer({ min: 2, max: 8 })
  .chain((size) =>
    fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size * size, maxLength: size * size })
      .map((entries) =>
        Array.from({ length: size }, (_, i) =>
          Array.from({ length: size }, (__, j) => (i === j ? 1 : entries[Math.min(i, j) * size + Math.max(i, j)]!)),
        ),
      ),
  );

describe('the nearest correlation matrix', () => {
  it('is that of Higham’s example', () => {
    const { matrix, distance, converged } = nearestCorrelation([
      [1, 1, 0],
      [1, 1, 1],
      [0, 1, 1],
    ]);
    expect(converged).to.equal(true);
    // Higham (2002), section 4: to the digits printed there.
    expect(matrix[0]![1]).to.be.closeTo(0.7607, 5e-5);
    expect(matrix[0]![2]).to.be.closeTo(0.1573, 5e-5);
    expect(distance).to.be.closeTo(0.5278, 5e-5);
  });

  it('is the matrix itself where that is a correlation matrix', () => {
    const candidate = [
      [1, 0.5, -0.2],
      [0.5, 1, 0.3],
      [-0.2, 0.3, 1],
    ];
    const { matrix, distance } = nearestCorrelation(candidate);
    expect(distance).to.be.below(1e-14);
    expect(norm(matrix, candidate)).to.be.below(1e-14);
  });

  it('has ones on its diagonal, is symmetric to the bit, and has no eigenvalue below the rounding of zero', () => {
    fc.assert(
      fc.property(candidates, (candidate) => {
        const { matrix } = nearestCorrelation(candidate);
        matrix.forEach((row, i) => {
          expect(row[i]).to.equal(1);
          row.forEach((value, j) => {
            expect(value).to.equal(matrix[j]![i]);
            expect(Math.abs(value)).to.be.at.most(1);
          });
        });
        // The markets of requests check it to the same bound, 8 n ε.
        expect(symmetricEigenvalues(matrix)[0]).to.be.at.least(-8 * matrix.length * Number.EPSILON);
      }),
      { numRuns: 200 },
    );
  });

  it('is nearer than any correlation matrix on the way to it: the set is convex', () => {
    fc.assert(
      fc.property(candidates, candidates, (candidate, other) => {
        const { matrix, distance, converged } = nearestCorrelation(candidate);
        fc.pre(converged && other.length === candidate.length);
        const { matrix: another } = nearestCorrelation(other);
        for (const weight of [1e-3, 0.1, 1]) {
          const mixed = matrix.map((row, i) => row.map((value, j) => (1 - weight) * value + weight * another[i]![j]!));
          // The iterations stop 1e-12 an entry from the limit, and converge linearly.
          expect(norm(candidate, mixed)).to.be.at.least(distance - 1e-9);
        }
      }),
      { numRuns: 100 },
    );
  });
});
