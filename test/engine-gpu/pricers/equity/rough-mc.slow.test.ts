import { expect } from 'chai';
import { type PricingResult, priceWithPricer } from '#engine';
import { black } from '#engine-gpu/formula/black-76';
import { impliedVolatility } from '#engine-gpu/method/vanilla-option';
import { defined } from '#services/runtime/defined';
import {
  type EngineRequest,
  type RoughBergomiExpected,
  type RoughBergomiInputs,
  type RoughHestonExpected,
  type RoughHestonInputs,
  roughBergomiMc,
  roughHestonMc,
} from '#test/reference/engine-requests';
import { closeTo, table } from '#test/reference/table';
import { toolsUpTo } from '#test/support/backend';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { priceOf, refusalOf, TODAY } from '#test/support/price';

const BERGOMI = 'equity_rough_bergomi_mc';
const HESTON = 'equity_rough_heston_mc';

describe('a European option under a rough model, by Monte Carlo', () => {
  const tools = toolsUpTo(Number.POSITIVE_INFINITY);

  const simulated = async (request: EngineRequest): Promise<PricingResult & { readonly standardError: number }> => {
    const { result } = await priceWithPricer({ ...request, today: TODAY }, tools);
    return { ...result, standardError: defined(result.standardError, 'result.standardError') };
  };
  const within = ({ price, standardError }: { readonly price: number; readonly standardError: number }, expected: number) =>
    expect(Math.abs(price - expected)).to.be.at.most(STANDARD_ERRORS * standardError);

  table<RoughBergomiInputs, RoughBergomiExpected>('rough_bergomi', async (row) => {
    const { spot, rate, time, strikes } = row.inputs;
    for (const [i, { request, label }] of roughBergomiMc(row, { numPaths: 2 ** 13 }).entries()) {
      const result = await simulated(request);
      const { vega } = impliedVolatility({ spot, strike: strikes[i]!, rate, time, dividend: 0, put: false }, row.expected.call_prices[i]!);
      closeTo(
        result.price,
        row.expected.call_prices[i]!,
        {
          abs: defined(row.tolerance.abs, 'row.tolerance.abs') * vega + STANDARD_ERRORS * result.standardError,
          why: `of the volatility, and ${STANDARD_ERRORS} standard errors`,
        },
        label,
      );
      // The standard error must be small, or the comparison above would prove nothing.
      expect(result.standardError).to.be.below(1.5e-3 * spot);
    }
  });

  table<RoughHestonInputs, RoughHestonExpected>('rough_heston', async (row) => {
    for (const { request, label, expected } of roughHestonMc(row, { numPaths: 2 ** 13 })) {
      const result = await simulated(request);
      const why = `the method's own, and ${STANDARD_ERRORS} standard errors`;
      closeTo(
        result.price,
        defined(expected.price, 'expected.price'),
        { abs: defined(row.tolerance.abs, 'row.tolerance.abs') + STANDARD_ERRORS * result.standardError, why },
        label,
      );
      expect(result.standardError).to.be.below(1.5e-3 * row.inputs.spot);
      const { instrument, market, params } = request;
      expect(result.transformPrice).to.equal(await priceOf('equity_rough_heston_cf', { instrument, market, params }));
    }
  });

  const market = { spot: 100, rate: 0.02, dividend: 0.01 };
  const instrument = { strike: 105, time: 1 };
  const bergomi = { hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.04 };
  const heston = { hurst: 0.1, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.7 };
  const pricer = { numPaths: 2 ** 12 };
  const flat = (volatility: number, time = 1) =>
    Math.exp(-0.02 * time) * black(100 * Math.exp(0.01 * time), 105, volatility * Math.sqrt(time), 1);

  it('removes most of the time discretisation bias and reports it in a warning', async () => {
    // The bias of the left-point Euler scheme is 0.026 here with 1024 steps and 0.105 with 128 steps.
    const request = {
      pricerId: BERGOMI,
      instrument: { strike: 120, time: 1 },
      market: { spot: 100, rate: 0 },
      params: { hurst: 0.07, eta: 1.9, rho: -0.9, xi0: 0.235 ** 2 },
      pricer: { numPaths: 2 ** 16, numSteps: 128 },
    };
    const result = await simulated(request);
    expect(Math.abs(result.price - 0.9377577)).to.be.below(0.0088 + 3 * result.standardError);
    expect(result.standardError).to.be.below(0.03);
    const [warning] = defined(result.warnings, 'result.warnings');
    expect(warning).to.include('128 time steps').and.to.include('runs with 64 and 32');
    const [, was] = defined(/it was about ([-\d.e]+)/.exec(warning!), 'the bias that was removed');
    expect(Number(was)).to.be.closeTo(0.105, STANDARD_ERRORS * result.standardError);
  });

  it('equals Black-Scholes for a deterministic variance, and the intrinsic value without time or variance', async () => {
    const constant = await simulated({ pricerId: BERGOMI, instrument, market, params: { ...bergomi, eta: 0 }, pricer });
    within(constant, flat(0.2));
    // Given the variance path, only the unhedged part of the Brownian motion W is random.
    expect(constant.standardError).to.be.below(0.02);
    const certain = await simulated({ pricerId: HESTON, instrument, market, params: { ...heston, nu: 0, theta: 0.04 }, pricer });
    within(certain, flat(0.2));
    for (const [pricerId, params] of [
      [BERGOMI, bergomi],
      [HESTON, heston],
    ] as const)
      expect((await simulated({ pricerId, instrument: { strike: 90, time: 0 }, market, params, pricer })).price).to.be.closeTo(10, 1e-5);
    const still = { ...heston, v0: 0, theta: 0 };
    const intrinsic = 100 * Math.exp(-0.01) - 90 * Math.exp(-0.02);
    expect((await simulated({ pricerId: HESTON, instrument: { strike: 90, time: 1 }, market, params: still, pricer })).price).to.be.closeTo(
      intrinsic,
      1e-4,
    );
    const none = { ...bergomi, xi0: 0 };
    expect((await simulated({ pricerId: BERGOMI, instrument: { strike: 90, time: 1 }, market, params: none, pricer })).price).to.be.closeTo(
      intrinsic,
      1e-4,
    );
  });

  it('is exact at expiry and always lies within the no-arbitrage bounds', async () => {
    const priceBy = (pricerId: string, changes: object) =>
      simulated({ pricerId, instrument: { ...instrument, ...changes }, market, params: pricerId === BERGOMI ? bergomi : heston, pricer });
    for (const pricerId of [BERGOMI, HESTON]) {
      expect(await priceBy(pricerId, { strike: 90, time: 0 })).to.deep.include({ price: 10, standardError: 0, warnings: [] });
      expect(await priceBy(pricerId, { strike: 110, time: 0, optionType: 'put' })).to.deep.include({
        price: 10,
        standardError: 0,
        warnings: [],
      });
      // Far out of the money the simulated value is rounding error of either sign.
      for (const strike of [300, 1e6]) expect((await priceBy(pricerId, { strike })).price).to.be.at.least(0);
      for (const strike of [1e-6, 1]) {
        const { price } = await priceBy(pricerId, { strike });
        expect(price).to.be.within(100 * Math.exp(-0.01) - strike * Math.exp(-0.02), 100 * Math.exp(-0.01));
      }
      expect((await priceBy(pricerId, { strike: 1, optionType: 'put' })).price).to.be.at.least(0);
    }
  });

  it('stays accurate with many very short time steps', async () => {
    // The log increment of a step of 3 seconds is below the resolution of single precision near 1; this once cost 2.8% of the price.
    const request = { pricerId: HESTON, instrument: { strike: 100, time: 1e-4 }, market, params: heston };
    const result = await simulated({ ...request, pricer: { numPaths: 2 ** 13, numSteps: 1024 } });
    within(result, defined(result.transformPrice, 'result.transformPrice'));
    expect(result.standardError).to.be.below(0.005 * result.price);
  });

  it('accepts correlations ±1, the smallest and the largest Hurst exponent, and strikes far from the money', async () => {
    for (const rho of [-1, 1]) {
      const params = { ...heston, rho };
      const result = await simulated({ pricerId: HESTON, instrument, market, params, pricer });
      within(result, defined(result.transformPrice, 'result.transformPrice'));
    }
    for (const hurst of [0.05, 0.5]) {
      const result = await simulated({ pricerId: HESTON, instrument, market, params: { ...heston, hurst }, pricer });
      within(result, defined(result.transformPrice, 'result.transformPrice'));
    }
    for (const [strike, bound] of [
      [1e-3, 100 * Math.exp(-0.01) - 1e-3 * Math.exp(-0.02)],
      [1e5, 0],
    ] as const)
      for (const [pricerId, params] of [
        [BERGOMI, bergomi],
        [HESTON, heston],
      ] as const) {
        const { price } = await simulated({ pricerId, instrument: { strike, time: 1 }, market, params, pricer });
        expect(price).to.be.closeTo(bound, 1e-4);
      }
  });

  it('follows the settings: number of paths and steps, seed, and target standard error', async () => {
    const ask = (settings: object) => simulated({ pricerId: BERGOMI, instrument, market, params: bergomi, pricer: settings });
    const one = await ask({ numPaths: 2 ** 12, numSteps: 66, seed: 7 });
    expect(one).to.include({ numPaths: 2 ** 12, numSteps: 68, seed: 7, backend: 'webasm' });
    expect(await ask({ numPaths: 2 ** 12, numSteps: 66, seed: 7 })).to.deep.equal(one);
    expect((await ask({ numPaths: 2 ** 12, numSteps: 66, seed: 8 })).price).not.to.equal(one.price);
    const met = await ask({ numPaths: 2 ** 18, numSteps: 64, targetStandardError: 0.04 });
    expect(met.standardError).to.be.at.most(0.04);
    expect(met.numPaths).to.be.below(2 ** 18);
  });

  it('refuses missing, unknown and out-of-bounds params and names each of them', async () => {
    const pointers = async (pricerId: string, params: object) =>
      (await refusalOf(pricerId, { instrument, market, params })).map(({ pointer }) => pointer);
    expect(await pointers(BERGOMI, { ...bergomi, hurst: 0.6, eta: -1, rho: 1.1, xi0: -1 })).to.have.members(
      ['hurst', 'eta', 'rho', 'xi0'].map((name) => `/params/${name}`),
    );
    expect(await pointers(BERGOMI, { hurst: 0.1, eta: 1, rho: 0 })).to.deep.equal(['/params/xi0']);
    expect(await pointers(BERGOMI, { ...bergomi, kappa: 1 })).to.deep.equal(['/params/kappa']);
    expect(await pointers(HESTON, { ...heston, hurst: 0.005, xi0: 1 })).to.have.members(['/params/hurst', '/params/xi0']);
  });
});
