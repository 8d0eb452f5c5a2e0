/**
 * Refuses a netting set whose trades, dates or paths would take too much while its terms are built, one trade after the other, so that only as many are
 * built as the limit admits: those of thousands of Bermudan swaptions take seconds. Options and contracts have the sizes that the plan counts (cost.ts);
 * payments and fixings are counted by the plan alone, since they are netted there.
 */

import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { type CrossAssetModel, transition } from '../../../model/cross-asset.js';
import type { TradeTerms } from '../../../product/trade/terms.js';
import { layoutFor } from '../../../random/lattice.js';
import { fittedLog2Points } from '../contract/contract-fits.js';
import { groupsOf, groupWork } from '../contract/contract-groups.js';
import type { CollateralTerms } from '../paths/collateral.js';
import { datesBefore, valuedDates } from '../paths/valued-dates.js';
import { valuerOf } from '../trade/valuers.js';
import {
  type Amounts,
  evaluationsOfAmounts,
  evaluationsOfOption,
  evaluationsOfPaths,
  evaluationsOfStates,
  isModelled,
  requireBelow,
  type Work,
} from './cost.js';

/** The simulation that is asked for, as far as the request says it. */
export interface RequestedSimulation {
  readonly numPaths: number;
  /** Sets of trades whose exposures are wanted on the same paths. */
  readonly sets: number;
  readonly moments: boolean;
  /** True where capital is calculated from the value on each path. */
  readonly hasRequirement: boolean;
  /** Most random numbers that it may draw. */
  readonly costLimit: number;
}

interface RequestedSet {
  readonly model: CrossAssetModel;
  readonly times: readonly Years[];
  readonly collateral: CollateralTerms | undefined;
  readonly hasMovingCredit: boolean;
}

/**
 * Takes the terms of each trade as they are built.
 *
 * @throws EngineFailure `cost` where the trades so far take the simulation beyond its limit
 */
export type RequestCount = (terms: TradeTerms) => void;

/** @throws EngineFailure `cost` where the simulation would take more than its limit */
export function openRequestCount(set: RequestedSet, run: RequestedSimulation): RequestCount {
  const { model, times, collateral, hasMovingCredit } = set;
  const { numPaths, sets, moments, hasRequirement, costLimit } = run;
  const dates = valuedDates(times, collateral);
  const amounts: Amounts = { hasModelledMargin: isModelled(collateral), hasMovingCredit, hasRequirement, moments };
  const work: Work = {
    states: evaluationsOfStates(model, dates.length, dates.length),
    payments: 0,
    options: 0,
    contracts: 0,
    amounts: evaluationsOfAmounts({ numPaths, dates: times.length, sets, ...amounts }),
    paths: evaluationsOfPaths(model, dates.length, numPaths),
    tables: 0,
  };
  const require = (): void => requireBelow(work, costLimit, dates.length, numPaths, 'at least ');
  require();
  requireFewDraws(model, dates, numPaths, costLimit);

  const layout = layoutFor(numPaths);
  const fits = { log2Points: fittedLog2Points(layout), times: [0, ...dates] };
  return (terms) => {
    const { contract, option } = terms;
    if (contract !== undefined) for (const group of groupsOf(contract, model)) work.contracts += groupWork(group, fits, layout);
    const sizes = option && valuerOf(terms, model).sizes(model).option;
    if (sizes !== undefined) work.options += sets * evaluationsOfOption(sizes, 'values', (time) => datesBefore(dates, time));
    require();
  };
}

/** Random numbers of the dates that are known, for the drivers of the first of them. */
function requireFewDraws(model: CrossAssetModel, dates: readonly Years[], numPaths: number, costLimit: number): void {
  const { factor } = transition(model, 0, dates[0]!);
  const drivers = factor.filter((_, j) => factor.some((row) => row[j] !== 0)).length;
  const { shifts, log2Points } = layoutFor(numPaths);
  const draws = dates.length * drivers * shifts * powerOfTwo(log2Points);
  if (draws > costLimit)
    throw new EngineFailure(
      'cost',
      `the simulation would draw at least ${draws.toExponential(2)} random numbers; the limit is ${costLimit.toExponential(2)}`,
    );
}
