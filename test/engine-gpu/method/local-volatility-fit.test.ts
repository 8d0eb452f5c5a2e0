import { expect } from 'chai';
import { black } from '#engine-gpu/formula/black-76';
import { impliedStdDev } from '#engine-gpu/formula/implied-volatility';
import { quotedSlice, type Surface, surface } from '#engine-gpu/market/surface';
import { fitLocalVolatility, localVolatilityAt, smileUnder } from '#engine-gpu/method/local-volatility-fit';
import { evaluateSurface, repricingOf, repricingWarnings, tailVolatility } from '#engine-gpu/method/surface-evaluation';
import { defined } from '#services/runtime/defined';

const flatForward = () => 100;

/** Implied volatilities of Merton's jump diffusion, which admit no arbitrage within an expiry nor from one to the next. */
function jumpQuotes(strikes: number[], expiries: number[], { sigma, intensity, jump, spread }: Record<string, number>) {
  const growth = Math.exp(jump! + (spread! * spread!) / 2) - 1;
  const volatilities = expiries.map((time) =>
    strikes.map((strike) => {
      const sign = strike >= 100 ? 1 : -1;
      let [price, weight] = [0, Math.exp(-intensity! * time)];
      for (let n = 0; n < 60; n++) {
        const forward = 100 * Math.exp(-intensity! * growth * time + n * (jump! + (spread! * spread!) / 2));
        price += weight * black(forward, strike, Math.sqrt(sigma! * sigma! * time + n * spread! * spread!), sign);
        weight *= (intensity! * time) / (n + 1);
      }
      const share = price / Math.min(100, strike);
      return impliedStdDev(-Math.abs(Math.log(strike / 100)), share, 1 - share) / Math.sqrt(time);
    }),
  );
  return { strikes, expiries, volatilities };
}

/** Sparse and unevenly spaced surfaces whose splines admit arbitrage, found by a search over jump diffusions; bounded alone they err by 0.2 to 5 points. */
const SPARSE = [
  jumpQuotes([51, 68, 104, 168], [0.077], { sigma: 0.13, intensity: 0.73, jump: -0.23, spread: 0.28 }),
  jumpQuotes([51, 98, 114, 142], [0.058, 0.61, 1.914], { sigma: 0.1, intensity: 0.78, jump: -0.07, spread: 0.28 }),
  jumpQuotes([70, 71, 76, 77, 90, 91, 96, 99, 119, 124, 163, 165], [0.03, 0.513, 1.306], {
    ...{ sigma: 0.09, intensity: 1.44, jump: -0.24, spread: 0.2 },
  }),
  { strikes: [50, 100, 200], expiries: [1], volatilities: [[0.6, 0.2, 0.5]] },
];

