import { expect } from 'chai';
import { hestonAmerican, localVolatilityAmerican, lognormalAmerican } from '#engine-gpu/method/american-differences';
import { flatMarket } from '#test/support/contract-rows';
import { smileOn } from '#test/support/every-structure';

describe('American options by finite differences', () => {
  it('are worth their payoff at expiry, with the slope of the payoff', async () => {
    const { curve } = flatMarket(0.03, []);
    const spot = 100;
    const terms = { spot, dividend: 0.01 };
    const parameters = { v0: 0.04, kappa: 1, theta: 0.04, sigma: 0.3, rho: -0.5 };
    for (const [strike, sign, payoff, delta] of [
      [90, 1, 10, 1],
      [90, -1, 0, 0],
      [120, -1, 20, -1],
      [120, 1, 0, 0],
    ] as const) {
      const option = { spot, strike, time: 0, sign };
      const values = [
        lognormalAmerican(option, { curve, terms, volatility: { times: [1], volatilities: [0.2] } }),
        localVolatilityAmerican(option, smileOn({ ...terms, curve })),
        await hestonAmerican({ ...option, parameters, rate: 0.03, dividend: 0.01, dividends: [] }),
      ];
      for (const { price, europeanPrice, delta: slope, errorBound } of values)
        expect([price, europeanPrice, slope, errorBound]).to.deep.equal([payoff, payoff, delta, 0]);
    }
  });
});
