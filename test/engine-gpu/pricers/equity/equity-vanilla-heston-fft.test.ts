import { expect } from 'chai';
import { black } from '#engine-gpu/formula/black-76';
import { hestonStrip } from '#engine-gpu/method/heston-strip';
import { impliedVolatility } from '#engine-gpu/method/vanilla-option';
import { type HestonExpected, type HestonInputs, type HestonStrip, heston, hestonParams } from '#test/reference/engine-requests';
import { closeTo, table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases } from '#test/support/price';

const STATED_ACCURACY = { abs: 1e-10, why: 'the accuracy that the method states, on a spot of 100' };

table<HestonInputs, HestonExpected>('heston', async (row) => {
  const cases = heston(row);
  await requireCases(cases, 'strikes' in row.inputs ? STATED_ACCURACY : row.tolerance);
  // Near Black-Scholes the table itself is accurate only to 6.6e-10.
  await requireCases(cases, row.inputs.sigma_vol_of_vol < 0.01 ? { ...STATED_ACCURACY, abs: 1e-9 } : STATED_ACCURACY);
});

table<HestonStrip, { implied_vols: number[]; undiscounted_call_prices_own: number[] }>(
  'heston',
  ({ inputs, expected, tolerance }) => {
    const { forward, strikes, time } = inputs;
    const prices = hestonStrip(hestonParams(inputs), forward, strikes, time, 1);
    strikes.forEach((strike, i) => {
      closeTo(prices[i]!, expected.undiscounted_call_prices_own[i]!, STATED_ACCURACY);
      const terms = { spot: forward, strike, rate: 0, dividend: 0, time, put: false };
      closeTo(impliedVolatility(terms, prices[i]!).impliedVolatility, expected.implied_vols[i]!, tolerance, `volatility at ${strike}`);
    });
  },
  ({ inputs }) => 'strikes' in inputs,
);

const typical = { v0: 0.04, kappa: 1.5, theta: 0.06, sigma: 0.6, rho: -0.7 };

describe('a European option under Heston', () => {
  const option = { instrument: { strike: 105, time: 0.5 }, market: { spot: 100, rate: 0.03, dividend: 0.01 } };
  const price = (params: object) => priceOf('equity_vanilla_heston_fft', { ...option, params });

  it('tends to Black-Scholes as the volatility of variance vanishes, and equals it when it is zero', async () => {
    const variance = 0.06 * 0.5 - ((0.04 - 0.06) * Math.expm1(-1.5 * 0.5)) / 1.5;
    const forward = 100 * Math.exp(0.02 * 0.5);
    const limit = Math.exp(-0.03 * 0.5) * black(forward, 105, Math.sqrt(variance), 1);
    expect(await price({ ...typical, sigma: 0 })).to.be.closeTo(limit, 1e-13);
    // The difference is of first order in σρ.
    for (const sigma of [1e-4, 1e-8, 1e-12]) expect(await price({ ...typical, sigma })).to.be.closeTo(limit, 10 * sigma + 1e-11);
    expect(await price({ ...typical, kappa: 0, sigma: 1e-9 })).to.be.closeTo(await price({ ...typical, kappa: 0, sigma: 0 }), 1e-7);
  });

  it('is worth its intrinsic value at expiry and without any variance', async () => {
    const priceAt = (time: number, strike: number, params: object) =>
      priceOf('equity_vanilla_heston_fft', { instrument: { strike, time }, market: { spot: 100, rate: 0.03 }, params });
    expect(await priceAt(0, 90, typical)).to.equal(10);
    expect(await priceAt(0, 110, typical)).to.equal(0);
    expect(await priceAt(1, 90, { ...typical, v0: 0, theta: 0 })).to.be.closeTo(100 - 90 * Math.exp(-0.03), 1e-13);
    // One second before expiry the put is worthless, so put-call parity gives the call.
    expect(await priceAt(3e-8, 90, typical)).to.be.closeTo(10, 1e-7);
  });

  it('is right where the characteristic function grows on every wide contour, near a correlation of 1', () => {
    const v0 = 0.08564908987383035;
    const parameters = { v0, kappa: 0.02474409158937716, theta: 0, sigma: 0.034424742878956506, rho: 0.9534676559052746 };
    const [strike, time] = [0.5272404574160319, 5.386742349323666];
    // Lewis' integral on the line of half a moment, by mpmath with thirty digits.
    const call = 0.5078006798628076;
    expect(hestonStrip(parameters, 1, [strike], time, 1)[0]).to.be.closeTo(call, 1e-12);
    expect(hestonStrip(parameters, 1, [strike], time, -1)[0]).to.be.closeTo(call - 1 + strike, 1e-12);
  });

  it('satisfies put-call parity and is decreasing and convex in the strike, also far in the wings', () => {
    const strikes = Array.from({ length: 200 }, (_, i) => 20 * 1.02 ** i);
    for (const [time, params] of [
      [0.02, typical],
      [1, { ...typical, rho: 0.95, sigma: 1.5 }],
      [1, { ...typical, kappa: 0.2, theta: 0.01, sigma: 2, rho: -0.99 }],
      [15, { ...typical, rho: 0.3 }],
    ] as const) {
      const calls = hestonStrip(params, 100, strikes, time, 1);
      const puts = hestonStrip(params, 100, strikes, time, -1);
      strikes.forEach((strike, i) => {
        // The stated accuracy: 1e-12 of the larger of forward and strike.
        expect(calls[i]! - puts[i]!, `parity at ${strike}`).to.be.closeTo(100 - strike, 1e-12 * Math.max(100, strike));
        expect(calls[i]).to.be.within(Math.max(100 - strike, 0), 100);
        if (i < 2) return;
        const [a, b, c] = [strikes[i - 2], strikes[i - 1], strike];
        const [left, right] = [(calls[i - 1]! - calls[i - 2]!) / (b! - a!), (calls[i]! - calls[i - 1]!) / (c - b!)];
        // The stated error of each price, divided by the distance of the strikes.
        const error = (4e-12 * Math.max(100, strike)) / (b! - a!);
        expect(left, `slope at ${strike}, T = ${time}`).to.be.at.most(error);
        expect(right - left, `convexity at ${strike}, T = ${time}`).to.be.at.least(-error);
      });
    }
  });

  it('has the same price alone as in a strip of several strikes', () => {
    const strikes = [70, 95, 100, 101, 140];
    const strip = hestonStrip(typical, 100, strikes, 0.5, -1);
    strikes.forEach((strike, i) => {
      expect(strip[i]).to.be.closeTo(hestonStrip(typical, 100, [strike], 0.5, -1)[0]!, 1e-10);
    });
  });

  it('requires all five parameters, and refuses a correlation outside [-1, 1] and an unknown parameter', async () => {
    const { kappa, ...incomplete } = { ...typical, rho: 1.3, xi: 1 };
    const faults = await refusalOf('equity_vanilla_heston_fft', { ...option, params: incomplete });
    expect(faults).to.deep.equal([
      { pointer: '/params/kappa', reason: 'is required' },
      { pointer: '/params/rho', reason: 'must be at most 1; got 1.3' },
      { pointer: '/params/xi', reason: 'is not a known field' },
    ]);
    expect((await refusalOf('equity_vanilla_heston_fft', option)).map(({ pointer }) => pointer)).to.deep.equal(['/params']);
  });
});
