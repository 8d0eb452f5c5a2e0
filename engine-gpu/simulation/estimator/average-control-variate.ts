/**
 * An option on an arithmetic average, with the mean of a control that is nearly the option itself.
 *
 * The geometric average G of the same dates is lognormal, at most A, and close to it. What the option would pay if exercised by G has a
 * closed form, and the option pays more only where G < K < A:
 *
 *   E[(A − K)⁺] = E[(A − K) 1{G ≥ K}] + E[(A − K)⁺ 1{G < K}],   E[S_i 1{G ≥ K}] = F_i Φ(a_i − z₀),
 *   Z = (ln G − E ln G)/√Var ln G,   a_i = Cov(ln S_i, Z),   z₀ the Z at which G = K
 *
 * and a put likewise, with the same second term. That term, a thousandth of the price, is what is drawn, and where it is not zero: Z is
 * drawn below z₀ by z₀ − Z = δ u/(1 − u), δ about the distance at which A falls to K, and counts by its density over that
 * draw's; the path then follows given Z. With c_j the weight of the dates from j on, the share of Z still to come is Q = Σ c_j ΔW_j, and
 *
 *   ΔW_j = β_j Q + d_j ε_j,   β_j = c_j Δt_j/V_j,   d_j² = Δt_j (1 − c_j β_j),   V_j = Σ_{k ≥ j} c_k² Δt_k,
 *
 * after which Q loses c_j ΔW_j. The ε come from increments of a path drawn by a bridge.
 *
 * @see Curran (1994), Valuing Asian and portfolio options by conditioning on the geometric mean price
 */

import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import { forward } from '../../market/market.js';
import { normalCdf } from '../../math/normal.js';
import type { Average, Option } from '../../product/contract/contract.js';
import { exponential, inTwo } from '../emit/arithmetic.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Drawn } from '../emit/points.js';
import type { PayoffClaim } from '../payoff/claims.js';
import { cashMean, volatilityOf } from './deterministic.js';
import type { Draws, Estimator, Task, Written } from './estimator.js';
import type { Plan } from './plan.js';

/** Of dates that are nearly one, the distance at which A falls to K is rounding. */
const LEAST_DISTANCE = 1e-7;

/**
 * Z is drawn over this many times the distance at which A falls to K on the mean path. Drawn closer, the few paths on which A stays above K
 * for longer weigh so much that a 95 % interval missed the price in 10 of 100 seeds; so, in 5, at the same variance.
 */
const WIDTH = 2;

interface AverageOption {
  readonly claim: PayoffClaim;
  readonly of: Average;
  readonly pays: Option;
}

/** The one claim on an average, all others certain. */
function averageOption({ market, claims }: Pick<Task, 'market' | 'claims'>): AverageOption | undefined {
  const [claim, ...others] = claims.filter((claim) => cashMean(claim, market) === undefined);
  if (claim?.type !== 'payoff' || others.length > 0 || claim.conditions.length > 0) return undefined;
  const { of, pays } = claim.payoff;
  return of.type === 'average' && of.mean === 'arithmetic' && pays.type === 'option' && pays.strike > 0 ? { claim, of, pays } : undefined;
}

/** An average of one date is the option on that date's spot: G = A, and nothing would be left to draw. */
export function averageControlVariate(task: Task): Estimator | undefined {
  const option = averageOption(task);
  const serves = option !== undefined && volatilityOf(task.market.assets[0]) > 0 && option.of.times.filter((time) => time > 0).length > 1;
  return serves ? { name: 'average control', varianceReduction: 'control_variate', draws, write } : undefined;
}

/** How the average of ln S, and Z with it, is made of the steps' increments. */
interface Geometry {
  /** Weights of the steps' ends in the average. */
  readonly shares: Float64Array;
  /** c, β and d of each step. */
  readonly rest: Float64Array;
  readonly drift: Float64Array;
  readonly spread: Float64Array;
  /** Variance of Σ shares·W. */
  readonly variance: number;
  /** Covariance of W with Z. */
  readonly loading: Float64Array;
}

