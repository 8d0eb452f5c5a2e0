import { expect } from 'chai';
import { EngineFailure, greeksVanilla, impliedVolatility, priceVanilla, type VanillaTerms } from '#engine';
import { millsSum, timeValue } from '#engine-gpu/formula/black';
import { impliedStdDev } from '#engine-gpu/formula/implied-volatility';
import { normalPdf } from '#engine-gpu/math/normal';
import { closeTo, table } from '#test/reference/table';
import { defined } from '#test/support/defined';

type Inputs = Omit<VanillaTerms, 'put' | 'volatility'> & { readonly price: number; readonly optionType: 'call' | 'put' };
interface Expected {
  readonly impliedVolatility?: number;
  /** In the money without a digit of time value: any volatility will do that gives the price back. */
  readonly impliedVolatility_or_error?: number;
  readonly error?: string;
}

table<Inputs, Expected>('implied_vol', ({ inputs, expected, tolerance }) => {
  const { price, optionType, ...numbers } = inputs;
  const terms = { ...numbers, put: optionType === 'put' };
  if (expected.error !== undefined) {
    expect(() => impliedVolatility(terms, price))
      .to.throw(EngineFailure, /bound/)
      .with.property('kind', 'invalid');
    return;
  }
  const result = impliedVolatility(terms, price).impliedVolatility;
  closeTo(
    result,
    defined(expected.impliedVolatility ?? expected.impliedVolatility_or_error, 'an implied volatility'),
    tolerance,
    'implied volatility',
  );
  expect(priceVanilla({ ...terms, volatility: result })).to.be.closeTo(price, 1e-12 * terms.spot);
});

const terms = { spot: 100, strike: 120, rate: 0.05, time: 1, dividend: 0.02, put: false };

/** The fault of a price that has no volatility. */
function faultOf(price: number, over: Partial<typeof terms> = {}) {
  try {
    impliedVolatility({ ...terms, ...over }, price);
  } catch (error) {
    if (error instanceof EngineFailure) return error.faults[0];
    throw error;
  }
  return undefined;
}

describe('an implied volatility', () => {
  it('is found to the last digit that its price has, from a thousandth to hundreds of per cent and at any moneyness', () => {
    // Over |ln F/K| from 1e-20 to 1000 and s from far under √(2|x|) to far over it: each of the four regions, and their seams.
    // A price known to (1 + d₁²) ulp gives s to c/(s c′) times that; 4 is for the rounding of both ways.
    let worst = 0;
    for (const exponent of [-20, -12, -8, -4, -3, -2, -1.5, -1, -0.5, 0, 0.3, 0.7, 1, 1.5, 2, 3]) {
      const x = -(10 ** exponent);
      for (let k = -60; k <= 60; k++) {
        const s = Math.sqrt(-2 * x) * 10 ** (k / 20);
        const d1 = x / s + s / 2;
        const value = timeValue(x, s);
        const complement = normalPdf(d1) * millsSum(x / s, s / 2);
        if (value < 1e-305 || complement < 1e-305) continue;
        const condition = (Math.min(value, complement) / (s * normalPdf(d1))) * (1 + d1 * d1);
        worst = Math.max(worst, Math.abs(impliedStdDev(x, value, complement) / s - 1) / ((1 + condition) * Number.EPSILON));
      }
    }
    expect(worst).to.be.below(4);
  });

  it('gives its price back over volatilities 0.001 to 5, strikes e^±5 from the spot and times from a day to 30 years', () => {
    for (const put of [false, true])
      for (const time of [1 / 365, 0.1, 1, 30])
        for (let log = -5; log <= 5; log += 0.5)
          for (const volatility of [1e-3, 0.01, 0.1, 0.3, 1, 5]) {
            const option = { ...terms, strike: 100 * Math.exp(log), time, put };
            const price = priceVanilla({ ...option, volatility });
            const upper = put ? option.strike * Math.exp(-option.rate * time) : option.spot * Math.exp(-option.dividend * time);
            if (price >= upper) continue;
            const again = priceVanilla({ ...option, volatility: impliedVolatility(option, price).impliedVolatility });
            // A few ulp of the larger leg: what price − intrinsic and back costs.
            expect(again, `K=${option.strike} T=${time} σ=${volatility}`).to.be.closeTo(
              price,
              1e-15 * Math.max(option.spot, option.strike),
            );
          }
  });

  it('comes with the vega at it', () => {
    const price = priceVanilla({ ...terms, volatility: 0.3 });
    const step = 1e-4;
    const difference =
      (priceVanilla({ ...terms, volatility: 0.3 + step }) - priceVanilla({ ...terms, volatility: 0.3 - step })) / (2 * step);
    // The difference is off by step²/6 of the third derivative, about 1e-7 here.
    expect(impliedVolatility(terms, price).vega).to.be.closeTo(difference, 1e-6);
  });

  it('is 0 at the lower bound, and an ulp under it too', () => {
    const deep = { ...terms, strike: 50 };
    const bound = 100 * Math.exp(-0.02) - 50 * Math.exp(-0.05);
    for (const price of [bound, bound * (1 - Number.EPSILON)])
      expect(impliedVolatility(deep, price)).to.deep.equal({ impliedVolatility: 0, vega: 0 });
    expect(impliedVolatility(terms, 0)).to.deep.equal({ impliedVolatility: 0, vega: 0 });
    const kink = { ...terms, strike: 100, rate: 0.02 };
    expect(impliedVolatility(kink, 0).vega).to.be.closeTo(greeksVanilla({ ...kink, volatility: 0 }).vega, 1e-13);
  });

  it('is refused under the lower bound and at the upper one, naming the bound and both values', () => {
    const lower = 100 * Math.exp(-0.02) - 50 * Math.exp(-0.05);
    const upper = 120 * Math.exp(-0.05);
    expect(faultOf(50, { strike: 50 })).to.deep.equal({
      pointer: '/marketPrice',
      reason: `must be at least ${lower}, the lower bound max(S e^(-qT) - K e^(-rT), 0) of a call; got 50`,
    });
    expect(faultOf(upper, { put: true })).to.deep.equal({
      pointer: '/marketPrice',
      reason: `must be below ${upper}, the upper bound K e^(-rT) of a put; got ${upper}`,
    });
    expect(faultOf(-1e-300)?.reason).to.contain('must be at least 0, the lower bound');
    expect(faultOf(Number.NaN)?.pointer).to.equal('/marketPrice');
  });

  it('does not exist at expiry', () => {
    expect(faultOf(1, { time: 0 })).to.deep.equal({
      pointer: '/time',
      reason: 'must be above 0: at expiry the price does not depend on volatility; got 0',
    });
  });
});
