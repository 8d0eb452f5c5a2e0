import { expect } from 'chai';
import type { LocalVolModel } from '#engine-gpu/market/market';
import { greeksVanilla } from '#engine-gpu/method/vanilla-option';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { defined } from '#services/runtime/defined';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { STANDARD_ERRORS, withinNoise } from '#test/support/estimates';
import { barrier, digital, smileOn } from '#test/support/every-structure';
import { faultsIn } from '#test/support/faults';
import { priceOf } from '#test/support/price';

/** Error of the tables, of 52 steps per year, and of finite differences with 400 steps in both directions (which differ by 3e-4 from 200). */
const DISCRETISATION = 4e-4;

const terms = { spot: 100, dividend: 0.01 };
const curve = { times: [1], zeroRates: [0.03], interpolation: 'linear_zero' } as const;
const smile = smileOn({ ...terms, curve });
const flat: LocalVolModel = { ...smile, volatilities: smile.volatilities.map((row) => row.map(() => 0.3)) };
const numPaths = 2 ** 14;

describe('local volatility paths', () => {
  const marketOf = (model: LocalVolModel) => flatMarket(0.03, [{ ...terms, model }]);
  const price = (model: LocalVolModel, strike: number, time: number, sign: 1 | -1 = 1, settings = {}) =>
    priceContract(vanilla(strike, time, sign), marketOf(model), { numPaths, ...settings }, backend);
  const byFiniteDifferences = (strike: number, time: number, sign: 1 | -1, { strikes, expiries, volatilities } = smile) =>
    priceOf('equity_local_vol_dupire', {
      instrument: { strike, time, optionType: sign > 0 ? 'call' : 'put' },
      market: { ...terms, rate: 0.03 },
      params: {
        strikes,
        expiries,
        volatilities,
        timeSteps: 400,
        spotSteps: 400,
      },
    });

  for (const [strike, time, sign] of [
    [80, 0.25, -1],
    [100, 0.25, 1],
    [105, 0.1, 1],
    [80, 1, -1],
    [100, 1, 1],
    [120, 1, 1],
    [130, 2, 1],
    [100, 1.7, -1],
  ] as const)
    it(`give the price of finite differences at strike ${strike} and ${time} years`, async () => {
      const result = await price(smile, strike, time, sign);
      withinNoise(result, await byFiniteDifferences(strike, time, sign), DISCRETISATION);
      expect(result.standardError).to.be.below(1e-4 * terms.spot);
    });

  it('have an error of second order in the step', async () => {
    const exact = await byFiniteDifferences(100, 1, 1);
    const errors: number[] = [];
    for (const timeSteps of [4, 16]) {
      const result = await price({ ...smile, timeSteps, spotSteps: 1000 }, 100, 1, 1, { numPaths: 2 ** 17 });
      expect(result.standardError).to.be.below(1e-3);
      errors.push(Math.abs(result.price - exact));
    }
    // Measured: 6.7e-3 and a sixteenth of it, up to the standard errors and the error of finite differences.
    expect(errors[0]).to.be.above(4e-3);
    expect(errors[1]).to.be.below(2e-3);
  });

  it('leave no bias in digitals of 91 days that shows beside a standard error of a default run', async () => {
    const time = 91 / 365;
    // −∂C/∂K of Black's formula along the smile of the quotes, whose total variance is linear in time before the first expiry; SciPy 1.17.1.
    const digitals = [
      [90, 1, 0.8473842871626539],
      [95, 1, 0.7043900447390232],
      [105, -1, 0.32306462305510025],
    ] as const;
    const contract = sum(...digitals.map(([strike, weight]) => [weight, digital(strike, time)] as const));
    const exact = digitals.reduce((total, [, weight, value]) => total + weight * value, 0);
    const seeds = [1, 2, 3, 4, 5, 6];
    const results = [];
    for (const seed of seeds) results.push(await priceContract(contract, marketOf(smile), { numPaths: 2 ** 20, seed }, backend));
    const bias = results.reduce((total, result) => total + (result.price - exact) / seeds.length, 0);
    const standardError = Math.sqrt(results.reduce((total, result) => total + (result.standardError / seeds.length) ** 2, 0));
    // Measured: −7.9e-5 with 13 steps and −3.0e-5 with 26, of which the spline between the quotes is 6e-6.
    expect(standardError).to.be.below(1e-5);
    expect(Math.abs(bias)).to.be.below(4e-5);
  });

  it('preserve the forward exactly, however few the steps', async () => {
    const forward = sum([1, vanilla(100, 2)], [-1, vanilla(100, 2, -1)]);
    const result = await priceContract(forward, marketOf({ ...smile, timeSteps: 1 }), { numPaths: 2 ** 16 }, backend);
    withinNoise(result, 100 * Math.exp(-0.02) - 100 * Math.exp(-0.06));
    expect(result.standardError).to.be.below(0.01);
  });

  it('give Black-Scholes prices and Greeks where all quotes are equal, including barriers', async () => {
    const knockOut = barrier(vanilla(100, 1), 85, 'down', 'knock_out');
    const constant = flatMarket(0.03, [{ ...terms, volatility: 0.3 }]);
    const [one, other] = [
      await priceContract(knockOut, marketOf(flat), { numPaths }, backend),
      await priceContract(knockOut, constant, { numPaths }, backend),
    ];
    withinNoise(one, other.price, STANDARD_ERRORS * other.standardError);
    const { standardErrors, ...greeks } = await greeksContract(vanilla(105, 1), marketOf(flat), { numPaths }, backend);
    const exact = greeksVanilla({ spot: 100, strike: 105, rate: 0.03, volatility: 0.3, time: 1, dividend: 0.01, put: false });
    // Beside the standard errors: the error of 1 % bumps, under a thousandth.
    for (const name of ['delta', 'vega', 'rho', 'theta'] as const)
      expect(greeks[name], name).to.be.closeTo(exact[name], STANDARD_ERRORS * standardErrors[name] + 1e-3 * Math.abs(exact[name]));
  });

  it('have the vega and theta of finite differences, and a delta in which local volatility depends on the spot level', async () => {
    const { standardErrors, ...greeks } = await greeksContract(vanilla(105, 1), marketOf(smile), { numPaths: 2 ** 16 }, backend);
    const higher = { ...smile, volatilities: smile.volatilities.map((row) => row.map((volatility) => volatility + 0.01)) };
    const today = await byFiniteDifferences(105, 1, 1);
    const vega = ((await byFiniteDifferences(105, 1, 1, higher)) - today) / 0.01;
    const theta = 365 * ((await byFiniteDifferences(105, 1 - 1 / 365, 1)) - today);
    // Differences of prices whose errors of up to DISCRETISATION largely cancel.
    expect(greeks.vega).to.be.closeTo(vega, STANDARD_ERRORS * standardErrors.vega + 0.05);
    expect(greeks.theta).to.be.closeTo(theta, STANDARD_ERRORS * standardErrors.theta + 0.05);
    expect(standardErrors.theta).to.be.below(1);
    // The smile falls with the strike, so volatility falls as the spot rises and delta is below that of a constant volatility.
    const alone = greeksVanilla({ spot: 100, strike: 105, rate: 0.03, volatility: 0.1977, time: 1, dividend: 0.01, put: false });
    expect(greeks.delta).to.be.within(alone.delta - 0.08, alone.delta - 0.02);
  });

  it('reprice sparse quotes whose interpolation admits arbitrage, and say how well', async () => {
    const sparse: LocalVolModel = { ...smile, strikes: [50, 100, 200], expiries: [1], volatilities: [[0.6, 0.2, 0.5]] };
    for (const [strike, volatility, sign] of [
      [50, 0.6, -1],
      [100, 0.2, 1],
      [200, 0.5, 1],
    ] as const) {
      const result = await price({ ...sparse, timeSteps: 200 }, strike, 1, sign, { numPaths: 2 ** 16 });
      const quote = await priceOf('equity_vanilla_bs', {
        instrument: { strike, time: 1, optionType: sign > 0 ? 'call' : 'put' },
        market: { ...terms, rate: 0.03, volatility },
      });
      // Beside the standard error: 200 steps and 256 intervals on a local volatility with kinks. Bounded alone it gives 1.06 for 2.6 at 200.
      withinNoise(result, quote, 0.03);
      const [repricing] = defined(result.repricing, 'the repricing');
      expect(repricing).to.include({ asset: 'A1', quotes: 3, expiry: 1 });
      expect(repricing!.maxVolatilityError).to.be.below(5e-4);
      expect(result.warnings.some((warning) => warning.startsWith('the interpolation of the quotes admits arbitrage'))).to.be.true;
    }
    expect((await price(smile, 100, 1)).warnings).to.deep.equal([]);
  });

  it('are refused beyond the last quoted expiry, which the message names', () => {
    expect(faultsIn(() => void planFor(vanilla(100, 3), marketOf(smile)))).to.deep.equal([
      { pointer: '/market', reason: "must have quotes of local_vol up to 3 years, the contract's last payment; they end at 2" },
    ]);
  });
});
