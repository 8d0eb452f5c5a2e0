/** Assets and observation times of an observable. */

import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import type { Observable } from './contract.js';

/** Indices of the observed assets. */
export const observedAssets = fold<Observable, 'type', readonly number[]>('type', {
  basket: ({ assets }) => assets,
  ranked: ({ assets }) => assets,
  average: ({ asset }) => [asset],
  difference: ({ of }) => [of.asset],
  extreme: ({ asset }) => [asset],
  returns: ({ asset }) => [asset],
  variance: ({ asset }) => [asset],
});

/** Observation times other than the payment time; empty under continuous monitoring. */
export const observationTimes = fold<Observable, 'type', readonly Years[]>('type', {
  basket: () => [],
  ranked: () => [],
  average: ({ times }) => times,
  difference: ({ of, less }) => [...less.times, ...of.times],
  extreme: ({ monitoring }) => (monitoring === 'continuous' ? [] : monitoring),
  returns: ({ times }) => times,
  variance: ({ times }) => times,
});

/** The same observable with its asset indices replaced. */
export const withAssets = fold<Observable, 'type', Observable, [indexOf: (asset: number) => number]>('type', {
  basket: (of, _, indexOf) => ({ ...of, assets: of.assets.map(indexOf) }),
  ranked: (of, _, indexOf) => ({ ...of, assets: of.assets.map(indexOf) }),
  average: (of, _, indexOf) => ({ ...of, asset: indexOf(of.asset) }),
  difference: ({ of, less }, _, indexOf) => ({
    type: 'difference',
    of: { ...of, asset: indexOf(of.asset) },
    less: { ...less, asset: indexOf(less.asset) },
  }),
  extreme: (of, _, indexOf) => ({ ...of, asset: indexOf(of.asset) }),
  returns: (of, _, indexOf) => ({ ...of, asset: indexOf(of.asset) }),
  variance: (of, _, indexOf) => ({ ...of, asset: indexOf(of.asset) }),
});

/** The same observable with its observation times replaced. */
export const withTimes = fold<Observable, 'type', Observable, [move: (time: Years) => Years]>('type', {
  basket: (of) => of,
  ranked: (of) => of,
  average: (of, _, move) => ({ ...of, times: of.times.map(move) }),
  difference: ({ of, less }, _, move) => ({
    type: 'difference',
    of: { ...of, times: of.times.map(move) },
    less: { ...less, times: less.times.map(move) },
  }),
  extreme: (of, _, move) => ({ ...of, monitoring: of.monitoring === 'continuous' ? of.monitoring : of.monitoring.map(move) }),
  returns: (of, _, move) => ({ ...of, times: of.times.map(move) }),
  variance: (of, _, move) => ({ ...of, times: of.times.map(move) }),
});
