import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure } from '#engine';
import { withFittedExchangeRates } from '#engine-gpu/calibration/exchange-rate-fit';
import { smileVolatility } from '#engine-gpu/calibration/exchange-smile';
import { type CrossAssetMarket, constantVolatility } from '#engine-gpu/market/cross-asset';
import { zeroRate } from '#engine-gpu/market/curve';
import { decayIntegral } from '#engine-gpu/math/decay';
import { threeCurrencies } from '#test/support/cross-asset-markets';
import { numCases } from '#test/support/effort';

/** A market of two currencies whose volatilities are constant, and correlations of rate, foreign rate and exchange rate. */
const marketWith = (rates: readonly [number, number], reversions: readonly [number, number], rho: readonly number[]): CrossAssetMarket => ({
  ...threeCurrencies,
  currencies: threeCurrencies.currencies.slice(0, 2).map(({ currency, curve }, i) => ({
    ...{ currency, curve, meanReversion: reversions[i]!, volatility: constantVolatility(rates[i]!) },
  })),
  exchangeRates: [{ spot: 1.1, volatility: constantVolatility(0) }],
  shares: [],
  correlation: [
    [1, rho[0]!, rho[1]!],
    [rho[0]!, 1, rho[2]!],
    [rho[1]!, rho[2]!, 1],
  ],
});

const fitted = (market: CrossAssetMarket, expiries: readonly { time: number; atm: number }[], horizon = Number.POSITIVE_INFINITY) => {
  const smiles = { pair: 'EURUSD', times: expiries.map(({ time }) => time), smiles: { expiries: [...expiries] } };
  return withFittedExchangeRates(market, [{ currency: 1, smiles }], horizon).exchangeRates[0]!.volatility;
};

/** Variance of ln X(T) by the midpoint rule, from its volatility σ(u) and those of the two rates, σ_d B_d(T − u) and σ_f B_f(T − u). */
function forwardVariance(
  { currencies, correlation }: CrossAssetMarket,
  { times, values }: { times: readonly number[]; values: readonly number[] },
  end: number,
): number {
  const count = 20_000;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const u = ((k + 0.5) * end) / count;
    const piece = times.findIndex((time) => time >= u);
    const loads = [
      ...currencies.map(
        ({ meanReversion, volatility }, i) => (i === 0 ? 1 : -1) * volatility.values[0]! * decayIntegral(meanReversion, end - u),
      ),
      values[piece < 0 ? values.length - 1 : piece]!,
    ];
    for (const [i, one] of loads.entries()) for (const [j, other] of loads.entries()) sum += one * other * correlation[i]![j]!;
  }
  return (sum * end) / count;
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('the volatility of an exchange rate beside its volatilities at the money', () => {
  it('is that of the variance between expiries where rates do not move', () => {
    const { times, values } = fitted(marketWith([0, 0], [0, 0], [0, 0, 0]), [
      { time: 0.5, atm: 0.1 },
      { time: 2, atm: 0.12 },
    ]);
    expect(times).to.deep.equal([0.5]);
    expect(values[0]).to.be.closeTo(0.1, 1e-15);
    expect(values[1]).to.be.closeTo(Math.sqrt((2 * 0.12 ** 2 - 0.5 * 0.1 ** 2) / 1.5), 1e-14);
  });

  it('makes the variance of the forward that of each quote, whatever rates do', () =>
    fc.assert(
      fc.property(
        fc.array(between(0.08, 0.2), { minLength: 1, maxLength: 4 }),
        fc.tuple(between(0, 0.008), between(0, 0.008)),
        fc.tuple(between(-0.05, 0.5), between(0, 0.5)),
        // Any three of this size are possible together, and none leaves an exchange rate no volatility.
        fc.array(between(-0.5, 0.5), { minLength: 3, maxLength: 3 }),
        (quoted, rates, reversions, rho) => {
          const market = marketWith(rates, reversions, rho);
          const expiries = quoted.toSorted().map((atm, i) => ({ time: 0.3 * 2.5 ** i, atm }));
          const volatility = fitted(market, expiries);
          // The midpoint rule errs by the square of its step of up to 4e-4, and by half a step wherever σ jumps.
          for (const { time, atm } of expiries)
            expect(Math.sqrt(forwardVariance(market, volatility, time) / time)).to.be.closeTo(atm, 2e-5);
        },
      ),
      { numRuns: numCases(200, 25), endOnFailure: true },
    ));

  it('is of the volatility at the forward where smiles are quoted by strike', () => {
    const market = marketWith([0, 0], [0, 0], [0, 0, 0]);
    // The forward is 1.1 e^(r_d − r_f): a strike between the quotes, nearer to the first.
    const [one, flat] = [
      { time: 1, strikes: [1.1, 1.2], volatilities: [0.1, 0.2] },
      { time: 2, strikes: [1.1], volatilities: [0.12] },
    ];
    const smiles = { pair: 'EURUSD', times: [1, 2], smiles: { expiries: [one, flat] } };
    const { volatility } = withFittedExchangeRates(market, [{ currency: 1, smiles }], 2).exchangeRates[0]!;
    const forward = smileVolatility(smiles, market, 1.1 * Math.exp(zeroRate(market.currencies[0]!.curve, 1) - 0.015), 1);
    expect(forward).to.be.within(0.1, 0.12);
    expect(volatility.values[0]).to.be.closeTo(forward, 1e-12);
    expect(Math.sqrt((volatility.values[0]! ** 2 + volatility.values[1]! ** 2) / 2)).to.be.closeTo(0.12, 1e-12);
  });

  it('is not sought beyond the horizon', () => {
    const quotes = [
      { time: 1, atm: 0.1 },
      { time: 2, atm: 0.12 },
      { time: 3, atm: 0.01 },
    ];
    const market = marketWith([0, 0], [0, 0], [0, 0, 0]);
    expect(fitted(market, quotes, 1.5).times).to.deep.equal([1]);
    expect(() => fitted(market, quotes)).to.throw(EngineFailure);
  });

  it('is refused where variance would have to fall, with the least volatility that is possible', () => {
    const refused = (market: CrossAssetMarket, late: number): string | undefined => {
      try {
        fitted(market, [
          { time: 1, atm: 0.2 },
          { time: 2, atm: late },
        ]);
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error;
        expect(error.faults[0]!.pointer).to.equal('/market/volatilities/EURUSD/expiries/1');
        return error.faults[0]!.reason;
      }
      return undefined;
    };
    expect(refused(marketWith([0, 0], [0, 0], [0, 0, 0]), 0.14)).to.equal(
      'must be at least 0.141 at the money, which the moves of rates and the expiries before make it; got 0.14',
    );
    const moving = marketWith([0.02, 0.015], [0.02, 0.05], [0.2, -0.8, 0.3]);
    const [, least] = /at least (\S+) at/.exec(refused(moving, 0.05)!)!;
    expect(refused(moving, Number(least) - 1e-3)).to.be.a('string');
    expect(refused(moving, Number(least) + 1e-3)).to.equal(undefined);
  });
});
