/** The payments of a contract on each of a set of drawn paths. */
import { fold } from '../../base/fold.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { type Cashflow, cashflows, type SpotPaths } from '../../product/contract/cashflows.js';
import type { Autocall, Contract } from '../../product/contract/contract.js';
import { assetsUsed, lastTime } from '../../product/contract/timeline.js';
import type { SampledPaths } from './sampled-paths.js';

/** A path by its number, with its payments. */
export interface PaidPath {
  readonly path: number;
  readonly flows: readonly Cashflow[];
  readonly presentValue: number;
  /** True where a note in the contract is called before its last date. */
  readonly called: boolean;
}

interface ContractInMarket {
  readonly contract: Contract;
  readonly market: Market;
}

/** The paths in ascending order of their present values. */
export const paidPaths = (resolved: ContractInMarket, sampled: SampledPaths): PaidPath[] =>
  Array.from({ length: sampled.numPaths }, (_, path) => paidOn(resolved, sampled, path)).sort((a, b) => a.presentValue - b.presentValue);

function paidOn({ contract, market }: ContractInMarket, { times, levels }: SampledPaths, path: number): PaidPath {
  const numberOf = new Map(assetsUsed(contract).map((asset, i) => [asset, i]));
  const paths: SpotPaths = {
    from: market.assets.map(({ spot }) => spot),
    knots: times,
    levelAt: (asset, knot) => levels[numberOf.get(asset)!]![knot]![path]!,
  };
  const flows = cashflows(contract, paths);
  return {
    ...{ path, flows },
    presentValue: flows.reduce((sum, { time, amount }) => sum + amount * discount(market.curve, time), 0),
    called: notesIn(contract).some((note) => cashflows(note, paths).every(({ time }) => time < lastTime(note))),
  };
}

/** The autocallable notes in a contract. */
const notesIn = fold<Contract, 'type', readonly Autocall[]>('type', {
  vanilla: () => [],
  digital: () => [],
  cash: () => [],
  payoff: () => [],
  sum: ({ terms }, again) => terms.flatMap(({ contract }) => again(contract)),
  barrier: ({ contract }, again) => again(contract),
  choice: ({ left, right }, again) => [...again(left), ...again(right)],
  autocall: (note) => [note],
});
