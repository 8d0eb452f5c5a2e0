import { expect } from 'chai';
import fc from 'fast-check';
import { INTERPOLATIONS, nodeCurve } from '#engine-gpu/market/node-curve';

const TIMES = [0.25, 1, 2, 5, 10];
const forwards = fc.array(fc.double({ min: -0.02, max: 0.1, noNaN: true }), { minLength: TIMES.length, maxLength: TIMES.length });

/** Y at the times, from the average forward rate of each interval. */
const accumulatedFrom = (rates: readonly number[]): number[] => {
  let sum = 0;
  return TIMES.map((time, i) => (sum += rates[i] * (time - (TIMES[i - 1] ?? 0))));
};

describe('a curve by its nodes', () => {
  for (const interpolation of INTERPOLATIONS) {
    it(`goes through them by ${interpolation}, and its forward rate is its slope`, () => {
      fc.assert(
        fc.property(forwards, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (rates, x) => {
          const values = accumulatedFrom(rates);
          const curve = nodeCurve(interpolation, TIMES, values);
          TIMES.forEach((time, i) => {
            expect(curve.accumulated(time)).to.be.closeTo(values[i], 1e-14);
            const t = (TIMES[i - 1] ?? 0) + x * (time - (TIMES[i - 1] ?? 0));
            // The slope of the quadratics and cubics between nodes changes by at most some 1 a year.
            const h = 1e-6 * Math.min(x, 1 - x);
            const slope = (curve.accumulated(t + h) - curve.accumulated(t - h)) / (2 * h);
            expect(curve.forwardRate(t)).to.be.closeTo(slope, 1e-5 + 1e-15 / h);
          });
        }),
        { numRuns: 100, seed: 4 },
      );
    });
  }

  it('by monotone_convex has a forward rate without jumps', () => {
    // Whole basis points, all different: where an interval's average is that of the next to the bit, the method itself jumps.
    const basisPoints = fc.uniqueArray(fc.integer({ min: -200, max: 1_000 }), { minLength: TIMES.length, maxLength: TIMES.length });
    fc.assert(
      fc.property(basisPoints, (points) => {
        const rates = points.map((point) => point * 1e-4);
        const curve = nodeCurve('monotone_convex', TIMES, accumulatedFrom(rates));
        // Across 2e-12 of the time the steepest of the shapes drawn here changes by less than a millionth.
        for (const time of TIMES) expect(curve.forwardRate(time * (1 + 1e-12))).to.be.closeTo(curve.forwardRate(time * (1 - 1e-12)), 1e-6);
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('by monotone_convex keeps the shape: forward rates that rise from one interval to the next rise everywhere', () => {
    const curve = nodeCurve('monotone_convex', TIMES, accumulatedFrom([0.01, 0.012, 0.02, 0.021, 0.05]));
    let previous = curve.forwardRate(1e-9);
    for (let t = 0.01; t <= 10; t += 0.01) {
      const forward = curve.forwardRate(t);
      expect(forward).to.be.at.least(previous - 1e-15);
      previous = forward;
    }
  });
});
