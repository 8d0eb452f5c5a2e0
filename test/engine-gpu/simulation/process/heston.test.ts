import { expect } from 'chai';
import type { HestonParameters } from '#engine-gpu/market/model-parameters';
import { hestonStrip } from '#engine-gpu/method/heston-strip';
import { priceVanilla } from '#engine-gpu/method/vanilla-option';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, mean, priceContract, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, vanilla } from '#test/support/contract-rows';
import { STANDARD_ERRORS, withinNoise } from '#test/support/estimates';
import { boundedOn } from '#test/support/every-structure';

/** Discretisation error with 52 steps per year at the parameters of the table, as a fraction of spot; measured over seeds to be under 3e-5. */
const DISCRETISATION = 3e-5;

const numPaths = 2 ** 14;

const USUAL: HestonParameters = { v0: 0.04, kappa: 2, theta: 0.06, sigma: 0.4, rho: -0.7 };
const FELLER_VIOLATED: HestonParameters = { v0: 0.04, kappa: 0.5, theta: 0.04, sigma: 1, rho: -0.9 };

interface Inputs extends Omit<HestonParameters, 'sigma'> {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly dividend: number;
  readonly time: number;
  readonly optionType: string;
  readonly sigma_vol_of_vol: number;
}

describe('Heston paths', () => {
  const marketOf = (parameters: HestonParameters, rate = 0.03, spot = 100, dividend = 0.01) =>
    flatMarket(rate, [{ spot, dividend, model: { type: 'heston', ...parameters } }]);
  const price = (parameters: HestonParameters, strike: number, time: number, sign: 1 | -1 = 1, settings = {}) =>
    priceContract(vanilla(strike, time, sign), marketOf(parameters), { numPaths, ...settings }, backend);
  const exact = (parameters: HestonParameters, strike: number, time: number, sign: 1 | -1 = 1) =>
    Math.exp(-0.03 * time) * hestonStrip(parameters, 100 * Math.exp(0.02 * time), [strike], time, sign)[0]!;

  table<Inputs, { readonly price: number }>(
    'heston',
    async ({ inputs, expected }) => {
      const { spot, strike, rate, dividend, time, optionType, v0, kappa, theta, sigma_vol_of_vol: sigma, rho } = inputs;
      const market = marketOf({ v0, kappa, theta, sigma, rho }, rate, spot, dividend);
      const result = await priceContract(vanilla(strike, time, optionType === 'put' ? -1 : 1), market, { numPaths }, backend);
      closeTo(result.price, expected.price, {
        abs: STANDARD_ERRORS * result.standardError + DISCRETISATION * spot,
        why: `${STANDARD_ERRORS} standard errors and the discretisation error`,
      });
      // The test would prove nothing if the standard error were large.
      expect(result.standardError).to.be.below(3e-3 * spot);
    },
    // Rows of implied volatilities add nothing to this test of paths; rows of ten years are long.
    ({ inputs }) => inputs.strike !== undefined && inputs.time < 5,
  );

  it('preserve the forward exactly, however few the steps', async () => {
    const spot = boundedOn({ type: 'basket', assets: [0], weights: [1] }, 1);
    for (const [parameters, numSteps] of [
      [USUAL, 4],
      [FELLER_VIOLATED, 4],
      [{ ...FELLER_VIOLATED, rho: 0.9 }, 1],
    ] as const) {
      const result = await priceContract(spot, marketOf(parameters), { numPaths: 2 ** 16, numSteps }, backend);
      withinNoise(result, 100 * Math.exp(-0.01));
      expect(result.standardError).to.be.below(0.05);
    }
  });

  it('reduce the variance of an option to a twentieth where only the driver of the volatility is simulated', async () => {
    const plan = planFor(vanilla(100, 1), marketOf(USUAL));
    const [conditional, plain] = [
      await estimate(composeProgram(plan), { numPaths: 2 ** 16 }, backend),
      await estimate(composeProgram({ ...plan, estimator: undefined }), { numPaths: 2 ** 16 }, backend),
    ];
    const [least, most] = [standardErrorOf(conditional.means), standardErrorOf(plain.means)];
    expect(Math.abs(mean(conditional.means) - mean(plain.means))).to.be.below(STANDARD_ERRORS * Math.hypot(least, most));
    expect((most / least) ** 2).to.be.above(20);
  });

  it('converge to the price of the transform as steps shorten, whether or not the Feller condition holds', async () => {
    for (const parameters of [USUAL, FELLER_VIOLATED]) {
      const errors: number[] = [];
      for (const numSteps of [2, 16]) {
        const result = await price(parameters, 100, 1, 1, { numPaths: 2 ** 17, numSteps });
        errors.push(Math.abs(result.price - exact(parameters, 100, 1)));
        expect(result.standardError).to.be.below(0.02);
      }
      // A tenth or less of an initial error of 0.1 remains.
      expect(errors[0]).to.be.above(0.06);
      expect(errors[1]).to.be.below(0.015);
    }
  });

  it('tend to Black-Scholes as the volatility of variance vanishes', async () => {
    for (const sigma of [0, 1e-6]) {
      const result = await price({ v0: 0.09, kappa: 2, theta: 0.09, sigma, rho: -0.7 }, 105, 1);
      withinNoise(result, priceVanilla({ spot: 100, strike: 105, rate: 0.03, volatility: 0.3, time: 1, dividend: 0.01, put: false }));
    }
  });

  it('price under very fast mean reversion, and from a variance far from its long-term mean', async () => {
    for (const parameters of [
      { v0: 1e-6, kappa: 1000, theta: 0.09, sigma: 5, rho: -1 },
      { v0: 0.25, kappa: 50, theta: 1e-4, sigma: 0.5, rho: -0.9 },
    ])
      withinNoise(await price(parameters, 105, 0.5), exact(parameters, 105, 0.5), 3 * DISCRETISATION * 100);
    expect((await price({ ...USUAL, kappa: 50 }, 100, 1)).numSteps).to.equal(200);
  });

  it('price at correlations of ±1, and with a variance that starts at zero or stays there', async () => {
    for (const parameters of [
      { ...USUAL, rho: -1 },
      { ...USUAL, rho: 1 },
      { ...FELLER_VIOLATED, v0: 0 },
    ])
      withinNoise(await price(parameters, 100, 1), exact(parameters, 100, 1), DISCRETISATION * 100);
    const nothing = await price({ ...USUAL, v0: 0, theta: 0 }, 100, 1);
    expect(nothing.price).to.be.closeTo(100 * Math.exp(-0.01) - 100 * Math.exp(-0.03), 1e-4);
  });

  it('give the intrinsic value at expiry', async () => {
    expect((await price(USUAL, 95, 0)).price).to.be.closeTo(5, 1e-5);
    const soon = await price(USUAL, 100, 1 / 3650);
    withinNoise(soon, exact(USUAL, 100, 1 / 3650), DISCRETISATION * 100);
  });

  it('use 52 steps per year by default, or the requested number if the scheme admits it', async () => {
    expect((await price(USUAL, 100, 1)).numSteps).to.equal(52);
    expect((await price(USUAL, 100, 1, 1, { numSteps: 7 })).numSteps).to.equal(7);
    expect((await price({ ...USUAL, sigma: 8, rho: -0.9 }, 100, 1, 1, { numSteps: 1 })).numSteps).to.equal(16);
  });
});
