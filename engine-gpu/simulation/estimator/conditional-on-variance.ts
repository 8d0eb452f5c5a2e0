/**
 * Options on one asset at one date by conditional Monte Carlo, given the path of the variance.
 *
 * The spot's driver is B = ρW + √(1 − ρ²) W⊥, and the variance depends on W alone. Given W, ln S is Gaussian at the end of the path, and the
 * option's value is Black's formula. Only W is simulated, half the drivers, and the averaged value has no kink. Its remaining dependence on
 * the conditional forward, whose mean is known, is reduced by a control variate with slope from a one-factor approximation. The estimator
 * is unbiased for any slope; the approximation only decides how much variance is removed.
 *
 * Where variance rises with the spot (ρ > 0) and moves much, the conditional forward has no finite variance, and neither a call nor the control
 * has a standard error that means anything. Puts are then simulated, which are bounded, calls come from them by parity, and no control is
 * used.
 *
 * @see Romano and Touzi (1997), Contingent claims and market completeness in a stochastic volatility model; McCrickerd and Pakkanen (2018),
 *      Turbocharging Monte Carlo pricing for the rough Bergomi model
 */

import type { Years } from '../../base/units.js';
import { black } from '../../formula/black-76.js';
import { discount } from '../../market/curve.js';
import { logGrowth, paysCashBetween } from '../../market/growth.js';
import type { Asset } from '../../market/market.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { squareOf } from '../../math/elementary/pow.js';
import { normalCdf as cdf } from '../../math/normal.js';
import { exponential, normalCdf } from '../emit/arithmetic.js';
import { endOf, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { openLoops } from '../emit/loops.js';
import type { Drawn } from '../emit/points.js';
import type { Claim, EuropeanClaim } from '../payoff/claims.js';
import { modelOf } from '../process/index.js';
import { closedFormMean } from './deterministic.js';
import type { Estimator, Plan, RandomInputs, Task, Written } from './estimator.js';

/** Floor for the remaining variance of ln S. Where it is zero, Φ is 0 or 1 all the same. */
const MIN_VARIANCE = 1e-12;

/**
 * Largest ρc, c the model's d ln E[∫V | z]/dz, at which the conditional forward counts as having a usable variance. Under Heston with
 * κ = 0.5, σ = 1, ρ = 0.9 over 5 years it is 2.9: 11 of 30 calls there were outside two standard errors, all too cheap.
 */
const MAX_TILT = 0.5;

/** True if the upper tail of the asset at a time is too heavy for the standard error of an unbounded payment. */
export function isHeavyTailed(asset: Asset, time: Years): boolean {
  const { conditional } = modelOf(asset);
  return conditional !== undefined && time > 0 && conditional.rho * conditional.tilt(time) > MAX_TILT;
}

const isServed =
  (end: number) =>
  (claim: Claim): claim is EuropeanClaim =>
    claim.type === 'european' &&
    claim.conditions.length === 0 &&
    (claim.european.type === 'cash' || (claim.european.strike > 0 && sameTime(claim.european.time, end)));

export function conditionalOnVariance({ market, claims, grid }: Task): Estimator | undefined {
  const [asset, ...further] = market.assets;
  const end = endOf(grid);
  const serves =
    asset !== undefined &&
    further.length === 0 &&
    end > 0 &&
    !paysCashBetween(asset, 0, end) &&
    asset.quanto === undefined &&
    asset.composite === undefined &&
    claims.every(isServed(end)) &&
    modelOf(asset).conditional !== undefined;
  return serves ? { name: 'conditional on variance', varianceReduction: 'conditional_expectation', randomInputs, write } : undefined;
}

const randomInputs = ({ market, construction }: Plan): RandomInputs => ({
  construction,
  drivers: 1,
  normals: modelOf(market.assets[0]!).normals,
  uniforms: 0,
});

function write(builder: KernelBuilder, { market, claims, grid, last }: Plan, { drivers, normals }: Drawn<readonly string[]>): Written {
  const { fresh, local } = builder;
  const { spot } = market.assets[0]!;
  const model = modelOf(market.assets[0]!);
  const carry = (time: number): number => logGrowth(market.curve, market.assets[0]!, time);
  const { conditional } = model;
  if (conditional === undefined) throw new Error('conditional Monte Carlo serves models that are Gaussian given the variance path');
  const { exponent, variance } = conditional.write({ builder, grid, carry, driver: drivers[0]!, normals });
  const end = endOf(grid);
  const lastStep = grid.times.length - 1;
  const scale = spot * discount(market.curve, last);
  const [total, growth, deviation] = [local('0.0'), local('1.0'), local('1.0')];
  const { add, write: writeLoops } = openLoops(builder);

  const mean = exp(carry(end));
  const bounded = isHeavyTailed(market.assets[0]!, end);
  let parity = 0;
  const options = claims.flatMap((claim) => {
    const { weight, european } = claim as EuropeanClaim;
    if (european.type === 'cash') return [];
    const paid = weight * discount(market.curve, end);
    const option = { ...european, amount: paid / scale };
    if (!bounded || european.type === 'digital' || european.sign < 0) return [option];
    parity += paid * (spot * mean - european.strike);
    return [{ ...option, sign: -1 as const }];
  });
  const worth = (growth: number, spread: number) =>
    options.reduce((sum, { type, amount, strike, sign }) => {
      const forward = spot * growth;
      const d2 = log(forward / strike) / spread - spread / 2;
      return sum + amount * (type === 'digital' ? cdf(sign * d2) : black(forward, strike, spread, sign));
    }, 0);
  const hedge = bounded ? 0 : slopeOn(worth, mean, model.deviation(0, end), conditional.rho, conditional.tilt(end));
  add(['control'], lastStep, [mean, hedge], (row) => {
    const power = fresh();
    return `${exponential(power, exponent, fresh)}
${growth} = ${power};
${deviation} = Math.sqrt(Math.max(${variance}, ${MIN_VARIANCE}));
${total} = ${total} - l[${row} + 1] * (${growth} - l[${row}]);`;
  });
  for (const { type, strike, sign, amount } of options) {
    const terms = [sign, log(strike / spot)];
    const [middle, d1, d2, n1, n2] = [fresh(), fresh(), fresh(), fresh(), fresh()];
    const preparation = (row: string) => `
const ${middle} = (${exponent} - l[${row} + 1]) / ${deviation};
const ${d2} = l[${row}] * (${middle} - 0.5 * ${deviation});${normalCdf(n2, d2, fresh)}`;
    if (type === 'digital')
      add([type], lastStep, [...terms, amount], (row) => `${preparation(row)}\n${total} = ${total} + l[${row} + 2] * ${n2};`);
    else
      add([type], lastStep, [...terms, amount * spot, amount * strike], (row) => {
        const text = preparation(row);
        return `${text}
const ${d1} = l[${row}] * (${middle} + 0.5 * ${deviation});${normalCdf(n1, d1, fresh)}
${total} = ${total} + l[${row}] * (l[${row} + 2] * ${growth} * ${n1} - l[${row} + 3] * ${n2});`;
      });
  }
  writeLoops();
  const knownMean = claims.reduce((sum, claim) => sum + (closedFormMean(claim, market) ?? 0), parity);
  return { value: total, scale, knownMean, selectable: [], regressions: [] };
}

/** Nodes of z = W(T)/√T for the slope: −6 to 6 in steps of ¼. */
const SLOPE_NODES = Array.from({ length: 49 }, (_, i) => (i - 24) / 4);

/**
 * Slope of the options' conditional value on the conditional growth of the spot: a least-squares line in the one-factor approximation
 *
 *   E[∫V | z] = s² e^(cz − c²/2),   ln growth ≈ ρ√∫V z − ρ²∫V/2,   remaining variance (1 − ρ²)∫V
 *
 * @param worth   value of the options given the growth and the remaining standard deviation, in units of the kernel
 * @param mean    mean of the growth, F/S₀
 * @param spread  s, today's standard deviation of ln S
 * @param tilt    c
 * @returns units of the kernel per unit of growth; 0 where the growth does not vary
 */
function slopeOn(worth: (growth: number, spread: number) => number, mean: number, spread: number, rho: number, tilt: number): number {
  const paths = SLOPE_NODES.map((z) => {
    const deviation = spread * exp((tilt * z) / 2 - (tilt * tilt) / 4);
    const density = exp(-0.5 * z * z);
    return {
      density,
      growth: exp(rho * deviation * z - (rho * rho * deviation * deviation) / 2),
      left: deviation * Math.sqrt(1 - rho * rho),
    };
  });
  const total = (evaluate: (path: (typeof paths)[number]) => number) => paths.reduce((sum, path) => sum + path.density * evaluate(path), 0);
  const weight = total(() => 1);
  const middle = total(({ growth }) => growth) / weight;
  const worthOf = (path: (typeof paths)[number]) => worth((mean * path.growth) / middle, Math.max(path.left, Math.sqrt(MIN_VARIANCE)));
  const centre = total(worthOf) / weight;
  const together = total((path) => (worthOf(path) - centre) * (path.growth / middle - 1));
  const apart = total(({ growth }) => squareOf(growth / middle - 1));
  const slope = together / (mean * apart);
  // Not finite without variance of variance, or where only rounding moves the growth.
  return Number.isFinite(slope) ? slope : 0;
}
