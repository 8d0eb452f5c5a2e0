/**
 * Payments on several spots or several dates, as kernel text. One or two variables per path accumulate the observable, and the dates are
 * columns, so one kernel serves any schedule.
 *
 * A continuously monitored extreme lies between the simulated points. Given a step's ends a and b and its variance v, the path is a
 * Brownian bridge, and its maximum has the law of
 *
 *   M = (a + b + √((b − a)² − 2v ln U))/2,   U uniform on (0, 1).
 *
 * −2 ln U is the sum of the squares of two independent normals. Simulating those is exact for any step length and needs no logarithm.
 *
 * @see Karatzas and Shreve (1991), Brownian Driver and Stochastic Calculus, 2.8.11
 */

import { fold } from '../../base/fold.js';
import type { Price, Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { log } from '../../math/elementary/log.js';
import type { Average, Clamped, Extreme, Observable, Option, Payoff } from '../../product/contract/contract.js';
import { exponential, inTwo } from '../emit/arithmetic.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Paths } from '../process/paths.js';
import type { CashFlows } from './cash-flows.js';

export interface Payoffs {
  /** Adds to `total` the payment at its payment date, discounted to today, times `weight` and `paidFraction`. */
  readonly payment: (payoff: Payoff, weight: number, paidFraction: string, total: string) => void;
  /** Kernel text of the accumulated observable at the present step, from which a regression estimates the payment. */
  readonly state: (payoff: Payoff) => readonly string[];
}

/** Kernel text that accumulates one observable along a path. */
interface Accumulator {
  readonly state: readonly string[];
  /** The observable at a payment date, in units of `unit`: text of its value, and text that must run before it. */
  readonly at: (step: number) => { readonly before: string; readonly value: string };
  readonly unit: number;
}

/** Number of normals per step that a continuously monitored extreme takes. */
export const NORMALS_PER_EXTREME = 2;

/** Key of an extreme. Every payoff on the same extreme of the same asset shares its normals. */
export const extremeKey = ({ asset, side }: Extreme): string => `${side} of ${asset}`;

/**
 * @param scale    unit of the amounts in the kernel, price units
 * @param normals  names of the two normals per step of a continuously monitored extreme
 */
export function openPayoffs(
  builder: KernelBuilder,
  market: Market,
  grid: Grid,
  paths: Paths,
  flows: CashFlows,
  scale: number,
  normals: (extreme: string) => readonly string[],
): Payoffs {
  const { fresh, scalar, column, local, marks } = builder;
  const accumulators = new Map<string, Accumulator>();
  const spotOf = (asset: number) => market.assets[asset]!.spot;

  /** Text of a column that is 1 at the steps of these times and 0 elsewhere. */
  const on = (times: readonly Years[]) => column(marks(times.map((time) => [grid.stepAt(time), 1])));
  /** Text of the maximum or minimum of several texts. */
  const extremum = (side: 'max' | 'min', texts: readonly string[]) => texts.reduce((one, other) => `Math.${side}(${one}, ${other})`);
  /** Sums over the periods a function of the period's log return d = ln(Sᵢ/Sᵢ₋₁), given as text. */
  const overPeriods = (
    asset: number,
    times: readonly Years[],
    lastFixing: Price | undefined,
    text: (d: string) => { readonly before: string; readonly value: string },
  ) => {
    const from = lastFixing === undefined ? paths.start(asset) : scalar(log(lastFixing / spotOf(asset)));
    const [sum, previous, d] = [local('0.0'), local(from), fresh()];
    const { before: preparation, value } = text(d);
    flows.after(`if (${on(times)} > 0.5) {
  const ${d} = ${paths.now(asset)} - ${previous};${preparation}
  ${sum} = ${sum} + ${value};
  ${previous} = ${paths.now(asset)};
}`);
    return { state: [sum], at: () => ({ before: '', value: sum }), unit: 1 };
  };

  const accumulate = fold<Observable, 'type', Accumulator>('type', {
    basket: ({ assets, weights }) => {
      const unit = spotOf(assets[0]!);
      const shares = assets.map((asset, i) => scalar((weights[i]! * spotOf(asset)) / unit));
      return {
        state: [],
        at: (step) => ({ before: '', value: `(${assets.map((asset, i) => `${shares[i]} * ${flows.growth(asset, [step])}`).join(' + ')})` }),
        unit,
      };
    },
    ranked: ({ assets, rank }) => {
      const unit = spotOf(assets[0]!);
      const side = rank === 'best' ? 'max' : 'min';
      const relative = assets.map((asset) => spotOf(asset) / unit);
      const ratios = relative.map(scalar);
      return {
        state: [
          `(${extremum(
            side,
            assets.map((asset, i) => `(${paths.now(asset)} + ${scalar(log(relative[i]!))})`),
          )})`,
        ],
        at: (step) => ({
          before: '',
          value: extremum(
            side,
            assets.map((asset, i) => `(${ratios[i]} * ${flows.growth(asset, [step])})`),
          ),
        }),
        unit,
      };
    },
    average: ({ asset, mean, times, known: past }) => {
      const count = times.length + (past?.count ?? 0);
      const sum = local(past === undefined ? '0.0' : scalar(knownShare(mean, past, count, spotOf(asset))));
      const steps = times.map(grid.stepAt);
      const shares = new Map<number, number>();
      for (const step of steps) shares.set(step, (shares.get(step) ?? 0) + 1 / count);
      const share = column(marks(shares));
      const now = mean === 'arithmetic' ? flows.growth(asset, steps) : paths.now(asset);
      flows.after(`${sum} = ${sum} + ${share} * ${now};`);
      return {
        state: [sum],
        at: () => {
          const power = fresh();
          return mean === 'arithmetic' ? { before: '', value: sum } : { before: exponential(power, sum, fresh), value: power };
        },
        unit: spotOf(asset),
      };
    },
    difference: ({ of: average, less }, again) => {
      const [one, other] = [again(average), again(less)];
      return {
        state: [...one.state, ...other.state],
        at: (step) => {
          const [first, second] = [one.at(step), other.at(step)];
          return { before: `${first.before}${second.before}`, value: `(${first.value} - ${second.value})` };
        },
        unit: one.unit,
      };
    },
    extreme: (observable) => {
      const { asset, side, floating, monitoring, known: past } = observable;
      const [function_, sign] = side === 'high' ? ['max', '+'] : ['min', '-'];
      const extreme = local(startOfExtreme(function_, paths.start(asset), past && scalar(log(past.level / spotOf(asset))), past));
      const now = paths.now(asset);
      if (monitoring === 'continuous') {
        const [d, previous, variance] = [fresh(), paths.before(asset), paths.variance(asset)];
        const squares = normals(extremeKey(observable))
          .slice(0, NORMALS_PER_EXTREME)
          .map((normal) => `${normal} * ${normal}`)
          .join(' + ');
        flows.after(`const ${d} = ${now} - ${previous};
${extreme} = Math.${function_}(${extreme}, 0.5 * (${previous} + ${now} ${sign} Math.sqrt(${d} * ${d} + ${variance} * (${squares}))));`);
      } else flows.after(`if (${on(monitoring)} > 0.5) { ${extreme} = Math.${function_}(${extreme}, ${now}); }`);
      return {
        state: [extreme],
        at: (step) => {
          const power = fresh();
          const grown = floating ? flows.growth(asset, [step]) : '';
          const value = !floating ? power : side === 'high' ? `(${power} - ${grown})` : `(${grown} - ${power})`;
          return { before: exponential(power, extreme, fresh), value };
        },
        unit: spotOf(asset),
      };
    },
    returns: ({ asset, times, lastFixing, floor, cap }) => {
      const bounds = bounded(scalar, floor, cap);
      return overPeriods(asset, times, lastFixing, (d) => {
        const ratio = fresh();
        return { before: exponential(ratio, d, fresh), value: bounds(`(${ratio} - 1.0)`) };
      });
    },
    variance: ({ asset, times, lastFixing, perYear }) => {
      const factor = scalar(perYear / times.length);
      return overPeriods(asset, times, lastFixing, (d) => ({ before: '', value: `${factor} * ${d} * ${d}` }));
    },
  });
  const accumulatorOf = ({ of: observable }: Payoff): Accumulator => {
    const key = JSON.stringify(observable);
    const accumulator = accumulators.get(key) ?? accumulate(observable);
    accumulators.set(key, accumulator);
    return accumulator;
  };

  return {
    state: (payoff) => accumulatorOf(payoff).state,
    payment: (payoff, weight, paidFraction, total) => {
      const { at: valueAt, unit } = accumulatorOf(payoff);
      const { before: preparation, value } = valueAt(grid.stepAt(payoff.time));
      const amount = scalar((weight * discount(market.curve, payoff.time) * unit) / scale);
      flows.after(`if (${on([payoff.time])} > 0.5) {${preparation}
  ${total} = ${total} + ${paidFraction} * ${amount} * ${paid(scalar, payoff.pays, unit)(value)};
}`);
    },
  };
}

/** Share of the known fixings in an average of `count` values: in units of the spot, or of a geometric mean its logarithm. */
const knownShare = (mean: Average['mean'], past: NonNullable<Average['known']>, count: number, spot: Price): number =>
  (mean === 'arithmetic' ? past.sum / spot : past.sum - past.count * log(spot)) / count;

/** Text of the logarithm from which an extreme starts: today's spot, the extreme of the fixings so far, or the further of both. */
function startOfExtreme(function_: string, today: string, level: string | undefined, past: Extreme['known']): string {
  if (level === undefined || past === undefined) return today;
  return past.observesToday ? `Math.${function_}(${today}, ${level})` : level;
}

/** Turns text of a number into text of a function of it. */
type Bound = (text: string) => string;

const paid = (scalar: (value: number) => string, pays: Option | Clamped, unit: number): Bound => {
  if (pays.type === 'clamped') return bounded(scalar, pays.floor, pays.cap);
  const [sign, nearest, rest] = [pays.sign, ...inTwo(pays.strike / unit)].map(scalar);
  return (value) => `Math.max(${sign} * (${value} - ${nearest} - ${rest}), 0.0)`;
};

function bounded(scalar: (value: number) => string, floor: number | undefined, cap: number | undefined): Bound {
  const [floorText, capText] = [floor, cap].map((bound) => (bound === undefined ? undefined : scalar(bound)));
  const capped: Bound = (text) => (capText === undefined ? text : `Math.min(${capText}, ${text})`);
  return (text) => (floorText === undefined ? capped(text) : `Math.max(${floorText}, ${capped(text)})`);
}
