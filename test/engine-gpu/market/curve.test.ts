import { expect } from 'chai';
import fc from 'fast-check';
import { calibrateCurve } from '#engine-gpu/calibration/curve';
import { curveCalibrationRequest } from '#engine-gpu/calibration/curve-request';
import { accumulatedRate, type Curve, discount, forwardRate, INTERPOLATIONS, type Interpolation, zeroRate } from '#engine-gpu/market/curve';
import { curveInput, curveOf } from '#engine-gpu/market/curve-input';
import { forward } from '#engine-gpu/market/market';

const linearZero: Curve = { times: [1, 3], zeroRates: [0.02, 0.04], interpolation: 'linear_zero' };
const logLinear: Curve = { times: [1, 3], zeroRates: [0.02, 0.04], interpolation: 'log_linear' };
/** Tolerance for two or three roundings of a rate or of an exponent below 1. */
const ROUNDING = 1e-16;

describe('an interest-rate curve', () => {
  it('interpolates zero rates linearly between its nodes under linear_zero', () => {
    expect(zeroRate(linearZero, 2)).to.be.closeTo(0.03, ROUNDING);
    expect(discount(linearZero, 2)).to.be.closeTo(Math.exp(-0.06), ROUNDING);
  });

  it('extrapolates the first and the last zero rate flat under linear_zero', () => {
    expect([0, 0.5, 1].map((t) => zeroRate(linearZero, t))).to.deep.equal([0.02, 0.02, 0.02]);
    expect(zeroRate(linearZero, 10)).to.be.closeTo(0.04, ROUNDING);
  });

  it('with a shift has zero rates that are higher by it and the forward rates of those, under every interpolation', () => {
    const shift = { times: [1, 2, 4], zeroRates: [0, 0.001, 0] };
    for (const interpolation of INTERPOLATIONS) {
      const plain: Curve = { ...logLinear, interpolation };
      const shifted: Curve = { ...plain, shift };
      for (const [t, shift] of [
        [0, 0],
        [0.7, 0],
        [1.5, 0.0005],
        [2.5, 0.00075],
        [6, 0],
      ] as const) {
        expect(zeroRate(shifted, t) - zeroRate(plain, t), `${interpolation} at ${t}`).to.be.closeTo(shift, ROUNDING);
        expect(accumulatedRate(shifted, t) - accumulatedRate(plain, t)).to.be.closeTo(t * shift, 4 * ROUNDING);
        const slope = (curve: Curve): number => (accumulatedRate(curve, t + 1e-6) - accumulatedRate(curve, t + 5e-7)) / 5e-7;
        // Differences of exponents below 1 over 5e-7 round to 1e-9.
        expect(forwardRate(shifted, t + 7.5e-7)).to.be.closeTo(slope(shifted), 2e-9);
      }
    }
  });

  it('interpolates the logarithm of discount factors linearly between its nodes under log_linear', () => {
    // −ln P is 0.02 at 1 and 0.12 at 3, so 0.07 at 2.
    expect(discount(logLinear, 2)).to.be.closeTo(Math.exp(-0.07), ROUNDING);
    expect(zeroRate(logLinear, 2)).to.be.closeTo(0.035, ROUNDING);
  });

  it('extrapolates the forward rate flat under log_linear: 2% before the first node, 5% after the last', () => {
    expect(zeroRate(logLinear, 0)).to.equal(0.02);
    expect(zeroRate(logLinear, 0.25)).to.be.closeTo(0.02, ROUNDING);
    expect(discount(logLinear, 5)).to.be.closeTo(Math.exp(-0.22), ROUNDING);
  });

  it('is flat when it has a single node', () => {
    const curve: Curve = { times: [2], zeroRates: [0.03], interpolation: 'log_linear' };
    expect([0, 1, 2, 7].map((t) => zeroRate(curve, t)).map((z) => Math.abs(z - 0.03) < ROUNDING)).to.deep.equal([true, true, true, true]);
  });

  it('has a discount factor of exactly 1 today and passes through its nodes', () => {
    for (const curve of [linearZero, logLinear]) {
      expect(discount(curve, 0)).to.equal(1);
      expect(discount(curve, 1)).to.be.closeTo(Math.exp(-0.02), ROUNDING);
      expect(discount(curve, 3)).to.be.closeTo(Math.exp(-0.12), ROUNDING);
    }
  });

  it('gives the same discount factors under linear_zero and log_linear when its zero rates are equal', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.05, max: 0.2, noNaN: true }), fc.double({ min: 0, max: 30, noNaN: true }), (rate, t) => {
        const [a, b] = (['linear_zero', 'log_linear'] as const).map((interpolation) =>
          discount({ times: [1, 2, 5], zeroRates: [rate, rate, rate], interpolation }, t),
        );
        // Exponents of up to 6 have rounding errors of 1e-15, which become relative errors of the discount factors.
        expect(a! / b!).to.be.closeTo(1, 1e-14);
      }),
    );
  });

  it('gives the forward price of an asset by growth at the zero rate less the dividend yield', () => {
    const market = {
      valuationDate: '2026-07-01',
      curve: linearZero,
      assets: [{ name: 'SPX', spot: 100, volatility: 0.2, dividend: 0.01 }],
      correlation: [[1]],
    };
    expect(forward(market, 0, 0)).to.equal(100);
    // One rounding of 100.
    expect(forward(market, 0, 3)).to.be.closeTo(100 * Math.exp(0.09), 2e-14);
  });
});

