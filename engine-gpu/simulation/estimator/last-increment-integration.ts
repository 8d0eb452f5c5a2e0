/**
 * An option on a basket of one date with one of the drivers that move it integrated out.
 *
 * A basket with positive weights whose members all rise with Z, the driver of their weighted geometric mean, is Σ w_i e^(y_i + a_i Z), y_i
 * what the other drivers give. So given these a put is exercised on one side of the root z of Σ = K, and
 *
 *   E[(K − Σ)⁺ | y] = K Φ(z) − Σ w_i e^(y_i + a_i²/2) Φ(z − a_i).
 *
 * Newton's iteration comes down to the root from where that geometric mean is K, which is on its right. What the
 * value is off by is second order in what the root is off by.
 *
 * A basket with weights of both signs takes Black's formula on one asset given the others, whose moves it follows in part: given them it is
 * lognormal, and the payment an option on it alone.
 *
 * The mean of the basket is known, so call and put are one: drawn is the one that is bounded.
 *
 * @see Griewank, Kuo, Leövey and Sloan (2018), High dimensional integration of kinks and jumps: smoothing by preintegration
 */

import type { Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { forward } from '../../market/market.js';
import { correlationFactor } from '../../math/correlation-factor.js';
import type { Basket, Option } from '../../product/contract/contract.js';
import { exponential, inTwo, logarithmOfAny, normalCdf } from '../emit/arithmetic.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Drawn } from '../emit/points.js';
import type { PayoffClaim } from '../payoff/claims.js';
import { cashMean, volatilityOf } from './deterministic.js';
import type { Estimator, Task, Written } from './estimator.js';
import type { Plan } from './plan.js';

interface BasketOption {
  readonly claim: PayoffClaim;
  readonly of: Basket;
  readonly pays: Option;
}

function basketOption({ market, claims }: Pick<Task, 'market' | 'claims'>): BasketOption | undefined {
  const [claim, ...others] = claims.filter((claim) => cashMean(claim, market) === undefined);
  if (claim?.type !== 'payoff' || others.length > 0 || claim.conditions.length > 0) return undefined;
  const { of, pays } = claim.payoff;
  return of.type === 'basket' && pays.type === 'option' && pays.strike > 0 ? { claim, of, pays } : undefined;
}

/** Loadings and residual variances below this are rounding, or would make Φ a jump again. */
const LEAST = 1e-4;

/** Of perfectly correlated assets one driver is all there is, and nothing would be left to draw. */
export function lastIncrementIntegration(task: Task): Estimator | undefined {
  const { market, grid } = task;
  const option = basketOption(task);
  if (option === undefined || market.assets.length < 2 || grid.times.length > 1 || !(grid.times[0] > 0)) return undefined;
  if (!market.assets.every((asset) => volatilityOf(asset) > 0)) return undefined;
  const drivers = turned(option, market);
  if (drivers[0].length < 2) return undefined;
  if (option.of.weights.every((weight) => weight > 0) && drivers.every(([along]) => along! > LEAST))
    return named(drivers[0].length - 1, (builder, plan, drawn) => writeRising(builder, plan, drawn, drivers));
  const one = leastFollowing(option.of, market);
  return one && named(one.follows.length, (builder, plan, drawn) => writeOne(builder, plan, drawn, one));
}

const named = (drivers: number, write: Estimator['write']): Estimator => ({
  name: 'last increment integration',
  varianceReduction: 'conditional_expectation',
  randomInputs: ({ construction }) => ({ construction, drivers, normals: 0, uniforms: 0 }),
  write,
});

/** Shares of the basket's mean. */
function partsOf({ claim, of: { assets, weights } }: BasketOption, market: Market): number[] {
  const means = assets.map((asset, i) => weights[i] * forward(market, asset, claim.payoff.time));
  const all = means.reduce((sum, mean) => sum + mean);
  return means.map((mean) => mean / all);
}

/**
 * Loadings of the basket's members on drivers turned so that the first is the direction of its geometric mean, u: a reflection of the
 * principal ones, which moves little where volatilities do.
 */
function turned(option: BasketOption, market: Market): (readonly number[])[] {
  const factor = correlationFactor(market.correlation);
  const rows = option.of.assets.map((asset) => factor[asset]);
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const moves = partsOf(option, market).map((part, i) => part * volatilityOf(market.assets[option.of.assets[i]]));
  const direction = rows[0].map((_, k) => rows.reduce((sum, row, i) => sum + moves[i] * row[k], 0));
  const length = Math.sqrt(dot(direction, direction));
  const u = direction.map((x) => x / length);
  const mirror = u.map((x, k) => (k === 0 ? x + (x < 0 ? -1 : 1) : x));
  return rows.map((row) => {
    const across = (2 * dot(row, mirror)) / dot(mirror, mirror);
    return [dot(row, u), ...row.map((x, k) => x - across * mirror[k]).slice(1)];
  });
}

/**
 * What the writers share: units, and the logarithms of spots.
 *
 * @param sign  of the option that is drawn; the other one differs by a known mean
 */
function common({ market, claims, last }: Plan, sign: 1 | -1) {
  const { claim, of, pays } = basketOption({ market, claims })!;
  const { time } = claim.payoff;
  const unit = market.assets[of.assets[0]].spot;
  const scale = unit * discount(market.curve, last);
  const paid = claim.weight * discount(market.curve, time);
  const mean = of.assets.reduce((sum, asset, i) => sum + of.weights[i] * forward(market, asset, time), 0);
  return {
    of,
    pays,
    time,
    unit,
    scale,
    amount: (paid * unit) / scale,
    knownMean:
      (sign === pays.sign ? 0 : paid * pays.sign * (mean - pays.strike)) +
      claims.reduce((sum, one) => sum + (cashMean(one, market) ?? 0), 0),
    /** E ln(S/S₀), and σ√T. */
    mean: (asset: number) => Math.log(forward(market, asset, time) / market.assets[asset].spot) - deviationOf(market, asset, time) ** 2 / 2,
    deviation: (asset: number) => deviationOf(market, asset, time),
  };
}

const deviationOf = ({ assets }: Market, asset: number, time: Years): number => volatilityOf(assets[asset]) * Math.sqrt(time);

/** Drivers that end with variance 1. */
const normalsOf = (builder: KernelBuilder, { grid }: Plan, { drivers }: Drawn<readonly string[]>): readonly string[] => {
  const perRoot = builder.scalar(1 / Math.sqrt(grid.times.at(-1)!));
  return drivers.map((driver) => `(${driver} * ${perRoot})`);
};

/** Newton's steps beside three a unit of the largest loading: each squares the error, once the logarithm of basket over strike is behind. */
const NEWTON = 2;

function writeRising(
  builder: KernelBuilder,
  plan: Plan,
  drawn: Drawn<readonly string[]>,
  drivers: readonly (readonly number[])[],
): Written {
  const { fresh, scalar, local, step } = builder;
  const { market } = plan;
  const { of, pays, unit, scale, amount, knownMean, mean, deviation } = common(plan, -1);
  const { assets, weights } = of;
  const normals = normalsOf(builder, plan, drawn);

  const loadings = assets.map((asset, i) => deviation(asset) * drivers[i][0]);
  const shares = assets.map((asset, i) => (weights[i] * market.assets[asset].spot) / unit);
  const strike = pays.strike / unit;
  const parts = partsOf(basketOption(plan)!, market);
  const weighted = (of: (i: number) => number) => parts.reduce((sum, part, i) => sum + part * of(i), 0);
  // (ln K − Σ part·(ln(share/part) + y))/Σ part·loading, its constant and each y's factor.
  const slope = weighted((i) => loadings[i]);
  const start = (Math.log(strike) - weighted((i) => Math.log(shares[i] / parts[i]))) / slope;

  const [z, k, gap, rise] = [fresh(), fresh(), fresh(), fresh()];
  const [ys, nows, loads, amounts] = [assets.map(fresh), assets.map(fresh), loadings.map(scalar), shares.map(scalar)];
  const sum = (texts: readonly string[]) => texts.join(' + ');
  const exponentials = assets.map((_, i) => {
    const exponent = fresh();
    return `const ${exponent} = ${ys[i]} + ${loads[i]} * ${z};${exponential(nows[i], exponent, fresh)}`;
  });
  const closed = assets.map((_, i) => {
    const [exponent, mass, d, normal] = [fresh(), fresh(), fresh(), fresh()];
    return {
      before: `
const ${exponent} = ${ys[i]} + 0.5 * ${loads[i]} * ${loads[i]};${exponential(mass, exponent, fresh)}
const ${d} = ${z} - ${loads[i]};${normalCdf(normal, d, fresh)}`,
      value: `${amounts[i]} * ${mass} * ${normal}`,
    };
  });
  const [exercised, value] = [fresh(), local('0.0')];
  const strikeText = inTwo(strike).map(scalar);
  step(`${assets
    .map((asset, i) => {
      const moves = normals.map((normal, k) => `${scalar(deviation(asset) * drivers[i][k + 1])} * ${normal}`);
      return `const ${ys[i]} = ${sum([scalar(mean(asset)), ...moves])};`;
    })
    .join('\n')}
let ${z} = ${scalar(start)} - (${sum(parts.map((part, i) => `${scalar(part / slope)} * ${ys[i]}`))});
for (let ${k} = 0; ${k} < ${scalar(NEWTON + Math.ceil(3 * Math.max(...loadings)))}; ${k}++) {
${exponentials.join('\n')}
const ${gap} = ${sum(nows.map((now, i) => `${amounts[i]} * ${now}`))}${strikeText.map((part) => ` - ${part}`).join('')};
const ${rise} = ${sum(nows.map((now, i) => `${amounts[i]} * ${loads[i]} * ${now}`))};
${z} = ${z} - ${gap} / ${rise};
}${closed.map(({ before }) => before).join('')}
${normalCdf(exercised, z, fresh)}
${value} = ${strikeText.map((part) => `${part} * ${exercised}`).join(' + ')}${closed.map(({ value }) => ` - ${value}`).join('')};`);
  return { value: `${scalar(amount)} * ${value}`, scale, knownMean, selectable: [], regressions: [] };
}

/** An asset among others, given whose moves it has a variance of its own. */
interface One {
  readonly asset: number;
  readonly others: readonly number[];
  /** Loadings of the others, and of the asset, on the others' drivers. */
  readonly factor: readonly (readonly number[])[];
  readonly follows: readonly number[];
  /** Of the asset's unit variance, what the others do not move. */
  readonly own: number;
}

/** Of the assets with a positive weight, the one whose own moves count most. */
function leastFollowing({ assets: members, weights }: Basket, { correlation, assets }: Market): One | undefined {
  const moves = ({ asset, own }: One) => own * (weights[members.indexOf(asset)] * assets[asset].spot * volatilityOf(assets[asset])) ** 2;
  const [best] = members
    .filter((_, i) => weights[i] > 0)
    .map((asset) => following(asset, correlation))
    .sort((a, b) => moves(b) - moves(a));
  return best !== undefined && best.own > LEAST ? best : undefined;
}

function following(asset: number, correlation: readonly (readonly number[])[]): One {
  const others = correlation.map((_, other) => other).filter((other) => other !== asset);
  const factor = correlationFactor(others.map((a) => others.map((b) => correlation[a][b])));
  const follows = factor[0].map((_, k) => {
    const length = factor.reduce((sum, row) => sum + row[k] ** 2, 0);
    return others.reduce((sum, other, i) => sum + (factor[i][k] * correlation[asset][other]) / length, 0);
  });
  return { asset, others, factor, follows, own: Math.max(0, 1 - follows.reduce((sum, b) => sum + b * b, 0)) };
}

/**
 * Bounded above is a call where all others are sold, and a put where they are bought. At a strike that is not positive both Φ are 0 or 1,
 * as they should be: its logarithm is that of the least number that has one.
 */
function writeOne(
  builder: KernelBuilder,
  plan: Plan,
  drawn: Drawn<readonly string[]>,
  { asset, others, factor, follows, own }: One,
): Written {
  const { fresh, scalar, local, step } = builder;
  const { market, claims } = plan;
  const { of: basket } = basketOption({ market, claims })!;
  const weightOf = (who: number) => basket.weights[basket.assets.indexOf(who)];
  const sign = others.every((other) => weightOf(other) <= 0) ? 1 : -1;
  const { pays, unit, scale, amount, knownMean, mean, deviation } = common(plan, sign);
  const normals = normalsOf(builder, plan, drawn);
  const relative = (who: number) => Math.log(market.assets[who].spot / unit);
  const moved = (who: number, loadings: readonly number[], more = 0) =>
    [scalar(relative(who) + mean(who) + more), ...normals.map((normal, k) => `${scalar(deviation(who) * loadings[k])} * ${normal}`)].join(
      ' + ',
    );
  const s = deviation(asset) * Math.sqrt(own);

  const [logForward, conditional, strike, logStrike, middle] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const [d1, d2, n1, n2, value] = [fresh(), fresh(), fresh(), fresh(), local('0.0')];
  const rest = others.map((other, i) => {
    const [exponent, spot] = [fresh(), fresh()];
    step(`const ${exponent} = ${moved(other, factor[i])};${exponential(spot, exponent, fresh)}`);
    return ` - ${scalar(weightOf(other) / weightOf(asset))} * ${spot}`;
  });
  const [nearest, remainder] = inTwo(pays.strike / (unit * weightOf(asset))).map(scalar);
  const half = scalar(s / 2);
  step(`const ${logForward} = ${moved(asset, follows, s ** 2 / 2)};${exponential(conditional, logForward, fresh)}
const ${strike} = ${nearest} + ${remainder}${rest.join('')};
${logarithmOfAny(logStrike, strike, fresh)}
const ${middle} = (${logForward} - ${logStrike}) * ${scalar(1 / s)};
const ${d1} = ${sign} * (${middle} + ${half});
const ${d2} = ${sign} * (${middle} - ${half});${normalCdf(n1, d1, fresh)}${normalCdf(n2, d2, fresh)}
${value} = ${sign} * (${conditional} * ${n1} - ${strike} * ${n2});`);
  return {
    value: `${scalar(amount * weightOf(asset))} * ${value}`,
    scale,
    knownMean,
    selectable: [],
    regressions: [],
  };
}
