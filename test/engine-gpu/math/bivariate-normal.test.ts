import { expect } from 'chai';
import fc from 'fast-check';
import { bivariateNormalCdf } from '#engine-gpu/math/bivariate-normal';
import { normalCdf } from '#engine-gpu/math/normal';
import { closeTo, table } from '#test/reference/table';

table<{ points: [number, number, number][] }, { probabilities: number[] }>('bivariate_normal', ({ inputs, expected, tolerance }) => {
  inputs.points.forEach((point, i) => {
    closeTo(bivariateNormalCdf(...point), expected.probabilities[i]!, tolerance, `P at ${point}`);
  });
});

describe('the bivariate normal distribution', () => {
  const number = fc.double({ min: -40, max: 40, noNaN: true });

  it('is min(Φ(a), Φ(b)) at ρ = 1 and max(Φ(a) + Φ(b) − 1, 0) at ρ = −1', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(bivariateNormalCdf(a, b, 1)).to.be.closeTo(Math.min(normalCdf(a), normalCdf(b)), 1e-16);
        expect(bivariateNormalCdf(a, b, -1)).to.be.closeTo(Math.max(normalCdf(a) - normalCdf(-b), 0), 3e-16);
      }),
    );
  });

  it('adds up to the marginal distribution over both signs of the other variable', () => {
    fc.assert(
      fc.property(number, number, fc.double({ min: -1, max: 1, noNaN: true }), (a, b, rho) => {
        // Twice the error of Genz's algorithm.
        expect(bivariateNormalCdf(a, b, rho) + bivariateNormalCdf(a, -b, -rho)).to.be.closeTo(normalCdf(a), 4e-15);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('has its limits at infinite arguments', () => {
    expect(bivariateNormalCdf(Number.NEGATIVE_INFINITY, 1, 0.5)).to.equal(0);
    expect(bivariateNormalCdf(1, Number.POSITIVE_INFINITY, -0.5)).to.equal(normalCdf(1));
    expect(bivariateNormalCdf(Number.POSITIVE_INFINITY, 1, 1)).to.equal(normalCdf(1));
  });
});
