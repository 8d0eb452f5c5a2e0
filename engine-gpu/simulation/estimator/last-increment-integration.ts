/**
 * Option on a basket at one date with one of its Brownian drivers integrated analytically.
 *
 * Where all weights are positive and all members rise with Z, the driver of their weighted geometric mean, the basket is
 * Σ = Σ w_i e^(y_i + a_i Z), y_i given by the other drivers. Given those, a put is exercised for Z below the root z of Σ = K, and
 *
 *   E[(K − Σ)⁺ | y] = K Φ(z) − Σ w_i e^(y_i + a_i²/2) Φ(z − a_i).
 *
 * z is the root of g(z) = ln(Σ/K), which is convex and increasing. The geometric mean and each single member are at most Σ, so the points
 * at which one of them equals K are upper bounds of z. Newton's iteration started from the smallest of these falls monotonically to z.
 * A relative error ε of Σ at the root changes the value by K φ(z) ε²/2g′(z), so the iteration stops once ε is below 1e-4 before a step.
 *
 * A basket with weights of both signs takes Black's formula on one asset given the others, with which it is partly correlated: given the
 * others the asset is lognormal, and the payment is an option on it alone.
 *
 * The mean of the basket is known, so call and put differ by a known mean, and any mixture of the two gives the price of either. The side
 * that is bounded above is simulated, except that where it is far in the money the other side takes over, which is then nearly zero.
 *
 * @see Griewank, Kuo, Leövey and Sloan (2018), High dimensional integration of kinks and jumps: smoothing by preintegration
 */

import type { Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { forward } from '../../market/market.js';
import { correlationFactor } from '../../math/correlation-factor.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { integerPower, squareOf } from '../../math/elementary/pow.js';
import { euclideanNorm } from '../../math/elementary/roots.js';
import { normalCdf as cdf } from '../../math/normal.js';
import type { Basket, Option } from '../../product/contract/contract.js';
import { exponential, inTwo, logarithmOfAny, normalCdf, normalCdfGiven } from '../emit/arithmetic.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Drawn } from '../emit/points.js';
import type { PayoffClaim } from '../payoff/claims.js';
import { closedFormMean, volatilityOf } from './deterministic.js';
import type { Estimator, Plan, Task, Written } from './estimator.js';

interface BasketOption {
  readonly claim: PayoffClaim;
  readonly of: Basket;
  readonly pays: Option;
}

function basketOption({ market, claims }: Pick<Task, 'market' | 'claims'>): BasketOption | undefined {
  const [claim, ...further] = claims.filter((claim) => closedFormMean(claim, market) === undefined);
  if (claim?.type !== 'payoff' || further.length > 0 || claim.conditions.length > 0) return undefined;
  const { of: basket, pays } = claim.payoff;
  return basket.type === 'basket' && pays.type === 'option' && pays.strike > 0 ? { claim, of: basket, pays } : undefined;
}

/** @throws Error where the claims are not one option on a basket, which the choice of the estimator rules out */
function servedOption(task: Pick<Task, 'market' | 'claims'>): BasketOption {
  const option = basketOption(task);
  if (option === undefined) throw new Error('the last increment integration serves one option on a basket');
  return option;
}

/** Smallest loading on the integrated driver, and smallest residual variance, relative to the asset's own. Below it Φ would be as steep as a jump. */
const MIN_LOADING = 1e-4;

/** Serves baskets of at least two assets that are not perfectly correlated: on one driver no dimension would be left to simulate. */
export function lastIncrementIntegration(task: Task): Estimator | undefined {
  const { market, grid } = task;
  const option = basketOption(task);
  if (option === undefined || market.assets.length < 2 || grid.times.length > 1 || !(grid.times[0]! > 0)) return undefined;
  if (!market.assets.every((asset) => volatilityOf(asset) > 0)) return undefined;
  const drivers = rotatedLoadings(option, market);
  if (drivers[0]!.length < 2) return undefined;
  if (option.of.weights.every((weight) => weight > 0) && drivers.every(([along]) => along! > MIN_LOADING))
    return named(drivers[0]!.length - 1, (builder, plan, inputs) => writeRising(builder, plan, inputs, drivers));
  const one = mostIndependent(option.of, market);
  return one && named(one.follows.length, (builder, plan, inputs) => writeOne(builder, plan, inputs, one));
}

const named = (drivers: number, write: Estimator['write']): Estimator => ({
  name: 'last increment integration',
  varianceReduction: 'conditional_expectation',
  randomInputs: ({ construction }) => ({ construction, drivers, normals: 0, uniforms: 0 }),
  write,
});

/** Share of each member in the basket's mean. */
function partsOf({ claim, of: { assets, weights } }: BasketOption, market: Market): number[] {
  const means = assets.map((asset, i) => weights[i]! * forward(market, asset, claim.payoff.time));
  const all = means.reduce((sum, mean) => sum + mean);
  return means.map((mean) => mean / all);
}

/**
 * Loadings of the basket's members on drivers rotated so that the first is the driver of the basket's geometric mean. The rotation is a
 * Householder reflection of the principal components; bumped volatilities change it little.
 */
function rotatedLoadings(option: BasketOption, market: Market): (readonly number[])[] {
  const factor = correlationFactor(market.correlation);
  const rows = option.of.assets.map((asset) => factor[asset]);
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * b[k]!, 0);
  const moves = partsOf(option, market).map((part, i) => part * volatilityOf(market.assets[option.of.assets[i]!]!));
  const direction = rows[0]!.map((_, k) => rows.reduce((sum, row, i) => sum + moves[i]! * row![k]!, 0));
  const length = Math.sqrt(dot(direction, direction));
  const u = direction.map((x) => x / length);
  const mirror = u.map((x, k) => (k === 0 ? x + (x < 0 ? -1 : 1) : x));
  return rows.map((row) => {
    const across = (2 * dot(row!, mirror)) / dot(mirror, mirror);
    return [dot(row!, u), ...row!.map((x, k) => x - across * mirror[k]!).slice(1)];
  });
}

