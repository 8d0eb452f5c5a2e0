import { expect } from 'chai';
import type { EquityModel } from '#engine-gpu/market/market';
import type { RoughBergomiParameters, RoughHestonParameters } from '#engine-gpu/market/model-parameters';
import { roughHestonStrip } from '#engine-gpu/method/rough-heston-strip';
import { priceVanilla } from '#engine-gpu/method/vanilla-option';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { rowsOf } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { STANDARD_ERRORS, withinNoise } from '#test/support/estimates';
import { barrier, digital } from '#test/support/every-structure';

const numPaths = 2 ** 14;

const BERGOMI: RoughBergomiParameters = { hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.04 };
const HESTON: RoughHestonParameters = { hurst: 0.1, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.7 };

/** No path comes near the level, but none may be integrated out: alone, the mean of a forward would be known. */
const forward = barrier(sum([1, vanilla(100, 1)], [-1, vanilla(100, 1, -1)]), 1e-3, 'down', 'knock_out', [1]);

describe('rough volatility paths', () => {
  const marketOf = (model: EquityModel) => flatMarket(0.03, [{ spot: 100, dividend: 0.01, model }]);
  const bergomi = (changes: Partial<RoughBergomiParameters> = {}) => marketOf({ type: 'rough_bergomi', ...BERGOMI, ...changes });
  const heston = (changes: Partial<RoughHestonParameters> = {}) => marketOf({ type: 'rough_heston', ...HESTON, ...changes });
  const blackScholes = (strike: number, volatility: number, time = 1) =>
    priceVanilla({ spot: 100, strike, rate: 0.03, volatility, time, dividend: 0.01, put: false });
  const transform = (parameters: RoughHestonParameters, strike: number, time = 1) =>
    Math.exp(-0.03 * time) * roughHestonStrip(parameters, 100 * Math.exp(0.02 * time), [strike], time, 1)[0]!;

  it('preserve the forward exactly, however few the steps and whatever the correlation', async () => {
    for (const rho of [-1, -0.7, 0, 0.7, 1])
      for (const market of [bergomi({ rho }), heston({ rho })]) {
        const result = await priceContract(forward, market, { numPaths, numSteps: 16 }, backend);
        withinNoise(result, 100 * Math.exp(-0.01) - 100 * Math.exp(-0.03));
        expect(result.standardError).to.be.below(0.15);
      }
  });

  it('have the expected variance of rough Bergomi, whose compensator is that of the simulated process', async () => {
    // ln² of the step's return has mean V dt but for terms of (V dt)², under 1e-3 of it here.
    const times = Array.from({ length: 64 }, (_, i) => (i + 1) / 64);
    const swap = {
      type: 'payoff',
      of: { type: 'variance', asset: 0, times, perYear: 64 },
      pays: { type: 'clamped' },
      time: 1,
    } as const;
    const result = await priceContract(swap, bergomi({ eta: 1 }), { numPaths, numSteps: 64 }, backend);
    withinNoise(result, Math.exp(-0.03) * 0.04, 1e-3 * 0.04);
    expect(result.standardError).to.be.below(0.02 * 0.04);
  });

  it('agree with rough Bergomi paths from a Cholesky factor on the same steps', async () => {
    const row = rowsOf<Record<string, number>, object>('rough_bergomi').find(({ id }) => id === 'rough_bergomi_h030_T1');
    if (row === undefined) throw new Error('the table has no row rough_bergomi_h030_T1');
    const {
      hurst,
      eta,
      rho,
      xi0_forward_variance: xi0,
      strikes,
    } = row.inputs as unknown as RoughBergomiParameters & {
      readonly xi0_forward_variance: number;
      readonly strikes: readonly number[];
    };
    const market = flatMarket(0, [{ spot: 100, dividend: 0, model: { type: 'rough_bergomi', hurst, eta, rho, xi0 } }]);
    const due = (row.prices_by_steps as Record<string, readonly number[]>)['64']!;
    // The table's own standard errors at these strikes are under 4e-3.
    for (const [i, strike] of strikes.entries())
      withinNoise(await priceContract(vanilla(strike, 1), market, { numPaths, numSteps: 64 }, backend), due[i]!, 4e-3);
  });

  it('agree with the rough Heston transform up to the discretisation error', async () => {
    for (const strike of [80, 100, 125]) {
      const result = await priceContract(vanilla(strike, 1), heston(), { numPaths, numSteps: 64 }, backend);
      withinNoise(result, transform(HESTON, strike), 0.02);
      expect(result.standardError).to.be.below(0.08);
    }
  });

  it('give the same price with less variance by conditional Monte Carlo given the variance path', async () => {
    const under = (contract: Contract) => barrier(contract, 1e-3, 'down', 'knock_out', [1]);
    const classic = marketOf({ type: 'heston', v0: 0.04, kappa: 0.5, theta: 0.04, sigma: 1, rho: -0.9 });
    for (const market of [bergomi(), heston(), classic])
      for (const contract of [vanilla(110, 1), vanilla(90, 1, -1), digital(105, 1), sum([2, vanilla(95, 1)], [-1, digital(95, 1, -1)])]) {
        const price = (one: Contract) => priceContract(one, market, { numPaths, numSteps: 64 }, backend);
        const [plain, conditional] = [await price(under(contract)), await price(contract)];
        withinNoise(conditional, plain.price, STANDARD_ERRORS * plain.standardError);
        // The gain is smallest for a digital where W explains nearly all of the variance.
        expect(conditional.standardError / plain.standardError).to.be.below(0.9);
        expect([plain.varianceReduction, conditional.varianceReduction]).to.deep.equal(['none', 'conditional_expectation']);
      }
  });

  it('tend to Black-Scholes as the volatility of variance vanishes', async () => {
    for (const small of [0, 1e-6]) {
      withinNoise(await priceContract(vanilla(105, 1), bergomi({ eta: small }), { numPaths }, backend), blackScholes(105, 0.2));
      const result = await priceContract(vanilla(105, 1), heston({ nu: small, theta: 0.04 }), { numPaths }, backend);
      withinNoise(result, blackScholes(105, 0.2));
    }
  });

  it('warn of the discretisation bias and its order', async () => {
    const [warning] = (await priceContract(vanilla(100, 1), bergomi(), { numPaths: 16 }, backend)).warnings;
    expect(warning).to.include('128 time steps').and.to.include('-0.80');
    const [other] = (await priceContract(vanilla(100, 1), heston(), { numPaths: 16 }, backend)).warnings;
    expect(other).to.include('104 time steps').and.to.include('-1.0');
  });

  it('are Heston’s where the Hurst exponent is one half', async () => {
    const { hurst, nu, ...shared } = { ...HESTON, hurst: 0.5, nu: 0.6 };
    const classic = marketOf({ type: 'heston', ...shared, sigma: nu });
    for (const contract of [vanilla(105, 1), barrier(vanilla(100, 1), 85, 'down', 'knock_out')]) {
      const price = (market: typeof classic) => priceContract(contract, market, { numPaths, numSteps: 64 }, backend);
      const [rough, smooth] = [await price(heston({ hurst, nu })), await price(classic)];
      withinNoise(rough, smooth.price, STANDARD_ERRORS * smooth.standardError);
    }
  });

  it('hold where the variance reverts within one step', async () => {
    // Each with the measured bias of 64 steps, plus a quarter.
    for (const [changes, bias] of [
      [{ kappa: 300 }, 0.023],
      [{ kappa: 100, hurst: 0.4 }, 0.004],
      [{ kappa: 100, hurst: 0.05 }, 0.088],
    ] as const) {
      const result = await priceContract(vanilla(105, 1), heston(changes), { numPaths, numSteps: 64 }, backend);
      withinNoise(result, transform({ ...HESTON, ...changes }, 105), bias);
    }
  });

  it('price with a variance that starts at zero or stays there, and with the smallest Hurst exponent admitted', async () => {
    const zero = await priceContract(vanilla(100, 1), heston({ v0: 0, theta: 0 }), { numPaths }, backend);
    expect(zero.price).to.be.closeTo(100 * Math.exp(-0.01) - 100 * Math.exp(-0.03), 1e-4);
    const none = await priceContract(vanilla(100, 1), bergomi({ xi0: 0 }), { numPaths }, backend);
    expect(none.price).to.be.closeTo(100 * Math.exp(-0.01) - 100 * Math.exp(-0.03), 1e-4);
    withinNoise(
      await priceContract(vanilla(100, 1), heston({ v0: 0 }), { numPaths, numSteps: 64 }, backend),
      transform({ ...HESTON, v0: 0 }, 100),
      0.03,
    );
    for (const market of [bergomi({ hurst: 0.01 }), heston({ hurst: 0.01 })])
      withinNoise(await priceContract(forward, market, { numPaths, numSteps: 16 }, backend), 100 * Math.exp(-0.01) - 100 * Math.exp(-0.03));
  });

  it('give the intrinsic value at expiry, and price very short expiries', async () => {
    for (const market of [bergomi(), heston()]) {
      expect((await priceContract(vanilla(95, 0), market, { numPaths }, backend)).price).to.be.closeTo(5, 1e-5);
      withinNoise(await priceContract(vanilla(100, 1 / 3650), market, { numPaths }, backend), blackScholes(100, 0.2, 1 / 3650), 0.01);
    }
  });

  it('use 128 steps by default (64 under rough Heston), two per week beyond a year up to 520, and at least 16 (8)', async () => {
    const steps = async (market: ReturnType<typeof marketOf>, time: number, numSteps?: number) =>
      (await priceContract(vanilla(100, time), market, { numPaths: 16, ...(numSteps && { numSteps }) }, backend)).numSteps;
    expect(await steps(bergomi(), 0.5)).to.equal(128);
    expect(await steps(heston(), 0.5)).to.equal(64);
    expect(await steps(bergomi(), 2)).to.equal(208);
    expect(await steps(heston(), 10)).to.equal(520);
    expect(await steps(bergomi(), 1, 1)).to.equal(16);
    expect(await steps(heston(), 1, 1)).to.equal(8);
  });
});
