/**
 * Refuses a netting set whose options, contracts, dates or paths would take too much, before any terms are built: those of thousands of options take
 * seconds. The counts are lower bounds of what the plan counts with the terms (cost.ts). Payments, tables and fixings are counted by the plan alone,
 * since the terms of swaps are built in less time than their schedules would be counted again.
 *
 * Contracts are counted one by one as their terms are built, so that only as many are built as the limit admits.
 */

import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import { type CrossAssetModel, transition } from '../../../model/cross-asset.js';
import type { NettedTrade } from '../../../product/trade/contract-trade.js';
import { numPeriods, type TradeTerms } from '../../../product/trade/terms.js';
import { layoutFor } from '../../../random/lattice.js';
import { fittedLog2Points } from '../contract/contract-fits.js';
import { groupsOf, groupWork } from '../contract/contract-groups.js';
import type { CollateralTerms } from '../paths/collateral.js';
import { datesBefore, valuedDates } from '../paths/valued-dates.js';
import { MIN_MOVING_NODES } from '../trade/table-grid.js';
import type { OptionSizes } from '../trade/valuer.js';
import {
  type Amounts,
  evaluationsOfAmounts,
  evaluationsOfOption,
  evaluationsOfPaths,
  evaluationsOfStates,
  isModelled,
  openMemoryCount,
  requireBelow,
  requireMoments,
  type Work,
  weightingsOfAmounts,
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
  readonly trades: readonly NettedTrade[];
  readonly times: readonly Years[];
  readonly collateral: CollateralTerms | undefined;
  readonly hasMovingCredit: boolean;
}

/** Takes the terms of each contract as they are built. */
export interface RequestCount {
  /** @throws EngineFailure `cost` where the contracts so far take the simulation beyond its limit */
  readonly addContract: (terms: TradeTerms) => void;
}

/** @throws EngineFailure `cost` where the simulation would take more than its limit */
export function openRequestCount(set: RequestedSet, run: RequestedSimulation): RequestCount {
  const { model, trades, times, collateral, hasMovingCredit } = set;
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

  for (const trade of trades) {
    const option = optionSizesOf(model, trade);
    if (option !== undefined) work.options += sets * evaluationsOfOption(option, 'values', (time) => datesBefore(dates, time));
    require();
  }
  const nodes = nodesOfOptions(model, trades, dates);
  openMemoryCount().add(nodes * sets);
  requireMoments(nodes, weightingsOfAmounts(amounts), 'at least ');

  const layout = layoutFor(numPaths);
  const fits = { log2Points: fittedLog2Points(layout), times: [0, ...dates] };
  return {
    addContract: ({ contract }) => {
      if (contract === undefined) return;
      for (const group of groupsOf(contract, model)) work.contracts += groupWork(group, fits, layout);
      require();
    },
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

const isOfTwoFactors = ({ market }: CrossAssetModel, code: string): boolean =>
  market.currencies.some(({ currency, second }) => currency === code && second !== undefined);

/** The counts of a trade's option as far as the request says them: of two factors, one node across. */
function optionSizesOf(model: CrossAssetModel, trade: NettedTrade): OptionSizes | undefined {
  if (trade.type === 'fx_option' || trade.type === 'equity_option') return { kind: 'forward', expiry: trade.maturity };
  if (trade.type !== 'swaption' && trade.type !== 'bermudan_swaption') return undefined;
  const expiries = trade.type === 'swaption' ? [trade.expiry] : trade.exerciseDates;
  return {
    kind: 'swaption',
    isBermudan: trade.type === 'bermudan_swaption',
    exercises: expiries.map((time) => ({ time, legs: legsFrom(trade, time) })),
    ...(isOfTwoFactors(model, trade.currency) && { surface: { across: 1, stageAcross: 1, stageNodes: 0 } }),
  };
}

type WithSwap = Extract<NettedTrade, { type: 'swaption' | 'bermudan_swaption' }>;

/** Number of the dates on which a swap still pays after a time. */
const legsFrom = ({ maturity, fixedFrequency, floatingFrequency }: WithSwap, start: Years): number =>
  Math.max(numPeriods(start, maturity, fixedFrequency), numPeriods(start, maturity, floatingFrequency));

/** Expiries that differ by less are one, in years. */
const SAME_EXPIRY = 1e-6;

/** Nodes of the tables of options on shares and on exchange rates with the reporting currency, where their volatility moves them: one per expiry. */
function nodesOfOptions({ market }: CrossAssetModel, trades: readonly NettedTrade[], dates: readonly Years[]): number {
  const expiries = new Map<string, Years>();
  for (const trade of trades)
    if (trade.type === 'equity_option') {
      if (market.shares.some(({ name, volatility }) => name === trade.underlying && volatility > 0))
        expiries.set(`${trade.underlying} ${Math.round(trade.maturity / SAME_EXPIRY)}`, trade.maturity);
    } else if (trade.type === 'fx_option') {
      const codes = [trade.buyCurrency, trade.sellCurrency];
      const foreign = market.currencies.findIndex(({ currency }, i) => i > 0 && codes.includes(currency));
      if (codes.includes(market.currencies[0]!.currency) && market.exchangeRates[foreign - 1]!.volatility > 0)
        expiries.set(`${foreign} ${Math.round(trade.maturity / SAME_EXPIRY)}`, trade.maturity);
    }
  let nodes = 0;
  for (const expiry of expiries.values()) nodes += datesBefore(dates, expiry) * MIN_MOVING_NODES;
  return nodes;
}
