import { expect } from 'chai';
import { correlationFactor } from '#engine-gpu/math/correlation-factor';

describe('the factor of a correlation matrix', () => {
  const product = (factor: readonly (readonly number[])[]) =>
    factor.map((a) => factor.map((b) => a.reduce((sum, x, k) => sum + x * b[k]!, 0)));

  it('reproduces the matrix, with columns in descending order of length', () => {
    for (const matrix of [
      [[1]],
      [
        [1, -0.4],
        [-0.4, 1],
      ],
      [
        [1, 0.6, 0.3],
        [0.6, 1, 0.4],
        [0.3, 0.4, 1],
      ],
    ]) {
      const factor = correlationFactor(matrix);
      product(factor).forEach((row, i) => {
        // Rounding errors of numbers of at most 1.
        row.forEach((x, j) => void expect(x).to.be.closeTo(matrix[i]![j]!, 1e-14));
      });
      const lengths = matrix.map((_, k) => factor.reduce((sum, row) => sum + row[k]! ** 2, 0));
      expect(lengths).to.deep.equal(lengths.toSorted((a, b) => b - a));
    }
  });

  it('has as many columns as the matrix has rank', () => {
    const matrix = [
      [1, 1, 0.5],
      [1, 1, 0.5],
      [0.5, 0.5, 1],
    ];
    const factor = correlationFactor(matrix);
    expect(factor.map((row) => row.length)).to.deep.equal([2, 2, 2]);
    product(factor).forEach((row, i) => {
      row.forEach((x, j) => void expect(x).to.be.closeTo(matrix[i]![j]!, 1e-12));
    });
  });
});
