import { expect } from 'chai';
import fc from 'fast-check';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { type LookbackTerms, lookbackFixed, lookbackFloating } from '#engine-gpu/formula/lookback';
import { closeTo, table } from '#test/reference/table';

interface Inputs extends Omit<LookbackTerms, 'sign'> {
  readonly optionType: 'call' | 'put';
  readonly strike?: number;
}

table<Inputs, { price: number }>('lookback', ({ inputs, expected, tolerance }) => {
  const terms: LookbackTerms = { ...inputs, sign: inputs.optionType === 'put' ? -1 : 1 };
  const price = inputs.strike === undefined ? lookbackFloating(terms) : lookbackFixed(terms, inputs.strike);
  closeTo(price, expected.price, tolerance);
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const terms = fc
  .record({
    spot: between(1, 1000),
    toExtreme: between(0, 1),
    rate: between(-0.1, 0.3),
    volatility: between(0.001, 3),
    time: between(1e-4, 30),
    carry: fc.oneof(between(-0.2, 0.2), between(-1e-6, 1e-6), fc.constant(0)),
    sign: fc.constantFrom<1 | -1>(1, -1),
  })
  .map(({ carry, toExtreme, ...rest }) => ({ ...rest, toExtreme, dividend: rest.rate - carry, extreme: rest.spot }));
/** With a fixed strike a call pays on the maximum, with a floating strike on the minimum. */
const fixedTerms = terms.map((o): LookbackTerms => ({ ...o, extreme: o.spot * Math.exp(o.sign * o.toExtreme) }));
const floatingTerms = terms.map((o): LookbackTerms => ({ ...o, extreme: o.spot * Math.exp(-o.sign * o.toExtreme) }));

const vanilla = (o: LookbackTerms, strike: number) => blackScholes(o.spot, strike, o.rate, o.volatility, o.time, o.dividend, o.sign);

describe('a lookback option', () => {
  it('is worth at least the vanilla option and at least the payoff that is locked in', () => {
    fc.assert(
      fc.property(fixedTerms, between(-1, 1), (o, toStrike) => {
        const strike = o.spot * Math.exp(toStrike);
        const price = lookbackFixed(o, strike);
        const slack = 1e-13 * (price + o.spot);
        expect(price).to.be.at.least(vanilla(o, strike) - slack);
        expect(price).to.be.at.least(Math.max(o.sign * (o.extreme - strike), 0) * Math.exp(-o.rate * o.time) - slack);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('with a floating strike is the one with a fixed strike on the same extreme plus a forward', () => {
    fc.assert(
      fc.property(floatingTerms, (o) => {
        const other: LookbackTerms = { ...o, sign: o.sign > 0 ? -1 : 1 };
        const forward = o.spot * Math.exp(-o.dividend * o.time) - o.extreme * Math.exp(-o.rate * o.time);
        const floating = lookbackFloating(o);
        expect(floating).to.be.closeTo(lookbackFixed(other, o.extreme) + o.sign * forward, 1e-12 * (floating + o.spot + Math.abs(forward)));
      }),
      { seed: 2, numRuns: 2000 },
    );
  });

  it('is worth more at a higher volatility', () => {
    fc.assert(
      fc.property(floatingTerms, between(0.001, 0.5), (o, bump) => {
        const price = lookbackFloating(o);
        expect(lookbackFloating({ ...o, volatility: o.volatility + bump })).to.be.at.least(price - 1e-12 * price);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });

  it('is continuous at equal rate and dividend, in each of the formulas for the limit', () => {
    for (const [volatility, time] of [
      [0.2, 1],
      [0.8, 120],
      [1.6, 120],
      [2, 120],
      [0.01, 0.01],
    ] as const)
      for (const sign of [1, -1] as const) {
        const s = volatility * Math.sqrt(time);
        const strike = 100 * Math.exp(0.5 * sign * Math.min(s, 1));
        const priceAt = (carry: number) =>
          lookbackFixed({ spot: 100, extreme: 100, rate: 0.01, volatility, time, dividend: 0.01 - carry, sign }, strike);
        const limit = priceAt(0);
        // The relative change of the price with the carry is of the order of T + T/s.
        for (const carry of [1e-15, -1e-15, 1e-13, -1e-13])
          expect(priceAt(carry) / limit).to.be.closeTo(1, 1e-12 + 4 * (time + time / s) * Math.abs(carry));
      }
  });

  it('without volatility is the vanilla option struck at the extreme so far', () => {
    for (const volatility of [0, 1e-300, 1e-120]) {
      const o: LookbackTerms = { spot: 100, extreme: 100, rate: 0.05, volatility, time: 2, dividend: 0.01, sign: 1 };
      expect(lookbackFixed(o, 100)).to.be.closeTo(100 * (Math.exp(-0.02) - Math.exp(-0.1)), 1e-13);
      expect(lookbackFixed({ ...o, time: 0 }, 90)).to.equal(10);
      expect(lookbackFloating({ ...o, time: 0, extreme: 70 })).to.equal(30);
    }
  });
});
