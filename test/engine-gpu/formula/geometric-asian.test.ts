import { expect } from 'chai';
import fc from 'fast-check';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { continuousAveraging, discreteAveraging, geometricAsian } from '#engine-gpu/formula/geometric-asian';
import { closeTo, type OptionInputs, table } from '#test/reference/table';

interface Inputs extends OptionInputs {
  readonly observationTimes?: readonly number[];
}

table<Inputs, { price: number }>('geometric_asian', ({ inputs, expected, tolerance }) => {
  const { spot, strike, rate, volatility, time, dividend, optionType, observationTimes } = inputs;
  const averaging = observationTimes ? discreteAveraging(observationTimes) : continuousAveraging(time);
  closeTo(
    geometricAsian(spot, strike, rate, volatility, time, dividend, optionType === 'put' ? -1 : 1, averaging),
    expected.price,
    tolerance,
  );
});

describe('a geometric Asian option', () => {
  it('with one fixing, at expiry, is the vanilla option', () => {
    // The two formulas round their exponents in a different order.
    const price = geometricAsian(100, 105, 0.05, 0.3, 2, 0.02, -1, discreteAveraging([2]));
    expect(price).to.be.closeTo(blackScholes(100, 105, 0.05, 0.3, 2, 0.02, -1), 1e-13);
  });

  it('tends to the continuous one as the number of fixings n grows', () => {
    const priceOf = (n: number) =>
      geometricAsian(100, 95, 0.05, 0.3, 2, 0.02, 1, discreteAveraging(Array.from({ length: n }, (_, i) => (2 * (i + 1)) / n)));
    const limit = geometricAsian(100, 95, 0.05, 0.3, 2, 0.02, 1, continuousAveraging(2));
    // The difference is of first order in 1/n.
    expect((priceOf(1000) - limit) / (priceOf(2000) - limit)).to.be.closeTo(2, 1e-3);
  });

  it('obeys put-call parity with the mean of the average', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(
        number(-1, 1),
        number(-0.1, 0.2),
        number(-0.1, 0.2),
        number(0, 2),
        number(0, 10),
        (moneyness, rate, dividend, volatility, time) => {
          const averaging = continuousAveraging(time);
          const strike = 100 * Math.exp(moneyness);
          const [call, put] = ([1, -1] as const).map((sign) =>
            geometricAsian(100, strike, rate, volatility, time, dividend, sign, averaging),
          );
          const growth = ((rate - dividend) * time) / 2 - (volatility ** 2 * time) / 12;
          const gap = (100 * Math.exp(growth) - strike) * Math.exp(-rate * time);
          expect(call! - put!).to.be.closeTo(gap, 1e-13 * (strike + 100) * Math.exp(Math.abs(rate * time) + Math.max(growth, 0)));
        },
      ),
    );
  });
});
