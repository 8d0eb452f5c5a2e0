import { expect } from 'chai';
import fc from 'fast-check';
import { blackScholes, logForwardMoneyness } from '#engine-gpu/formula/black-scholes';
import { blackScholesRows } from '#engine-gpu/formula/black-scholes-rows';

interface Terms {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly volatility: number;
  readonly time: number;
  readonly dividend: number;
  readonly sign: 1 | -1;
}
const NAMES = ['spot', 'strike', 'rate', 'volatility', 'time', 'dividend', 'sign'] as const;

function pricesOf(options: readonly Terms[]): Float64Array {
  const prices = new Float64Array(options.length);
  blackScholesRows((columns, from, to) => {
    for (const name of NAMES) for (let row = from; row < to; row++) columns[name][row - from] = options[row]![name];
  }, prices);
  return prices;
}

const alone = ({ spot, strike, rate, volatility, time, dividend, sign }: Terms): number =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);

/** The accuracy that the doc comment states; the time value of an option in the money is that of its counterpart. */
function accuracy(o: Terms): number {
  const s = o.volatility * Math.sqrt(o.time);
  const x = logForwardMoneyness(o.spot, o.strike, o.rate, o.time, o.dividend);
  const d1 = s / 2 - Math.abs(x) / s;
  const inTheMoney = o.sign * x > 0;
  const timeValue = alone(inTheMoney ? { ...o, sign: o.sign === 1 ? -1 : 1 } : o);
  const leg = Math.max(o.spot * Math.exp(-o.dividend * o.time), o.strike * Math.exp(-o.rate * o.time));
  return Number.EPSILON * (50 * (1 + d1 * d1) * timeValue + (inTheMoney ? 2 * leg : 0));
}

function agree(options: readonly Terms[]): void {
  const prices = pricesOf(options);
  options.forEach((o, row) => {
    const expected = alone(o);
    // Where the formula itself is 0, at a limit or not finite, the row is left to it, and accuracy has no number.
    if (Object.is(prices[row], expected)) return;
    expect(prices[row], JSON.stringify(o)).to.be.closeTo(expected, accuracy(o));
  });
}

const atm: Terms = { spot: 100, strike: 100, rate: 0.05, volatility: 0.2, time: 1, dividend: 0.02, sign: 1 };
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const logarithmic = (min: number, max: number) => between(Math.log(min), Math.log(max)).map(Math.exp);
const likely = fc.record({
  spot: logarithmic(1, 1000),
  moneyness: between(-0.7, 0.7),
  rate: between(-0.05, 0.1),
  volatility: logarithmic(0.01, 2),
  time: logarithmic(1 / 365, 30),
  dividend: between(-0.05, 0.1),
  sign: fc.constantFrom<1 | -1>(1, -1),
});
const extreme = fc.record({
  spot: logarithmic(1e-250, 1e250),
  moneyness: fc.oneof(between(-1e-7, 1e-7), between(-400, 400), fc.constant(0)),
  rate: between(-30, 30),
  volatility: fc.oneof(logarithmic(1e-12, 1e4), fc.constant(0)),
  time: fc.oneof(logarithmic(1e-12, 1e3), fc.constant(0)),
  dividend: between(-30, 30),
  sign: fc.constantFrom<1 | -1>(1, -1),
});
const termsOf = ({ moneyness, ...terms }: { moneyness: number; spot: number } & Omit<Terms, 'strike'>): Terms => ({
  ...terms,
  // Above zero, where the product underflows.
  strike: Math.max(Number.MIN_VALUE, terms.spot * Math.exp(moneyness)),
});

describe('rows of vanilla options', () => {
  it('have the prices of the formula for one option, within the stated accuracy', () => {
    for (const terms of [likely, extreme])
      fc.assert(
        fc.property(fc.array(terms.map(termsOf), { minLength: 1, maxLength: 300 }), (options) => agree(options)),
        { numRuns: 60 },
      );
  });

  it('have them on both sides of every boundary between the branches', () => {
    const ulps = [-1e-9, -1e-15, 0, 1e-15, 1e-9];
    const options = ulps.flatMap((near) =>
      ([1, -1] as const).flatMap((sign) => [
        // σ√T/2 at the end of the series; the forward at the strike; d₁ = 0, −10; d₂ = −11; a ratio of spot and strike at √2 and ½.
        { ...atm, volatility: 0.1 * (1 + near), time: 1, sign },
        { ...atm, strike: 100 * (1 + near), rate: 0, dividend: 0, sign },
        { ...atm, strike: 100 * Math.exp(0.02 * (1 + near)), rate: 0, dividend: 0, sign },
        { ...atm, strike: 100 * Math.exp(2.02 * (1 + near)), rate: 0, dividend: 0, sign },
        { ...atm, strike: 100 * Math.exp(2.18 * (1 + near)), rate: 0, dividend: 0, sign },
        { ...atm, strike: 100 * Math.SQRT2 * (1 + near), sign },
        { ...atm, strike: 50 * (1 + near), sign },
      ]),
    );
    agree(options);
  });

  it('have prices that depend neither on their neighbours nor on their place', () => {
    const otherTerms: Terms[] = [
      { ...atm, volatility: 3 },
      { ...atm, strike: 1e9 },
      { ...atm, time: 0 },
      { ...atm, sign: -1, strike: 130 },
    ];
    const price = pricesOf([atm])[0];
    for (let place = 0; place < 600; place++) {
      const row = Array.from({ length: 601 }, (_, i) => (i === place ? atm : otherTerms[i % otherTerms.length]!));
      if (pricesOf(row)[place] !== price) expect.fail(`another price at row ${place}`);
    }
  });

  it('are not a number outside the domain', () => {
    const outside = [{ spot: 0 }, { spot: -1, strike: -1 }, { strike: 0 }, { volatility: -0.1 }, { time: -1 }, { spot: Number.NaN }];
    expect([...pricesOf(outside.map((terms) => ({ ...atm, ...terms })))]).to.deep.equal(outside.map(() => Number.NaN));
    expect(pricesOf([])).to.have.length(0);
  });
});
