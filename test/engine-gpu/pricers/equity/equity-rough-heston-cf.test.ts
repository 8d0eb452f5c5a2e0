import { expect } from 'chai';
import { black } from '#engine-gpu/formula/black-76';
import { type RoughHestonExpected, type RoughHestonInputs, roughHeston } from '#test/reference/engine-requests';
import { table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases } from '#test/support/price';

const ID = 'equity_rough_heston_cf';

const failureOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    (value) => `no failure: ${value}`,
    ({ message }: Error) => message,
  );

table<RoughHestonInputs, RoughHestonExpected>('rough_heston', async (row) => {
  await requireCases(roughHeston(row), row.tolerance);
  await requireCases(roughHeston(row), { abs: 1e-5, why: 'the accuracy that the method states; the table itself has 6e-6' });
});

describe('a European option under rough Heston', () => {
  const params = { hurst: 0.1, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.6 };
  const price = (changes: object, instrument: object = { strike: 105, time: 1 }) =>
    priceOf(ID, { instrument, market: { spot: 100, rate: 0.02 }, params: { ...params, ...changes } });

  it('equals Heston when the Hurst exponent is one half', async () => {
    const { nu, hurst, ...shared } = params;
    const heston = await priceOf('equity_vanilla_heston_fft', {
      instrument: { strike: 105, time: 1 },
      market: { spot: 100, rate: 0.02 },
      params: { ...shared, sigma: nu },
    });
    // The discretisation error of 200 steps.
    expect(await price({ hurst: 0.5 })).to.be.closeTo(heston, 1e-8);
  });

  it('equals Black-Scholes when the variance is deterministic', async () => {
    const flat = Math.exp(-0.02) * black(100 * Math.exp(0.02), 105, 0.2, 1);
    expect(await price({ nu: 0, kappa: 0 })).to.be.closeTo(flat, 1e-10);
    expect(await price({ nu: 1e-4, kappa: 0 })).to.be.closeTo(flat, 1e-3);
  });

  it('is worth its intrinsic value at expiry and without variance', async () => {
    expect(await price({}, { strike: 90, time: 0 })).to.equal(10);
    expect(await price({ v0: 0, theta: 0 }, { strike: 90, time: 1 })).to.be.closeTo(100 - 90 * Math.exp(-0.02), 1e-12);
  });

  it('is refused where the steps do not resolve the characteristic function: little variance beside a large volatility of it', async () => {
    // At one half these are Heston, whose put on a spot of 1 is worth 0.0003; the transform alone gave 0.9, and 3e11 at a correlation of -1.
    for (const [hurst, rho] of [
      [0.5, 0.9],
      [0.5, -1],
    ])
      expect(
        await failureOf(price({ hurst, v0: 1e-4, kappa: 1e-10, theta: 0, nu: 1, rho }, { strike: 100 * Math.exp(0.02), time: 1 })),
      ).to.match(/^the characteristic function is not resolved/);
    // It is resolved where the kernel is singular, whose fractional integral smooths how the equation begins.
    expect(await price({ v0: 1e-4, nu: 1, rho: 0.9 }, { strike: 100, time: 1 })).to.be.above(1);
  });

  it('refuses a Hurst exponent of zero or above one half', async () => {
    for (const hurst of [0, 0.6]) {
      const request = { instrument: { strike: 105, time: 1 }, market: { spot: 100, rate: 0.02 }, params: { ...params, hurst } };
      expect((await refusalOf(ID, request)).map(({ pointer }) => pointer)).to.deep.equal(['/params/hurst']);
    }
  });
});
