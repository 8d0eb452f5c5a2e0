import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure } from '#engine';
import { bootstrapCreditCurve } from '#engine-gpu/calibration/credit-curve';
import type { CreditSpread } from '#engine-gpu/market/credit';
import type { Curve } from '#engine-gpu/market/curve';
import { closeTo, table } from '../../reference/table.js';

const flat = (rate: number): Curve => ({ times: [0], zeroRates: [rate], interpolation: 'linear_zero' });
const TODAY = '2026-11-23';

describe('a credit curve', () => {
  table<{ valuationDate: string; recoveryRate: number; spreads: CreditSpread[]; curve: Curve }, { dates: string[]; hazardRates: number[] }>(
    'credit_curve',
    ({ inputs, expected, tolerance }) => {
      const nodes = bootstrapCreditCurve(inputs.spreads, inputs.valuationDate, inputs.recoveryRate, inputs.curve);
      expect(nodes.map(({ date }) => date)).to.deep.equal(expected.dates);
      nodes.forEach(({ hazardRate, tenor }, i) => {
        closeTo(hazardRate, expected.hazardRates[i]!, tolerance, tenor);
      });
    },
  );

  it('reproduces every quote, falls in survival and refuses the rest by name', () => {
    const quotes = fc.record({
      today: fc.integer({ min: 19_000, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
      spreads: fc.uniqueArray(
        fc.record({
          tenor: fc.constantFrom('3M', '6M', '9M', '1Y', '2Y', '3Y', '4Y', '5Y', '7Y', '10Y', '15Y', '20Y', '30Y', '100Y'),
          spread: fc.oneof(fc.double({ min: 0, max: 0.1, noNaN: true }), fc.double({ min: 0, max: 10, noNaN: true }), fc.constant(0)),
        }),
        { minLength: 1, maxLength: 6, selector: ({ tenor }) => tenor },
      ),
      recoveryRate: fc.double({ min: 0, max: 0.999, noNaN: true }),
      rate: fc.double({ min: -0.05, max: 0.3, noNaN: true }),
    });
    fc.assert(
      fc.property(quotes, ({ today, spreads, recoveryRate, rate }) => {
        try {
          const nodes = bootstrapCreditCurve(spreads, today, recoveryRate, flat(rate));
          let survival = 1;
          for (const { survivalProbability, residual, spread, hazardRate } of nodes) {
            expect(survivalProbability).to.be.within(0, survival);
            survival = survivalProbability;
            expect(hazardRate).to.be.within(0, 10);
            // Once survival is below 1e-9, the later intensities hardly move the spread, and rounding of the legs is what is left.
            if (survival > 1e-9) expect(Math.abs(residual)).to.be.at.most(1e-12 * Math.max(1, spread));
          }
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
          expect(error.message).to.match(
            /^the spread .* is too (low|high): it implies a default intensity (below 0|above 10 per year)|must end after tomorrow/,
          );
        }
      }),
      { numRuns: 400 },
    );
  });

  it('finds no intensity where the spread is 0, and about s/(1 − R) where it is small', () => {
    expect(bootstrapCreditCurve([{ tenor: '5Y', spread: 0 }], TODAY, 0.4, flat(0.03))[0]!.hazardRate).to.equal(0);
    const { hazardRate } = bootstrapCreditCurve([{ tenor: '5Y', spread: 1e-6 }], TODAY, 0.4, flat(0.03))[0]!;
    // The credit triangle, with coupons of ACT/360 in years of 365 days; what is left is the coupons' timing.
    expect(hazardRate).to.be.closeTo(((1e-6 / 0.6) * 365) / 360, 2e-9 * 5);
  });

  it('refuses a tenor that is no whole number of quarters, two of one maturity, and a certain recovery', () => {
    const build =
      (spreads: CreditSpread[], recoveryRate = 0.4) =>
      () =>
        bootstrapCreditCurve(spreads, TODAY, recoveryRate, flat(0.03));
    expect(build([{ tenor: '2M', spread: 0.01 }])).to.throw(EngineFailure, 'spreads.0.tenor must be a whole number of quarters');
    expect(build([{ tenor: '30D', spread: 0.01 }])).to.throw(EngineFailure, 'spreads.0.tenor must be a whole number of quarters');
    expect(
      build([
        { tenor: '12M', spread: 0.01 },
        { tenor: '1Y', spread: 0.01 },
      ]),
    ).to.throw(EngineFailure, 'spreads.1.tenor must not end when 12M does, on 2027-12-20; got 1Y');
    expect(() => bootstrapCreditCurve([{ tenor: '3M', spread: 0.01 }], '2073-09-19', 0.4, flat(0.03))).to.throw(
      EngineFailure,
      'spreads.0.tenor must end after tomorrow, but 3M ends on 2073-09-20',
    );
    expect(build([{ tenor: '1Y', spread: 0.01 }], 1)).to.throw(EngineFailure, 'recovery rate in [0, 1)');
  });
});
