import { expect } from 'chai';
import { EngineFailure, type VanillaTerms } from '#engine';
import { millsSum, timeValue } from '#engine-gpu/formula/black';
import { impliedStdDev } from '#engine-gpu/formula/implied-volatility';
import { normalPdf } from '#engine-gpu/math/normal';
import { greeksVanilla, impliedVolatility, priceVanilla } from '#engine-gpu/method/vanilla-option';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';

type Inputs = Omit<VanillaTerms, 'put' | 'volatility'> & { readonly price: number; readonly optionType: 'call' | 'put' };
interface Expected {
  readonly impliedVolatility?: number;
  /** For an in-the-money price whose time value is lost to rounding: any volatility that reproduces the price is accepted. */
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

/** The fault reported for a price without an implied volatility. */
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
  it('is as accurate as the rounding of its price allows, at any moneyness and any total standard deviation', () => {
    // |x| = |ln F/K| runs from 1e-20 to 1000 and s from far below √(2|x|) to far above it, across the four regions of the algorithm.
    // A price known to (1 + d₁²) ulp determines s to c/(s c′) times that; the factor 4 allows for rounding in both directions.
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

  it('reproduces its price for volatilities 0.001 to 5, strikes of e^±5 times the spot and times from a day to 30 years', () => {
    for (const put of [false, true])
      for (const time of [1 / 365, 0.1, 1, 30])
        for (let log = -5; log <= 5; log += 0.5)
          for (const volatility of [1e-3, 0.01, 0.1, 0.3, 1, 5]) {
            const option = { ...terms, strike: 100 * Math.exp(log), time, put };
            const price = priceVanilla({ ...option, volatility });
            const upper = put ? option.strike * Math.exp(-option.rate * time) : option.spot * Math.exp(-option.dividend * time);
            if (price >= upper) continue;
            const again = priceVanilla({ ...option, volatility: impliedVolatility(option, price).impliedVolatility });
            // Subtracting the intrinsic value and adding it back costs a few ulp of the larger leg.
            expect(again, `K=${option.strike} T=${time} σ=${volatility}`).to.be.closeTo(
              price,
              1e-15 * Math.max(option.spot, option.strike),
            );
          }
  });

  it('is returned with the vega at that volatility', () => {
    const price = priceVanilla({ ...terms, volatility: 0.3 });
    const step = 1e-4;
    const difference =
      (priceVanilla({ ...terms, volatility: 0.3 + step }) - priceVanilla({ ...terms, volatility: 0.3 - step })) / (2 * step);
    // The error of the difference is step²/6 times the third derivative, about 1e-7 here.
    expect(impliedVolatility(terms, price).vega).to.be.closeTo(difference, 1e-6);
  });

  it('is 0 at the lower bound of the price and one ulp below it', () => {
    const deep = { ...terms, strike: 50 };
    const bound = 100 * Math.exp(-0.02) - 50 * Math.exp(-0.05);
    for (const price of [bound, bound * (1 - Number.EPSILON)])
      expect(impliedVolatility(deep, price)).to.deep.equal({ impliedVolatility: 0, vega: 0 });
    expect(impliedVolatility(terms, 0)).to.deep.equal({ impliedVolatility: 0, vega: 0 });
    const kink = { ...terms, strike: 100, rate: 0.02 };
    expect(impliedVolatility(kink, 0).vega).to.be.closeTo(greeksVanilla({ ...kink, volatility: 0 }).vega, 1e-13);
  });

  it('is refused below the lower bound and at the upper bound of the price, and the error states the bound and the price', () => {
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

  it('is refused at expiry', () => {
    expect(faultOf(1, { time: 0 })).to.deep.equal({
      pointer: '/time',
      reason: 'must be above 0: at expiry the price does not depend on volatility; got 0',
    });
  });
});
