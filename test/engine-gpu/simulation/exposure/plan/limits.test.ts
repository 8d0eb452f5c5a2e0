import { expect } from 'chai';
import { exposureJob, runJob } from '#engine';
import { exposureRequest, parse } from '#engine/schemas';
import { black } from '#engine-gpu/formula/black-76';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { type CrossAssetMarket, constantVolatility } from '#engine-gpu/market/cross-asset';
import { choleskyFactor } from '#engine-gpu/math/cholesky';
import { decayIntegral } from '#engine-gpu/math/decay';
import { gaussKronrod } from '#engine-gpu/math/quadrature';
import { crossAssetModel, logarithmsAt, stateLaw } from '#engine-gpu/model/cross-asset';
import { termsOfTrade } from '#engine-gpu/product/trade/terms';
import type { Trade } from '#engine-gpu/product/trade/trade';
import { valuesToday } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { flatCurve } from '../../../../support/cross-asset-markets.js';
import { overSeeds, planFor, runPlan } from '../../../../support/netting-sets.js';

const [domestic, foreign] = [0.03, 0.012];
const spot = 1.1;
const fxVolatility = 0.12;

/** Two currencies and a share of the foreign one. */
const marketWith = (rateVolatility: number): CrossAssetMarket => ({
  valuationDate: '2026-11-20',
  currencies: [
    { currency: 'USD', curve: flatCurve(domestic), meanReversion: 0.1, volatility: constantVolatility(rateVolatility) },
    { currency: 'EUR', curve: flatCurve(foreign), meanReversion: 0.05, volatility: constantVolatility(0.8 * rateVolatility) },
  ],
  exchangeRates: [{ spot, volatility: constantVolatility(fxVolatility) }],
  shares: [{ name: 'BETA', currency: 1, spot: 40, dividend: 0.02, volatility: 0.3 }],
  correlation: [
    [1, 0.5, -0.3, 0.2],
    [0.5, 1, 0.1, -0.25],
    [-0.3, 0.1, 1, 0.4],
    [0.2, -0.25, 0.4, 1],
  ],
});

const today = (market: CrossAssetMarket, trade: Trade): number =>
  valuesToday(crossAssetModel(market), [termsOfTrade(trade, market)], [[0]])[0]!;
const fxCall: Trade = {
  type: 'fx_option',
  buyCurrency: 'EUR',
  buyAmount: 1000,
  sellCurrency: 'USD',
  sellAmount: 1150,
  maturity: 3,
  optionType: 'call',
  quantity: 1,
};

describe('closed forms of a netting set', function () {
  this.timeout(120_000);

  it('tend to Garman and Kohlhagen’s option where rates do not move', () => {
    const actual = today(marketWith(0), fxCall);
    expect(actual).to.be.closeTo(1000 * blackScholes(spot, 1.15, domestic, fxVolatility, 3, foreign, 1), 1e-10);
    const bought = today(marketWith(0), {
      ...fxCall,
      buyCurrency: 'USD',
      buyAmount: 1150,
      sellCurrency: 'EUR',
      sellAmount: 1000,
      optionType: 'put',
    });
    expect(bought).to.be.closeTo(actual, 1e-10);
  });

  it('are Black, Scholes, Hull and White’s where the rate of the share’s currency moves', () => {
    const market = marketWith(0.01);
    const { meanReversion: a } = market.currencies[1]!;
    const [sigma, rate, rho, maturity, strike] = [0.3, 0.008, -0.25, 4, 38];
    // ∫ (σ² + 2ρσ σ_r B + σ_r² B²)
    const variance = gaussKronrod(
      (u) => sigma ** 2 + 2 * rho * sigma * rate * decayIntegral(a, u) + (rate * decayIntegral(a, u)) ** 2,
      [0, maturity],
      1e-14,
    );
    const forward = 40 * Math.exp((foreign - 0.02) * maturity);
    const expected = spot * 7 * Math.exp(-foreign * maturity) * black(forward, strike, Math.sqrt(variance), -1);
    const actual = today(market, { type: 'equity_option', underlying: 'BETA', quantity: 7, strike, maturity, optionType: 'put' });
    expect(actual).to.be.closeTo(expected, 1e-10);
  });

  it('give a cross-currency swap the exposure that quadrature of its value over the state does', () => {
    const market = marketWith(0.01);
    const trade: Trade = {
      type: 'cross_currency_swap',
      receive: { currency: 'EUR', notional: 100, rate: 0.015 },
      pay: { currency: 'USD', notional: 112, spread: 0.002 },
      maturity: 5,
      frequency: 2,
      notionalExchange: true,
    };
    const times = [1, 2.5, 4];
    const model = crossAssetModel(market);
    const actual = overSeeds(4, (seed) =>
      runPlan(planFor(market, [trade], times, { seed })).sets[0]!.flatMap(({ ee, nee }) => [ee.shifts, nee.shifts]),
    );
    times.forEach((time, i) => {
      const [ee, nee] = exposureByQuadrature(model, time);
      expect(Math.abs(actual[2 * i]!.value - ee), `EE at ${time}`).to.be.below(4 * actual[2 * i]!.standardError + 2e-5 * ee);
      expect(Math.abs(actual[2 * i + 1]!.value - nee), `NEE at ${time}`).to.be.below(4 * actual[2 * i + 1]!.standardError + 2e-5 * nee);
    });
  });

  it('are finite for the largest volatility of rates that is admitted, and beyond it refused with a fault that names the model', () => {
    const request = (meanReversion: number, volatility: number, bermudan = false) => {
      const swap = {
        currency: 'EUR',
        notional: 1e15,
        side: 'payer',
        fixedRate: 0.03,
        maturity: 30,
        fixedFrequency: 1,
        floatingFrequency: 2,
      };
      return {
        trades: [
          { type: 'interest_rate_swap', ...swap },
          { type: 'swaption', ...swap, expiry: 10 },
          ...(bermudan ? [{ type: 'bermudan_swaption', ...swap, exerciseDates: [10, 20] }] : []),
          { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 1e15, sellCurrency: 'USD', sellAmount: 1e15, maturity: 30 },
        ],
        market: {
          valuationDate: '2026-11-20',
          curves: { USD: { rate: domestic }, EUR: { rate: foreign } },
          fx: { EURUSD: spot },
          volatilities: { EURUSD: { type: 'lognormal', volatility: fxVolatility } },
          models: { EUR: { meanReversion, volatility }, USD: { meanReversion: 0.05, volatility: 0.01 } },
        },
        exposureTimes: [1, 15, 29],
        pricer: { numPaths: 256 },
      };
    };
    const run = (body: object) => runJob(exposureJob(parse(exposureRequest, body), { costLimit: 1e9 }));
    for (const meanReversion of [-0.2, 0, 0.1]) {
      // s(30 years) per unit of volatility, and the largest s: ³⁄₂ s² + 8 s = ln 2¹⁰²⁴.
      const perUnit = Math.sqrt(gaussKronrod((u) => decayIntegral(meanReversion, u) ** 2, [0, 30], 1e-9));
      const largest = (Math.sqrt(64 + 6 * Math.log(Number.MAX_VALUE)) - 8) / 3 / perUnit;
      for (const { ee, nee } of run(request(meanReversion, 0.999 * largest)).exposure) expect(Number.isFinite(ee + nee)).to.equal(true);
      expect(() => run(request(meanReversion, Math.min(1, 1.001 * largest)))).to.throw(
        `market.models.EUR must keep the standard deviation of the rate accumulated over 30 years at most 19.2`,
      );
      // A Bermudan swaption is valued on tables, which reach less far.
      const { exposure, warnings } = run(request(meanReversion, 5.999 / perUnit, true));
      for (const { ee, nee } of exposure) expect(Number.isFinite(ee + nee)).to.equal(true);
      expect(warnings).to.include(
        'the rate of EUR accumulated over 30 years has a standard deviation of 6: few paths make the means of late dates, whose standard errors are too small',
      );
      expect(() => run(request(meanReversion, 6.001 / perUnit, true))).to.throw(
        `market.models.EUR must keep the standard deviation of the rate accumulated over 30 years at most 6, beyond which Bermudan swaptions are not valued`,
      );
      expect(run(request(meanReversion, 1.999 / perUnit)).warnings?.join()).to.not.contain('standard deviation');
    }
    expect(() => run(request(-0.2, 0.1))).to.throw('meanReversion -0.2 and volatility 0.1 make it 317');
  });
});

