/**
 * Payments on several spots or several dates, as kernel text: what a path has come to is kept in a variable or two, and the dates are
 * columns, so that one kernel serves any of them.
 *
 * An extreme that is watched continuously lies between the points drawn: given a step's ends a and b and its variance v, the path is a
 * Brownian bridge, and its highest point has the law of
 *
 *   M = (a + b + √((b − a)² − 2v ln U))/2,
 *
 * U uniform. −2 ln U is the sum of the squares of two normals, which are drawn: exact however long the step, and no logarithm.
 *
 * @see Karatzas and Shreve (1991), Brownian Driver and Stochastic Calculus, 2.8.11
 */

import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import type { Clamped, Extreme, Observable, Option, Payoff } from '../../product/contract/contract.js';
import { exponential, inTwo } from '../emit/arithmetic.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Paths } from '../process/paths.js';
import type { Flows } from './cash-flows.js';

export interface Payoffs {
  /** The payment when it is due, discounted to today, times weight and what counts of it, onto `total`. */
  readonly payment: (payoff: Payoff, weight: number, counts: string, total: string) => void;
  /** Texts of what the observable has come to by now, for estimates of what it will pay. */
  readonly state: (payoff: Payoff) => readonly string[];
}

/** An observable that is being kept. */
interface Kept {
  readonly state: readonly string[];
  /** Its value at a payment, in units of `unit`: text that declares what it needs, and text that gives it. */
  readonly at: (step: number) => { readonly before: string; readonly value: string };
  readonly unit: number;
}

/** Normals that a step of a continuous extreme takes. */
export const NORMALS_OF_EXTREME = 2;

/** One draw serves every payoff on the same extreme of the same asset. */
export const extremeKey = ({ asset, side }: Extreme): string => `${side} of ${asset}`;

/**
 * @param scale    amounts are written in units of it
 * @param normals  names of the two normals a step of a continuous extreme
 */
export function openPayoffs(
  builder: KernelBuilder,
  market: Market,
  grid: Grid,
  paths: Paths,
  flows: Flows,
  scale: number,
  normals: (extreme: string) => readonly string[],
): Payoffs {
  const { fresh, scalar, column, local, marks } = builder;
  const kept = new Map<string, Kept>();
  const spotOf = (asset: number) => market.assets[asset].spot;

  /** A column of 1 at the steps of these times. */
  const on = (times: readonly Years[]) => column(marks(times.map((time) => [grid.stepAt(time), 1])));
  /** Text of the greatest or least of several. */
  const most = (side: 'max' | 'min', texts: readonly string[]) => texts.reduce((one, other) => `Math.${side}(${one}, ${other})`);
  /** Adds `text` of each period's d = ln(Sᵢ/Sᵢ₋₁), which may need others before, to a variable. */
  const overPeriods = (
    asset: number,
    times: readonly Years[],
    text: (d: string) => { readonly before: string; readonly value: string },
  ) => {
    const [sum, previous, d] = [local('0.0'), local(paths.start(asset)), fresh()];
    const { before, value } = text(d);
    flows.after(`if (${on(times)} > 0.5) {
  const ${d} = ${paths.now(asset)} - ${previous};${before}
  ${sum} = ${sum} + ${value};
  ${previous} = ${paths.now(asset)};
}`);
    return { state: [sum], at: () => ({ before: '', value: sum }), unit: 1 };
  };

  const keep = fold<Observable, 'type', Kept>('type', {
    basket: ({ assets, weights }) => {
      const unit = spotOf(assets[0]);
      const shares = assets.map((asset, i) => scalar((weights[i] * spotOf(asset)) / unit));
      return {
        state: [],
        at: (step) => ({ before: '', value: `(${assets.map((asset, i) => `${shares[i]} * ${flows.growth(asset, [step])}`).join(' + ')})` }),
        unit,
      };
    },
    ranked: ({ assets, rank }) => {
      const unit = spotOf(assets[0]);
      const side = rank === 'best' ? 'max' : 'min';
      const relative = assets.map((asset) => spotOf(asset) / unit);
      const ratios = relative.map(scalar);
      return {
        state: [
          `(${most(
            side,
            assets.map((asset, i) => `(${paths.now(asset)} + ${scalar(Math.log(relative[i]))})`),
          )})`,
        ],
        at: (step) => ({
          before: '',
          value: most(
            side,
            assets.map((asset, i) => `(${ratios[i]} * ${flows.growth(asset, [step])})`),
          ),
        }),
        unit,
      };
    },
    average: ({ asset, mean, times }) => {
      const sum = local('0.0');
      const steps = times.map(grid.stepAt);
      const shares = new Map<number, number>();
      for (const step of steps) shares.set(step, (shares.get(step) ?? 0) + 1 / times.length);
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
    extreme: (of) => {
      const { asset, side, floating, monitoring } = of;
      const extreme = local(paths.start(asset));
      const [function_, sign] = side === 'high' ? ['max', '+'] : ['min', '-'];
      const now = paths.now(asset);
      if (monitoring === 'continuous') {
        const [d, before, variance] = [fresh(), paths.before(asset), paths.variance(asset)];
        const squares = normals(extremeKey(of))
          .slice(0, NORMALS_OF_EXTREME)
          .map((normal) => `${normal} * ${normal}`)
          .join(' + ');
        flows.after(`const ${d} = ${now} - ${before};
${extreme} = Math.${function_}(${extreme}, 0.5 * (${before} + ${now} ${sign} Math.sqrt(${d} * ${d} + ${variance} * (${squares}))));`);
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
    returns: ({ asset, times, floor, cap }) => {
      const bounds = bounded(scalar, floor, cap);
      return overPeriods(asset, times, (d) => {
        const ratio = fresh();
        return { before: exponential(ratio, d, fresh), value: bounds(`(${ratio} - 1.0)`) };
      });
    },
    variance: ({ asset, times, perYear }) => {
      const factor = scalar(perYear / times.length);
      return overPeriods(asset, times, (d) => ({ before: '', value: `${factor} * ${d} * ${d}` }));
    },
  });
  const keptOf = ({ of }: Payoff): Kept => {
    const key = JSON.stringify(of);
    const found = kept.get(key) ?? keep(of);
    kept.set(key, found);
    return found;
  };

  return {
    state: (payoff) => keptOf(payoff).state,
    payment: (payoff, weight, counts, total) => {
      const { at, unit } = keptOf(payoff);
      const { before, value } = at(grid.stepAt(payoff.time));
      const amount = scalar((weight * discount(market.curve, payoff.time) * unit) / scale);
      flows.after(`if (${on([payoff.time])} > 0.5) {${before}
  ${total} = ${total} + ${counts} * ${amount} * ${paid(scalar, payoff.pays, unit)(value)};
}`);
    },
  };
}

type Bound = (text: string) => string;

const paid = (scalar: (value: number) => string, pays: Option | Clamped, unit: number): Bound => {
  if (pays.type === 'clamped') return bounded(scalar, pays.floor, pays.cap);
  const [sign, nearest, rest] = [pays.sign, ...inTwo(pays.strike / unit)].map(scalar);
  return (value) => `Math.max(${sign} * (${value} - ${nearest} - ${rest}), 0.0)`;
};

function bounded(scalar: (value: number) => string, floor: number | undefined, cap: number | undefined): Bound {
  const [least, greatest] = [floor, cap].map((bound) => (bound === undefined ? undefined : scalar(bound)));
  const below: Bound = (text) => (greatest === undefined ? text : `Math.min(${greatest}, ${text})`);
  return (text) => (least === undefined ? below(text) : `Math.max(${least}, ${below(text)})`);
}
