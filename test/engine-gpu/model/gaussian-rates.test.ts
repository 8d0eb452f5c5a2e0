import { expect } from 'chai';
import { decayIntegral } from '#engine-gpu/math/decay';
import { type GaussianRates, integralVariance, transitionFactor } from '#engine-gpu/model/gaussian-rates';

const one = (meanReversion: number, volatility = 0.01): GaussianRates => ({ factors: [{ meanReversion, volatility }], correlation: 1 });
const TWO: GaussianRates = {
  factors: [
    { meanReversion: 0.5, volatility: 0.012 },
    { meanReversion: -0.05, volatility: 0.01 },
  ],
  correlation: -0.75,
};

describe('Gaussian short rates', () => {
  it('with one factor have the closed-form variance of their integral', () => {
    for (const a of [0.1, 2, -0.3])
      for (const time of [0.5, 3, 30]) {
        const exact = (0.01 / a) ** 2 * (time - 2 * decayIntegral(a, time) + decayIntegral(2 * a, time));
        expect(integralVariance(one(a), time) / exact).to.be.closeTo(1, 1e-11);
      }
    // The Ho-Lee model: σ²τ³/3.
    expect(integralVariance(one(0), 2)).to.be.closeTo((1e-4 * 8) / 3, 1e-18);
    expect(integralVariance(TWO, 0)).to.equal(0);
  });

  it('have the same transition over one step as over its two halves', () => {
    const [half, whole] = [transitionFactor(TWO, 0.7), transitionFactor(TWO, 1.4)];
    /** Covariance of the random parts of (x, y, I). */
    const covariance = (lower: readonly (readonly number[])[]) =>
      lower.map((row) => lower.map((other) => row.reduce((sum, value, k) => sum + value * other[k], 0)));
    const first = covariance(half);
    // (x, y, I) after the second half is M times that after the first, plus an independent random part.
    const moves = [
      [Math.exp(-0.5 * 0.7), 0, 0],
      [0, Math.exp(0.05 * 0.7), 0],
      [decayIntegral(0.5, 0.7), decayIntegral(-0.05, 0.7), 1],
    ];
    const product = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
      a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
    const transposed = moves.map((_, i) => moves.map((row) => row[i]));
    const carried = product(product(moves, first), transposed);
    covariance(whole).forEach((row, i) => {
      row.forEach((value, j) => void expect(carried[i][j] + first[i][j]).to.be.closeTo(value, 1e-16));
    });
  });
});
