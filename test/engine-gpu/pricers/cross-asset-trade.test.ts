import { expect } from 'chai';
import { tradeExamples } from '#engine/schemas';
import { priceOf, refusalOf } from '../../support/price.js';

const ID = 'cross_asset_trade';
const market = {
  curves: { USD: { rate: 0.03 }, EUR: { rate: 0.02 } },
  fx: { EURUSD: 1.1 },
  assets: { ACME: { spot: 100, volatility: 0.3, dividend: 0.01 } },
  volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
  models: { USD: { meanReversion: 0.03, volatility: 0.01 }, EUR: { meanReversion: 0.03, volatility: 0.008 } },
};

describe('the trade of a netting set, priced by name', () => {
  it('is worth what its payments are worth, for each that is linear', async () => {
    const [swap, , currencies, forward, , share] = tradeExamples;
    const discount = (rate: number, time: number) => Math.exp(-rate * time);
    // Half-yearly coupons for five years against 1 − P(5), on flat curves.
    const annuity = Array.from({ length: 10 }, (_, i) => 0.5 * discount(0.03, (i + 1) / 2)).reduce((a, b) => a + b);
    expect(await priceOf(ID, { instrument: swap, market })).to.be.closeTo(1e6 * (1 - discount(0.03, 5) - 0.03 * annuity), 1e-6);
    expect(await priceOf(ID, { instrument: forward, market })).to.be.closeTo(1.1e6 * discount(0.02, 1) - 1.12e6 * discount(0.03, 1), 1e-6);
    expect(await priceOf(ID, { instrument: share, market })).to.be.closeTo(
      1_000 * (100 * discount(0.01, 1) - 105 * discount(0.03, 1)),
      1e-7,
    );
    // A floating leg with its notional is worth the notional; the spread and the fixed leg are annuities.
    const inEuros = Array.from({ length: 10 }, (_, i) => 0.5 * discount(0.02, (i + 1) / 2)).reduce((a, b) => a + b);
    expect(await priceOf(ID, { instrument: currencies, market })).to.be.closeTo(
      1.1e6 * (1 + 0.001 * inEuros) - 1.1e6 * (0.03 * annuity + discount(0.03, 5)),
      1e-5,
    );
  });

  it('names what the market lacks', async () => {
    const { EUR: _, ...curves } = market.curves;
    expect(await refusalOf(ID, { instrument: tradeExamples[3], market: { ...market, curves } })).to.deep.equal([
      { pointer: '/market/curves', reason: 'must have an entry for EUR' },
    ]);
  });
});
