import { expect } from 'chai';
import fc from 'fast-check';
import { type DeltaQuotes, deltaSmile, NoSmile } from '#engine-gpu/calibration/delta-smile';
import { black } from '#engine-gpu/formula/black-76';
import { strikeOfDelta } from '#engine-gpu/formula/delta-strike';
import { sliceOf } from '#engine-gpu/market/stored-surface';
import { impliedVolatilityAt } from '#engine-gpu/market/surface';
import { closeTo, table } from '#test/reference/table';
import { numCases } from '#test/support/effort';

table<DeltaQuotes, { strikes: number[]; volatilities: number[] }>('delta_smile', ({ inputs, expected, tolerance }) => {
  const points = deltaSmile(inputs);
  expect(points).to.have.length(expected.strikes.length);
  points.forEach(({ strike, volatility }, i) => {
    closeTo(strike, expected.strikes[i]!, tolerance);
    closeTo(volatility, expected.volatilities[i]!, tolerance);
  });
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Quotes in units of the volatility at the money, as large as those of the wildest pairs. */
const quotes = fc
  .record({
    forward: between(0.01, 1000),
    time: between(0.01, 10),
    discount: between(0.8, 1.1),
    volatility: between(0.03, 0.4),
    reversal: between(-0.25, 0.25),
    strangle: between(0, 0.04),
    five: fc.boolean(),
    premiumAdjusted: fc.boolean(),
    atm: fc.constantFrom('delta_neutral' as const, 'forward' as const),
  })
  .map(
    ({ reversal, strangle, five, ...rest }): DeltaQuotes => ({
      ...rest,
      butterfly: 'market',
      wings: [
        ...(five
          ? [{ delta: 10, riskReversal: 1.8 * reversal * rest.volatility, butterfly: 3.5 * strangle * rest.volatility } as const]
          : []),
        { delta: 25, riskReversal: reversal * rest.volatility, butterfly: strangle * rest.volatility },
      ],
    }),
  );

/** The smile, or why there is none. */
function smileOf(terms: DeltaQuotes) {
  try {
    return deltaSmile(terms);
  } catch (failure) {
    if (failure instanceof NoSmile) return failure;
    throw failure;
  }
}

describe('a smile quoted by delta', () => {
  it('has the risk reversals of its quotes, and values the strangles of the market as they are quoted', () => {
    let solved = 0;
    const numRuns = numCases(400, 60);
    fc.assert(
      fc.property(quotes, (terms) => {
        const points = smileOf(terms);
        if (points instanceof NoSmile) return;
        solved++;
        const { forward, time, discount, premiumAdjusted, volatility, wings } = terms;
        const slice = sliceOf({
          time,
          forward,
          strikes: points.map((point) => point.strike),
          volatilities: points.map((each) => each.volatility),
        });
        wings.forEach((wing, i) => {
          const [put, call] = [points[i]!, points[points.length - 1 - i]!];
          expect(call.volatility - put.volatility).to.be.closeTo(wing.riskReversal, 1e-15);
          const termsWith = (sigma: number) => ({ forward, discount, premiumAdjusted, stdDev: sigma * Math.sqrt(time) });
          expect(call.strike).to.equal(strikeOfDelta(termsWith(call.volatility), wing.delta / 100));
          expect(put.strike).to.equal(strikeOfDelta(termsWith(put.volatility), -wing.delta / 100));
          const quoted = volatility + wing.butterfly;
          const options = ([1, -1] as const).map((sign) => ({
            sign,
            strike: strikeOfDelta(termsWith(quoted), (sign * wing.delta) / 100)!,
          }));
          const valueWith = (sigma: (strike: number) => number) =>
            options.reduce((sum, { sign, strike }) => sum + black(forward, strike, sigma(strike) * Math.sqrt(time), sign), 0);
          const ofSmile = valueWith((strike) => impliedVolatilityAt([slice], Math.log(strike / forward), time));
          // Errors of 1e-12 of volatility; a vega is at most 0.4 √T of the forward.
          expect(ofSmile).to.be.closeTo(
            valueWith(() => quoted),
            1e-12 * forward * Math.sqrt(time),
          );
        });
      }),
      { seed: 1, numRuns, endOnFailure: true },
    );
    expect(solved).to.be.above(0.9 * numRuns);
  });

  it('is flat where risk reversals and butterflies are 0, whatever the butterfly means', () => {
    for (const butterfly of ['smile', 'market'] as const) {
      const wings = ([10, 25] as const).map((delta) => ({ delta, riskReversal: 0, butterfly: 0 }));
      const flat = {
        ...{ forward: 1.1, time: 1, discount: 0.98, volatility: 0.1, atm: 'forward' as const },
        ...{ premiumAdjusted: true, butterfly, wings },
      } as const;
      for (const { volatility } of deltaSmile(flat)) expect(volatility).to.be.closeTo(0.1, 1e-12);
    }
  });

  it('is one volatility without wings', () => {
    const alone = {
      ...{ forward: 1.1, time: 1, discount: 1, volatility: 0.1 },
      premiumAdjusted: false,
      butterfly: 'market',
      wings: [],
    } as const;
    expect(deltaSmile({ ...alone, atm: 'forward' })).to.deep.equal([{ strike: 1.1, volatility: 0.1 }]);
  });

  it('names what of its quotes no smile can have', () => {
    const terms = { ...{ forward: 100, time: 1, discount: 1, volatility: 0.1, atm: 'delta_neutral' as const }, premiumAdjusted: false };
    const reasonOf = (more: Pick<DeltaQuotes, 'wings' | 'butterfly'> & Partial<DeltaQuotes>) => {
      const outcome = smileOf({ ...terms, ...more });
      return outcome instanceof NoSmile ? `${outcome.wing?.delta} ${outcome.reason}` : undefined;
    };
    const wing = (riskReversal: number, butterfly: number, delta: 10 | 25 = 25) => ({ delta, riskReversal, butterfly });
    expect(reasonOf({ butterfly: 'smile', wings: [wing(0.3, 0)] })).to.match(
      /^25 must, with its risk reversal, leave the put a volatility above 0; it is -0\.0/,
    );
    expect(reasonOf({ butterfly: 'smile', wings: [wing(0, 0, 10), wing(0, 0.2)] })).to.match(/^10 must have strikes beyond/);
    expect(reasonOf({ butterfly: 'smile', premiumAdjusted: true, volatility: 5, wings: [wing(0, 0)] })).to.match(
      /^25 must be of options that exist: at volatility 5 no call has a delta of 25 %$/,
    );
    expect(
      reasonOf({
        ...{ time: 10, volatility: 0.12, butterfly: 'market' },
        wings: [wing(-0.1, 0.015, 10), wing(-0.055, 0.004)],
      }),
    ).to.match(/^10 must be that of a strangle of the market that some smile values as it is quoted; none was found$/);
  });
});