/**
 * Units, known mean and lognormal parameters that both kernels share.
 *
 * @param sign  of the option that is simulated; the other one differs by a known mean
 */
function common({ market, claims, last }: Plan, sign: 1 | -1) {
  const { claim, of: basket, pays } = servedOption({ market, claims });
  const { time } = claim.payoff;
  const unit = market.assets[basket.assets[0]!]!.spot;
  const scale = unit * discount(market.curve, last);
  const paid = claim.weight * discount(market.curve, time);
  const mean = basket.assets.reduce((sum, asset, i) => sum + basket.weights[i]! * forward(market, asset, time), 0);
  return {
    of: basket,
    pays,
    time,
    unit,
    scale,
    amount: (paid * unit) / scale,
    knownMean:
      (sign === pays.sign ? 0 : paid * pays.sign * (mean - pays.strike)) +
      claims.reduce((sum, one) => sum + (closedFormMean(one, market) ?? 0), 0),
    /** E ln(S/S₀), and σ√T. */
    mean: (asset: number) =>
      log(forward(market, asset, time) / market.assets[asset]!.spot) - squareOf(deviationOf(market, asset, time)) / 2,
    deviation: (asset: number) => deviationOf(market, asset, time),
  };
}

const deviationOf = ({ assets }: Market, asset: number, time: Years): number => volatilityOf(assets[asset]!) * Math.sqrt(time);

/** Texts of the drivers at the payment date, scaled to variance 1. */
const normalsOf = (builder: KernelBuilder, { grid }: Plan, { drivers }: Drawn<readonly string[]>): readonly string[] => {
  const perRoot = builder.scalar(1 / Math.sqrt(grid.times[0]!));
  return drivers.map((driver) => `(${driver} * ${perRoot})`);
};

/** Newton steps that every path takes; each squares the relative error of the basket. */
const NEWTON_STEPS = 3;
/** Further steps of a path on which ln(Σ/K) is not yet small. An adversarial search over 200 000 baskets of 2 to 30 assets needed 10 in all. */
const FURTHER_NEWTON_STEPS = 12;
/** |ln(Σ/K)| below which one more step leaves nothing that single precision shows. */
const CONVERGED_LOG_RATIO = 1e-4;
/** Largest |z|: Φ is 0 or 1 there in single precision. */
const MAX_ABS_Z = 40;
/** Largest exponent of an exponential that single precision holds, with room for sums. */
const MAX_SINGLE_EXPONENT = 60;

/**
 * Share of the unbounded side: 0 where the bounded one is at or out of the money, 1 where it is more than three standard deviations in the
 * money, and smooth between, so that bumped markets take nearly the same share. It and one minus it are exact in single precision.
 *
 * @param moneyness  of the bounded side, standard deviations of the basket; positive in the money
 * @param spread     largest standard deviation of an asset's logarithm that the simulated drivers give; above 1 the share falls to 0
 */
