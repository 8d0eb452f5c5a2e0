import { expect } from 'chai';
import { EngineFailure } from '#engine-gpu/base/failure';
import { americanOption } from '#engine-gpu/formula/american';
import { type HestonOption, hestonFiniteDifferences } from '#engine-gpu/method/heston-finite-differences';
import { table } from '#test/reference/table';
import { type AmericanHestonExpected, type AmericanHestonInputs, hestonOption } from '#test/support/american-rows';

const put: HestonOption = {
  parameters: { v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 0.5, rho: -0.7 },
  spot: 100,
  strike: 100,
  rate: 0.05,
  dividend: 0,
  time: 1,
  sign: -1,
  exercise: 'continuous',
};
const price = (changes: Partial<HestonOption> = {}) => hestonFiniteDifferences({ ...put, ...changes });
const datesOf = (count: number, time = 1) => Array.from({ length: count }, (_, i) => (i + 1 === count ? time : (time * (i + 1)) / count));
/** Guaranteed relative error of the price, unless the stated error is larger. */
const GUARANTEED_RELATIVE_ERROR = 1e-3;

describe('an American option under Heston by finite differences', () => {
  table<AmericanHestonInputs, AmericanHestonExpected>('american_heston', async ({ inputs, expected, tolerance }) => {
    const { price: actual, errorBound, europeanPrice } = await hestonFiniteDifferences(hestonOption(inputs));
    const off = Math.abs(actual - expected.bermudan);
    expect(off).to.be.at.most(Math.max(errorBound, GUARANTEED_RELATIVE_ERROR * actual) + (tolerance.abs ?? 0));
    expect(europeanPrice).to.be.closeTo(expected.european, 1e-6 * inputs.strike);
  });

  it('tends to Black-Scholes as the volatility of variance vanishes, within its stated error', async () => {
    for (const changes of [
      {},
      { spot: 80 },
      { spot: 130 },
      { time: 1 / 365 },
      { sign: 1, dividend: 0.08, rate: 0.02, time: 5 },
      { sign: 1, dividend: 0.03, rate: -0.01, time: 5 },
      { rate: 0.3 },
    ] as const)
      for (const parameters of [
        { v0: 0.04, kappa: 1.5, theta: 0.04, sigma: 0, rho: -0.7 },
        { v0: 0.09, kappa: 0, theta: 0.5, sigma: 0, rho: 0.3 },
      ]) {
        const option = { ...put, ...changes, parameters };
        const { spot, strike, rate, dividend, time, sign } = option;
        const exact = americanOption({ spot, strike, rate, volatility: Math.sqrt(parameters.v0), time, dividend, sign }).price;
        const { price: actual, errorBound } = await price(option);
        const off = Math.abs(actual - exact);
        expect(off, JSON.stringify(changes)).to.be.at.most(Math.max(errorBound, 1e-9));
        expect(off, JSON.stringify(changes)).to.be.at.most(GUARANTEED_RELATIVE_ERROR * exact);
      }
  });

  it('equals the European option when early exercise is never optimal', async () => {
    for (const changes of [{ rate: 0 }, { sign: 1 }, { rate: -0.02, dividend: 0.01 }] as const) {
      const { price: actual, europeanPrice, errorBound } = await price(changes);
      expect(actual).to.be.within(europeanPrice, europeanPrice + errorBound);
    }
  });

  it('increases with the number of exercise dates and converges to continuous exercise', async () => {
    const values: number[] = [];
    for (const count of [1, 4, 12, 50, 200]) values.push((await price({ exercise: datesOf(count) })).price);
    values.push((await price()).price);
    for (let i = 1; i < values.length; i++) expect(values[i]).to.be.above(values[i - 1]!);
    // The difference from continuous exercise is of first order in the spacing of the dates.
    const [quarterly, weekly, continuous] = [values[1], values[3], values[5]];
    expect((continuous! - weekly!) / (continuous! - quarterly!)).to.be.below(0.15);
  });

  it('has a price at the limits of the parameters: ρ = ±1, κ = 0, v₀ = 0, θ = 0, and without variance', async () => {
    const base = put.parameters;
    for (const change of [{ rho: -1 }, { rho: 1 }, { kappa: 0 }, { v0: 0 }, { theta: 0 }, { kappa: 500 }]) {
      const { price: actual, europeanPrice, errorBound, delta } = await price({ parameters: { ...base, ...change } });
      // The early-exercise premium is at most the interest on the strike.
      expect(actual, JSON.stringify(change)).to.be.within(europeanPrice, europeanPrice + 100 * -Math.expm1(-0.05));
      expect(errorBound, JSON.stringify(change)).to.be.below(GUARANTEED_RELATIVE_ERROR * actual);
      expect(delta).to.be.within(-1, 0);
    }
    const withoutVariance = { parameters: { ...base, v0: 0, theta: 0 } };
    expect((await price({ ...withoutVariance, spot: 90 })).price).to.equal(10);
    // The dividend yield lowers the asset until the interest on the strike outweighs the dividend; exercise is optimal then.
    const best = Math.log((0.2 * 104) / (0.05 * 100)) / 0.15;
    const { price: later } = await price({ ...withoutVariance, spot: 104, dividend: 0.2, time: 20 });
    expect(later).to.be.closeTo(100 * Math.exp(-0.05 * best) - 104 * Math.exp(-0.2 * best), 1e-9);
  });

  it('has a delta that agrees with a finite difference of its price in the spot', async () => {
    for (const spot of [85, 100, 125]) {
      const { delta } = await price({ spot });
      const difference = ((await price({ spot: spot * 1.01 })).price - (await price({ spot: spot * 0.99 })).price) / (0.02 * spot);
      expect(delta).to.be.closeTo(difference, 2e-3);
    }
    expect(await price({ spot: 50 })).to.include({ price: 50, delta: -1, errorBound: 0 });
  });

  it('has an exercise boundary deeper in the money at higher variance and nearer the strike towards expiry', async () => {
    const { slices } = await price({ exercise: datesOf(12) });
    expect(slices.length).to.equal(11);
    const depthAt = (date: number, variance: number) => {
      const { variances, near } = slices[date]!;
      return near[variances.findIndex((v) => v >= variance)]!;
    };
    expect(depthAt(0, 0.09)).to.be.above(depthAt(0, 0.02));
    expect(depthAt(0, 0.04)).to.be.above(depthAt(10, 0.04));
    expect(depthAt(10, 0.04)).to.be.above(0);
  });

  it('finds both exercise boundaries of a put when the rate is negative and the dividend yield is lower still', async () => {
    const parameters = { v0: 0.01, kappa: 1, theta: 0.01, sigma: 0.05, rho: 0 };
    const actual = await price({ rate: -0.01, dividend: -0.015, time: 5, parameters, exercise: datesOf(50, 5) });
    expect(actual.price).to.be.above(actual.europeanPrice);
    const late = actual.slices[48]!;
    const index = late.variances.findIndex((v) => v >= 0.01);
    // The near boundary is where the remaining time value equals the carry that exercise earns, about two standard deviations of a
    // tenth of a year in the money. The far one is at K r/q, where the interest on the strike equals the dividend: ln(2/3) = −0.405.
    expect(late.near[index]).to.be.within(0.05, 0.07);
    expect(late.far[index]).to.be.within(0.36, 0.45);
  });

  it('refuses terms that the grid cannot resolve', async () => {
    for (const changes of [
      { spot: 123, sign: 1, rate: 0.04, dividend: 0.001, time: 2.9, parameters: { v0: 28.8, kappa: 0, theta: 0, sigma: 0, rho: 0 } },
      { rate: -0.1, dividend: 0.03, sign: 1, time: 57, parameters: { v0: 1e-4, kappa: 0, theta: 0.016, sigma: 0.03, rho: 0 } },
    ] as const) {
      const failure = await price(changes).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(EngineFailure).with.property('kind', 'pricing');
    }
  });

  it('stops when it is cancelled', async () => {
    const failure = await hestonFiniteDifferences(put, { signal: AbortSignal.abort() }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EngineFailure).with.property('kind', 'cancelled');
  });
});
