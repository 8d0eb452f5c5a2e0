/** The payments of a resolved contract where the spots move along given paths. */
import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { squareOf } from '../../math/elementary/pow.js';
import type { Autocall, Barrier, Clamped, Contract, Extreme, Observable, Option } from './contract.js';
import { observedOn } from './note-observation.js';
import { observationTimes } from './observable.js';

/** Spots that move in straight lines from one knot to the next, the first of which is today. */
export interface SpotPaths {
  /** Levels today, by asset. */
  readonly from: readonly number[];
  /** Ends of the lines, years, increasing and above 0. */
  readonly knots: readonly Years[];
  /** Level of an asset at the knot with that index. */
  readonly levelAt: (asset: number, knot: number) => number;
}

/** Spots that move in one straight line, each from its level today to its level at `horizon`, years, above 0. */
export const straightPaths = (from: readonly number[], to: readonly number[], horizon: Years): SpotPaths => ({
  from,
  knots: [horizon],
  levelAt: (asset) => to[asset]!,
});

export interface Cashflow {
  readonly time: Years;
  /** Undiscounted, price units; negative where the holder pays. */
  readonly amount: number;
}

function spotAt({ from, knots, levelAt }: SpotPaths, asset: number, time: Years): number {
  if (time >= knots.at(-1)!) return levelAt(asset, knots.length - 1);
  // The first knot after the time.
  let [next, end] = [0, knots.length - 1];
  while (next < end) {
    const middle = Math.floor((next + end) / 2);
    if (knots[middle]! > time) end = middle;
    else next = middle + 1;
  }
  const [start, level] = next === 0 ? [0, from[asset]!] : [knots[next - 1]!, levelAt(asset, next - 1)];
  return level + ((levelAt(asset, next) - level) * (time - start)) / (knots[next]! - start);
}

const clamp = (x: number, floor = Number.NEGATIVE_INFINITY, cap = Number.POSITIVE_INFINITY): number => Math.max(floor, Math.min(cap, x));

/** Level of the spot at each time; before them the last fixing, or today's spot where there is none. */
const levelsAt = (paths: SpotPaths, asset: number, times: readonly Years[], lastFixing = paths.from[asset]): number[] => [
  lastFixing!,
  ...times.map((time) => spotAt(paths, asset, time)),
];

/** On straight lines the extreme is at one of their ends. */
function extreme({ side, floating, asset, monitoring, known: past }: Extreme, paths: SpotPaths, time: Years): number {
  const last = spotAt(paths, asset, time);
  const [today, ...later] = levelsAt(
    paths,
    asset,
    monitoring === 'continuous' ? [...paths.knots.filter((knot) => knot < time), time] : monitoring,
  );
  const levels = past === undefined ? [today!, ...later] : [past.level, ...(past.observesToday ? [today!] : []), ...later];
  const extremeLevel = side === 'high' ? Math.max(...levels) : Math.min(...levels);
  return floating ? Math.abs(last - extremeLevel) : extremeLevel;
}

const observed = fold<Observable, 'type', number, [paths: SpotPaths, time: Years]>('type', {
  basket: ({ assets, weights }, _, paths, time) => assets.reduce((sum, asset, i) => sum + weights[i]! * spotAt(paths, asset, time), 0),
  ranked: ({ rank, assets }, _, paths, time) => {
    const levels = assets.map((asset) => spotAt(paths, asset, time));
    return rank === 'best' ? Math.max(...levels) : Math.min(...levels);
  },
  average: ({ mean, asset, times, known: past = { count: 0, sum: 0 } }, _, paths) => {
    const terms = times.map((time) => spotAt(paths, asset, time)).map((level) => (mean === 'arithmetic' ? level : log(level)));
    const average = terms.reduce((sum, term) => sum + term, past.sum) / (past.count + terms.length);
    return mean === 'arithmetic' ? average : exp(average);
  },
  difference: ({ of: average, less }, again, paths, time) => again(average, paths, time) - again(less, paths, time),
  extreme: (observable, _, paths, time) => extreme(observable, paths, time),
  returns: ({ asset, times, lastFixing, floor, cap }, _, paths) =>
    levelsAt(paths, asset, times, lastFixing).reduce(
      (sum, level, i, levels) => (i === 0 ? 0 : sum + clamp(level / levels[i - 1]! - 1, floor, cap)),
      0,
    ),
  variance: ({ asset, times, lastFixing, perYear }, _, paths) =>
    (levelsAt(paths, asset, times, lastFixing).reduce(
      (sum, level, i, levels) => (i === 0 ? 0 : sum + squareOf(log(level / levels[i - 1]!))),
      0,
    ) *
      perYear) /
    times.length,
});