const unboundedShare = (moneyness: number, spread: number): number =>
  Math.round(powerOfTwo(12) * cdf(4 * (moneyness - 2)) * exp(-integerPower(spread, 8))) / powerOfTwo(12);

function writeRising(
  builder: KernelBuilder,
  plan: Plan,
  inputs: Drawn<readonly string[]>,
  drivers: readonly (readonly number[])[],
): Written {
  const { fresh, scalar, local, step } = builder;
  const { market } = plan;
  const { of: observed, pays, time, unit, scale, amount, knownMean, mean, deviation } = common(plan, -1);
  const { assets, weights } = observed;
  const normals = normalsOf(builder, plan, inputs);

  const loadings = assets.map((asset, i) => deviation(asset) * drivers[i]![0]!);
  const parts = partsOf(servedOption(plan), market);
  const slope = parts.reduce((total, part, i) => total + part * loadings[i]!, 0);
  const spreads = assets.map((asset, i) => euclideanNorm(drivers[i]!.slice(1)) * deviation(asset));
  const moneyness =
    observed.assets.reduce((total, asset, i) => total + observed.weights[i]! * forward(market, asset, time), 0) / pays.strike;
  const share = unboundedShare(-log(moneyness) / slope, Math.max(...spreads));
  const sum = (texts: readonly string[]) => texts.join(' + ');
  const minimum = (texts: readonly string[]) => texts.reduce((one, other) => `Math.min(${one}, ${other})`);

  // Member i of the basket is e^(q_i + a_i z) in units of the strike.
  const members = assets.map((asset, i) => {
    const [low, rest] = [log((weights[i]! * market.assets[asset]!.spot) / pays.strike) + mean(asset)].flatMap(inTwo).map(scalar);
    const moves = normals.map((normal, k) => `${scalar(deviation(asset) * drivers[i]![k + 1]!)} * ${normal}`);
    const q = fresh();
    return {
      q,
      text: `const ${q} = (${sum([...moves, rest!])}) + ${low};`,
      loading: scalar(loadings[i]!),
      inverse: scalar(1 / loadings[i]!),
    };
  });
  const [z, steps, k] = [fresh(), fresh(), fresh()];
  const geometric = sum(parts.map((part, i) => `${scalar(part / slope)} * (${scalar(log(part))} - ${members[i]!.q})`));
  /** One Newton step; `gap` names ln(Σ/K) before it. */
  const newton = (gap: string): string => {
    const terms = members.map(({ q, loading }) => {
      const [exponent, term] = [fresh(), fresh()];
      return {
        term,
        loading,
        text: `const ${exponent} = Math.min(${q} + ${loading} * ${z}, ${MAX_SINGLE_EXPONENT}.0);${exponential(term, exponent, fresh)}`,
      };
    });
    const [total, logarithm] = [fresh(), fresh()];
    return `${terms.map(({ text }) => text).join('\n')}
const ${total} = ${sum(terms.map(({ term }) => term))};
${logarithmOfAny(logarithm, total, fresh)}
${gap} = ${logarithm};
${z} = Math.max(Math.min(${z} - ${logarithm} * ${total} / (${sum(terms.map(({ term, loading }) => `${loading} * ${term}`))}), ${MAX_ABS_Z}.0), -${MAX_ABS_Z}.0);`;
  };
  const [gap, j] = [fresh(), fresh()];
  // below: e^(q + a²/2) Φ(z − a); above: e^(q + a²/2) Φ(a − z); each from the side on which the tail of Φ is small: e^(q + a²/2 − (z − a)²/2) = e^(q + az − z²/2).
  const closed = members.map(({ q, loading }) => {
    const [bellExponent, bell, distance, near, tail, massExponent, mass, below, above] = Array.from({ length: 9 }, fresh);
    return {
      mass,
      below,
      above,
      text: `
const ${bellExponent} = Math.min(${q} + ${loading} * ${z} - 0.5 * ${z} * ${z}, ${MAX_SINGLE_EXPONENT}.0);${exponential(bell!, bellExponent!, fresh)}
const ${distance} = ${z} - ${loading};
const ${near} = -Math.abs(${distance});${normalCdfGiven(tail!, near!, bell!, fresh)}
const ${massExponent} = Math.min(${q} + 0.5 * ${loading} * ${loading}, ${MAX_SINGLE_EXPONENT}.0);${exponential(mass!, massExponent!, fresh)}
const ${below} = ${distance} > 0.0 ? ${mass} - ${tail} : ${tail};
const ${above} = ${distance} > 0.0 ? ${tail} : ${mass} - ${tail};`,
    };
  });
  const [minusZ, exercised, unexercised, basket, value] = [fresh(), fresh(), fresh(), fresh(), local('0.0')];
  step(`${members.map(({ text }) => text).join('\n')}
let ${z} = Math.max(Math.min(${minimum([geometric, `${MAX_ABS_Z}.0`, ...members.map(({ q, inverse }) => `-${q} * ${inverse}`)])}, ${MAX_ABS_Z}.0), -${MAX_ABS_Z}.0);
let ${gap} = 0.0;
for (let ${k} = 0; ${k} < ${NEWTON_STEPS}; ${k}++) {
${newton(gap)}
}
const ${steps} = Math.abs(${gap}) > ${CONVERGED_LOG_RATIO} ? ${FURTHER_NEWTON_STEPS}.0 : 0.0;
for (let ${j} = 0; ${j} < ${steps}; ${j}++) {
${newton(gap)}
}${closed.map(({ text }) => text).join('')}
const ${minusZ} = -${z};${normalCdf(exercised, z, fresh)}${normalCdf(unexercised, minusZ, fresh)}
const ${basket} = ${sum(closed.map(({ mass }) => mass!))};
${value} = ${scalar(1 - share)} * Math.min(Math.max(${exercised} - (${sum(closed.map(({ below }) => below!))}), Math.max(1.0 - ${basket}, 0.0)), 1.0)
  + ${scalar(share)} * Math.max(${sum(closed.map(({ above }) => above!))} - ${unexercised}, Math.max(${basket} - 1.0, 0.0));`);
  const strikes = (amount * pays.strike) / unit;
  return {
    value: `${scalar(strikes)} * ${value}`,
    scale,
    knownMean: knownMean - scale * strikes * share * (moneyness - 1),
    selectable: [],
    regressions: [],
  };
}

