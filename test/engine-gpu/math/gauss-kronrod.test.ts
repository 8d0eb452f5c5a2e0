import { expect } from 'chai';
import { integrate } from '#engine-gpu/math/gauss-kronrod';
import { normalPdf } from '#engine-gpu/math/normal';

/** The function, and how often it has been called. */
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
        integrate((x) => x ** n, [0, 1], 1),
        `x^${n}`,
      ).to.be.closeTo(1 / (n + 1), 2e-16);
  });

  it('holds its tolerance over a kink, a jump and a narrow peak', () => {
    expect(integrate((x) => Math.abs(x - 1 / 3), [0, 1], 1e-13)).to.be.closeTo(5 / 18, 1e-13);
    expect(integrate((x) => (x < Math.SQRT1_2 ? 1 : 0), [0, 1], 1e-13)).to.be.closeTo(Math.SQRT1_2, 1e-13);
    expect(integrate((x) => 100 * normalPdf(100 * x), [-1, 0, 1], 1e-13)).to.be.closeTo(1, 1e-13);
  });

  it('gives up on noise after a bounded search', () => {
    // The rules never agree on an integrand that jumps between any two points.
    const [noise, calls] = counted((x) => 1e10 * Math.sin(1e15 * x));
    expect(integrate(noise, [0, 1], 1e-10)).to.be.finite;
    expect(calls()).to.be.below(100_000);
  });

  it('stops at rounding, however small the tolerance', () => {
    const [large, calls] = counted((x) => 1e30 * Math.exp(x));
    expect(integrate(large, [0, 1], 1e-10) / (1e30 * (Math.E - 1))).to.be.closeTo(1, 4e-16);
    expect(calls()).to.equal(15);
  });

  it('says that an integrand is not finite, without searching for where', () => {
    const [broken, calls] = counted(() => Number.NaN);
    expect(integrate(broken, [0, 1], 1e-10)).to.be.NaN;
    expect(calls()).to.equal(15);
  });
});
