/** What is paid, as kernel text: rows of options read in a loop, so that one kernel serves any number of them. */

import type { Vanilla } from '../product/contract.js';
import { discount } from '../product/curve.js';
import type { Market } from '../product/market.js';
import type { Years } from '../units.js';
import { exponential, normalCdf } from './arithmetic.js';
import type { AutocallClaim } from './claims.js';
import type { Paths } from './gbm.js';
import { type Grid, sameTime } from './grid.js';
import type { Sheet } from './sheet.js';

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
  /** max(±(S − K), 0) when it is due, discounted to today, times weight and what counts of it, onto `total`. */
  readonly payment: (vanilla: Vanilla, weight: number, counts: string, total: string) => void;
  /** The same payment by its value at `time` given the spot then. */
  readonly valueAt: (time: Years, vanilla: Vanilla, weight: number, counts: string, total: string) => void;
  /** Writes an autocall whose payments before `since` do not count. */
  readonly autocall: (claim: AutocallClaim, since: Years, counts: string, total: string) => AutocallState;
  /** Writes the loops, once all rows are known. */
  readonly write: () => void;
}

/** In place of 1/0 for an option that has no time left: Φ is then 0 or 1. */
const STEEPEST = 1e6;
/** In place of the logarithm of what is not positive. */
const LOWEST = -1e30;

const logarithm = (x: number): number => (x > 0 ? Math.log(x) : LOWEST);

/** @param scale  amounts are written in units of it */
export function openFlows(sheet: Sheet, market: Market, grid: Grid, paths: Paths, scale: number): Flows {
  const loops = new Map<
    string,
    { readonly asset: number; readonly body: (row: string) => string; readonly rows: [step: number, row: number[]][] }
  >();
  const exponentials = market.assets.map(() => ({ name: '', steps: new Set<number>() }));
  const lastSteps: string[] = [];

  const add = (kind: string, asset: number, counts: string, total: string, step: number, row: number[], body: (row: string) => string) => {
    const key = [kind, asset, counts, total].join('|');
    const loop = loops.get(key) ?? { asset, body, rows: [] };
    loop.rows.push([step, row]);
    loops.set(key, loop);
    const exponent = exponentials[asset]!;
    exponent.steps.add(step);
    exponent.name ||= sheet.local('1.0');
  };

  return {
    payment: ({ asset, strike, time, sign }, weight, counts, total) => {
      const { spot } = market.assets[asset]!;
      // The strike in two parts: rounded to f32 alone it would be off by the same on every path.
      const relative = strike / spot;
      const nearest = Math.fround(relative);
      const row = [sign, nearest, relative - nearest, (weight * discount(market.curve, time) * spot) / scale];
      add('payment', asset, counts, total, grid.stepAt(time), row, (at) => {
        const growth = exponentials[asset]!.name;
        return `${total} = ${total} + ${counts} * l[${at} + 3] * Math.max(l[${at}] * (${growth} - l[${at} + 1] - l[${at} + 2]), 0.0);`;
      });
    },
    valueAt: (now, { asset, strike, time, sign }, weight, counts, total) => {
      const { spot, volatility, dividend } = market.assets[asset]!;
      const rest = time - now;
      // The discounted forward at `time` is S₀ e^x times this; x = ln(S/S₀) now.
      const carried = (spot * Math.exp(-dividend * rest) * discount(market.curve, now)) / scale;
      const owed = (strike * discount(market.curve, time)) / scale;
      const deviation = volatility * Math.sqrt(rest);
      const row = [sign, logarithm(carried / owed), Math.min(1 / deviation, STEEPEST), deviation / 2, weight * carried, weight * owed];
      add('value', asset, counts, total, grid.stepAt(now), row, (at) => {
        const { fresh } = sheet;
        const [middle, d1, d2, n1, n2] = [fresh(), fresh(), fresh(), fresh(), fresh()];
        return `
const ${middle} = (${paths.now(asset)} + l[${at} + 1]) * l[${at} + 2];
const ${d1} = l[${at}] * (${middle} + l[${at} + 3]);
const ${d2} = l[${at}] * (${middle} - l[${at} + 3]);${normalCdf(n1, d1, fresh)}${normalCdf(n2, d2, fresh)}
${total} = ${total} + ${counts} * l[${at}] * (l[${at} + 4] * ${exponentials[asset]!.name} * ${n1} - l[${at} + 5] * ${n2});`;
      });
    },
    autocall: ({ weight, autocall }, since, counts, total) => {
      const { fresh, scalar, column, local, marks } = sheet;
      const { assets, initialFixings, times, callBarrier, couponBarrier, protectionBarrier, couponRate, memory } = autocall;
      const [alive, missed] = [local('1.0'), local('0.0')];
      const [worst, coupon, paid, called, atLast, growth] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
      const last = Math.max(...times);
      const observed = column(marks(times.map((time) => [grid.stepAt(time), 1])));
      const final = column(marks([[grid.stepAt(last), 1]]));
      const amount = column(
        marks(
          times
            .filter((time) => time > since || sameTime(time, since))
            .map((time) => [grid.stepAt(time), (weight * discount(market.curve, time)) / scale]),
        ),
      );
      const performance = assets.map(
        (asset, k) => `${paths.now(asset)} + ${scalar(Math.log(market.assets[asset]!.spot / initialFixings[k]!))}`,
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
        const value = sheet.fresh();
        const marked = sheet.column(sheet.marks([...steps].map((step) => [step, 1])));
        sheet.step(`if (${marked} > 0.5) {${exponential(value, paths.now(asset), sheet.fresh)}\n${name} = ${value};\n}`);
      });
      for (const { body, rows } of loops.values()) {
        const counts = new Map<number, number>();
        const starts = new Map<number, number>();
        for (const [step, row] of rows.sort(([a], [b]) => a - b)) {
          const at = sheet.row(...row);
          if (!starts.has(step)) starts.set(step, at);
          counts.set(step, (counts.get(step) ?? 0) + 1);
        }
        const [k, at] = [sheet.fresh(), sheet.fresh()];
        const size = rows[0]![1].length;
        sheet.step(`for (let ${k} = 0; ${k} < ${sheet.column(sheet.marks(counts))}; ${k}++) {
const ${at} = ${sheet.column(sheet.marks(starts))} + ${k} * ${size};${body(at)}
}`);
      }
      for (const text of lastSteps) sheet.step(text);
    },
  };
}
