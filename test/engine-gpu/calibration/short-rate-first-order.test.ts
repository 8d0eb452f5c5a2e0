import { expect } from 'chai';
import { firstOrderVolatility } from '#engine-gpu/calibration/short-rate-first-order';
import type { G2Parameters } from '#engine-gpu/model/g2';

describe('volatilities of swaptions to first order', () => {
  const swaption = { expiry: 5, delays: [1, 2, 3, 10], weights: [0.03, 0.03, 0.03, 0.9], volatility: 0, root: 1 };
  const NAMES = ['meanReversion1', 'volatility1', 'meanReversion2', 'volatility2', 'correlation'] as const;

  it('have the derivatives of their differences', () => {
    for (const parameters of [
      { meanReversion1: 0.4, volatility1: 0.01, meanReversion2: 0.03, volatility2: 0.008, correlation: -0.7 },
      { meanReversion1: 0.04, volatility1: 0.06, meanReversion2: 0.03, volatility2: 0.055, correlation: -0.98 },
      { meanReversion1: 2, volatility1: 0.02, meanReversion2: 0.001, volatility2: 0.003, correlation: 0.9 },
    ] satisfies G2Parameters[]) {
      const slopes = new Float64Array(NAMES.length);
      const volatility = firstOrderVolatility(parameters, swaption, slopes);
      expect(firstOrderVolatility(parameters, swaption)).to.equal(volatility);
      NAMES.forEach((name, i) => {
        const step = 1e-5 * Math.abs(parameters[name]);
        const [up, down] = [step, -step].map((move) => firstOrderVolatility({ ...parameters, [name]: parameters[name] + move }, swaption));
        // Rounding of the difference, relative to the volatility over the step.
        expect(slopes[i], name).to.be.closeTo(
          (up! - down!) / (2 * step),
          1e-10 * (volatility / Math.abs(parameters[name])) + 1e-6 * Math.abs(slopes[i]!),
        );
      });
    }
  });
});
