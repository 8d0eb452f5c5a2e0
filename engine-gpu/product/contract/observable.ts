/** Assets and observation times of an observable. */

import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import type { Observable } from './contract.js';

/** Indices of the observed assets. */
export const observedAssets = fold<Observable, 'type', readonly number[]>('type', {
  basket: ({ assets }) => assets,
  ranked: ({ assets }) => assets,
  average: ({ asset }) => [asset],
  difference: ({ of: average }) => [average.asset],
  extreme: ({ asset }) => [asset],
  returns: ({ asset }) => [asset],
  variance: ({ asset }) => [asset],
});

/** Observation times other than the payment time; empty under continuous monitoring. */
export const observationTimes = fold<Observable, 'type', readonly Years[]>('type', {
  basket: () => [],
  ranked: () => [],
  average: ({ times }) => times,
  difference: ({ of: average, less }) => [...less.times, ...average.times],
  extreme: ({ monitoring }) => (monitoring === 'continuous' ? [] : monitoring),
  returns: ({ times }) => times,
  variance: ({ times }) => times,
});

/** The same observable with its asset indices replaced. */
export const withAssets = fold<Observable, 'type', Observable, [indexOf: (asset: number) => number]>('type', {
  basket: (basket, _, indexOf) => ({ ...basket, assets: basket.assets.map(indexOf) }),
  ranked: (ranked, _, indexOf) => ({ ...ranked, assets: ranked.assets.map(indexOf) }),
  average: (average, _, indexOf) => ({ ...average, asset: indexOf(average.asset) }),
  difference: ({ of: average, less }, _, indexOf) => ({
    type: 'difference',
    of: { ...average, asset: indexOf(average.asset) },
    less: { ...less, asset: indexOf(less.asset) },
  }),
  extreme: (extreme, _, indexOf) => ({ ...extreme, asset: indexOf(extreme.asset) }),
  returns: (returns, _, indexOf) => ({ ...returns, asset: indexOf(returns.asset) }),
  variance: (variance, _, indexOf) => ({ ...variance, asset: indexOf(variance.asset) }),
});

/** The same observable with its observation times replaced. */
export const withTimes = fold<Observable, 'type', Observable, [move: (time: Years) => Years]>('type', {
  basket: (basket) => basket,
  ranked: (ranked) => ranked,
  average: (average, _, move) => ({ ...average, times: average.times.map(move) }),
  difference: ({ of: average, less }, _, move) => ({
    type: 'difference',
    of: { ...average, times: average.times.map(move) },
    less: { ...less, times: less.times.map(move) },
  }),
  extreme: (extreme, _, move) => ({
    ...extreme,
    monitoring: extreme.monitoring === 'continuous' ? extreme.monitoring : extreme.monitoring.map(move),
  }),
  returns: (returns, _, move) => ({ ...returns, times: returns.times.map(move) }),
  variance: (variance, _, move) => ({ ...variance, times: variance.times.map(move) }),
});
