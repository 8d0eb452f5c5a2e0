/** Short rates of two factors (G2++) in netting sets. */
import { expect } from 'chai';
import { exposureJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, faultsOf, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { swaptionG2 } from '#engine-gpu/model/g2-swaption';

const limits = { costLimit: 1e10 };
const rate = 0.03;
const secondFactor = { meanReversion: 0.08, volatility: 0.01, correlation: -0.7 };
const first = { meanReversion: 0.6, volatility: 0.014 };
const market = {
  valuationDate: '2026-11-20',
  curves: { USD: { rate }, EUR: { rate: 0.015 } },
  fx: { EURUSD: 1.1 },
  assets: { ACME: { spot: 100, volatility: 0.25 } },
  volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
  models: {
    USD: { ...first, secondFactor },
    EUR: { meanReversion: 0.1, volatility: 0.008, secondFactor: { ...secondFactor, correlation: 0.3 } },
  },
  correlations: [
    { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
    { asset1: 'USD', asset2: 'EURUSD', correlation: -0.3 },
    { asset1: 'ACME', asset2: 'USD', correlation: 0.2 },
  ],
};
const swap = {
  type: 'interest_rate_swap',
  currency: 'USD',
  notional: 1_000,
  side: 'payer',
  fixedRate: 0.031,
  maturity: 8,
  fixedFrequency: 1,
  floatingFrequency: 2,
};
const currencies = {
  type: 'cross_currency_swap',
  receive: { currency: 'EUR', notional: 1_000, spread: 0.001 },
  pay: { currency: 'USD', notional: 1_090, rate: 0.03 },
  maturity: 5,
  frequency: 2,
};
const resetting = { ...currencies, pay: { currency: 'USD', notional: 1_090, spread: 0.002 }, resetting: 'pay' };
const fxOption = {
  type: 'fx_option',
  buyCurrency: 'EUR',
  buyAmount: 1_000,
  sellCurrency: 'USD',
  sellAmount: 1_120,
  maturity: 4,
  optionType: 'call',
};
const shareOption = { type: 'equity_option', underlying: 'ACME', quantity: 10, strike: 105, maturity: 4, optionType: 'put' };
const netting = { market, exposureTimes: [0.5, 1, 2, 3], pricer: { numPaths: 8_192 } };
const exposureOf = (trades: readonly object[], more: object = {}) =>
  runJob(exposureJob(parse(exposureRequest, { ...netting, trades, ...more }), limits));
const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, own: { hazardRate: 0.01, recoveryRate: 0.4 } };

describe('two-factor rates of a netting set', function () {
  this.timeout(120_000);

  it('give a swap the exposure of the G2++ swaption on what is left of it, paying and receiving', () => {
    const times = [1, 2, 4, 7];
    const { exposure } = exposureOf([swap], { exposureTimes: times });
    const parameters = {
      meanReversion1: first.meanReversion,
      volatility1: first.volatility,
      meanReversion2: secondFactor.meanReversion,
      volatility2: secondFactor.volatility,
      correlation: secondFactor.correlation,
    };
    exposure.forEach(({ time, ee, nee, standardErrors }) => {
      const payments = Array.from({ length: swap.maturity - time }, (_, i) => time + 1 + i);
      const forwards = payments.map((paidAt) => (swap.fixedRate + (paidAt === swap.maturity ? 1 : 0)) * Math.exp(-rate * (paidAt - time)));
      for (const [actual, sign, error] of [
        [ee, 1, standardErrors?.ee ?? 0],
        [nee, -1, standardErrors?.nee ?? 0],
      ] as const) {
        const swaption = swap.notional * swaptionG2(parameters, time, payments, forwards, sign);
        expect(Math.abs(actual - swaption), `${sign} at ${time}: ${actual} ± ${error} for ${swaption}`).to.be.at.most(4 * error);
        expect(error).to.be.below(0.02 * swaption);
      }
    });
  });

  it('keep the value of every trade in the mean, resets and fixings on the paths included', () => {
    for (const trade of [swap, currencies, resetting, fxOption, shareOption]) {
      const { value, exposure } = exposureOf([trade], { exposureTimes: [0.3, 0.49] });
      exposure.forEach(({ time, ee, nee, standardErrors }) => {
        const error = Math.hypot(standardErrors?.ee ?? 0, standardErrors?.nee ?? 0);
        const difference = ee - nee - value * Math.exp(rate * time);
        expect(Math.abs(difference), `${trade.type} at ${time}: ${difference} ± ${error}`).to.be.at.most(
          4 * error + 1e-4 * Math.abs(value),
        );
      });
    }
  });

  it('tend to one factor as the second vanishes', () => {
    const vanishing = { ...first, secondFactor: { ...secondFactor, volatility: 1e-9 } };
    const withModel = (usd: object) =>
      exposureOf([swap, currencies, fxOption], { market: { ...market, models: { ...market.models, USD: usd } } });
    const [two, one] = [withModel(vanishing), withModel(first)];
    expect(two.value).to.be.closeTo(one.value, 1e-6 * Math.abs(one.value));
    two.exposure.forEach(({ ee, standardErrors }, i) => {
      const { ee: expected, standardErrors: errors } = one.exposure[i]!;
      expect(Math.abs(ee - expected)).to.be.at.most(4 * Math.hypot(standardErrors?.ee ?? 0, errors?.ee ?? 0));
    });
  });

  it('allocate every measure to trades that add up, and have sensitivities that are the limits of differences', () => {
    const trades = [swap, resetting, fxOption];
    const request = { ...netting, ...parties, trades, pricer: { numPaths: 1_024 } };
    const calculate = (body: object) => runJob(xvaJob(parse(xvaRequest, body), limits));
    const { allocation = [], cva } = calculate({ ...request, allocation: true });
    expect(allocation.reduce((sum, share) => sum + share.cva, 0)).to.be.closeTo(cva, 1e-10 * cva);
    const { rates, fx: pairs } = runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, request), limits));
    const bumped = (shift: number) =>
      calculate({ ...request, market: { ...market, curves: { ...market.curves, USD: { rate: rate + shift } } } }).cva;
    const parallel = rates.filter(({ currency }) => currency === 'USD').reduce((sum, each) => sum + each.cva, 0);
    // Between the two bumps the exposure of a few of the paths changes its sign.
    expect(parallel).to.be.closeTo((bumped(1e-4) - bumped(-1e-4)) / 2e-4, 5e-3 * Math.abs(parallel));
    const fx = (shift: number) => calculate({ ...request, market: { ...market, fx: { EURUSD: 1.1 + shift } } }).cva;
    const { cva: actual } = pairs[0]!;
    expect(actual).to.be.closeTo((fx(1e-4) - fx(-1e-4)) / 2e-4, 5e-3 * Math.abs(actual));
  });

  it('need the volatility of both factors, and a fault names it', () => {
    const models = { ...market.models, USD: { meanReversion: 0.1, secondFactor } };
    const body = { ...netting, trades: [swap], market: { ...market, models } };
    const parsed = exposureRequest.safeParse(body);
    expect(parsed.success ? [] : faultsOf(parsed.error, body).map(({ pointer }) => pointer)).to.deep.equal([
      '/market/models/USD/volatility',
    ]);
  });
});
