/** What is paid, as kernel text: rows of options read in a loop, so that one kernel serves any number of them. */

import type { Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { exponential, inTwo, normalCdf } from '../emit/arithmetic.js';
import { type Grid, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import { modelOf } from '../process/index.js';
import type { Paths } from '../process/paths.js';
import type { AutocallClaim, European } from './claims.js';

/** Texts of where an autocall stands. */
export interface AutocallState {
  /** 1 until it has redeemed. */
  readonly alive: string;
  /** Coupons since the last one paid. */
  readonly missed: string;
  /** Logarithm of the worst performance now. */
  readonly worst: string;
}

export interface Flows {
  /** What is paid when it is due, discounted to today, times weight and what counts of it, onto `total`. */
  readonly payment: (european: European, weight: number, counts: string, total: string) => void;
  /** The same payment by its value at `time` given the spot then: exact under a Gaussian model, elsewhere as if its deviation were certain. */
  readonly valueAt: (time: Years, european: European, weight: number, counts: string, total: string) => void;
  /** Writes an autocall whose payments before `since` do not count. */
  readonly autocall: (claim: AutocallClaim, since: Years, counts: string, total: string) => AutocallState;
  /** The variable that holds e^x of an asset's x = ln(S/S₀) as of the last of the steps asked for. */
  readonly growth: (asset: number, steps: readonly number[]) => string;
  /** Text run in each step after the payments. */
  readonly after: (text: string) => void;
  /** Writes the loops, once all rows are known. */
  readonly write: () => void;
}

/** In place of 1/0 for an option that has no time left: Φ is then 0 or 1. */
const STEEPEST = 1e6;
/** In place of the logarithm of what is not positive. */
const LOWEST = -1e30;

const logarithm = (x: number): number => (x > 0 ? Math.log(x) : LOWEST);

/** @param scale  amounts are written in units of it */
export function openFlows(builder: KernelBuilder, market: Market, grid: Grid, paths: Paths, scale: number): Flows {
  const { add, write: writeLoops } = openLoops(builder);
  const exponentials = market.assets.map(() => ({ name: '', steps: new Set<number>() }));
  const lastSteps: string[] = [];

  const growth = (asset: number, steps: readonly number[]): string => {
    const exponent = exponentials[asset];
    for (const step of steps) exponent.steps.add(step);
    exponent.name ||= builder.local('1.0');
    return exponent.name;
  };
  const cash = (step: number, amount: number, counts: string, total: string) =>
    add(['cash', counts, total], step, [amount], (at) => `${total} = ${total} + ${counts} * l[${at}];`);

  return {
    growth,
    after: (text) => void lastSteps.push(text),
    payment: (european, weight, counts, total) => {
      const step = grid.stepAt(european.time);
      const amount = (weight * discount(market.curve, european.time)) / scale;
      if (european.type === 'cash') {
        cash(step, amount, counts, total);
        return;
      }
      const { asset, strike, sign } = european;
      const { spot } = market.assets[asset];
      if (european.type === 'digital') {
        const x = paths.now(asset);
        add(
          ['digital', asset, counts, total],
          step,
          [sign, logarithm(strike / spot), amount],
          (at) => `${total} = ${total} + ${counts} * (l[${at}] * (${x} - l[${at} + 1]) > 0.0 ? l[${at} + 2] : 0.0);`,
        );
        return;
      }
      const grown = growth(asset, [step]);
      add(
        ['vanilla', asset, counts, total],
        step,
        [sign, ...inTwo(strike / spot), amount * spot],
        (at) => `${total} = ${total} + ${counts} * l[${at} + 3] * Math.max(l[${at}] * (${grown} - l[${at} + 1] - l[${at} + 2]), 0.0);`,
      );
    },
    valueAt: (now, european, weight, counts, total) => {
      const { time } = european;
      const step = grid.stepAt(now);
      if (european.type === 'cash') {
        cash(step, (weight * discount(market.curve, time)) / scale, counts, total);
        return;
      }
      const { asset, strike, sign } = european;
      const { spot, dividend } = market.assets[asset];
      const rest = time - now;
      // The discounted forward at `time` is S₀ e^x times this; x = ln(S/S₀) now.
      const carried = (spot * Math.exp(-dividend * rest) * discount(market.curve, now)) / scale;
      const owed = (strike * discount(market.curve, time)) / scale;
      const deviation = modelOf(market.assets[asset]).deviation(now, time);
      const terms = [sign, logarithm(carried / owed), Math.min(1 / deviation, STEEPEST), deviation / 2];
      const { fresh } = builder;
      if (european.type === 'digital') {
        add(['digital later', asset, counts, total], step, [...terms, (weight * owed) / strike], (at) => {
          const [d2, n2] = [fresh(), fresh()];
          return `
const ${d2} = l[${at}] * ((${paths.now(asset)} + l[${at} + 1]) * l[${at} + 2] - l[${at} + 3]);${normalCdf(n2, d2, fresh)}
${total} = ${total} + ${counts} * l[${at} + 4] * ${n2};`;
        });
        return;
      }
      const grown = growth(asset, [step]);
      add(['vanilla later', asset, counts, total], step, [...terms, weight * carried, weight * owed], (at) => {
        const [middle, d1, d2, n1, n2] = [fresh(), fresh(), fresh(), fresh(), fresh()];
        return `
const ${middle} = (${paths.now(asset)} + l[${at} + 1]) * l[${at} + 2];
const ${d1} = l[${at}] * (${middle} + l[${at} + 3]);
const ${d2} = l[${at}] * (${middle} - l[${at} + 3]);${normalCdf(n1, d1, fresh)}${normalCdf(n2, d2, fresh)}
${total} = ${total} + ${counts} * l[${at}] * (l[${at} + 4] * ${grown} * ${n1} - l[${at} + 5] * ${n2});`;
      });
    },
    autocall: ({ weight, autocall }, since, counts, total) => {
      const { fresh, scalar, column, local, marks } = builder;
      const { assets, initialFixings, times, callBarrier, couponBarrier, protectionBarrier, couponRate, memory, worth } = autocall;
      const [alive, missed] = [local('1.0'), local('0.0')];
      const [worst, coupon, paid, called, atLast, growth] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
      const last = Math.max(...times);
      const observed = column(marks(times.map((time) => [grid.stepAt(time), 1])));
      const final = column(marks([[grid.stepAt(last), 1]]));
      const amount = column(
        marks(
          times
            .map((time, i) => ({ time, one: worth?.[i] ?? discount(market.curve, time) }))
            .filter(({ time }) => time > since || sameTime(time, since))
            .map(({ time, one }) => [grid.stepAt(time), (weight * one) / scale]),
        ),
      );
      const performance = assets.map(
        (asset, k) => `${paths.now(asset)} + ${scalar(Math.log(market.assets[asset].spot / initialFixings[k]))}`,
      );
      const least = performance.reduce((least, one) => `Math.min(${least}, ${one})`);
      lastSteps.push(`if (${observed} > 0.5) {
  const ${worst} = ${least};
  const ${coupon} = ${worst} >= ${scalar(logarithm(couponBarrier))} ? 1.0 : 0.0;
  const ${paid} = ${coupon} * ${scalar(couponRate)} * (1.0 + ${scalar(memory ? 1 : 0)} * ${missed});
  const ${called} = ${worst} >= ${scalar(logarithm(callBarrier))} ? 1.0 : 0.0;
  let ${atLast} = 0.0;
  if (${final} > 0.5) {${exponential(growth, worst, fresh)}
    ${atLast} = ${worst} >= ${scalar(logarithm(protectionBarrier))} ? 1.0 : ${growth};
  }
  ${total} = ${total} + ${counts} * ${amount} * ${alive} * (${paid} + (${called} > 0.5 ? 1.0 : ${atLast}));
  ${missed} = ${coupon} > 0.5 ? 0.0 : ${missed} + 1.0;
  ${alive} = ${called} > 0.5 ? 0.0 : ${alive};
}`);
      return { alive, missed, worst: least };
    },
    write: () => {
      exponentials.forEach(({ name, steps }, asset) => {
        if (name === '') return;
        const value = builder.fresh();
        const marked = builder.column(builder.marks([...steps].map((step) => [step, 1])));
        builder.step(`if (${marked} > 0.5) {${exponential(value, paths.now(asset), builder.fresh)}\n${name} = ${value};\n}`);
      });
      writeLoops();
      for (const text of lastSteps) builder.step(text);
    },
  };
}
