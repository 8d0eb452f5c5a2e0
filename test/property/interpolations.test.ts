/** Every pricer that takes a curve prices on each interpolation that calibration offers. */
import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure, pricers, priceWithPricer } from '#engine';
import { type Curve, INTERPOLATIONS, type Interpolation, zeroRate } from '#engine-gpu/market/curve';
import { toolsUpTo } from '#test/support/backend';
import { TODAY } from '#test/support/price';
import { crossAssetLaws } from './cross-asset-laws.js';
import { datedRatesLaws } from './dated-rates-laws.js';
import { exoticLaws } from './exotic-laws.js';
import type { Law, Request } from './law.js';
import { ratesLaws } from './rates-laws.js';
import { shareLaws } from './share-laws.js';

const LAWS: Readonly<Record<string, Law>> = { ...shareLaws, ...exoticLaws, ...ratesLaws, ...datedRatesLaws, ...crossAssetLaws };

/** Few nodes and a bent curve, so that the interpolations differ by up to ten basis points of rate. */
const NODES = { times: [0.4, 2, 10, 30, 100], zeroRates: [0.01, 0.035, 0.02, 0.045, 0.03] };
/** The curve of an interpolation by many nodes, those above among them, between which straight lines are close to it. */
const DENSE_TIMES = Array.from({ length: 390 }, (_, i) => (i < 200 ? (i + 1) / 40 : 5 + (i - 199) / 2));
const dense = (interpolation: Interpolation) => {
  const curve: Curve = { ...NODES, interpolation };
  return { times: DENSE_TIMES, zeroRates: DENSE_TIMES.map((t) => zeroRate(curve, t)), interpolation: 'linear_zero' };
};
/** Relative difference of the prices on the two: straight lines of half a year, and what a grid or an exercise policy makes of it. */
const TOLERANCE = 1e-3;

/** Pricers whose market has its curves under other names, and those of a flat rate alone. */
const OTHERWISE = ['inflation_yoy_jy', 'cross_asset_trade', 'rates_dated_legs', 'rates_bermudan_swaption'];
const FLAT = [
  ...['equity_american_alo', 'equity_american_heston_fd', 'equity_bermudan_heston_fd', 'equity_american_lsm', 'equity_american_model_lsm'],
  ...['equity_asian_geometric_bs', 'equity_barrier_bs', 'equity_lookback_bs'],
];
const REQUESTS_PER_PRICER = 3;

describe('a curve of a request', () => {
  const tools = toolsUpTo(1e9);

  const priced = async (pricerId: string, request: Request, curve: object): Promise<number | undefined> => {
    const { rate: _, valuationDate, ...market } = request.market;
    try {
      const priced = { ...request, market: { ...market, curve, valuationDate: valuationDate ?? TODAY } };
      return (await priceWithPricer({ pricerId, ...priced, today: TODAY }, tools)).result.price;
    } catch (error) {
      if (error instanceof EngineFailure) return undefined;
      throw error;
    }
  };

  for (const { id } of pricers.filter(({ id }) => ![...OTHERWISE, ...FLAT].includes(id)))
    it(`prices ${id} on each interpolation as on the same curve by many nodes`, async () => {
      let compared = 0;
      for (const request of fc.sample(LAWS[id]!.requests, { seed: 5, numRuns: REQUESTS_PER_PRICER }))
        for (const interpolation of INTERPOLATIONS) {
          const [few, many] = [await priced(id, request, { ...NODES, interpolation }), await priced(id, request, dense(interpolation))];
          if (few === undefined || many === undefined) continue;
          const { spot = 1, strike = 1 } = { ...request.market, ...request.instrument } as { spot?: number; strike?: number };
          expect(Math.abs(few - many), `${id} ${interpolation} ${JSON.stringify(request)}`).to.be.at.most(
            TOLERANCE * Math.max(Math.abs(many), spot, Math.abs(strike)),
          );
          compared++;
        }
      expect(compared).to.be.at.least(INTERPOLATIONS.length);
    });
});