/** An asset with its distribution given the other assets. */
interface One {
  readonly asset: number;
  readonly others: readonly number[];
  /** Loadings of the others on their own drivers. */
  readonly factor: readonly (readonly number[])[];
  /** Loadings of the asset on the others' drivers. */
  readonly follows: readonly number[];
  /** Share of the asset's variance that is independent of the others. */
  readonly own: number;
}

/** The asset with positive weight whose independent part contributes most to the basket's variance. */
function mostIndependent({ assets: members, weights }: Basket, { correlation, assets }: Market): One | undefined {
  const moves = ({ asset, own: independentPart }: One) =>
    independentPart * squareOf(weights[members.indexOf(asset)]! * assets[asset]!.spot * volatilityOf(assets[asset]!));
  const [best] = members
    .filter((_, i) => weights[i]! > 0)
    .map((asset) => following(asset, correlation))
    .sort((a, b) => moves(b) - moves(a));
  return best !== undefined && best.own > MIN_LOADING ? best : undefined;
}

function following(asset: number, correlation: readonly (readonly number[])[]): One {
  const otherAssets = correlation.map((_, other) => other).filter((other) => other !== asset);
  const factor = correlationFactor(otherAssets.map((a) => otherAssets.map((b) => correlation[a]![b]!)));
  const follows = factor[0]!.map((_, k) => {
    const length = factor.reduce((sum, row) => sum + squareOf(row[k]!), 0);
    return otherAssets.reduce((sum, other, i) => sum + (factor[i]![k]! * correlation[asset]![other]!) / length, 0);
  });
  return { asset, others: otherAssets, factor, follows, own: Math.max(0, 1 - follows.reduce((sum, b) => sum + b * b, 0)) };
}

/** Standard deviation of the basket to first order in the volatilities, price units. */
function basketDeviation({ assets, weights }: Basket, market: Market, time: Years): number {
  const moves = assets.map((asset, i) => weights[i]! * forward(market, asset, time) * deviationOf(market, asset, time));
  const variance = moves.reduce(
    (total, one, i) => total + moves.reduce((sum, other, j) => sum + one * other * market.correlation[assets[i]!]![assets[j]!]!, 0),
    0,
  );
  return Math.sqrt(Math.max(variance, Number.MIN_VALUE));
}

/**
 * Writes Black's formula on one asset given the others. A call is bounded above where all other weights are negative; elsewhere the put is
 * simulated. At a strike that is not positive, the call is the forward less the strike and the put is zero.
 */
