import { expect } from 'chai';
import { normalPdf } from '#engine-gpu/math/normal';
import { compositeGaussLegendre, gaussKronrod, gaussLegendre, normalExpectation } from '#engine-gpu/math/quadrature';

/** The function, and the number of its evaluations so far. */
function counted(f: (x: number) => number): [(x: number) => number, () => number] {
  let calls = 0;
  const counting = (x: number) => {
    calls++;
    return f(x);
  };
  return [counting, () => calls];
}

describe('adaptive Gauss-Kronrod quadrature', () => {
  it('integrates polynomials of degree 23 exactly', () => {
    for (let n = 0; n <= 23; n++)
      expect(
        gaussKronrod((x) => x ** n, [0, 1], 1),
        `x^${n}`,
      ).to.be.closeTo(1 / (n + 1), 2e-16);
  });

  it('meets its tolerance over a kink, a jump and a narrow peak', () => {
    expect(gaussKronrod((x) => Math.abs(x - 1 / 3), [0, 1], 1e-13)).to.be.closeTo(5 / 18, 1e-13);
    expect(gaussKronrod((x) => (x < Math.SQRT1_2 ? 1 : 0), [0, 1], 1e-13)).to.be.closeTo(Math.SQRT1_2, 1e-13);
    expect(gaussKronrod((x) => 100 * normalPdf(100 * x), [-1, 0, 1], 1e-13)).to.be.closeTo(1, 1e-13);
  });

  it('stops after a bounded number of evaluations on a noisy integrand', () => {
    // The rules never agree on an integrand that jumps between any two points.
    const [noise, calls] = counted((x) => 1e10 * Math.sin(1e15 * x));
    expect(gaussKronrod(noise, [0, 1], 1e-10)).to.be.finite;
    expect(calls()).to.be.below(100_000);
  });

  it('does not halve below rounding error, however small the tolerance', () => {
    const [large, calls] = counted((x) => 1e30 * Math.exp(x));
    expect(gaussKronrod(large, [0, 1], 1e-10) / (1e30 * (Math.E - 1))).to.be.closeTo(1, 4e-16);
    expect(calls()).to.equal(15);
  });

  it('returns NaN for an integrand that is NaN, without halving', () => {
    const [broken, calls] = counted(() => Number.NaN);
    expect(gaussKronrod(broken, [0, 1], 1e-10)).to.be.NaN;
    expect(calls()).to.equal(15);
  });
});

describe('Gauss-Legendre quadrature', () => {
  it('of n points integrates polynomials of degree 2n − 1 exactly', () => {
    for (const n of [1, 2, 5, 16, 64]) {
      const { points, weights } = gaussLegendre(n);
      for (let degree = 0; degree < 2 * n; degree++) {
        const integral = points.reduce((sum, x, i) => sum + weights[i]! * x ** degree, 0);
        expect(integral, `x^${degree}, ${n} points`).to.be.closeTo(degree % 2 === 0 ? 2 / (degree + 1) : 0, 2e-15);
      }
    }
  });

  it('on panels integrates an exponential over many of its lifetimes to rounding', () => {
    for (const rate of [0, 0.3, 7])
      expect(compositeGaussLegendre((s) => Math.exp(-rate * s), 1, 6, rate)).to.be.closeTo(
        rate === 0 ? 5 : (Math.exp(-rate) - Math.exp(-6 * rate)) / rate,
        5e-15,
      );
  });
});

describe('an expectation over a standard normal', () => {
  it('is far more accurate than its tolerance for an analytic integrand', () => {
    expect(normalExpectation((z) => Math.exp(0.5 * z), 1e-6)).to.be.closeTo(Math.exp(0.125), 1e-13);
    expect(normalExpectation((z) => z ** 4, 1e-6)).to.be.closeTo(3, 1e-13);
  });

  it('fails with its last difference where the sums do not agree', () => {
    expect(() => normalExpectation((z) => (z > 0.1 ? 1 : 0), 1e-8)).to.throw('did not converge');
  });
});
