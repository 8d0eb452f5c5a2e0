import { expect } from 'chai';
import { EngineFailure } from '#engine-gpu/base/failure';
import { type Dividend, forwardWithDividends } from '#engine-gpu/market/growth';
import { dividendOption } from '#engine-gpu/method/dividend-finite-differences';
import { type HestonDividendOption, hestonDividendDifferences } from '#engine-gpu/method/heston-dividend-differences';
import { hestonFiniteDifferences } from '#engine-gpu/method/heston-finite-differences';
import { hestonStrip } from '#engine-gpu/method/heston-strip';
import { table } from '#test/reference/table';
import type { AmericanHestonInputs } from '#test/support/american-rows';

const cash = (time: number, amount: number): Dividend => ({ time, cash: amount, proportion: 0 });
const share = (time: number, proportion: number): Dividend => ({ time, cash: 0, proportion });
const put: HestonDividendOption = {
  parameters: { v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 0.5, rho: -0.7 },
  spot: 100,
  strike: 100,
  rate: 0.05,
  dividend: 0,
  time: 1,
  sign: -1,
  dividends: [cash(0.3, 2), share(0.7, 0.02)],
};
const price = (changes: Partial<HestonDividendOption> = {}) => hestonDividendDifferences({ ...put, ...changes });

interface Inputs extends Omit<AmericanHestonInputs, 'numSteps'> {
  readonly dividends: readonly { readonly time: number; readonly amount?: number; readonly proportion?: number }[];
}

/** Black-Scholes with the same dividends. */
const lognormal = ({ spot, strike, time, sign, rate, dividend, dividends, parameters }: HestonDividendOption, american: boolean) =>
  dividendOption({
    ...{ strike, time, sign, american, terms: { spot, dividend, dividends }, variance: (t) => parameters.v0 * t },
    curve: { times: [0], zeroRates: [rate], interpolation: 'linear_zero' },
  });

