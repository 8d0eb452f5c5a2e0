import { expect } from 'chai';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { optionParts } from '#engine-gpu/formula/option-parts';
import { gaussLegendre } from '#engine-gpu/math/quadrature';

const call = { spot: 90, strike: 100, rate: 0.04, dividend: 0.01, volatility: 0.3, time: 2, sign: 1 } as const;
const levels = [100, 80];

const partsAt = (option: Parameters<typeof optionParts>[0], t: number, x: number): Float64Array => {
  const parts = new Float64Array(4);
  optionParts(option, levels, t)(x, parts);
  return parts;
};

describe('the parts of a European option', () => {
  for (const sign of [1, -1] as const)
    it(`differ by the value of the ${sign > 0 ? 'call' : 'put'} where the level is its strike`, () => {
      for (const [t, x] of [
        [0, 0],
        [0.7, 0.2],
        [1.9, -0.4],
      ] as const) {
        const [cash, asset] = partsAt({ ...call, sign }, t, x);
        const spot = call.spot * Math.exp(x);
        const value =
          Math.exp(-call.rate * t) * blackScholes(spot, call.strike, call.rate, call.volatility, call.time - t, call.dividend, sign);
        expect(call.spot * sign * (asset! - cash!)).to.be.closeTo(value, 1e-12 * call.spot);
      }
    });

  it('are the strike and the asset at expiry where the spot is beyond the level, and zero elsewhere', () => {
    const x = Math.log(95 / call.spot);
    const discounted = Math.exp(-call.rate * call.time);
    const [cash, asset, cashBelow, assetBelow] = partsAt(call, call.time, x);
    expect([cash, asset]).to.deep.equal([0, 0]);
    expect(cashBelow).to.be.closeTo((call.strike / call.spot) * discounted, 1e-15);
    expect(assetBelow).to.be.closeTo((95 / call.spot) * discounted, 1e-15);
  });

  it('are martingales', () => {
    const { points, weights } = gaussLegendre(80);
    const [from, to] = [0.5, 0.8];
    const deviation = call.volatility * Math.sqrt(to - from);
    const drift = (call.rate - call.dividend - call.volatility ** 2 / 2) * (to - from);
    const start = partsAt(call, from, 0.1);
    const stepped = new Float64Array(4);
    points.forEach((point, i) => {
      const z = 8 * point;
      const density = (8 * weights[i]! * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
      partsAt(call, to, 0.1 + drift + deviation * z).forEach((part, k) => {
        stepped[k] = stepped[k]! + density * part;
      });
    });
    start.forEach((part, k) => {
      expect(stepped[k]).to.be.closeTo(part, 1e-12);
    });
  });
});
