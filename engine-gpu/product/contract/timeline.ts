/** Event times, last payment and assets of a resolved contract. */

import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import type { Contract } from './contract.js';
import { observationTimes, observedAssets } from './observable.js';

const ascending = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** Every time at which the contract observes a spot, pays or is decided, ascending. A continuous barrier also observes in between. */
export const eventTimes = fold<Contract, 'type', readonly Years[]>('type', {
  vanilla: ({ time }) => [time],
  digital: ({ time }) => [time],
  cash: ({ time }) => [time],
  payoff: ({ of: observable, time }) => ascending([...observationTimes(observable), time]),
  sum: ({ terms }, again) => ascending(terms.flatMap(({ contract }) => again(contract))),
  barrier: ({ contract, monitoring }, again) => ascending([...again(contract), ...(monitoring === 'continuous' ? [] : monitoring)]),
  choice: ({ left, right, time }, again) => ascending([time, ...again(left), ...again(right)]),
  autocall: ({ times, protectionMonitoring }) =>
    protectionMonitoring === undefined || protectionMonitoring === 'continuous' ? times : ascending([...times, ...protectionMonitoring]),
});

/** Indices of the market's assets that the contract depends on, ascending. */
export const assetsUsed = fold<Contract, 'type', readonly number[]>('type', {
  vanilla: ({ asset }) => [asset],
  digital: ({ asset }) => [asset],
  cash: () => [],
  payoff: ({ of: observable }) => ascending(observedAssets(observable)),
  sum: ({ terms }, again) => ascending(terms.flatMap(({ contract }) => again(contract))),
  barrier: ({ contract, asset }, again) => ascending([...again(contract), asset]),
  choice: ({ left, right }, again) => ascending([...again(left), ...again(right)]),
  autocall: ({ assets }) => ascending(assets),
});

/** The time of the last payment. */
export const lastTime = fold<Contract, 'type', Years>('type', {
  vanilla: ({ time }) => time,
  digital: ({ time }) => time,
  cash: ({ time }) => time,
  payoff: ({ time }) => time,
  sum: ({ terms }, again) => Math.max(...terms.map(({ contract }) => again(contract))),
  barrier: ({ contract }, again) => again(contract),
  choice: ({ left, right }, again) => Math.max(again(left), again(right)),
  autocall: ({ times }) => Math.max(...times),
});