describe('an American option under Heston with dividends on dates', () => {
  table<Inputs, { american: number; european: number }>('american_heston_dividends', async ({ inputs, expected, tolerance }) => {
    const { optionType, dividends, v0, kappa, theta, sigma, rho, ...terms } = inputs;
    const actual = await price({
      ...terms,
      parameters: { v0, kappa, theta, sigma, rho },
      sign: optionType === 'call' ? 1 : -1,
      dividends: dividends.map(({ time, amount = 0, proportion = 0 }) => ({ time, cash: amount, proportion })),
    });
    const allowed = tolerance.abs ?? 0;
    expect(actual.price).to.be.closeTo(expected.american, allowed);
    expect(actual.europeanPrice).to.be.closeTo(expected.european, allowed);
    expect(actual.errorBound).to.be.below(1e-3 * actual.price);
  });

  it('tends to Black-Scholes with the same dividends as the volatility of variance vanishes, within its stated error', async () => {
    for (const changes of [
      {},
      { spot: 80 },
      { spot: 130 },
      { sign: 1, dividends: [cash(0.9, 6)] },
      { sign: 1, strike: 80, dividends: [share(0.4, 0.07)] },
      { rate: -0.01, dividends: [cash(0.01, 3), cash(0.5, 3)] },
      { time: 0.05, dividends: [cash(0.02, 1)] },
      { time: 4, dividends: [0.5, 1.5, 2.5, 3.5].map((t) => cash(t, 4)) },
      // On the last day, and of more than half of the spot.
      { dividends: [cash(1, 5)] },
      { dividends: [cash(0.5, 60)] },
      // Cash and a share of the spot on one date.
      { dividends: [cash(0.5, 5), share(0.5, 0.2)] },
    ] as const)
      for (const sigma of [0, 1e-4]) {
        const option = { ...put, ...changes, parameters: { v0: 0.04, kappa: 1.5, theta: 0.04, sigma, rho: -0.7 } };
        const actual = await price(option);
        const name = JSON.stringify(changes);
        // Finite differences on a line state an error of their own.
        const [american, european] = [lognormal(option, true), lognormal(option, false)];
        expect(Math.abs(actual.price - american.price), name).to.be.at.most(actual.errorBound + american.errorBound + 1e-9);
        expect(Math.abs(actual.europeanPrice - european.price), name).to.be.at.most(actual.errorBound + european.errorBound + 1e-9);
        expect(actual.delta, name).to.be.closeTo(american.delta, 5e-3);
      }
  });

  it('follows its forward without variance', async () => {
    const still = { v0: 0, kappa: 1.5, theta: 0, sigma: 0, rho: 0 };
    for (const spot of [90, 100, 110]) {
      const { price: american, europeanPrice } = await price({ spot, parameters: still });
      // Worth today of what is left of the share after each dividend, and of what an exercise brings then.
      const rest = [spot, spot - 2 * Math.exp(-0.05 * 0.3), (spot - 2 * Math.exp(-0.05 * 0.3)) * 0.98];
      const gains = [0, 0.3, 0.7].map((time, i) => 100 * Math.exp(-0.05 * time) - rest[i]!);
      expect(american).to.be.closeTo(Math.max(0, ...gains), 1e-12);
      expect(europeanPrice).to.be.closeTo(Math.max(100 * Math.exp(-0.05) - rest[2]!, 0), 1e-12);
    }
  });

  it('exercises a call right before a dividend that takes all of the spot', async () => {
    const { price: actual, europeanPrice, errorBound } = await price({ sign: 1, dividends: [cash(0.5, 250)] });
    const { dividends: _, ...plain } = { ...put, sign: 1 as const, time: 0.5 };
    const shorter = await hestonFiniteDifferences({ ...plain, exercise: [0.5] });
    expect(actual).to.be.closeTo(shorter.europeanPrice, errorBound + shorter.errorBound);
    expect(europeanPrice).to.be.closeTo(0, 1e-9);
  });

  it('exercises a put at its whole strike right after a dividend that takes all of the spot', async () => {
    const { price: actual, europeanPrice, errorBound } = await price({ dividends: [cash(0.5, 250)] });
    // The spot exceeds 250 with a chance below 1e-6.
    expect(actual).to.be.closeTo(100 * Math.exp(-0.05 * 0.5), errorBound);
    expect(europeanPrice).to.be.closeTo(100 * Math.exp(-0.05), errorBound);
  });

  it('has European prices with the parity of put and call at the forward with dividends', async () => {
    // The forward takes each dividend as paid in full: the spot must not come near one.
    const curve = { times: [0], zeroRates: [0.05], interpolation: 'linear_zero' } as const;
    for (const changes of [
      {},
      { parameters: { v0: 0.05, kappa: 1, theta: 0.05, sigma: 0.5, rho: -0.6 }, time: 2, dividends: [cash(0.4, 2), cash(1.4, 2)] },
      // Short-dated, and far below the grid of the spot without dividends.
      { spot: 60, time: 0.015, dividends: [cash(0.003, 8), cash(0.004, 8), share(0.006, 0.3), cash(0.012, 2)] },
      { parameters: { v0: 0.01, kappa: 4, theta: 0.09, sigma: 0.4, rho: 0.6 }, spot: 75, dividends: [cash(0.1, 3), share(0.1, 0.04)] },
      { dividends: Array.from({ length: 50 }, (_, i) => cash((i + 0.5) / 50, 0.1)) },
    ]) {
      const option = { ...put, ...changes };
      const forward = forwardWithDividends(curve, option, option.time);
      const [actual, call] = [await price(option), await price({ ...option, sign: 1 })];
      const owed = Math.exp(-0.05 * option.time) * (100 - forward);
      expect(actual.europeanPrice - call.europeanPrice, JSON.stringify(changes)).to.be.closeTo(owed, actual.errorBound + call.errorBound);
    }
  });

  it('is to the bit the option without dividends where none is paid by expiry', async () => {
    const { dividends: _, ...plain } = put;
    const plainResult = await hestonFiniteDifferences({ ...plain, exercise: 'continuous' });
    for (const dividends of [[], [cash(1.01, 5)], [share(2, 0.5)]])
      expect(await price({ dividends })).to.include({
        price: plainResult.price,
        delta: plainResult.delta,
        europeanPrice: plainResult.europeanPrice,
      });
  });

  it('tends to the option without dividends as they vanish, and to that on the spot less the dividend as its date nears today', async () => {
    const { dividends: _, ...plain } = put;
    const plainResult = await hestonFiniteDifferences({ ...plain, exercise: 'continuous' });
    const small = await price({ dividends: [cash(0.5, 1e-9)] });
    expect(small.price).to.be.closeTo(plainResult.price, small.errorBound + plainResult.errorBound);
    const now = await price({ dividends: [cash(1e-5, 4)] });
    const fallen = await hestonFiniteDifferences({ ...plain, spot: 96, exercise: 'continuous' });
    expect(now.price).to.be.closeTo(fallen.price, now.errorBound + fallen.errorBound);
  });

  it('has the European price of its transform where all dividends are proportional', async () => {
    const { europeanPrice } = await price({ dividends: [share(0.2, 0.03), share(0.9, 0.05)] });
    const [undiscounted] = hestonStrip(put.parameters, 100 * 0.97 * 0.95 * Math.exp(0.05), [100], 1, -1);
    expect(europeanPrice).to.be.closeTo(Math.exp(-0.05) * undiscounted!, 2e-4);
  });

  it('exercises a call right before an ex-date, and a put not shortly before one', async () => {
    const call = await price({ sign: 1, strike: 80, dividends: [cash(0.5, 8)] });
    expect(call.boundary.map(({ time }) => time)).to.deep.equal([0.5]);
    expect(call.boundary[0]!.spot).to.be.within(80, 110);
    const { boundary } = await price({ dividends: [cash(0.5, 5)] });
    expect(boundary.filter(({ time }) => time > 0.3 && time <= 0.5)).to.deep.equal([]);
    expect(boundary.filter(({ time }) => time > 0.5)).to.not.deep.equal([]);
    expect(await price({ spot: 50, dividends: [cash(0.9, 1)] })).to.include({ price: 50, delta: -1, errorBound: 0 });
  });

  it('has a delta that agrees with a finite difference of its price in the spot', async () => {
    for (const spot of [85, 100, 120]) {
      const { delta } = await price({ spot });
      const difference = ((await price({ spot: spot * 1.01 })).price - (await price({ spot: spot * 0.99 })).price) / (0.02 * spot);
      expect(delta).to.be.closeTo(difference, 3e-3);
    }
  });

  it('is exact without variance, and stops when it is cancelled', async () => {
    const still = { v0: 0, kappa: 1, theta: 0, sigma: 0.5, rho: 0 };
    // Right after the dividend of 10, at a spot of 100 e^(0.025) − 10.
    const paid = 100 - (100 * Math.exp(0.05 * 0.5) - 10);
    const { price: actual } = await price({ parameters: still, dividends: [cash(0.5, 10)] });
    expect(actual).to.be.closeTo(Math.exp(-0.05 * 0.5) * paid, 1e-2);
    const failure = await hestonDividendDifferences(put, { signal: AbortSignal.abort() }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EngineFailure).with.property('kind', 'cancelled');
  });
});
