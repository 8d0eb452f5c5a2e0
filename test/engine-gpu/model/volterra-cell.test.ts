import { expect } from 'chai';
import { gamma } from '#engine-gpu/math/gamma';
import { exponentialsFor } from '#engine-gpu/model/fractional-kernel';
import { cellOf } from '#engine-gpu/model/volterra-cell';
import { variancesOf } from '#engine-gpu/simulation/process/rough-factors';

const dt = 1 / 64;
const cellAt = (hurst: number) => {
  const kernel = { alpha: hurst + 0.5, lambda: 0 };
  return cellOf(kernel, exponentialsFor(kernel, dt, 1), dt);
};

describe('a step of a rough process', () => {
  it('has the closed-form moments of a power kernel', () => {
    for (const hurst of [0.01, 0.05, 0.1, 0.3, 0.49, 0.5]) {
      const cell = cellAt(hurst);
      expect(cell.square / (dt ** (2 * hurst) / (2 * hurst) / gamma(hurst + 0.5) ** 2)).to.be.closeTo(1, 1e-12);
      expect(cell.beta / (dt ** (hurst - 0.5) / gamma(hurst + 1.5))).to.be.closeTo(1, 1e-12);
      expect(cell.rest / cell.square).to.be.closeTo(1 - (2 * hurst) / (hurst + 0.5) ** 2, 1e-5);
      expect(cell.integral / (dt ** (hurst + 0.5) / gamma(hurst + 2.5))).to.be.closeTo(1, 1e-8);
    }
  });

  it('reproduces the variance of rough Bergomi to a thousandth at any time and Hurst exponent', () => {
    for (const hurst of [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5]) {
      const cell = cellAt(hurst);
      const lengths = new Array<number>(64).fill(dt);
      const variances = variancesOf(
        lengths.map(() => cell),
        lengths,
      );
      expect(variances[0]).to.equal(0);
      for (let i = 1; i < 64; i++) {
        const exact = (i * dt) ** (2 * hurst) / (2 * hurst) / gamma(hurst + 0.5) ** 2;
        expect(variances[i]! / exact).to.be.within(0.999, 1.0001);
      }
    }
  });
});
