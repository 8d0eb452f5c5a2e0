/** Markets of several currencies for tests. */
import type { CrossAssetMarket } from '#engine-gpu/market/cross-asset';
import { constantVolatility } from '#engine-gpu/market/cross-asset';
import type { Curve } from '#engine-gpu/market/curve';

export const flatCurve = (rate: number): Curve => ({ times: [0], zeroRates: [rate], interpolation: 'linear_zero' });

/** Three currencies and two shares, everything correlated with everything. */
export const threeCurrencies: CrossAssetMarket = {
  valuationDate: '2026-11-20',
  currencies: [
    {
      currency: 'USD',
      curve: { times: [1, 5, 10], zeroRates: [0.02, 0.03, 0.035], interpolation: 'linear_zero' },
      meanReversion: 0.05,
      volatility: { times: [2, 4], values: [0.008, 0.012, 0.01] },
    },
    { currency: 'EUR', curve: flatCurve(0.015), meanReversion: 0.3, volatility: constantVolatility(0.014) },
    { currency: 'JPY', curve: flatCurve(-0.002), meanReversion: 0, volatility: constantVolatility(0.005) },
  ],
  exchangeRates: [
    { spot: 1.1, volatility: { times: [0.7, 3], values: [0.1, 0.12, 0.08] } },
    { spot: 0.0091, volatility: constantVolatility(0.13) },
  ],
  shares: [
    { name: 'ACME', currency: 0, spot: 100, dividend: 0.02, volatility: 0.25 },
    { name: 'BETA', currency: 1, spot: 40, dividend: 0.01, volatility: 0.3 },
  ],
  correlation: [
    [1, 0.6, 0.3, 0.2, 0.1, -0.2, -0.1],
    [0.6, 1, 0.2, -0.3, 0.05, -0.1, -0.25],
    [0.3, 0.2, 1, 0.1, -0.4, 0, 0.1],
    [0.2, -0.3, 0.1, 1, 0.35, 0.25, 0.3],
    [0.1, 0.05, -0.4, 0.35, 1, -0.1, 0],
    [-0.2, -0.1, 0, 0.25, -0.1, 1, 0.5],
    [-0.1, -0.25, 0.1, 0.3, 0, 0.5, 1],
  ],
};

/** The same with two factors for the first two short rates, the second of each moving with everything else as far as its first does. */
export const withSecondFactors: CrossAssetMarket = {
  ...threeCurrencies,
  currencies: threeCurrencies.currencies.map((each, i) =>
    i === 2 ? each : { ...each, second: { meanReversion: 0.4 - 0.35 * i, volatility: constantVolatility(0.006 + 0.004 * i) } },
  ),
  correlation: extended(threeCurrencies.correlation, [-0.7, 0.4]),
};

/** Adds drivers that move with everything else as far as the drivers 0, 1, … do, times their correlations with these. */
function extended(correlation: readonly (readonly number[])[], shares: readonly number[]): number[][] {
  const drivers = [...correlation.map((_, like) => ({ like, share: 1 })), ...shares.map((share, like) => ({ like, share }))];
  return drivers.map((one, i) => drivers.map((other, j) => (i === j ? 1 : one.share * other.share * correlation[one.like]![other.like]!)));
}
