import { expect } from 'chai';
import { blackScholesGreeks } from '#engine-gpu/formula/black-scholes';
import { GREEKS } from '#engine-gpu/formula/greeks';

describe('the Greeks of Black and Scholes', () => {
  it('far from the money are those of a certain payment, whatever the buffer held and beside what it holds', () => {
    const [spot, strike, rate, time, dividend] = [100, 40, 0.03, 1.5, 0.01];
    const buffer = new Float64Array(3 * GREEKS.length).fill(7);
    blackScholesGreeks(spot, strike, rate, 0.01, time, dividend, 1, buffer, GREEKS.length);
    const [previous, written, next] = [0, 1, 2].map((row) => [...buffer.subarray(row * GREEKS.length, (row + 1) * GREEKS.length)]);
    expect([previous, next]).to.deep.equal([0, 1].map(() => GREEKS.map(() => 7)));
    const [asset, cash] = [spot * Math.exp(-dividend * time), strike * Math.exp(-rate * time)];
    const certain: Partial<Record<(typeof GREEKS)[number], number>> = {
      ...{ price: asset - cash, delta: asset / spot, theta: dividend * asset - rate * cash },
      ...{ rho: time * cash, dividendRho: -time * asset, charm: (dividend * asset) / spot },
    };
    GREEKS.forEach((name, i) => void expect(written![i], name).to.be.closeTo(certain[name] ?? 0, 1e-12));
  });
});
