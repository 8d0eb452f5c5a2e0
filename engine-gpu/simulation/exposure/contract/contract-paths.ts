/** The observations and payments of groups of contracts on the paths of a batch (contract-groups.ts), date by date. */

import { fold } from '../../../base/fold.js';
import type { Years } from '../../../base/units.js';
import type { CrossAssetMarket } from '../../../market/cross-asset.js';
import { exp } from '../../../math/elementary/exp.js';
import { log } from '../../../math/elementary/log.js';
import { squareOf } from '../../../math/elementary/pow.js';
import type { Clamped, Extreme, Observable, Option } from '../../../product/contract/contract.js';
import { observedOn } from '../../../product/contract/note-observation.js';
import { spotOfAsset } from '../../../product/trade/contract-terms.js';
import { sameTime } from '../../emit/grid.js';
import { BATCH } from '../paths/state-paths.js';
import { type Group, paymentTimesOf, triggersOf } from './contract-groups.js';

/** Spots of a contract's assets on the paths, by asset. */
type Spots = (asset: number) => Float64Array;

/** An observable along the paths. */
interface Accumulator {
  readonly start: () => void;
  /** @param times  how often the date is among its times */
  readonly observe: (date: Years, spots: Spots, count: number) => void;
  /** The observable where it is paid now. */
  readonly level: (spots: Spots, count: number, into: Float64Array) => void;
  /** The numbers that the paths remember. */
  readonly memory: readonly Float64Array[];
}

export const paid = (pays: Option | Clamped, x: number): number =>
  pays.type === 'option'
    ? Math.max(pays.sign * (x - pays.strike), 0)
    : Math.max(pays.floor ?? Number.NEGATIVE_INFINITY, Math.min(pays.cap ?? Number.POSITIVE_INFINITY, x));

const array = (): Float64Array => new Float64Array(BATCH);

/** How often a date is among some times. Every batch asks for every date, so it is found by bisection. */
function openDates(times: readonly Years[]): (date: Years) => number {
  const sorted = Float64Array.from(times).sort();
  return (date) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < date && !sameTime(sorted[middle]!, date)) low = middle + 1;
      else high = middle;
    }
    let often = 0;
    while (low + often < sorted.length && sameTime(sorted[low + often]!, date)) often++;
    return often;
  };
}

type SpotToday = (asset: number) => number;

function extreme({ asset, side, floating, monitoring, known: fixings }: Extreme, spotToday: SpotToday): Accumulator {
  const reached = array();
  const further = side === 'high' ? Math.max : Math.min;
  const among = openDates(monitoring === 'continuous' ? [] : monitoring);
  const first = fixings === undefined ? spotToday(asset) : fixings.observesToday ? further(fixings.level, spotToday(asset)) : fixings.level;
  return {
    memory: [reached],
    start: () => void reached.fill(first),
    observe: (date, spots, count) => {
      if (among(date) === 0) return;
      const spot = spots(asset);
      for (let p = 0; p < count; p++) reached[p] = further(reached[p]!, spot[p]!);
    },
    level: (spots, count, into) => {
      const spot = spots(asset);
      for (let p = 0; p < count; p++) into[p] = floating ? Math.abs(spot[p]! - reached[p]!) : reached[p]!;
    },
  };
}

/** Sums a function of the ratio of each observation to the one before. */
function overPeriods(
  asset: number,
  times: readonly Years[],
  lastFixing: number | undefined,
  spotToday: SpotToday,
  termOf: (ratio: number) => number,
): Accumulator {
  const [sum, lastSpot] = [array(), array()];
  const among = openDates(times);
  return {
    memory: [sum, lastSpot],
    start: () => {
      sum.fill(0);
      lastSpot.fill(lastFixing ?? spotToday(asset));
    },
    observe: (date, spots, count) => {
      if (among(date) === 0) return;
      const spot = spots(asset);
      for (let p = 0; p < count; p++) {
        sum[p] = sum[p]! + termOf(spot[p]! / lastSpot[p]!);
        lastSpot[p] = spot[p]!;
      }
    },
    level: (_, count, into) => into.set(sum.subarray(0, count)),
  };
}