/** Nodes per dimension of the trapezoidal rule, and its range in standard deviations. */
const NODES = 49;
const RANGE = 6;

/**
 * E[max(±V, 0)] of the swap above under the forward measure of a fixing date, by the trapezoidal rule over both short rates and the exchange
 * rate. The forward measure moves the mean of the state by its covariance with the account.
 */
function exposureByQuadrature(model: ReturnType<typeof crossAssetModel>, time: number): readonly [number, number] {
  const logs = logarithmsAt(model, time);
  const { mean, covariance } = stateLaw(model, time);
  const account = model.coordinates.findIndex(({ kind }) => kind === 'account');
  const simulated = model.coordinates.flatMap((each, i) => (each.kind === 'rate' || each.kind === 'exchange_rate' ? [i] : []));
  const factor = choleskyFactor(simulated.map((i) => simulated.map((j) => covariance[i]![j]!)));
  const centre = simulated.map((i) => mean[i]! - covariance[i]![account]!);
  const payments = Array.from({ length: 10 }, (_, k) => (k + 1) / 2).filter((date) => date > time);
  const forms = payments.map((date) => ({ usd: logs.bond(0, date), eur: logs.bond(1, date), last: date === 5 }));
  const exchange = logs.exchangeRate(1);
  const step = (2 * RANGE) / (NODES - 1);
  const pointOf = (k: number): number => -RANGE + k * step;
  const density = (z: number): number => (step * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
  let [ee, nee] = [0, 0];
  for (let i = 0; i < NODES; i++)
    for (let j = 0; j < NODES; j++)
      for (let k = 0; k < NODES; k++) {
        const z = [pointOf(i), pointOf(j), pointOf(k)];
        const state = model.coordinates.map(() => 0);
        simulated.forEach((index, row) => {
          state[index] = centre[row]! + factor[row]!.reduce((sum, load, column) => sum + load * (z[column] ?? 0), 0);
        });
        const value = ({ constant, loads }: { constant: number; loads: readonly number[] }) =>
          Math.exp(loads.reduce((sum, load, index) => sum + load * state[index]!, constant));
        // On a fixing date the floating leg with its notional is worth the notional.
        let [received, paid] = [0, 112];
        for (const { usd, eur, last } of forms) {
          received += value(eur) * (100 * 0.015 * 0.5 + (last ? 100 : 0));
          paid += value(usd) * 112 * 0.002 * 0.5;
        }
        const total = value(exchange) * received - paid;
        const weight = density(z[0]!) * density(z[1]!) * density(z[2]!);
        if (total > 0) ee += weight * total;
        else nee -= weight * total;
      }
  return [ee, nee];
}
