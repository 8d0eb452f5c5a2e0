import { expect } from 'chai';
import { black } from '#engine-gpu/formula/black-76';
import { closeTo, table } from '#test/reference/table';
import { priceOf, refusalOf } from '#test/support/price';

interface Inputs {
  readonly spot: number;
  readonly rate: number;
  readonly dividend: number;
  readonly hurst: number;
  readonly kappa: number;
  readonly theta: number;
  readonly sigma_vol_of_vol: number;
  readonly rho: number;
  readonly v0: number;
  readonly time: number;
  readonly strikes: readonly number[];
}

const ID = 'equity_rough_heston_cf';

table<Inputs, { call_prices: number[]; put_prices: number[] }>('rough_heston', async ({ inputs, expected, tolerance }) => {
  const { spot, rate, dividend, time, strikes, hurst, v0, kappa, theta, sigma_vol_of_vol: nu, rho } = inputs;
  for (const [i, strike] of strikes.entries())
    for (const optionType of ['call', 'put'] as const) {
      const price = await priceOf(ID, {
        instrument: { strike, time, optionType },
        market: { spot, rate, dividend },
        params: { hurst, v0, kappa, theta, nu, rho },
      });
      const due = (optionType === 'call' ? expected.call_prices : expected.put_prices)[i]!;
      closeTo(price, due, tolerance, `${optionType} at ${strike}`);
      closeTo(
        price,
        due,
        { abs: 1e-5, why: 'the accuracy that the method states; the table itself has 6e-6' },
        `${optionType} at ${strike}`,
      );
    }
});

describe('a European option under rough Heston', () => {
  const params = { hurst: 0.1, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.6 };
  const price = (changes: object, instrument: object = { strike: 105, time: 1 }) =>
    priceOf(ID, { instrument, market: { spot: 100, rate: 0.02 }, params: { ...params, ...changes } });

  it('is Heston where the Hurst exponent is one half', async () => {
    const { nu, hurst, ...shared } = params;
    const heston = await priceOf('equity_vanilla_heston_fft', {
      instrument: { strike: 105, time: 1 },
      market: { spot: 100, rate: 0.02 },
      params: { ...shared, sigma: nu },
    });
    // What 200 steps leave.
    expect(await price({ hurst: 0.5 })).to.be.closeTo(heston, 1e-8);
  });

  it('is Black-Scholes where the variance is certain', async () => {
    const flat = Math.exp(-0.02) * black(100 * Math.exp(0.02), 105, 0.2, 1);
    expect(await price({ nu: 0, kappa: 0 })).to.be.closeTo(flat, 1e-10);
    expect(await price({ nu: 1e-4, kappa: 0 })).to.be.closeTo(flat, 1e-3);
  });

  it('is worth its intrinsic value at expiry and without variance', async () => {
    expect(await price({}, { strike: 90, time: 0 })).to.equal(10);
    expect(await price({ v0: 0, theta: 0 }, { strike: 90, time: 1 })).to.be.closeTo(100 - 90 * Math.exp(-0.02), 1e-12);
  });

  it('refuses a Hurst exponent of zero or above one half', async () => {
    for (const hurst of [0, 0.6]) {
      const request = { instrument: { strike: 105, time: 1 }, market: { spot: 100, rate: 0.02 }, params: { ...params, hurst } };
      expect((await refusalOf(ID, request)).map(({ pointer }) => pointer)).to.deep.equal(['/params/hurst']);
    }
  });
});
