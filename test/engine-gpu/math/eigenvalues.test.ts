import { expect } from 'chai';
import fc from 'fast-check';
import { symmetricEigenpairs, symmetricEigenvalues } from '#engine-gpu/math/eigenvalues';

const equicorrelated = (size: number, rho: number) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : rho)));

describe('eigenvalues of a symmetric matrix', () => {
  it('are 1 − ρ, n − 1 times, and 1 + (n − 1) ρ where all correlations are ρ', () => {
    for (const [size, rho] of [
      [2, 0.3],
      [5, -0.25],
      [12, 0.9],
      [30, 0.5],
    ] as const) {
      const values = symmetricEigenvalues(equicorrelated(size, rho));
      const expected = [...Array<number>(size - 1).fill(1 - rho), 1 + (size - 1) * rho].sort((a, b) => a - b);
      // A few n ulp of the largest eigenvalue.
      values.forEach((value, i) => {
        expect(value).to.be.closeTo(expected[i]!, 4 * size * Number.EPSILON * (1 + size * Math.abs(rho)));
      });
    }
  });

  it('are those of the tridiagonal matrix 2, −1: 2 − 2 cos(kπ / (n + 1))', () => {
    const n = 20;
    const matrix = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)));
    symmetricEigenvalues(matrix).forEach((value, k) => {
      // n ulp of the norm, 4.
      expect(value).to.be.closeTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 4 * n * Number.EPSILON);
    });
  });

  it('add up to the trace, and their squares to the trace of the squared matrix', () => {
    const entry = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 8 })
          .chain((n) => fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n })),
        (rows) => {
          const matrix = rows.map((row, i) => row.map((x, j) => (j <= i ? x : rows[j]![i]!)));
          const values = symmetricEigenvalues(matrix);
          const n = matrix.length;
          const trace = matrix.reduce((sum, row, i) => sum + row[i]!, 0);
          const squares = matrix.flat().reduce((sum, x) => sum! + x! * x!, 0);
          // The norm is at most n, and the error of each of n values a few n ε of it.
          expect(values.reduce((sum, x) => sum + x, 0)).to.be.closeTo(trace, 16 * n ** 3 * Number.EPSILON);
          expect(values.reduce((sum, x) => sum + x * x, 0)).to.be.closeTo(squares!, 32 * n ** 4 * Number.EPSILON);
        },
      ),
    );
  });

  it('come with orthonormal eigenvectors, in descending order of the eigenvalues', () => {
    const matrix = [
      [1, 0.6, 0.3, 0.3],
      [0.6, 1, 0.4, 0.4],
      [0.3, 0.4, 1, 1],
      [0.3, 0.4, 1, 1],
    ];
    const pairs = symmetricEigenpairs(matrix);
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, x, i) => sum + x * b[i]!, 0);
    expect(pairs.map(({ value }) => value)).to.deep.equal([...symmetricEigenvalues(matrix)].reverse());
    pairs.forEach(({ value, vector }, i) => {
      // A few ulp of the norm, under 3.
      for (const [k, row] of matrix.entries()) expect(dot(row, vector)).to.be.closeTo(value * vector[k]!, 1e-14);
      pairs.forEach((other, j) => void expect(dot(vector, other.vector)).to.be.closeTo(i === j ? 1 : 0, 1e-14));
    });
  });
});
