import { expect } from 'chai';
import { gamma } from '#engine-gpu/math/gamma';
import { exponentialsFor, kernelAt, kernelIntegral } from '#engine-gpu/model/fractional-kernel';

describe('the kernel of rough volatility', () => {
  it('is a power without mean reversion, and an exponential for α = 1', () => {
    expect(kernelAt({ alpha: 0.6, lambda: 0 }, 0.3)).to.be.closeTo(0.3 ** -0.4 / gamma(0.6), 1e-14);
    expect(kernelIntegral({ alpha: 0.6, lambda: 0 }, 0.3)).to.be.closeTo(0.3 ** 0.6 / gamma(1.6), 1e-14);
    expect(kernelAt({ alpha: 1, lambda: 2 }, 0.3)).to.be.closeTo(Math.exp(-0.6), 1e-15);
    expect(kernelIntegral({ alpha: 1, lambda: 2 }, 0.3)).to.be.closeTo((1 - Math.exp(-0.6)) / 2, 1e-15);
  });

  it('agrees with adaptive quadrature of its spectral integral', () => {
    for (const [alpha, lambda, time, value] of [
      [0.6, 2, 0.5, 0.15979156825611124],
      [0.6, 2, 5, 0.005581864777467651],
      [0.55, 1000, 0.3, 1.8074952487338916e-6],
      [0.62, 0.3, 1e-6, 131.85032156435332],
      [0.99, 3, 2, 0.003011436402015479],
    ] as const)
      expect(kernelAt({ alpha, lambda }, time) / value).to.be.closeTo(1, 1e-9);
    // Here the integrand varies within two thousandths of the range of the angle.
    expect(kernelAt({ alpha: 0.9999, lambda: 3 }, 2) / 0.0024842107629722736).to.be.closeTo(1, 2e-7);
  });

  it('is the derivative of its integral on both sides of the end of the power series', () => {
    const kernel = { alpha: 0.6, lambda: 2 };
    for (const time of [0.5, 0.9999, 1.0001, 6]) {
      const slope = (kernelIntegral(kernel, time + 1e-5) - kernelIntegral(kernel, time - 1e-5)) / 2e-5;
      expect(slope).to.be.closeTo(kernelAt(kernel, time), 1e-7);
    }
  });

  it('is approximated by at most 16 exponentials on every grid of a simulation', () => {
    const largestError = (alpha: number, lambda: number, steps: number) => {
      const kernel = { alpha, lambda };
      const exponentials = exponentialsFor(kernel, 1 / steps, 1);
      expect(exponentials.length).to.be.at.most(16);
      const errors = Array.from({ length: 501 }, (_, i) => {
        const time = steps ** (-i / 500);
        const sum = exponentials.reduce((total, { rate, weight }) => total + weight * Math.exp(-rate * time), 0);
        return Math.abs(sum / kernelAt(kernel, time) - 1);
      });
      // Weights of both signs cancel; single precision must keep enough digits.
      expect(exponentials.reduce((total, { weight }) => total + Math.abs(weight), 0)).to.be.below(25 * kernelAt(kernel, 1 / steps));
      return Math.max(...errors);
    };
    for (const steps of [2, 16, 128, 1024, 10_000]) {
      for (const alpha of [0.51, 0.57, 0.6, 0.8, 0.999]) expect(largestError(alpha, 0, steps)).to.be.below(5e-5);
      for (const alpha of [0.55, 0.6, 0.95]) expect(largestError(alpha, 2, steps)).to.be.below(2e-4);
    }
    // With such fast mean reversion the kernel falls by four decades, and its smallest values do not matter.
    expect(largestError(0.6, 100, 128)).to.be.below(4e-3);
    expect(exponentialsFor({ alpha: 1, lambda: 3 }, 0.01, 1)).to.deep.equal([{ rate: 3, weight: 1 }]);
  });
});
