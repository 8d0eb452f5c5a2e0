import { expect } from 'chai';
import { integrate } from '#engine-gpu/math/gauss-kronrod';
import { normalPdf } from '#engine-gpu/math/normal';

describe('adaptive Gauss-Kronrod quadrature', () => {
  it('integrates polynomials of degree 23 exactly', () => {
    for (let n = 0; n <= 23; n++)
      expect(
        integrate((x) => x ** n, [0, 1], 1),
        `x^${n}`,
      ).to.be.closeTo(1 / (n + 1), 2e-16);
  });

  it('holds its tolerance over a kink, a jump and a narrow peak', () => {
    expect(integrate((x) => Math.abs(x - 1 / 3), [0, 1], 1e-13)).to.be.closeTo(5 / 18, 1e-13);
    expect(integrate((x) => (x < Math.SQRT1_2 ? 1 : 0), [0, 1], 1e-13)).to.be.closeTo(Math.SQRT1_2, 1e-13);
    expect(integrate((x) => 100 * normalPdf(100 * x), [-1, 0, 1], 1e-13)).to.be.closeTo(1, 1e-13);
  });

  it('says that an integrand is not finite, without searching for where', () => {
    let calls = 0;
    const value = integrate(
      () => {
        calls++;
        return Number.NaN;
      },
      [0, 1],
      1e-10,
    );
    expect(value).to.be.NaN;
    expect(calls).to.equal(15);
  });
});
