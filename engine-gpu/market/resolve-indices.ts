/** The curves of the indices that trades name, and the currencies whose overnight rates accrue on paths, as part of a market of several currencies. */
import { pointerPart } from '../base/faults.js';
import type { CrossAssetMarket } from './cross-asset.js';
import type { CrossAssetMarketInput } from './cross-asset-input.js';
import { type Report, resolveCurve } from './curve-input.js';

/** A floating rate that a trade pays. */
interface FloatingRate {
  readonly currency: string;
  readonly index?: string | undefined;
  readonly isOvernight: boolean;
}

/** @param report  receives the faults of curves, with pointers that start at `/market` */
export function withIndices(
  market: CrossAssetMarket,
  { projections = {} }: Pick<CrossAssetMarketInput, 'projections'>,
  rates: readonly FloatingRate[],
  report: Report,
): CrossAssetMarket {
  if (rates.length === 0) return market;
  const curveOf = (index: string) => {
    const source = projections[index]!;
    const stated = 'rate' in source ? source : { curve: source };
    return resolveCurve(stated, market.valuationDate, report, `/market/projections/${pointerPart(index)}`);
  };
  const currencies = market.currencies.map((each) => {
    const ofCurrency = rates.filter(({ currency }) => currency === each.currency);
    const names = new Set(ofCurrency.flatMap(({ index }) => (index !== undefined && Object.hasOwn(projections, index) ? [index] : [])));
    return {
      ...each,
      ...(names.size > 0 && { indices: Object.fromEntries([...names].map((name) => [name, curveOf(name)])) }),
      ...(ofCurrency.some(({ isOvernight }) => isOvernight) && { accrues: true }),
    };
  });
  return { ...market, currencies };
}
