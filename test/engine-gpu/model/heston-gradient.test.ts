import { expect } from 'chai';
import fc from 'fast-check';
import { heston } from '#engine-gpu/model/heston';
import { HESTON_DIMENSION, hestonGradient } from '#engine-gpu/model/heston-gradient';

const NAMES = ['v0', 'kappa', 'theta', 'sigma', 'rho'] as const;

describe("the gradient of Heston's characteristic function", () => {
  it('agrees with finite differences of its logarithm', () => {
    const parameters = fc.record({
      v0: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
      kappa: fc.double({ min: 0.1, max: 8, noNaN: true }),
      theta: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
      sigma: fc.double({ min: 0.1, max: 2, noNaN: true }),
      rho: fc.double({ min: -0.95, max: 0.95, noNaN: true }),
    });
    const x = fc.double({ min: 0.01, max: 30, noNaN: true });
    const y = fc.double({ min: -0.9, max: -0.1, noNaN: true });
    fc.assert(
      fc.property(parameters, fc.double({ min: 0.05, max: 5, noNaN: true }), x, y, (model, time, re, im) => {
        const exact = new Float64Array(2 * HESTON_DIMENSION);
        hestonGradient(model, time)(re, im, exact);
        NAMES.forEach((name, j) => {
          const h = 1e-5 * Math.max(Math.abs(model[name]), 0.1);
          const logarithm = (shift: number) => {
            const value = new Float64Array(2);
            heston({ ...model, [name]: model[name] + shift }, time).exponent(re, im, value);
            return value;
          };
          const [above, below] = [logarithm(h), logarithm(-h)];
          // The error of a central difference is of order h², plus the rounding of ln φ over h.
          for (const part of [0, 1]) {
            const difference = (above[part]! - below[part]!) / (2 * h);
            const allowed = 1e-6 * (1 + Math.abs(difference)) + (1e-14 * (1 + Math.abs(above[part]!))) / h;
            expect(exact[2 * j + part], `${name}, part ${part}`).to.be.closeTo(difference, allowed);
          }
        });
      }),
      { numRuns: 300, seed: 6 },
    );
  });
});