function writeOne(
  builder: KernelBuilder,
  plan: Plan,
  inputs: Drawn<readonly string[]>,
  { asset, others: otherAssets, factor, follows, own: independentPart }: One,
): Written {
  const { fresh, scalar, local, step } = builder;
  const { market, claims } = plan;
  const { of: basket } = servedOption({ market, claims });
  const weightOf = (asset: number) => basket.weights[basket.assets.indexOf(asset)]!;
  const sign = otherAssets.every((other) => weightOf(other) <= 0) ? 1 : -1;
  const { pays, time, unit, scale, amount, knownMean, mean, deviation } = common(plan, sign);
  const normals = normalsOf(builder, plan, inputs);
  const relative = (asset: number) => log(market.assets[asset]!.spot / unit);
  const moved = (asset: number, loadings: readonly number[], more = 0) =>
    [
      scalar(relative(asset) + mean(asset) + more),
      ...normals.map((normal, k) => `${scalar(deviation(asset) * loadings[k]!)} * ${normal}`),
    ].join(' + ');
  const s = deviation(asset) * Math.sqrt(independentPart);
  const basketMean = basket.assets.reduce((total, one, i) => total + basket.weights[i]! * forward(market, one, time), 0);
  const spreads = [
    ...otherAssets.map((other, i) => euclideanNorm(factor[i]!) * deviation(other)),
    euclideanNorm(follows) * deviation(asset),
  ];
  const share = unboundedShare((sign * (basketMean - pays.strike)) / basketDeviation(basket, market, time), Math.max(...spreads));

  const [logForward, conditional, strike, logStrike, middle] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const [d1, d2, below1, below2, bellExponent, bell, tail1, tail2] = Array.from({ length: 8 }, fresh);
  const [small1, large1, small2, large2, side, otherSide] = Array.from({ length: 6 }, fresh);
  const value = local('0.0');
  const rest = otherAssets.map((other, i) => {
    const [exponent, spot] = [fresh(), fresh()];
    step(`const ${exponent} = ${moved(other, factor[i]!)};${exponential(spot, exponent, fresh)}`);
    return ` - ${scalar(weightOf(other)! / weightOf(asset)!)} * ${spot}`;
  });
  const [nearest, remainder] = inTwo(pays.strike / (unit * weightOf(asset)!)).map(scalar);
  const half = scalar(s / 2);
  step(`const ${logForward} = ${moved(asset, follows, squareOf(s) / 2)};${exponential(conditional, logForward, fresh)}
const ${strike} = ${nearest} + ${remainder}${rest.join('')};
${logarithmOfAny(logStrike, strike, fresh)}
const ${middle} = (${logForward} - ${logStrike}) * ${scalar(1 / s)};
const ${d1} = ${sign} * (${middle} + ${half});
const ${d2} = ${sign} * (${middle} - ${half});
const ${below1} = -Math.abs(${d1});
const ${below2} = -Math.abs(${d2});
const ${bellExponent} = Math.max(-0.5 * ${d2} * ${d2}, -80.0);${exponential(bell!, bellExponent!, fresh)}${normalCdfGiven(tail1!, below1!, bell!, fresh)}${normalCdfGiven(tail2!, below2!, bell!, fresh)}
const ${small1} = ${strike} * ${tail1};
const ${large1} = ${conditional} - ${small1};
const ${small2} = ${strike} * ${tail2};
const ${large2} = ${strike} - ${small2};
const ${side} = ${sign} * ((${d1} > 0.0 ? ${large1} : ${small1}) - (${d2} > 0.0 ? ${large2} : ${small2}));
const ${otherSide} = ${-sign} * ((${d1} > 0.0 ? ${small1} : ${large1}) - (${d2} > 0.0 ? ${small2} : ${large2}));
${value} = ${scalar(1 - share)} * Math.max(${strike} > 0.0 ? ${side} : 0.0, Math.max(${sign} * (${conditional} - ${strike}), 0.0))
  + ${scalar(share)} * Math.max(${strike} > 0.0 ? ${otherSide} : 0.0, Math.max(${-sign} * (${conditional} - ${strike}), 0.0));`);
  return {
    value: `${scalar(amount * weightOf(asset)!)} * ${value}`,
    scale,
    knownMean: knownMean + (share * sign * scale * amount * (basketMean - pays.strike)) / unit,
    selectable: [],
    regressions: [],
  };
}
