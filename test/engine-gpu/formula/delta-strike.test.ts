import { expect } from 'chai';
import fc from 'fast-check';
import { type DeltaTerms, deltaNeutralStrike, strikeOfDelta } from '#engine-gpu/formula/delta-strike';
import { normalCdf } from '#engine-gpu/math/normal';
import { closeTo, table } from '#test/reference/table';
import { numCases } from '#test/support/effort';

table<DeltaTerms & { readonly delta: number }, { strike: number; deltaNeutralStrike: number }>(
  'delta_strike',
  ({ inputs: { delta, ...terms }, expected, tolerance }) => {
    closeTo(strikeOfDelta(terms, delta) ?? Number.NaN, expected.strike, tolerance);
    closeTo(deltaNeutralStrike(terms) ?? Number.NaN, expected.deltaNeutralStrike, tolerance);
  },
);

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** θ D Φ(θd₁), or θ D (K/F) Φ(θd₂). */
function deltaAt({ forward, stdDev, discount, premiumAdjusted }: DeltaTerms, strike: number, sign: 1 | -1): number {
  const d1 = Math.log(forward / strike) / stdDev + 0.5 * stdDev;
  return sign * discount * (premiumAdjusted ? (strike / forward) * normalCdf(sign * (d1 - stdDev)) : normalCdf(sign * d1));
}

describe('the strike of a delta', () => {
  const terms = fc.record({
    forward: between(1e-3, 1e5),
    stdDev: fc.oneof(between(1e-6, 1e-2), between(0.01, 2), between(2, 30)),
    discount: between(0.5, 2),
    premiumAdjusted: fc.boolean(),
  });

  it('has the delta that was asked for, or there is no option with it', () => {
    fc.assert(
      fc.property(terms, between(0.001, 0.999), fc.constantFrom(1 as const, -1 as const), (option, size, sign) => {
        const strike = strikeOfDelta(option, sign * size);
        if (strike !== undefined) {
          // A strike is rounded to an ulp, which moves the delta by an ulp over s.
          expect(deltaAt(option, strike, sign)).to.be.closeTo(sign * size, 1e-14 * (1 + 1 / option.stdDev + option.stdDev));
          return;
        }
        const deltas = Array.from({ length: 400 }, (_, i) => option.forward * Math.exp(option.stdDev * (i / 20 - 15)));
        for (const each of deltas) expect(Math.abs(deltaAt(option, each, sign))).to.be.below(size * (1 + 1e-12));
      }),
      { seed: 1, numRuns: numCases(3000, 500) },
    );
  });

  it('of a premium-adjusted call is the higher of two', () => {
    const option = { forward: 100, stdDev: 0.2, discount: 1, premiumAdjusted: true };
    const strike = strikeOfDelta(option, 0.6)!;
    // The other one is where the call is deep in the money.
    expect(deltaAt(option, 65, 1)).to.be.within(0.6, 0.7);
    expect(deltaAt(option, 55, 1)).to.be.below(0.6);
    expect(deltaAt(option, strike + 1, 1)).to.be.below(0.6);
    expect(strike).to.be.within(85, 95);
    expect(strikeOfDelta(option, 0.9)).to.equal(undefined);
  });

  it('tends to the forward without volatility', () => {
    for (const premiumAdjusted of [true, false])
      for (const delta of [0.1, 0.25, 0.9, -0.25])
        expect(strikeOfDelta({ forward: 100, stdDev: 1e-12, discount: 1, premiumAdjusted }, delta)).to.be.closeTo(100, 1e-9);
  });

  it('at which a straddle has no delta', () => {
    for (const premiumAdjusted of [true, false]) {
      const option = { forward: 1.3, stdDev: 0.4, discount: 0.9, premiumAdjusted };
      const strike = deltaNeutralStrike(option)!;
      expect(deltaAt(option, strike, 1) + deltaAt(option, strike, -1)).to.be.closeTo(0, 1e-15);
    }
  });

  it('does not exist beyond the range of numbers', () => {
    const option = { forward: 100, stdDev: 60, discount: 1, premiumAdjusted: false };
    expect(strikeOfDelta(option, 0.25)).to.equal(undefined);
    for (const premiumAdjusted of [true, false]) expect(deltaNeutralStrike({ ...option, premiumAdjusted })).to.equal(undefined);
  });

  it('does not exist for a delta of nothing, or of more than the option can have', () => {
    const option = { forward: 100, stdDev: 0.2, discount: 0.9, premiumAdjusted: false };
    for (const delta of [0, 0.9, -0.9, 1, Number.NaN]) expect(strikeOfDelta(option, delta)).to.equal(undefined);
    for (const delta of [0, 0.95, Number.NaN]) expect(strikeOfDelta({ ...option, premiumAdjusted: true }, delta)).to.equal(undefined);
    expect(strikeOfDelta({ ...option, premiumAdjusted: true }, -1.5)).to.be.closeTo((100 * 1.5) / 0.9, 3);
  });
});
