import { expect } from 'chai';
import fc from 'fast-check';
import { withOffences } from '#engine-gpu/calibration/svi-offences';
import type { LeastSquaresProblem } from '#engine-gpu/math/levenberg-marquardt';

const KS = [-0.6, -0.3, -0.1, 0, 0.1, 0.3, 0.6];
const MARGIN = 1e-3;
const noQuotes: LeastSquaresProblem = { residualCount: 0, lower: [], upper: [], evaluate: () => undefined };
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
// At ρ = 0 the steeper wing changes its side.
const smiles = fc.record({
  ...{
    least: between(0.005, 0.1),
    b: between(0.01, 2.5),
    rho: fc.oneof(between(-0.95, -0.01), between(0.01, 0.95)),
    m: between(-0.5, 0.5),
    sigma: between(0.05, 1),
  },
});

describe('the offences of a smile', () => {
  it('have the derivatives that differences give, by each of the five unknowns', () => {
    fc.assert(
      fc.property(smiles, smiles, fc.boolean(), ({ least, b, rho, m, sigma }, other, hasEarlier) => {
        const quotes = { time: 1, ks: KS, volatilities: KS.map(() => 0.2) };
        const earlier = hasEarlier
          ? {
              a: other.least - other.b * other.sigma * Math.sqrt(1 - other.rho ** 2),
              b: other.b,
              rho: other.rho,
              m: other.m,
              sigma: other.sigma,
            }
          : undefined;
        const problem = withOffences(noQuotes, quotes, earlier, { weight: 1, margin: MARGIN });
        const evaluated = (x: readonly number[]) => {
          const [residuals, jacobian] = [new Float64Array(problem.residualCount), new Float64Array(5 * problem.residualCount)];
          problem.evaluate(Float64Array.from(x), residuals, jacobian);
          return { residuals, jacobian };
        };
        const x = [least, b, rho, m, sigma];
        const { residuals, jacobian } = evaluated(x);
        for (let j = 0; j < 5; j++) {
          const bump = 1e-6 * Math.abs(x[j]!) + 1e-8;
          const [up, down] = [evaluated(x.with(j, x[j]! + bump)), evaluated(x.with(j, x[j]! - bump))];
          residuals.forEach((residual, row) => {
            // At a kink a difference lies between the slopes of both sides.
            if (residual === 0 || up.residuals[row] === 0 || down.residuals[row] === 0) return;
            const difference = (up.residuals[row]! - down.residuals[row]!) / (2 * bump);
            // The square of the bump, and rounding of the residuals over it.
            const slack = 1e-6 * (1 + Math.abs(difference)) + (1e-13 * (1 + Math.abs(residual))) / bump;
            expect(jacobian[5 * row + j], `row ${row} by unknown ${j}`).to.be.closeTo(difference, slack);
          });
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('are none where the smile is free of arbitrage and above the earlier one, and begin at the margin', () => {
    const quotes = { time: 1, ks: KS, volatilities: KS.map(() => 0.2) };
    const offences = (least: number, margin: number) => {
      const problem = withOffences(noQuotes, quotes, { a: 0.03, b: 0.02, rho: -0.3, m: 0, sigma: 0.2 }, { weight: 1, margin });
      const residuals = new Float64Array(problem.residualCount);
      problem.evaluate(Float64Array.of(least, 0.03, -0.3, 0, 0.2), residuals, new Float64Array(5 * problem.residualCount));
      return residuals.filter((residual) => residual > 0).length;
    };
    expect(offences(0.04, 0)).to.equal(0);
    expect(offences(0.02, 0)).to.be.above(0);
    expect(offences(0.04, 0.5)).to.be.above(0);
  });
});