describe('the local volatility of a surface', () => {
  it('reprices every quote of sparse surfaces whose interpolation admits arbitrage', () => {
    for (const quotes of SPARSE) {
      const fit = fitLocalVolatility(surface(quotes, flatForward));
      expect(fit.stretches.some(({ correction }) => correction !== undefined)).to.be.true;
      // A twentieth of a volatility point: the accuracy of the forward equation for far options at short expiries.
      expect(repricingOf(fit).maxVolatilityError).to.be.below(5e-4);
    }
  });

  it('has prices between the quotes that admit no arbitrage', () => {
    for (const quotes of SPARSE) {
      const fit = fitLocalVolatility(surface(quotes, flatForward));
      const last = quotes.expiries[quotes.expiries.length - 1]!;
      let previous: number[] | undefined;
      for (const time of [0.3 * quotes.expiries[0]!, quotes.expiries[0], (quotes.expiries[0]! + last) / 2, last]) {
        const smile = smileUnder(fit, time!);
        const strikes = Array.from({ length: 61 }, (_, i) => 60 * 1.018 ** i);
        const calls = strikes.map((strike) => black(100, strike, smile(Math.log(strike / 100)) * Math.sqrt(time!), 1));
        // Differences of prices resolve the interpolation of the forward equation's grid.
        for (let i = 1; i + 1 < calls.length; i++) {
          const [left, right] = [
            (calls[i]! - calls[i - 1]!) / (strikes[i]! - strikes[i - 1]!),
            (calls[i + 1]! - calls[i]!) / (strikes[i + 1]! - strikes[i]!),
          ];
          expect(right - left, `a butterfly at ${strikes[i]}, ${time}`).to.be.above(-2e-4);
        }
        calls.forEach((call, i) => {
          if (previous !== undefined) expect(call, `a calendar spread at ${strikes[i]}, ${time}`).to.be.above(previous[i]! - 1e-3);
        });
        previous = calls;
      }
    }
  });

  it('is exactly the volatility of a flat surface, and is not corrected where the interpolation admits no arbitrage', () => {
    const expiries = [0.25, 1];
    const strikes = [60, 80, 100, 120, 150];
    const flat = surface({ strikes, expiries, volatilities: expiries.map(() => strikes.map(() => 0.2)) }, flatForward);
    const fit = fitLocalVolatility(flat);
    expect(fit.stretches.every(({ correction, bounded }) => correction === undefined && bounded === undefined)).to.be.true;
    for (const time of [0.1, 0.25, 0.7]) expect(localVolatilityAt(fit, 0.3, time)).to.be.closeTo(0.2, 1e-15);
    expect(repricingWarnings(fit)).to.deep.equal([]);
    expect(repricingOf(fit)).to.include({ quotes: 10 });
    // The quote at 60 is five standard deviations out at the first expiry.
    expect(repricingOf(fit).maxVolatilityError).to.be.below(5e-4);
  });

  it('warns of no arbitrage that is smaller than the accuracy with which it reprices the quotes', () => {
    // The spline of one of fifteen expiries admits some at strikes far beyond the last quote.
    const strikes = Array.from({ length: 13 }, (_, i) => 70 + 5 * i);
    const expiries = Array.from({ length: 15 }, (_, i) => (i + 1) / 4);
    const fit = fitLocalVolatility(
      surface(jumpQuotes(strikes, expiries, { sigma: 0.15, intensity: 0.5, jump: -0.1, spread: 0.15 }), flatForward),
    );
    expect(fit.stretches.some(({ bounded }) => bounded !== undefined)).to.be.true;
    expect(repricingOf(fit).maxVolatilityError).to.be.below(2e-4);
    expect(repricingWarnings(fit)).to.deep.equal([]);
  });

  it('names the quotes that no diffusion reprices, and where the interpolation admits arbitrage', () => {
    // A butterfly worth nothing at 100: no density there, for which no local volatility is large enough.
    const time = 0.5;
    const strikes = [90, 95, 100, 105, 110];
    const price = (strike: number) => black(100, strike, 0.2 * Math.sqrt(time), strike >= 100 ? 1 : -1);
    const call = (strike: number) => price(strike) + Math.max(100 - strike, 0);
    const middle = (call(95) + call(105)) / 2;
    const volatilities = [
      strikes.map((strike) => {
        if (strike !== 100) return 0.2;
        return impliedStdDev(0, middle / 100, 1 - middle / 100) / Math.sqrt(time);
      }),
    ];
    const fit = fitLocalVolatility(surface({ strikes, expiries: [time], volatilities }, flatForward));
    const warnings = repricingWarnings(fit, 'ACME');
    expect(defined(warnings.at(-1), 'the last warning')).to.match(
      /^the interpolation of the quotes admits arbitrage within strikes \S+ to \S+ at 0\.5 years; there the local volatility of ACME is fitted/,
    );
    const { maxVolatilityError } = repricingOf(fit);
    if (maxVolatilityError > 1e-3)
      expect(warnings[0]).to.match(
        /^the local volatility of ACME does not reprice \d of 5 quotes, in volatility points: strike \d+ at 0\.5 years/,
      );
  });

  it('has a tail as heavy as that of its own volatility where it is flat, and a heavier one where its wing rises', () => {
    const strikes = [12, 25, 50, 100, 200, 400, 800];
    const smileOf = (volatilities: number[]) => [quotedSlice(4, 100, strikes, volatilities)];
    for (const volatility of [0.1, 0.4, 1])
      expect(
        tailVolatility(smileOf(strikes.map(() => volatility)), 3),
        // A difference over 1e-4 of a tail of 1e-5.
      ).to.be.closeTo(volatility * Math.sqrt(3), 1e-6);
    expect(tailVolatility(smileOf([0.5, 0.45, 0.4, 0.4, 0.45, 0.5, 0.6]), 3)).to.be.within(0.6 * Math.sqrt(3), 2);
  });

  it('evaluates points by the smiles where these admit no arbitrage, SVI slices included', () => {
    const svi = { a: 0.01, b: 0.1, rho: -0.4, m: 0.02, sigma: 0.2 };
    const slices: Surface = [quotedSlice(0.5, 100, [80, 100, 120], [0.25, 0.22, 0.21]), { time: 1, forward: 100, svi }];
    const { values, repricing, warnings } = evaluateSurface(slices, flatForward, [
      { strike: 100, time: 0.5 },
      { strike: 110, time: 1 },
      { strike: 100, time: 0.25 },
    ]);
    const k = Math.log(1.1);
    const w = 0.01 + 0.1 * (-0.4 * (k - 0.02) + Math.hypot(k - 0.02, 0.2));
    expect(values[0]!.impliedVolatility).to.be.closeTo(0.22, 1e-12);
    expect(values[1]!.totalVariance).to.be.closeTo(w, 1e-15);
    expect(values[2]!.impliedVolatility).to.be.closeTo(0.22, 1e-12);
    expect(values.map(({ strike, time }) => [strike, time])).to.deep.equal([
      [100, 0.5],
      [110, 1],
      [100, 0.25],
    ]);
    for (const { localVolatility } of values) expect(localVolatility).to.be.within(0.05, 0.4);
    expect([repricing.quotes, warnings]).to.deep.equal([3, []]);
  });
});
