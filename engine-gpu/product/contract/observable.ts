/** What the numerics ask of an observable: at which assets it looks, and when before it pays. */

import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import type { Observable } from './contract.js';

/** Indices of the assets looked at. */
export const observedAssets = fold<Observable, 'type', readonly number[]>('type', {
  basket: ({ assets }) => assets,
  ranked: ({ assets }) => assets,
  average: ({ asset }) => [asset],
  extreme: ({ asset }) => [asset],
  returns: ({ asset }) => [asset],
  variance: ({ asset }) => [asset],
});

/** Times looked at besides that of the payment; none where every moment counts. */
export const observationTimes = fold<Observable, 'type', readonly Years[]>('type', {
  basket: () => [],
  ranked: () => [],
  average: ({ times }) => times,
  extreme: ({ monitoring }) => (monitoring === 'continuous' ? [] : monitoring),
  returns: ({ times }) => times,
  variance: ({ times }) => times,
});

/** The same observable of assets otherwise numbered. */
export const withAssets = fold<Observable, 'type', Observable, [place: (asset: number) => number]>('type', {
  basket: (of, _, place) => ({ ...of, assets: of.assets.map(place) }),
  ranked: (of, _, place) => ({ ...of, assets: of.assets.map(place) }),
  average: (of, _, place) => ({ ...of, asset: place(of.asset) }),
  extreme: (of, _, place) => ({ ...of, asset: place(of.asset) }),
  returns: (of, _, place) => ({ ...of, asset: place(of.asset) }),
  variance: (of, _, place) => ({ ...of, asset: place(of.asset) }),
});

/** The same observable looked at at other times. */
export const withTimes = fold<Observable, 'type', Observable, [move: (time: Years) => Years]>('type', {
  basket: (of) => of,
  ranked: (of) => of,
  average: (of, _, move) => ({ ...of, times: of.times.map(move) }),
  extreme: (of, _, move) => ({ ...of, monitoring: of.monitoring === 'continuous' ? of.monitoring : of.monitoring.map(move) }),
  returns: (of, _, move) => ({ ...of, times: of.times.map(move) }),
  variance: (of, _, move) => ({ ...of, times: of.times.map(move) }),
});
