/** Requests for valuation adjustments with one number of the market moved, and derivatives from calculating them again. */
import { expect } from 'chai';
import { runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { parse, tradeExamples, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';

export const limits = { costLimit: 1e9 };
export const tenors = [0.5, 1, 2, 5, 10];
const NAMES = ['cva', 'dva', 'fca', 'fba', 'kva', 'mva', 'total'] as const;
/** mva is absent where no initial margin is posted. */
export type Figures = Record<Exclude<(typeof NAMES)[number], 'mva'>, number> & { readonly mva?: number | undefined };

export interface Moved {
  /** Bump of the USD or EUR zero rates at a tenor, or at all of them. */
  readonly rates?: { readonly currency: 'USD' | 'EUR'; readonly tenor: number | 'all'; readonly by: number };
  readonly eurusd?: number;
  readonly spot?: number;
  readonly hazard?: number;
  readonly fxVolatility?: number;
  /** Flat rate of a projection curve of USD; none by default. */
  readonly projection?: number;
  /** Second factor of the USD rates (G2++); none by default. */
  readonly secondFactor?: object | undefined;
}

/** Both curves have their nodes at the tenors, so that a bump of a node is the bump of the sensitivity. */
export const requestFor = (
  { rates, eurusd = 1.1, spot = 100, hazard = 0.02, fxVolatility = 0.1, projection, secondFactor }: Moved,
  more: object = {},
) => {
  const curve = (currency: string, zeroRates: number[]) => ({
    times: tenors,
    zeroRates: zeroRates.map((rate, i) =>
      rates?.currency === currency && (rates.tenor === 'all' || rates.tenor === tenors[i]) ? rate + rates.by : rate,
    ),
  });
  return {
    trades: tradeExamples,
    market: {
      valuationDate: '2026-11-20',
      curves: { USD: curve('USD', [0.02, 0.021, 0.024, 0.03, 0.032]), EUR: curve('EUR', [0.01, 0.012, 0.014, 0.018, 0.02]) },
      ...(projection !== undefined && { projectionCurves: { USD: { rate: projection } } }),
      fx: { EURUSD: eurusd },
      assets: { ACME: { spot, volatility: 0.25, dividend: 0.02 } },
      volatilities: { EURUSD: { type: 'lognormal', volatility: fxVolatility } },
      models: {
        USD: { meanReversion: 0.03, volatility: 0.009, ...(secondFactor && { secondFactor }) },
        EUR: { meanReversion: 0.05, volatility: 0.007 },
      },
      correlations: [
        { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
        { asset1: 'EURUSD', asset2: 'USD', correlation: -0.2 },
        { asset1: 'EURUSD', asset2: 'EUR', correlation: 0.1 },
        { asset1: 'ACME', asset2: 'USD', correlation: -0.1 },
        { asset1: 'ACME', asset2: 'EUR', correlation: -0.1 },
        { asset1: 'ACME', asset2: 'EURUSD', correlation: 0.3 },
      ],
    },
    counterparty: { hazardRate: hazard, recoveryRate: 0.4 },
    own: { hazardRate: 0.012, recoveryRate: 0.35 },
    funding: { borrowSpread: 0.006, lendSpread: 0.004 },
    capital: { costOfCapital: 0.1, capitalFactor: 0.08 },
    exposureTimes: [0.4, 0.9, 1.3, 2.2, 3.1, 4.2, 6],
    pricer: { numPaths: 1024 },
    ...more,
  };
};
export const calculate = (moved: Moved, more?: object) => runJob(xvaJob(parse(xvaRequest, requestFor(moved, more)), limits));
export const sensitivitiesOf = (more?: object, moved: Moved = {}) =>
  runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...requestFor(moved, more), tenors }), limits));

/** A derivative that is the limit of differences on the same paths: they differ by what happens on the paths whose exposure changes its sign. */
export const isDerivative = (derivatives: Figures, up: Figures, down: Figures, step: number, factor: string, relative = 2e-3): void => {
  for (const name of NAMES) {
    const [above, below] = [up[name] ?? 0, down[name] ?? 0];
    const difference = (above - below) / (2 * step);
    expect(derivatives[name] ?? 0, `${name} to ${factor}`).to.be.closeTo(difference, relative * (Math.abs(difference) + Math.abs(above)));
  }
};