const TIMES = [0.25, 1, 2, 5, 10];
const forwards = fc.array(fc.double({ min: -0.02, max: 0.1, noNaN: true }), { minLength: TIMES.length, maxLength: TIMES.length });

/** The integral of the forward rate from 0 to each of TIMES, given the average forward rate of each interval. */
const accumulatedFrom = (rates: readonly number[]): number[] => {
  let sum = 0;
  return TIMES.map((time, i) => (sum += rates[i]! * (time - (TIMES[i - 1] ?? 0))));
};

/** The curve whose average forward rates between neighbouring nodes are `rates`. */
const curveFrom = (interpolation: Interpolation, rates: readonly number[]): Curve => ({
  times: TIMES,
  zeroRates: accumulatedFrom(rates).map((accumulated, i) => accumulated / TIMES[i]!),
  interpolation,
});

describe('interpolation of a curve', () => {
  for (const interpolation of INTERPOLATIONS) {
    it(`by ${interpolation} passes through the nodes, and its forward rate is the derivative of the accumulated rate`, () => {
      fc.assert(
        fc.property(forwards, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (rates, x) => {
          const values = accumulatedFrom(rates);
          const curve = curveFrom(interpolation, rates);
          TIMES.forEach((time, i) => {
            expect(accumulatedRate(curve, time)).to.be.closeTo(values[i]!, 1e-14);
            const t = (TIMES[i - 1] ?? 0) + x * (time - (TIMES[i - 1] ?? 0));
            // The slope of the quadratics and cubics between nodes changes by at most about 1 per year.
            const h = 1e-6 * Math.min(x, 1 - x);
            const slope = (accumulatedRate(curve, t + h) - accumulatedRate(curve, t - h)) / (2 * h);
            expect(forwardRate(curve, t)).to.be.closeTo(slope, 1e-5 + 1e-15 / h);
          });
        }),
        { numRuns: 100, seed: 4 },
      );
    });
  }

  it('by monotone_convex has a continuous forward rate', () => {
    // Whole basis points, all different: the method has a jump where two neighbouring intervals have exactly the same average.
    const basisPoints = fc.uniqueArray(fc.integer({ min: -200, max: 1_000 }), { minLength: TIMES.length, maxLength: TIMES.length });
    fc.assert(
      fc.property(basisPoints, (points) => {
        const rates = points.map((point) => point * 1e-4);
        const curve = curveFrom('monotone_convex', rates);
        // Within a relative time difference of 2e-12 the steepest forward rate drawn here changes by less than 1e-6.
        for (const time of TIMES)
          expect(forwardRate(curve, time * (1 + 1e-12))).to.be.closeTo(forwardRate(curve, time * (1 - 1e-12)), 1e-6);
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('by monotone_convex preserves monotonicity: if the average forward rates increase, so does the forward rate', () => {
    const curve = curveFrom('monotone_convex', [0.01, 0.012, 0.02, 0.021, 0.05]);
    let previous = forwardRate(curve, 1e-9);
    for (let t = 0.01; t <= 10; t += 0.01) {
      const forward = forwardRate(curve, t);
      expect(forward).to.be.at.least(previous - 1e-15);
      previous = forward;
    }
  });
});

describe('a calibrated curve', () => {
  const valuationDate = '2026-01-05';
  const instruments = [
    { type: 'deposit', maturity: 0.25, rate: 0.031 },
    { type: 'fra', start: 0.25, maturity: 0.75, rate: 0.034 },
    { type: 'swap', maturity: 2, rate: 0.033, fixedFrequency: 2 },
    { type: 'swap', maturity: 5, rate: 0.036 },
    { type: 'swap', maturity: 10, rate: 0.035 },
  ];

  for (const interpolation of INTERPOLATIONS) {
    it(`by ${interpolation} reproduces the quotes when it is sent back as the curve of a request`, () => {
      const { nodes } = calibrateCurve(curveCalibrationRequest.parse({ valuationDate, instruments, interpolation })).result;
      const input = { times: nodes.map(({ time }) => time), zeroRates: nodes.map(({ zeroRate }) => zeroRate), interpolation };
      const curve = curveOf({ curve: curveInput.parse(input) }, valuationDate);
      const P = (t: number) => discount(curve, t);
      const annuity = (years: number, frequency: number) =>
        Array.from({ length: years * frequency }, (_, k) => P((k + 1) / frequency) / frequency).reduce((sum, each) => sum + each);
      // Rounding of sums of ten discount factors.
      expect(1 / P(0.25) - 1).to.be.closeTo(0.031 * 0.25, 1e-14);
      expect(P(0.25) / P(0.75) - 1).to.be.closeTo(0.034 * 0.5, 1e-14);
      expect((1 - P(2)) / annuity(2, 2)).to.be.closeTo(0.033, 1e-14);
      expect((1 - P(5)) / annuity(5, 1)).to.be.closeTo(0.036, 1e-14);
      expect((1 - P(10)) / annuity(10, 1)).to.be.closeTo(0.035, 1e-14);
      nodes.forEach(({ time, discountFactor, forwardRate: atNode }) => {
        expect(P(time)).to.be.closeTo(discountFactor, 1e-15);
        expect(forwardRate(curve, time)).to.equal(atNode);
      });
    });
  }

  it('uses the interpolation that the request states, linear_zero by default', () => {
    const nodes = { times: [1, 2, 5], zeroRates: [0.02, 0.03, 0.025] };
    const rateBy = (interpolation?: string) =>
      zeroRate(curveOf({ curve: curveInput.parse({ ...nodes, interpolation }) }, valuationDate), 1.5);
    expect(rateBy()).to.equal(rateBy('linear_zero'));
    expect(rateBy('log_linear')).to.be.closeTo((0.02 + 0.06) / 2 / 1.5, 1e-16);
    expect(new Set(INTERPOLATIONS.map(rateBy)).size).to.equal(3);
  });

  it('may have a node at time 0, which only linear_zero uses', () => {
    const curve = (interpolation: string, times: number[]) =>
      curveOf({ curve: curveInput.parse({ times, zeroRates: times.map((t) => 0.02 + t / 100), interpolation }) }, valuationDate);
    expect(zeroRate(curve('linear_zero', [0, 1]), 0)).to.equal(0.02);
    for (const interpolation of ['log_linear', 'monotone_convex'])
      expect(curve(interpolation, [0, 1, 2])).to.deep.equal(curve(interpolation, [1, 2]));
    expect(() => curve('log_linear', [0])).to.throw(/must have a time above 0 for log_linear/);
  });
});
