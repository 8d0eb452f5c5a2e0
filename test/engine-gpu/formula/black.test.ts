import { expect } from 'chai';
import { millsSum, timeValue } from '#engine-gpu/formula/black';
import { blackScholes, logForwardMoneyness } from '#engine-gpu/formula/black-scholes';
import { normalPdf } from '#engine-gpu/math/normal';

/** x, s, c, 1 − c in 80-digit arithmetic (mpmath 1.3): each way of computing Y(d₁) − Y(d₂), and both sides of each boundary between them. */
const TIME_VALUES: readonly (readonly [number, number, number, number])[] = [
  [-2, 0.1, 3.7194507268047234e-91, 1.0],
  [-2, 0.19, 1.568322355047292e-27, 1.0],
  [-30, 2.5, 5.521947511387544e-28, 1.0],
  [-0.001, 0.0002, 1.0697678519879226e-11, 0.9999999999893023],
  [-1, 0.2, 1.7546333318962354e-8, 0.9999999824536667],
  [-0.05, 0.1, 0.020267457137435375, 0.9797325428625646],
  [-1e-8, 0.0001, 3.988922842243796e-5, 0.9999601107715775],
  [-0.5, 0.41, 0.027971797134005185, 0.9720282028659948],
  [-0.5, 0.43, 0.0329045600165784, 0.9670954399834216],
  [-3, 0.6, 1.3782794341813672e-7, 0.9999998621720566],
  [-0.2, 0.8, 0.2446837414510866, 0.7553162585489134],
  [-5, 2.5, 0.14098924295435628, 0.8590107570456437],
  [-0.1, 1.8, 0.6132989605082814, 0.3867010394917187],
  [-0.1, 1.9, 0.6406004568739516, 0.35939954312604844],
  [-2, 6, 0.992999268560593, 0.007000731439407044],
  [-1, 15, 0.999999999999895, 1.0499190322814956e-13],
  [-1400, 60, 0.9999999999852459, 1.4754131701166407e-11],
];

/** S, K, r, σ, T, q, θ and the price likewise: cases in which the textbook difference has no correct digit, or overflows. */
const PRICES: readonly (readonly [number, number, number, number, number, number, 1 | -1, number])[] = [
  [100, 200, 0, 0.1, 1, 0, 1, 4.082966631587882e-12],
  [100, 300, 0.01, 0.05, 1, 0.02, 1, 1.2193109723567826e-109],
  [100, 40, 0.05, 0.05, 2, 0.01, -1, 6.501037525131758e-46],
  [100, 5000, 0, 0.5, 2, 0, 1, 1.2689511611476997e-6],
  [100, 0.001, 0.03, 1, 1, 0, -1, 9.423452691623788e-33],
  [1e200, 1e-200, 0.03, 1, 1, 0, 1, 1e200],
  [1e-200, 2e-200, 0.03, 0.3, 1, 0, 1, 1.9644430286360866e-203],
  [100, 250, 0, 3, 10, 0, 1, 99.99966916616249],
];

/** Error in units of (1 + d₁²) ulp: x/s has two roundings, which φ(d₁) amplifies by d₁², and each Y one or two. */
const ULPS = 6;

describe('the time value of an option', () => {
  it('keeps its relative accuracy however small it is, in each of its four forms and across their boundaries', () => {
    for (const [x, s, value, complement] of TIME_VALUES) {
      const d1 = x / s + s / 2;
      const relative = ULPS * (1 + d1 * d1) * Number.EPSILON;
      expect(timeValue(x, s), `c(${x}, ${s})`).to.be.closeTo(value, relative * value);
      // The complement is a product only where it is small.
      if (d1 > 0) expect(normalPdf(d1) * millsSum(x / s, s / 2)).to.be.closeTo(complement, relative * complement);
    }
  });

  it('tends to 0 and 1 as the standard deviation goes to 0 and ∞', () => {
    expect([timeValue(-1, 0), timeValue(0, 0), timeValue(-1, Infinity), timeValue(0, Infinity)]).to.deep.equal([0, 0, 1, 1]);
    expect(timeValue(-1, 1e-300)).to.equal(0);
  });

  it('gives prices that agree with 80-digit arithmetic', () => {
    for (const [spot, strike, rate, volatility, time, dividend, sign, price] of PRICES) {
      const d1 = logForwardMoneyness(spot, strike, rate, time, dividend) / (volatility * Math.sqrt(time));
      // In the money the rounding of d₁ does not matter.
      const relative = ULPS * (1 + (sign * d1 < 0 ? d1 * d1 : 0)) * Number.EPSILON;
      expect(blackScholes(spot, strike, rate, volatility, time, dividend, sign), `${spot} ${strike}`).to.be.closeTo(
        price,
        relative * price,
      );
    }
  });
});