function geometryOf({ times }: Average, grid: Grid): Geometry {
  const steps = grid.times.length;
  const shares = new Float64Array(steps);
  for (const time of times) shares[grid.stepAt(time)] = shares[grid.stepAt(time)] + 1 / times.length;
  const [rest, drift, spread, loading] = Array.from({ length: 4 }, () => new Float64Array(steps)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [weight, variance] = [0, 0];
  for (let j = steps - 1; j >= 0; j--) {
    const length = grid.lengths[j];
    weight += shares[j];
    variance += weight * weight * length;
    rest[j] = weight;
    // After the last date nothing of Z is to come.
    drift[j] = variance > 0 ? (weight * length) / variance : 0;
    spread[j] = Math.sqrt(Math.max(0, 1 - weight * drift[j]));
  }
  let covariance = 0;
  for (let j = 0; j < steps; j++) {
    covariance += rest[j] * grid.lengths[j];
    loading[j] = covariance / Math.sqrt(variance);
  }
  return { shares, rest, drift, spread, variance, loading };
}

/** What of the option is known, undiscounted. */
interface Control {
  /** E[±(A − K) 1{±G ≥ ±K}]. */
  readonly mean: number;
  /** The Z at which G = K. */
  readonly edge: number;
  /** Median distance below it at which Z is drawn. */
  readonly distance: number;
}

function controlOf(
  market: Market,
  { asset }: Average,
  { strike, sign }: Option,
  grid: Grid,
  { shares, loading, variance }: Geometry,
): Control {
  const volatility = volatilityOf(market.assets[asset]);
  const sum = (of: (share: number, step: number) => number) =>
    shares.reduce((total, share, step) => (share > 0 ? total + share * of(share, step) : total), 0);
  const forwards = grid.times.map((time) => forward(market, asset, time));
  const edge =
    (Math.log(strike) - sum((_, step) => Math.log(forwards[step]) - (volatility ** 2 * grid.times[step]) / 2)) /
    (volatility * Math.sqrt(variance));
  const loadingOf = (step: number) => volatility * loading[step];
  const there = (step: number) => forwards[step] * Math.exp(loadingOf(step) * (edge - loadingOf(step) / 2));
  return {
    mean: sign * (sum((_, step) => forwards[step] * normalCdf(sign * (loadingOf(step) - edge))) - strike * normalCdf(-sign * edge)),
    edge,
    distance: WIDTH * Math.max(LEAST_DISTANCE, (sum((_, step) => there(step)) - strike) / sum((_, step) => loadingOf(step) * there(step))),
  };
}

const draws = ({ construction }: Plan): Draws => ({ construction, drivers: 1, normals: 0, uniforms: 1 });

function write(builder: KernelBuilder, { market, claims, grid, last }: Plan, { drivers, uniforms }: Drawn<readonly string[]>): Written {
  const { fresh, scalar, column, local, before, step } = builder;
  const { claim, of, pays } = averageOption({ market, claims })!;
  const { spot } = market.assets[of.asset];
  const volatility = volatilityOf(market.assets[of.asset]);
  const geometry = geometryOf(of, grid);
  const { mean, edge, distance } = controlOf(market, of, pays, grid, geometry);
  const [[driver], [uniform]] = [drivers, uniforms];

  const [below, z, exponent, density, spread, weight] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  // δ u/(1 − u) has the density δ/(δ + x)².
  const width = scalar(distance);
  before(`const ${below} = ${width} * ${uniform} / (1.0 - ${uniform});
const ${z} = ${scalar(edge)} - ${below};
const ${exponent} = Math.max(-0.5 * ${z} * ${z}, -80.0);${exponential(density, exponent, fresh)}
const ${spread} = ${width} + ${below};
const ${weight} = ${scalar(1 / (Math.sqrt(2 * Math.PI) * distance))} * ${density} * ${spread} * ${spread};`);

  const [previous, position, average] = [local('0.0'), local('0.0'), local('0.0')];
  const toCome = local(`${scalar(Math.sqrt(geometry.variance))} * ${z}`);
  const [move, x, growth] = [fresh(), fresh(), fresh()];
  const drift = column(grid.times.map((time) => Math.log(forward(market, of.asset, time) / spot) - (volatility ** 2 * time) / 2));
  step(`const ${move} = ${column(geometry.drift)} * ${toCome} + ${column(geometry.spread)} * (${driver} - ${previous});
${previous} = ${driver};
${position} = ${position} + ${move};
${toCome} = ${toCome} - ${column(geometry.rest)} * ${move};
const ${x} = ${drift} + ${scalar(volatility)} * ${position};${exponential(growth, x, fresh)}
${average} = ${average} + ${column(geometry.shares)} * ${growth};`);

  const scale = spot * discount(market.curve, last);
  const paid = claim.weight * discount(market.curve, claim.payoff.time);
  const [nearest, rest] = inTwo(pays.strike / spot).map(scalar);
  return {
    value: `${scalar((paid * spot) / scale)} * ${weight} * Math.max(${average} - ${nearest} - ${rest}, 0.0)`,
    scale,
    certain: paid * mean + claims.reduce((sum, one) => sum + (cashMean(one, market) ?? 0), 0),
    probes: [],
    regressions: [],
  };
}
