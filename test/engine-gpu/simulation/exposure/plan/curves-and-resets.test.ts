import { expect } from 'chai';
import { runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { type CrossAssetMarket, floatingBasis } from '#engine-gpu/market/cross-asset';
import { accumulatedRate } from '#engine-gpu/market/curve';
import { crossAssetModel } from '#engine-gpu/model/cross-asset';
import { termsOfTrade } from '#engine-gpu/product/trade/terms';
import type { Trade } from '#engine-gpu/product/trade/trade';
import { valuesToday } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { flatCurve, threeCurrencies } from '../../../../support/cross-asset-markets.js';
import { overSeeds, planFor, runPlan } from '../../../../support/netting-sets.js';

const today = (trade: Trade, market: CrossAssetMarket): number =>
  valuesToday(crossAssetModel(market), [termsOfTrade(trade, market)], [[0]])[0]!;
const [usd, eur, jpy] = threeCurrencies.currencies;
const projected: CrossAssetMarket = {
  ...threeCurrencies,
  currencies: [{ ...usd!, projection: { times: [1, 10], zeroRates: [0.026, 0.041], interpolation: 'linear_zero' } }, eur!, jpy!],
};
const bond = (currency: number, time: number): number => Math.exp(-accumulatedRate(threeCurrencies.currencies[currency]!.curve, time));

const swap = {
  currency: 'USD',
  notional: 1e4,
  side: 'payer',
  fixedRate: 0.035,
  maturity: 6,
  fixedFrequency: 1,
  floatingFrequency: 4,
} as const;
const resetting: Extract<Trade, { type: 'cross_currency_swap' }> = {
  type: 'cross_currency_swap',
  receive: { currency: 'EUR', notional: 1e4, spread: -0.002 },
  pay: { currency: 'USD', notional: 1.07e4, spread: 0.001 },
  maturity: 5,
  frequency: 2,
  notionalExchange: true,
  resetting: 'pay',
};

/** The mean of the deflated value, and of its positive part less its negative, at dates. */
const meansAt = (market: CrossAssetMarket, trade: Trade, times: readonly number[]) =>
  overSeeds(4, (seed) =>
    runPlan(planFor(market, [trade], times, { seed })).sets[0]!.map(({ discount, ee, nee }) =>
      ee.shifts.map((each, i) => discount * (each - nee.shifts[i]!)),
    ),
  );

describe('a projection curve', function () {
  this.timeout(120_000);

  it('gives a swap the floating rates of its own curve, discounted on the other', () => {
    const forward = (start: number, end: number): number => {
      const { projection } = projected.currencies[0]!;
      if (projection === undefined) throw new Error('no projection curve');
      return Math.expm1(accumulatedRate(projection, end) - accumulatedRate(projection, start));
    };
    const floating = Array.from({ length: 24 }, (_, i) => forward(i / 4, (i + 1) / 4) * bond(0, (i + 1) / 4));
    const fixed = Array.from({ length: 6 }, (_, i) => swap.fixedRate * bond(0, i + 1));
    const expected = swap.notional * (floating.reduce((a, b) => a + b) - fixed.reduce((a, b) => a + b));
    expect(today({ type: 'interest_rate_swap', ...swap }, projected)).to.be.closeTo(expected, 1e-9 * swap.notional);
  });

  it('equal to the discount curve changes nothing', () => {
    const same: CrossAssetMarket = { ...threeCurrencies, currencies: [{ ...usd!, projection: usd!.curve }, eur!, jpy!] };
    for (const trade of [
      { type: 'interest_rate_swap', ...swap },
      { type: 'swaption', ...swap, expiry: 2, settlement: 'physical', quantity: 1 },
    ] as const)
      expect(today(trade, same)).to.be.closeTo(today(trade, threeCurrencies), 1e-9);
  });

  it('keeps parity of swaptions: payer less receiver is the forward swap', () => {
    const option = { ...swap, expiry: 2, settlement: 'physical', quantity: 1 } as const;
    const whole = { ...swap, type: 'interest_rate_swap' } as const;
    const difference =
      today({ ...option, type: 'swaption', side: 'payer' }, projected) -
      today({ ...option, type: 'swaption', side: 'receiver' }, projected);
    // The forward swap is the swap less its first two years.
    const first = { ...whole, maturity: 2 };
    expect(difference).to.be.closeTo(today(whole, projected) - today(first, projected), 1e-9 * swap.notional);
    const { expiry, ...terms } = option;
    expect(today({ ...terms, type: 'bermudan_swaption', exerciseDates: [expiry] }, projected)).to.be.closeTo(
      today({ ...option, type: 'swaption' }, projected),
      1e-9 * swap.notional,
    );
  });

  it('keeps the value in the mean, rates fixed on the paths included', () => {
    const trade = { type: 'swaption', ...swap, expiry: 1.1, settlement: 'physical', quantity: 1 } as const;
    // Before the first payment after expiry.
    const times = [0.6, 1.1, 1.2];
    meansAt(projected, trade, times).forEach(({ value, standardError }, i) => {
      expect(Math.abs(value - today(trade, projected)), `at ${times[i]}`).to.be.at.most(STANDARD_ERRORS * standardError);
    });
    expect(floatingBasis(projected.currencies[0]!, 1, 1.25)).to.be.above(1.001);
  });
});

describe('a resetting cross-currency swap', function () {
  this.timeout(120_000);

  it('without spreads is worth what its first period and its constant leg are', () => {
    const plain = { ...resetting, receive: { ...resetting.receive, spread: 0 }, pay: { ...resetting.pay, spread: 0 } };
    // A floating leg whose notional is exchanged at each reset is worth nothing after the first period, which returns its notional.
    const [euros, dollars] = [plain.receive.notional * 1.1, plain.pay.notional];
    expect(today(plain, threeCurrencies)).to.be.closeTo(euros - dollars, 1e-8);
  });

  it('with a spread is worth the spread on notionals whose mean has the convexity of the currencies: by quadrature where one rate moves', () => {
    // Only the dollar's rate and the exchange rate move. Then the mean of X(s) P(s, e) is a covariance of two normals.
    const [a, sigma, fx, rho] = [0.05, 0.012, 0.1, 0.4];
    const market: CrossAssetMarket = {
      valuationDate: '2026-11-20',
      currencies: [
        { currency: 'USD', curve: flatCurve(0.03), meanReversion: a, volatility: { times: [], values: [sigma] } },
        { currency: 'EUR', curve: flatCurve(0.01), meanReversion: 0, volatility: { times: [], values: [0] } },
      ],
      exchangeRates: [{ spot: 1.1, volatility: { times: [], values: [fx] } }],
      shares: [],
      correlation: [
        [1, 0, rho],
        [0, 1, 0],
        [rho, 0, 1],
      ],
    };
    const decay = (t: number): number => (1 - Math.exp(-a * t)) / a;
    const steps = 20_000;
    /** Cov(ln P(s, e)/P, ln X P_f) = −B(e − s) ∫ σ e^(−a(s−u)) (ρ σ_X + σ B(s − u)) du, by the midpoint rule. */
    const convexity = (s: number, e: number): number => {
      let sum = 0;
      for (let i = 0; i < steps; i++) {
        const start = s * (1 - (i + 0.5) / steps);
        sum += (sigma * Math.exp(-a * start) * (rho * fx + sigma * decay(start)) * s) / steps;
      }
      return -decay(e - s) * sum;
    };
    const [spread, amount] = [0.01, 1e4];
    const trade = (coupon: number): Trade => ({
      ...resetting,
      receive: { currency: 'EUR', notional: amount, spread: 0 },
      pay: { currency: 'USD', notional: 1.1e4, spread: coupon },
    });
    const expected = Array.from({ length: 10 }, (_, i) => {
      const [s, e] = [i / 2, (i + 1) / 2];
      if (i === 0) return spread * 0.5 * 1.1e4 * Math.exp(-0.03 * e);
      return spread * 0.5 * amount * 1.1 * Math.exp(-0.01 * s) * Math.exp(-0.03 * (e - s)) * Math.exp(convexity(s, e));
    }).reduce((x, y) => x + y);
    expect(today(trade(0), market) - today(trade(spread), market)).to.be.closeTo(expected, 1e-8 * expected);
  });

  it('keeps its value in the mean at every date, resets fixed on the paths included, whichever leg is reset', () => {
    for (const leg of ['receive', 'pay'] as const)
      for (const spread of [true, false]) {
        const kind = spread ? { spread: 0.02 } : { rate: 0.03 };
        const trade: Trade = {
          ...resetting,
          resetting: leg,
          receive: { currency: 'EUR', notional: 1e4, ...kind },
          pay: { currency: 'JPY', notional: 1.2e6, ...kind },
          frequency: 1,
          maturity: 4,
        };
        const [sooner, later] = [0.4, 0.9];
        for (const { value, standardError } of meansAt(threeCurrencies, trade, [sooner, later]))
          expect(Math.abs(value - today(trade, threeCurrencies)), `${leg} ${spread}`).to.be.at.most(STANDARD_ERRORS * standardError);
        // Over a payment date the collateralised exposure still has the flows of the margin period: the mean moves by none of them.
        const collateral = {
          threshold: 1e9,
          ownThreshold: 1e9,
          minimumTransfer: 0,
          marginPeriod: 1.2,
          flowsInMarginPeriod: 'unpaid',
        } as const;
        const [actual] = overSeeds(4, (seed) =>
          runPlan(planFor(threeCurrencies, [trade], [1.15], { seed, collateral })).sets[0]!.map(({ discount, ee, nee }) =>
            ee.shifts.map((each, i) => discount * (each - nee.shifts[i]!)),
          ),
        );
        // The amount due at 1 is held at its face until 1.15: interest on it for 0.15 years, on differences of notionals of some 1000.
        expect(actual!.value).to.be.closeTo(today(trade, threeCurrencies), 10 + STANDARD_ERRORS * actual!.standardError);
      }
  });

  it('has less exposure than the same swap on fixed notionals', () => {
    const exposure = (trade: Trade) => runPlan(planFor(threeCurrencies, [trade], [1, 2, 4])).sets[0]!.map(({ ee }) => ee.value);
    const { resetting: _, ...fixed } = resetting;
    const [reset, fixedExposure] = [exposure(resetting), exposure(fixed)];
    reset.forEach((ee, i) => void expect(ee).to.be.below(0.6 * fixedExposure[i]!));
  });

  it('has sensitivities that are the limits of differences, and an allocation that adds up', () => {
    const tenors = [0.5, 1, 2, 5, 10];
    const request = (shift: number, eurusd = 1.1) => ({
      trades: [resetting],
      market: {
        valuationDate: '2026-11-20',
        curves: { USD: { times: tenors, zeroRates: tenors.map((t) => 0.02 + 0.001 * t + (t === 2 ? shift : 0)) }, EUR: { rate: 0.015 } },
        fx: { EURUSD: eurusd },
        volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
        models: { USD: { meanReversion: 0.03, volatility: 0.009 }, EUR: { meanReversion: 0.05, volatility: 0.007 } },
      },
      counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
      exposureTimes: [0.4, 0.9, 1.3, 2.2, 3.1, 4.2],
      collateral: { threshold: 100 },
      pricer: { numPaths: 1024 },
    });
    const limits = { costLimit: 1e9 };
    const cva = (shift: number, eurusd?: number) => runJob(xvaJob(parse(xvaRequest, request(shift, eurusd)), limits)).cva;
    const actual = runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...request(0), tenors }), limits));
    const rate = actual.rates.find(({ currency, tenor }) => currency === 'USD' && tenor === 2);
    const byRate = (cva(1e-7) - cva(-1e-7)) / 2e-7;
    expect(rate?.cva).to.be.closeTo(byRate, 1e-4 * Math.abs(byRate));
    const bySpot = (cva(0, 1.1 + 1e-6) - cva(0, 1.1 - 1e-6)) / 2e-6;
    expect(actual.fx[0]!.cva).to.be.closeTo(bySpot, 1e-4 * Math.abs(bySpot));
    const all = runJob(xvaJob(parse(xvaRequest, { ...request(0), allocation: true }), limits));
    expect(all.allocation?.[0]?.cva).to.be.closeTo(all.cva, 1e-9 * all.cva);
  });
});
