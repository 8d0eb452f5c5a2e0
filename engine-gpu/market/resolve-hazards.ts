/** Default intensities that move with the market: wrong-way risk from a request to the drivers of a market. */
import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { squareOf } from '../math/elementary/pow.js';
import { compositeGaussLegendre } from '../math/quadrature.js';
import { requirePositiveSemiDefinite } from './correlation.js';
import { type CrossAssetMarket, hazardDriver, secondDriver } from './cross-asset.js';
import type { Report } from './curve-input.js';
import { driversByName } from './resolve-cross-asset.js';
import type { HazardModelInput, WrongWayRiskInput } from './wrong-way-risk-input.js';

export const HAZARD_PARTIES = ['counterparty', 'own'] as const;

/** Largest standard deviation of the accumulated intensity: beyond it, means of survival come from paths that no sample has. */
const MAX_HAZARD_DEVIATION = 3;

/** A market with intensities, and the index of each party's; absent where it does not move. */
export interface HazardMarket {
  readonly market: CrossAssetMarket;
  readonly counterparty?: number;
  readonly own?: number;
}

/**
 * @param isKnown  whether the request's market has a name at all: correlations with what no trade needs are left out
 * @param last     the last exposure time
 * @param report   receives faults with pointers that start at `/wrongWayRisk`
 */
export function withHazards(
  market: CrossAssetMarket,
  input: WrongWayRiskInput,
  isKnown: (name: string) => boolean,
  last: Years,
  report: Report,
): HazardMarket {
  const parties = HAZARD_PARTIES.flatMap((party) => {
    const model = input[party];
    return model !== undefined && model.volatility > 0 ? [{ party, model }] : [];
  });
  const size = market.correlation.length + parties.length;
  const correlation = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => market.correlation[i]?.[j] ?? (i === j ? 1 : 0)),
  );
  const set = (i: number, j: number, value: number): void => {
    correlation[i]![j] = value;
    correlation[j]![i] = value;
  };
  const drivers = driversByName(market);
  parties.forEach(({ party, model }, h) => {
    const hazard = hazardDriver(market, h);
    namesOnce(model, `/wrongWayRisk/${party}`, report);
    const { volatility, meanReversion } = model;
    const squares = compositeGaussLegendre((u) => squareOf(decayIntegral(meanReversion, u)), 0, last, 2 * meanReversion);
    const most = MAX_HAZARD_DEVIATION / Math.sqrt(squares);
    if (volatility > most)
      report(
        `/wrongWayRisk/${party}/volatility`,
        `must be at most ${most.toPrecision(4)} for a mean reversion of ${meanReversion} and exposures to ${last} years; got ${volatility}`,
      );
    model.correlations.forEach(({ asset, correlation: rho }, k) => {
      const driver = drivers.get(asset);
      if (driver !== undefined) {
        set(hazard, driver[0], rho * driver[1]);
        // The second factor of a short rate moves with an intensity as far as the first one does.
        if (market.currencies[driver[0]]?.second !== undefined) {
          const second = secondDriver(market, driver[0]);
          set(hazard, second, rho * market.correlation[second]![driver[0]]!);
        }
      } else if (!isKnown(asset))
        report(
          `/wrongWayRisk/${party}/correlations/${k}/asset`,
          `must be an asset, a currency or a pair of currencies of the market; got ${asset}`,
        );
    });
  });
  if (parties.length === 2) set(hazardDriver(market, 0), hazardDriver(market, 1), input.correlation);
  requirePositiveSemiDefinite(correlation, '/wrongWayRisk', report);
  const indexOf = (party: (typeof HAZARD_PARTIES)[number]) => parties.findIndex((each) => each.party === party);
  const [counterparty, ours] = HAZARD_PARTIES.map(indexOf);
  return {
    market: { ...market, correlation, hazards: parties.map(({ model: { meanReversion, volatility } }) => ({ meanReversion, volatility })) },
    ...(counterparty! >= 0 && { counterparty }),
    ...(ours! >= 0 && { own: ours }),
  };
}

function namesOnce({ correlations }: HazardModelInput, pointer: string, report: Report): void {
  correlations.forEach(({ asset }, k) => {
    if (correlations.findIndex((each) => each.asset === asset) < k)
      report(`${pointer}/correlations/${k}/asset`, `must be named once; ${asset} is given above already`);
  });
}