const accumulatorOf = fold<Observable, 'type', Accumulator, [spotToday: SpotToday]>('type', {
  basket: ({ assets, weights }) => ({
    memory: [],
    start: () => undefined,
    observe: () => undefined,
    level: (spots, count, into) => {
      into.fill(0, 0, count);
      assets.forEach((asset, i) => {
        const spot = spots(asset);
        for (let p = 0; p < count; p++) into[p] = into[p]! + weights[i]! * spot[p]!;
      });
    },
  }),
  ranked: ({ assets, rank }) => ({
    memory: [],
    start: () => undefined,
    observe: () => undefined,
    level: (spots, count, into) => {
      const better = rank === 'best' ? Math.max : Math.min;
      into.set(spots(assets[0]!).subarray(0, count));
      for (const asset of assets.slice(1)) {
        const spot = spots(asset);
        for (let p = 0; p < count; p++) into[p] = better(into[p]!, spot[p]!);
      }
    },
  }),
  average: ({ asset, mean, times, known: fixings }) => {
    const sum = array();
    const among = openDates(times);
    const total = times.length + (fixings?.count ?? 0);
    return {
      memory: [sum],
      start: () => void sum.fill(fixings?.sum ?? 0),
      observe: (date, spots, count) => {
        const often = among(date);
        if (often === 0) return;
        const spot = spots(asset);
        for (let p = 0; p < count; p++) sum[p] = sum[p]! + often * (mean === 'arithmetic' ? spot[p]! : log(spot[p]!));
      },
      level: (_, count, into) => {
        for (let p = 0; p < count; p++) into[p] = mean === 'arithmetic' ? sum[p]! / total : exp(sum[p]! / total);
      },
    };
  },
  difference: ({ of: minuend, less }, again, spotToday) => {
    const [one, other] = [again(minuend, spotToday), again(less, spotToday)];
    const subtracted = array();
    return {
      memory: [...one.memory, ...other.memory],
      start: () => {
        one.start();
        other.start();
      },
      observe: (date, spots, count) => {
        one.observe(date, spots, count);
        other.observe(date, spots, count);
      },
      level: (spots, count, into) => {
        one.level(spots, count, into);
        other.level(spots, count, subtracted);
        for (let p = 0; p < count; p++) into[p] = into[p]! - subtracted[p]!;
      },
    };
  },
  extreme: (terms, _, spotToday) => extreme(terms, spotToday),
  returns: ({ asset, times, lastFixing, floor, cap }, _, spotToday) => {
    const [low, high] = [floor ?? Number.NEGATIVE_INFINITY, cap ?? Number.POSITIVE_INFINITY];
    return overPeriods(asset, times, lastFixing, spotToday, (ratio) => Math.max(low, Math.min(high, ratio - 1)));
  },
  variance: ({ asset, times, lastFixing, perYear }, _, spotToday) =>
    overPeriods(asset, times, lastFixing, spotToday, (ratio) => (squareOf(log(ratio)) * perYear) / times.length),
});

/** A group along the paths of a batch. */
export interface GroupPaths {
  readonly group: Group;
  readonly observable: Accumulator | undefined;
  /** 1 where a trigger has been reached, by trigger (triggersOf). */
  readonly reached: readonly Float64Array[];
  /** State of an autocall: 1 until it is redeemed, and the coupons missed since the last one paid. */
  readonly alive: Float64Array;
  readonly missed: Float64Array;
  /** The amount paid so far, in the currency of the contract. */
  readonly paid: Float64Array;
  /** Begins the paths of a batch. */
  readonly start: () => void;
  /** Moves to a date, of which spots are those of the group's assets. `paid` receives what is paid on it. */
  readonly move: (date: Years, spots: Spots, count: number) => void;
}

