/** Payments as kernel text. Options are rows of numbers that a loop reads, so one kernel serves any number of them. */

import type { Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import { growsByRatesAlone, logGrowth } from '../../market/growth.js';
import type { Market } from '../../market/market.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import type { Level } from '../../product/contract/contract.js';
import { exponential, inTwo, normalCdf } from '../emit/arithmetic.js';
import { type Grid, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import { modelOf } from '../process/index.js';
import type { Paths } from '../process/paths.js';
import type { AutocallClaim, European } from './claims.js';

/** Kernel text for the present state of an autocall. */
export interface AutocallState {
  /** 1 until it has redeemed. */
  readonly alive: string;
  /** Number of coupons missed since the last one paid. */
  readonly missed: string;
  /** Logarithm of the worst performance at the present step. */
  readonly worst: string;
}

/** Kernel text of the fraction of an autocall's payments that is made. */
interface AutocallFractions {
  readonly paid: string;
  /** The fraction of them under which a protection that is watched before the last date still holds. */
  readonly isProtected: string | undefined;
}

export interface CashFlows {
  /** Adds to `total` the payment at its payment date, discounted to today, times `weight` and `paidFraction`. */
  readonly payment: (european: European, weight: number, paidFraction: string, total: string) => void;
  /**
   * Adds the value at `time` of a later payment, given the spot then: exact under a Gaussian model; under any other, Black's formula with
   * the standard deviation that the model gives today.
   */
  readonly valueAt: (time: Years, european: European, weight: number, paidFraction: string, total: string) => void;
  /** Writes an autocall. Payments before `since` are left out of `total`. */
  readonly autocall: (claim: AutocallClaim, since: Years, fractions: AutocallFractions, total: string) => AutocallState;
  /** The variable that holds e^x, x = ln(S/S₀) of an asset, as of the latest of the given steps that has passed. */
  readonly growth: (asset: number, steps: readonly number[]) => string;
  /** Adds text that runs in each step after the payments. */
  readonly after: (text: string) => void;
  /** Writes the loops; call it once, after all payments have been added. */
  readonly write: () => void;
}

/** Largest 1/(σ√T). It stands for 1/0 where an option has no time left: Φ is then 0 or 1. */
const MAX_INVERSE_DEVIATION = 1e6;
/** Stands for the logarithm of a number that is not positive. */
const LOG_OF_NON_POSITIVE = -1e30;

const logarithm = (x: number): number => (x > 0 ? log(x) : LOG_OF_NON_POSITIVE);

/** @param scale  unit of the amounts in the kernel, price units */
export function openCashFlows(builder: KernelBuilder, market: Market, grid: Grid, paths: Paths, scale: number): CashFlows {
  const { add, write: writeLoops } = openLoops(builder);
  const exponentials = market.assets.map(() => ({ name: '', steps: new Set<number>() }));
  const lastSteps: string[] = [];

  const growth = (asset: number, steps: readonly number[]): string => {
    const exponent = exponentials[asset]!;
    for (const step of steps) exponent.steps.add(step);
    exponent.name ||= builder.local('1.0');
    return exponent.name;
  };
  const cash = (step: number, amount: number, paidFraction: string, total: string) =>
    add(['cash', paidFraction, total], step, [amount], (place) => `${total} = ${total} + ${paidFraction} * l[${place}];`);

  return {
    growth,
    after: (text) => void lastSteps.push(text),
    payment: (european, weight, paidFraction, total) => {
      const step = grid.stepAt(european.time);
      const amount = (weight * discount(market.curve, european.time)) / scale;
      if (european.type === 'cash') {
        cash(step, amount, paidFraction, total);
        return;
      }
      const { asset, strike, sign } = european;
      const { spot } = market.assets[asset]!;
      if (european.type === 'digital') {
        const x = paths.now(asset);
        add(
          ['digital', asset, paidFraction, total],
          step,
          [sign, logarithm(strike / spot), amount],
          (place) => `${total} = ${total} + ${paidFraction} * (l[${place}] * (${x} - l[${place} + 1]) > 0.0 ? l[${place} + 2] : 0.0);`,
        );
        return;
      }
      const grown = growth(asset, [step]);
      add(
        ['vanilla', asset, paidFraction, total],
        step,
        [sign, ...inTwo(strike / spot), amount * spot],
        (place) =>
          `${total} = ${total} + ${paidFraction} * l[${place} + 3] * Math.max(l[${place}] * (${grown} - l[${place} + 1] - l[${place} + 2]), 0.0);`,
      );
    },
    valueAt: (now, european, weight, paidFraction, total) => {
      const { time } = european;
      const step = grid.stepAt(now);
      if (european.type === 'cash') {
        cash(step, (weight * discount(market.curve, time)) / scale, paidFraction, total);
        return;
      }
      const { asset, strike, sign } = european;
      const terms = market.assets[asset]!;
      const { spot, dividend } = terms;
      const rest = time - now;
      // The discounted forward at `time` is S₀ e^x times this; x = ln(S/S₀) now.
      const carried = growsByRatesAlone(terms)
        ? (spot * exp(-dividend * rest) * discount(market.curve, now)) / scale
        : (spot * exp(logGrowth(market.curve, terms, time) - logGrowth(market.curve, terms, now)) * discount(market.curve, time)) / scale;
      const owed = (strike * discount(market.curve, time)) / scale;
      const deviation = modelOf(market.assets[asset]!).deviation(now, time);
      const numbers = [sign, logarithm(carried / owed), Math.min(1 / deviation, MAX_INVERSE_DEVIATION), deviation / 2];
      const { fresh } = builder;
      if (european.type === 'digital') {
        add(['digital later', asset, paidFraction, total], step, [...numbers, (weight * owed) / strike], (place) => {
          const [d2, n2] = [fresh(), fresh()];
          return `
const ${d2} = l[${place}] * ((${paths.now(asset)} + l[${place} + 1]) * l[${place} + 2] - l[${place} + 3]);${normalCdf(n2, d2, fresh)}
${total} = ${total} + ${paidFraction} * l[${place} + 4] * ${n2};`;
        });
        return;
      }
      const grown = growth(asset, [step]);
      add(['vanilla later', asset, paidFraction, total], step, [...numbers, weight * carried, weight * owed], (place) => {
        const [middle, d1, d2, n1, n2] = [fresh(), fresh(), fresh(), fresh(), fresh()];
        return `
const ${middle} = (${paths.now(asset)} + l[${place} + 1]) * l[${place} + 2];
const ${d1} = l[${place}] * (${middle} + l[${place} + 3]);
const ${d2} = l[${place}] * (${middle} - l[${place} + 3]);${normalCdf(n1, d1, fresh)}${normalCdf(n2, d2, fresh)}
${total} = ${total} + ${paidFraction} * l[${place}] * (l[${place} + 4] * ${grown} * ${n1} - l[${place} + 5] * ${n2});`;
      });
    },
    autocall: ({ weight, autocall }, since, { paid: paidFraction, isProtected }, total) => {
      const { fresh, scalar, column, local, marks } = builder;
      const { assets, initialFixings, times, callBarrier, couponBarrier, protectionBarrier, couponRate, memory, paymentWeights } = autocall;
      const [alive, missed] = [local('1.0'), local(autocall.missed === undefined ? '0.0' : scalar(autocall.missed))];
      const [worst, coupon, paid, called, redemption, growth] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
      const last = Math.max(...times);
      const observed = column(marks(times.map((time) => [grid.stepAt(time), 1])));
      const final = column(marks([[grid.stepAt(last), 1]]));
      const amount = column(
        marks(
          times
            .map((time, i) => ({ time, one: paymentWeights?.[i] ?? discount(market.curve, time) }))
            .filter(({ time }) => time > since || sameTime(time, since))
            .map(({ time, one }) => [grid.stepAt(time), (weight * one) / scale]),
        ),
      );
      const level = (barrier: Level): string =>
        typeof barrier === 'number'
          ? scalar(logarithm(barrier))
          : column(marks(times.map((time, i) => [grid.stepAt(time), logarithm(barrier[i]!)])));
      const performance = assets.map((asset, k) => `${paths.now(asset)} + ${scalar(log(market.assets[asset]!.spot / initialFixings[k]!))}`);
      const worstText = performance.reduce((one, other) => `Math.min(${one}, ${other})`);
      const watched = isProtected !== undefined || autocall.protectionLost === true;
      /** Text of the repayment of the last date without protection, given the worst performance as `growth`. */
      const fallen = (): string => {
        const share = autocall.airbag === undefined ? growth : `${growth} * ${scalar(1 / autocall.airbag)}`;
        return watched || autocall.airbag !== undefined ? `Math.min(1.0, ${share})` : share;
      };
      const repaid = (): string => (watched ? fallen() : `${worst} >= ${scalar(logarithm(protectionBarrier))} ? 1.0 : ${fallen()}`);
      const further = (): string => {
        const parts = [
          // The protection adds what the worst performance lacks of 1, where it holds.
          isProtected === undefined
            ? ''
            : `\n    ${total} = ${total} + ${isProtected} * ${amount} * ${alive} * (1.0 - ${called}) * (1.0 - ${redemption});`,
          autocall.participation === undefined
            ? ''
            : `\n    ${total} = ${total} + ${paidFraction} * ${amount} * ${alive} * ${scalar(autocall.participation)} * Math.max(${growth} - 1.0, 0.0);`,
        ];
        return parts.join('');
      };
      lastSteps.push(`if (${observed} > 0.5) {
  const ${worst} = ${worstText};
  const ${coupon} = ${worst} >= ${level(couponBarrier)} ? 1.0 : 0.0;
  const ${paid} = ${coupon} * ${scalar(couponRate)} * (1.0 + ${scalar(memory ? 1 : 0)} * ${missed});
  const ${called} = ${worst} >= ${level(callBarrier)} ? 1.0 : 0.0;
  let ${redemption} = 0.0;
  if (${final} > 0.5) {${exponential(growth, worst, fresh)}
    ${redemption} = ${repaid()};${further()}
  }
  ${total} = ${total} + ${paidFraction} * ${amount} * ${alive} * (${paid} + (${called} > 0.5 ? 1.0 : ${redemption}));
  ${missed} = ${coupon} > 0.5 ? 0.0 : ${missed} + 1.0;
  ${alive} = ${called} > 0.5 ? 0.0 : ${alive};
}`);
      return { alive, missed, worst: worstText };
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