const paid = (pays: Option | Clamped, x: number): number =>
  pays.type === 'option' ? Math.max(pays.sign * (x - pays.strike), 0) : clamp(x, pays.floor, pays.cap);

/** When the level is first reached, years; Infinity: never. */
function hitAt(
  { asset, level: barrier, direction, monitoring }: Pick<Barrier, 'asset' | 'level' | 'direction' | 'monitoring'>,
  paths: SpotPaths,
): Years {
  const reached = (spot: number) => (direction === 'down' ? spot <= barrier : spot >= barrier);
  if (monitoring !== 'continuous') return monitoring.find((time) => reached(spotAt(paths, asset, time))) ?? Number.POSITIVE_INFINITY;
  let [start, level] = [0, paths.from[asset]!];
  if (reached(level)) return 0;
  for (const [knot, end] of paths.knots.entries()) {
    const next = paths.levelAt(asset, knot);
    if (reached(next)) return start + ((end - start) * (barrier - level)) / (next - level);
    [start, level] = [end, next];
  }
  return Number.POSITIVE_INFINITY;
}

function autocall(note: Autocall, paths: SpotPaths): Cashflow[] {
  const flows: Cashflow[] = [];
  let missed = note.missed ?? 0;
  for (const [i, time] of note.times.entries()) {
    const worst = Math.min(...note.assets.map((asset, k) => spotAt(paths, asset, time) / note.initialFixings[k]!));
    const protectionLost = note.protectionLost === true || protectionLostBy(note, paths, time);
    const { coupon, redemption, called, missed: still } = observedOn(note, i, worst, { missed, protectionLost });
    flows.push({ time, amount: coupon + redemption });
    if (called) break;
    missed = still;
  }
  return flows;
}

/** True if an asset has reached its level of a protection that is watched before the last date. */
const protectionLostBy = ({ assets, initialFixings, protectionBarrier, protectionMonitoring }: Autocall, paths: SpotPaths, date: Years) =>
  protectionMonitoring !== undefined &&
  assets.some((asset, k) => {
    const level = protectionBarrier * initialFixings[k]!;
    return hitAt({ asset, level, direction: 'down', monitoring: protectionMonitoring }, paths) <= date;
  });

const totalOf = (flows: readonly Cashflow[]): number => flows.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The payments of a contract on given paths. The holder of a choice takes the side that pays more in total.
 *
 * @returns in no particular order, those of amount 0 included
 */
export const cashflows = fold<Contract, 'type', Cashflow[], [paths: SpotPaths]>('type', {
  vanilla: ({ asset, strike, time, sign }, _, paths) => [{ time, amount: Math.max(sign * (spotAt(paths, asset, time) - strike), 0) }],
  digital: ({ asset, strike, time, sign }, _, paths) => [{ time, amount: sign * (spotAt(paths, asset, time) - strike) > 0 ? 1 : 0 }],
  cash: ({ time }) => [{ time, amount: 1 }],
  payoff: ({ of: observable, pays, time }, _, paths) => [{ time, amount: paid(pays, observed(observable, paths, time)) }],
  sum: ({ terms }, again, paths) =>
    terms.flatMap(({ weight, contract }) => again(contract, paths).map(({ time, amount }) => ({ time, amount: weight * amount }))),
  barrier: (barrier, again, paths) => {
    const hit = hitAt(barrier, paths);
    return again(barrier.contract, paths).filter(({ time }) => (barrier.style === 'knock_in') === hit <= time);
  },
  choice: ({ left, right }, again, paths) => {
    const [one, other] = [again(left, paths), again(right, paths)];
    return totalOf(one) >= totalOf(other) ? one : other;
  },
  autocall: (note, _, paths) => autocall(note, paths),
});

/** Sum of all payments on given paths, undiscounted. */
export const payoffOn = (contract: Contract, paths: SpotPaths): number => totalOf(cashflows(contract, paths));

const timesOf = (monitoring: 'continuous' | readonly Years[]): number => (monitoring === 'continuous' ? 1 : monitoring.length);

/** How many spots one evaluation reads, about. */
export const spotsRead = fold<Contract, 'type', number>('type', {
  vanilla: () => 1,
  digital: () => 1,
  cash: () => 1,
  payoff: ({ of: observable }) =>
    observable.type === 'basket' || observable.type === 'ranked'
      ? observable.assets.length
      : observable.type === 'extreme'
        ? timesOf(observable.monitoring)
        : observationTimes(observable).length,
  sum: ({ terms }, again) => terms.reduce((sum, { contract }) => sum + again(contract), 0),
  barrier: ({ contract, monitoring }, again) => timesOf(monitoring) + again(contract),
  choice: ({ left, right }, again) => again(left) + again(right),
  autocall: ({ times, assets, protectionMonitoring = [] }) => times.length * assets.length * (1 + timesOf(protectionMonitoring)),
});
