/**
 * What a portfolio of certain payments is worth on later dates under Gaussian short rates, as one kernel: a path of factors and of the
 * money-market account, exact from date to date, then the payments still to come by their bonds, discounted along the path.
 *
 * A date has a program of its own, which walks the common path up to it: texts, points and numbers are the same, so that one compiled
 * kernel serves all dates, and what is said of two dates is said of the same paths.
 */
import { discountedBond, type GaussianRates, ratesStep } from '../model/gaussian-rates.js';
import { discount } from '../product/curve.js';
import type { Curve } from '../product/market.js';
import type { Price, Years } from '../units.js';
import { exponential } from './arithmetic.js';
import { brownianBridge } from './bridge.js';
import { writePoints } from './points.js';
import { type Program, programOf } from './program.js';
import { openSheet } from './sheet.js';

export interface Payment {
  readonly time: Years;
  readonly amount: Price;
}

/** A date and what is still to be paid then and after, seen from one side. */
export interface Outlook {
  readonly time: Years;
  readonly payments: readonly Payment[];
}

/**
 * The programs of the outlooks, in their order. Their means are E[D max(V, 0)], E[D max(−V, 0)] and E[D], D the discount factor along the
 * path and V what the payments are then worth.
 *
 * @param outlooks  times ascending, above 0
 */
export function exposurePrograms(rates: GaussianRates, curve: Curve, outlooks: readonly Outlook[]): Program[] {
  const times = outlooks.map(({ time }) => time);
  const lengths = times.map((time, i) => time - (times[i - 1] ?? 0));
  const sheet = openSheet(times.length);
  const { fresh, column, local, step } = sheet;
  const factors = rates.factors.length;
  const { motions, dimensions } = writePoints(sheet, [brownianBridge(times)], { motions: factors + 1, normals: 0, uniforms: 0 });
  const steps = lengths.map((dt) => ratesStep(rates, dt));
  const inverse = column(lengths.map((dt) => 1 / Math.sqrt(dt)));

  const normals = motions[0]!.map((motion) => {
    const [before, normal] = [local('0.0'), fresh()];
    step(`const ${normal} = (${motion} - ${before}) * ${inverse};\n${before} = ${motion};`);
    return normal;
  });
  const states = rates.factors.map(() => local('0.0'));
  const integral = local('0.0');
  const moved = (row: number) => normals.slice(0, row + 1).map((z, k) => `${column(steps.map(({ spread }) => spread[row]![k]!))} * ${z}`);
  const onIntegral = states.map((x, j) => `${column(steps.map(({ reach }) => reach[j]!))} * ${x}`);
  step(`${integral} = ${[integral, ...onIntegral, ...moved(factors)].join(' + ')};`);
  states.forEach((x, j) => void step(`${x} = ${[`${column(steps.map(({ kept }) => kept[j]!))} * ${x}`, ...moved(j)].join(' + ')};`));

  const terms = outlooks.map(({ time, payments }) =>
    payments.map((payment) => {
      const { worth, loadings } = discountedBond(rates, discount(curve, payment.time), time, payment.time);
      return [payment.amount * worth, ...loadings];
    }),
  );
  // In units of all that is paid: a portfolio of both signs is then rounded as its payments are.
  const scales = terms.map((list) => list.reduce((sum, [amount]) => sum + Math.abs(amount!), 0) || 1);
  const starts = terms.map((list, i) => list.map(([amount, ...loadings]) => sheet.row(amount! / scales[i]!, ...loadings))[0] ?? 0);
  const [total, account, last, k, at, exponent, grown, worth] = Array.from({ length: 8 }, fresh);
  const held = [local('0.0'), local('0.0')];
  step(`const ${last} = i > steps - 1.5 ? 1.0 : 0.0;
for (let ${k} = 0; ${k} < ${last}; ${k}++) {
  const ${account}x = -${integral};${exponential(account!, `${account}x`, fresh)}
  let ${total} = 0.0;
  for (let ${worth} = 0; ${worth} < ${column(terms.map((list) => list.length))}; ${worth}++) {
    const ${at} = ${column(starts)} + ${worth} * ${factors + 1};
    const ${exponent} = ${states.map((x, j) => `- l[${at} + ${j + 1}] * ${x}`).join(' ')};${exponential(grown!, exponent!, fresh)}
    ${total} = ${total} + l[${at}] * ${grown};
  }
  ${held[0]} = ${total} * ${account};
  ${held[1]} = ${account};
}`);
  const finished = sheet.finish();
  const results = [`Math.max(${held[0]}, 0.0)`, `Math.max(-${held[0]}, 0.0)`, held[1]!];
  const program = programOf({ finished, dimensions, results, steps: outlooks.length, scale: 1 });
  return outlooks.map((_, i) => ({ ...program, steps: i + 1, scale: scales[i]! }));
}
