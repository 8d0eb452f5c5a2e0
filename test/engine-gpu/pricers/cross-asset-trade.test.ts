import { expect } from 'chai';
import { tradeExamples } from '#engine/schemas';
import { closeTo, table } from '#test/reference/table';
import { priceOf, refusalOf, resultOf } from '../../support/price.js';

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

  it('has an option on rates that are quoted against a third currency alone at the money of both, and says so', async () => {
    const option = { ...tradeExamples[4], sellCurrency: 'GBP', sellAmount: 8.6e5, optionType: 'call' };
    const expiries = (atm: number) => ({ expiries: [{ time: 1, atm, riskReversal25: 0.01, butterfly25: 0.002 }] });
    const resultWith = (EURUSD: object, GBPUSD: object, more: object = {}) =>
      resultOf(ID, {
        instrument: option,
        market: {
          ...{ curves: { ...market.curves, GBP: { rate: 0.04 } }, fx: { EURUSD: 1.1, GBPUSD: 1.28 } },
          ...{ correlations: [{ asset1: 'EURUSD', asset2: 'GBPUSD', correlation: 0.6 }], volatilities: { EURUSD, GBPUSD, ...more } },
        },
      });
    const lognormal = (volatility: number) => ({ type: 'lognormal', volatility });
    const { price } = await resultWith(lognormal(0.09), lognormal(0.1));
    const quoted = await resultWith(expiries(0.09), expiries(0.1));
    expect(quoted.price).to.be.closeTo(price, 1e-9 * price);
    expect(quoted.warnings).to.deep.equal(
      ['EURUSD', 'GBPUSD'].map((pair) => `${pair} moves by its volatilities at the money: those of other strikes count for nothing`),
    );
    const direct = await resultWith(expiries(0.09), expiries(0.1), { EURGBP: expiries(0.05) });
    expect(direct.price).to.be.below(0.8 * price);
    expect(direct.warnings).to.equal(undefined);
  });

  it('prices an option on its smile whatever the models of rates lack, and refuses two quotes of one rate', async () => {
    const expiries = [{ time: 1, atm: 0.09 }];
    const priceIn = (more: object, volatilities: object) =>
      priceOf(ID, { instrument: tradeExamples[4], market: { ...market, ...more, volatilities } });
    const alone = await priceIn({ models: {} }, { EURUSD: { expiries } });
    // Models without a volatility, and no swaptions to fit them to.
    const models = { USD: { meanReversion: 0.03 }, EUR: { meanReversion: 0.02 } };
    expect(await priceIn({ models }, { EURUSD: { expiries } })).to.equal(alone);
    const lognormal = { type: 'lognormal', volatility: 0.1 };
    for (const [one, other] of [
      [{ expiries }, lognormal],
      [{ expiries }, { expiries }],
      [lognormal, { ...lognormal, volatility: 0.11 }],
    ])
      expect(
        await refusalOf(ID, { instrument: tradeExamples[4], market: { ...market, volatilities: { EURUSD: one, USDEUR: other } } }),
      ).to.deep.equal([
        { pointer: '/market/volatilities/USDEUR', reason: 'must be left out beside EURUSD, the quote of the same exchange rate' },
      ]);
    expect(await priceIn({}, { EURUSD: lognormal, USDEUR: lognormal })).to.equal(await priceIn({}, { EURUSD: lognormal }));
  });

  it('names the quote of a smile that is none', async () => {
    const faultsWith = (expiries: object[], more: object = {}) =>
      refusalOf(ID, { instrument: tradeExamples[4], market: { ...market, volatilities: { EURUSD: { expiries } }, ...more } });
    const place = '/market/volatilities/EURUSD/expiries';
    expect(await faultsWith([{ time: 1, atm: 0.1, riskReversal25: 0.3, butterfly25: 0 }])).to.deep.equal([
      {
        pointer: `${place}/0/butterfly25`,
        reason: `must, with its risk reversal, leave the put a volatility above 0; it is ${0.1 - 0.15}`,
      },
    ]);
    const wild = { time: 0.036, atm: 2.76, riskReversal10: 0.085, butterfly10: 6.2 };
    const far = { ...tradeExamples[4], maturity: 0.03, sellAmount: 3.1e6 };
    expect(await refusalOf(ID, { instrument: far, market: { ...market, volatilities: { EURUSD: { expiries: [wild] } } } })).to.deep.equal([
      { pointer: `${place}/0`, reason: 'must leave a volatility at the strike 3.1; between its points the smile falls below 0 there' },
    ]);
    expect(
      await faultsWith(
        [
          { date: '2026-11-20', atm: 0.1 },
          { time: 2, atm: 0.1 },
          { time: 2, atm: 0.1 },
        ],
        { valuationDate: '2026-11-20' },
      ),
    ).to.deep.equal([
      { pointer: `${place}/0/date`, reason: 'must be after 2026-11-20, the valuation date; got 2026-11-20' },
      { pointer: `${place}/2/time`, reason: 'must be after the expiry before it; got 2' },
    ]);
    expect(
      await refusalOf(ID, {
        instrument: tradeExamples[4],
        market: { ...market, volatilities: { USD: { expiries: [{ time: 1, atm: 0.1 }] } } },
      }),
    ).to.deep.equal([{ pointer: '/market/volatilities/USD/expiries', reason: 'must be of a pair of currencies such as EURUSD; got USD' }]);
  });
});

table<Parameters<typeof resultOf>[1], { price: number }>('exchange_options', async ({ inputs, expected, tolerance }) => {
  closeTo(await priceOf(ID, inputs), expected.price, tolerance);
});
