import { expect } from 'chai';
import { exponentialSeries } from '#engine-gpu/math/exponential-series';

describe("Chebyshev's series of an exponential", () => {
  it('has modified Bessel functions as coefficients', () => {
    // Abramowitz and Stegun (1964), table 9.8: e^(−x) I₀ and I₁ at 1, times e.
    const [zeroth, first] = exponentialSeries(1, 2);
    expect(zeroth).to.be.closeTo(1.2660658777520084, 1e-15);
    expect(first / 2).to.be.closeTo(0.5651591039924851, 1e-15);
  });

  it('adds up to the exponential for arguments of either sign and zero', () => {
    for (const z of [0, 1e-200, -1e-9, 0.3, -2, 4, -20]) {
      const coefficients = exponentialSeries(z, 70);
      for (const t of [-1, -0.7, 0, 0.2, 1]) {
        const sum = coefficients.reduce((total, c, n) => total + c * Math.cos(n * Math.acos(t)), 0);
        expect(Math.abs(sum - Math.exp(z * t)), `${z} ${t}`).to.be.at.most(1e-14 * Math.exp(Math.abs(z)));
      }
    }
  });
});
