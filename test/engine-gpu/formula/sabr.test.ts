import { expect } from 'chai';
import fc from 'fast-check';
import { type SabrParameters, sabrSensitivities, sabrVolatility } from '#engine-gpu/formula/sabr';
import { closeTo, table } from '#test/reference/table';

type Inputs = SabrParameters & { readonly forward: number; readonly time: number; readonly strikes: readonly number[] };
type Expected = { readonly implied_vols: readonly number[] } | { readonly implied_vols_hagan: readonly number[] };

table<Inputs, Expected>('sabr', ({ inputs, expected, tolerance }) => {
  const { forward, time, strikes } = inputs;
  const volatilities = 'implied_vols' in expected ? expected.implied_vols : expected.implied_vols_hagan;
  volatilities.forEach((volatility, i) => {
    closeTo(sabrVolatility(forward, strikes[i]!, time, inputs), volatility, tolerance, `volatility at ${strikes[i]}`);
  });
});

describe('the SABR expansion', () => {
  const parameters = fc.record({
    alpha: fc.double({ min: 0.01, max: 1, noNaN: true }),
    beta: fc.double({ min: 0, max: 1, noNaN: true }),
    rho: fc.double({ min: -0.99, max: 0.99, noNaN: true }),
    nu: fc.double({ min: 0, max: 2, noNaN: true }),
  });

  it('has derivatives that agree with finite differences', () => {
    fc.assert(
      fc.property(
        parameters,
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (model, strike, time) => {
          const exact = sabrSensitivities(1, strike, time, model);
          for (const name of ['alpha', 'rho', 'nu'] as const) {
            // The error of a central difference of step h is h² times a third derivative, plus rounding over h.
            const h = 1e-5 * model.alpha;
            const value = (shift: number) => sabrVolatility(1, strike, time, { ...model, [name]: model[name] + shift });
            const difference = (value(h) - value(-h)) / (2 * h);
            expect(exact[name], name).to.be.closeTo(difference, 1e-5 * (1 + Math.abs(difference)));
          }
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  it('is continuous where the series near the money ends and the closed form begins', () => {
    // z = (ν/α) ln(F/K) at β = 1: on either side of 0.03, a few ulp apart.
    const model = { alpha: 0.2, beta: 1, rho: -0.6, nu: 0.5 };
    for (const sign of [-1, 1]) {
      const strike = Math.exp((-sign * 0.03 * model.alpha) / model.nu);
      const [inside, outside] = [-1e-13, 1e-13].map((shift) => sabrSensitivities(1, strike ** (1 + shift), 1, model));
      // Twice the rounding of the closed form at this z, ε/0.03 (for the derivative in ρ, ε/0.03²).
      expect(inside!.volatility).to.be.closeTo(outside!.volatility, 4e-15);
      expect(inside!.rho).to.be.closeTo(outside!.rho, 2e-14);
      expect(inside!.nu).to.be.closeTo(outside!.nu, 2e-14);
    }
  });

  it('gives α at every strike for β = 1 and no volatility of volatility', () => {
    for (const strike of [0.1, 1, 10]) expect(sabrVolatility(1, strike, 3, { alpha: 0.3, beta: 1, rho: 0.5, nu: 0 })).to.equal(0.3);
  });
});