export function openGroupPaths(group: Group, market: CrossAssetMarket): GroupPaths {
  const spotToday = (asset: number): number => spotOfAsset(group.terms.assets[asset]!, market);
  const triggers = triggersOf(group);
  const reached = triggers.map(array);
  const monitored = triggers.map(({ monitoring }) => openDates(monitoring === 'continuous' ? [] : monitoring));
  const paidOn = openDates(paymentTimesOf(group));
  const [alive, missed, amounts, level] = [array(), array(), array(), array()];
  const observable = group.kind === 'flows' && group.observable !== undefined ? accumulatorOf(group.observable, spotToday) : undefined;
  const { conditions } = group;
  /** True where the conditions of a payment hold on a path. */
  const isPaid = (p: number): boolean => conditions.every(({ style }, i) => (reached[i]![p] === 1) === (style === 'in'));

  const observeTriggers = (date: Years, spots: Spots, count: number): void =>
    triggers.forEach(({ asset, level: bound, direction }, i) => {
      if (monitored[i]!(date) === 0) return;
      const [spot, flags] = [spots(asset), reached[i]];
      for (let p = 0; p < count; p++) if (direction === 'down' ? spot[p]! <= bound : spot[p]! >= bound) flags![p] = 1;
    });

  const payFlows = (date: Years, spots: Spots, count: number): void => {
    if (group.kind !== 'flows' || paidOn(date) === 0) return;
    for (const claim of group.claims) {
      if (claim.type === 'payoff') {
        if (!sameTime(claim.payoff.time, date) || observable === undefined) continue;
        observable.level(spots, count, level);
        for (let p = 0; p < count; p++) if (isPaid(p)) amounts[p] = amounts[p]! + claim.weight * paid(claim.payoff.pays, level[p]!);
        continue;
      }
      const { european, weight } = claim;
      if (!sameTime(european.time, date)) continue;
      if (european.type === 'cash') {
        for (let p = 0; p < count; p++) if (isPaid(p)) amounts[p] = amounts[p]! + weight;
        continue;
      }
      const spot = spots(european.asset);
      for (let p = 0; p < count; p++) {
        if (!isPaid(p)) continue;
        const gain = european.sign * (spot[p]! - european.strike);
        amounts[p] = amounts[p]! + weight * (european.type === 'digital' ? (gain > 0 ? 1 : 0) : Math.max(gain, 0));
      }
    }
  };

  const observeNote = (date: Years, spots: Spots, count: number): void => {
    if (group.kind !== 'autocall' || paidOn(date) === 0) return;
    const { autocall, weight } = group.claim;
    const { assets, initialFixings, times } = autocall;
    const i = times.findIndex((time) => sameTime(time, date));
    level.fill(Number.POSITIVE_INFINITY, 0, count);
    assets.forEach((asset, k) => {
      const spot = spots(asset);
      for (let p = 0; p < count; p++) level[p] = Math.min(level[p]!, spot[p]! / initialFixings[k]!);
    });
    for (let p = 0; p < count; p++) {
      if (alive[p] === 0) continue;
      const protectionLost = autocall.protectionLost === true || protectionReached(p);
      const outcome = observedOn(autocall, i, level[p]!, { missed: missed[p]!, protectionLost });
      if (isPaid(p)) amounts[p] = amounts[p]! + weight * (outcome.coupon + outcome.redemption);
      missed[p] = outcome.missed;
      if (outcome.called) alive[p] = 0;
    }
  };
  const protectionReached = (p: number): boolean => reached.slice(conditions.length).some((flags) => flags[p] === 1);

  const move = (date: Years, spots: Spots, count: number): void => {
    observable?.observe(date, spots, count);
    observeTriggers(date, spots, count);
    payFlows(date, spots, count);
    observeNote(date, spots, count);
  };
  return {
    group,
    observable,
    reached,
    alive,
    missed,
    paid: amounts,
    start: () => {
      for (const flags of reached) flags.fill(0);
      alive.fill(1);
      missed.fill(group.kind === 'autocall' ? (group.claim.autocall.missed ?? 0) : 0);
      observable?.start();
      // Today's observations count; today's payments are no longer to come.
      move(0, (asset) => new Float64Array(BATCH).fill(spotToday(asset)), BATCH);
      amounts.fill(0);
    },
    move,
  };
}

/** Stands for the paths on which nothing of a group is left. */
export const ENDED = -1;

/**
 * The regression that a path needs: the barriers that begin the group's payments and have been reached, as bits, and whether the protection of an
 * autocall is lost; ENDED where a barrier has ended it or it is redeemed.
 */
export function patternOf({ group: { conditions }, reached, alive }: GroupPaths, p: number): number {
  if (alive[p] === 0) return ENDED;
  let [pattern, bit] = [0, 1];
  for (let i = 0; i < conditions.length; i++) {
    const hit = reached[i]![p] === 1;
    if (conditions[i]!.style === 'out') {
      if (hit) return ENDED;
    } else {
      if (hit) pattern += bit;
      bit *= 2;
    }
  }
  for (let i = conditions.length; i < reached.length; i++) if (reached[i]![p] === 1) return pattern + bit;
  return pattern;
}
